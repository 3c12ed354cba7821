#include "core/analysis/difference/accounted_steps.h"
#include "core/analysis/pipeline/time/bubble_causes.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/analysis/trace/free_gaps.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

namespace stagescope {

namespace {

/// What a rank's time goes to, whoever recorded what of it: a bubble is one whether its receive was posted early
/// (exposed communication) or late (free).
enum class TimeCause : std::uint8_t {
    Computing,
    Bubble,
    Transfer,
    LateRank,
    Order,
    Launching,
    Synchronizing,
    Loading,
    Copies,
    Other,
};
constexpr std::size_t kTimeCauses = 10;

struct CausesRow {
    int rank = -1;
    std::optional<std::int64_t> step{};
    Nanos total{0};
    std::array<Nanos, kTimeCauses> times{};
    std::map<int, Nanos> late{};  ///< of LateRank: by the rank that was late

    /// The rank that it waits for longest.
    [[nodiscard]] std::optional<int> lateRank() const {
        const auto most = std::max_element(late.begin(), late.end(),
                                           [](const auto &a, const auto &b) { return a.second < b.second; });
        return most == late.end() ? std::nullopt : std::optional(most->first);
    }
};

TimeCause causeOfGap(const std::string &name) {
    constexpr std::array<std::pair<FreeCause, TimeCause>, 6> kCauses{
        {{FreeCause::HostLaunch, TimeCause::Launching},
         {FreeCause::Synchronisation, TimeCause::Synchronizing},
         {FreeCause::DataLoading, TimeCause::Loading},
         {FreeCause::PipelineWait, TimeCause::Bubble},
         {FreeCause::CommunicationWait, TimeCause::Order},
         {FreeCause::Copy, TimeCause::Copies}}};
    const auto it =
        std::find_if(kCauses.begin(), kCauses.end(), [&](const auto &one) { return name == freeCauseText(one.first); });
    return it == kCauses.end() ? TimeCause::Other : it->second;
}

TimeCause causeOf(const AccountKey &key, const AccountSum &sum) {
    switch (key.kind) {
        case AccountKind::Kernel:
        case AccountKind::Computing:
            return TimeCause::Computing;
        case AccountKind::Bubble:
            return key.name == bubbleCauseText(BubbleCause::Transfer) ? TimeCause::Transfer : TimeCause::Bubble;
        case AccountKind::CommWait:
            return sum.late ? TimeCause::LateRank : TimeCause::Order;
        case AccountKind::CommTransfer:
        case AccountKind::Communication:
            return TimeCause::Transfer;
        case AccountKind::Gap:
            return causeOfGap(key.name);
        case AccountKind::Tail:
        case AccountKind::Reported:
            break;
    }
    return key.kind == AccountKind::Reported && key.name == "computing" ? TimeCause::Computing : TimeCause::Other;
}

void addCauses(const AnalysisInput &input, const std::stop_token &stop, TableRows<CausesRow> &out) {
    for (const auto &step : accountedSteps(*input.run(), input.ranks, input.step, stop)) {
        CausesRow row{step.rank, step.step, step.total};
        for (const auto &[key, sum] : step.sums) {
            row.times[static_cast<std::size_t>(causeOf(key, sum))] += sum.time;
            if (key.kind == AccountKind::CommWait && sum.late) {
                row.late[*sum.late] += sum.time;
            }
        }
        out.add(row);
    }
}

auto timeOf(TimeCause cause) {
    return [cause](const CausesRow &row) { return row.times[static_cast<std::size_t>(cause)]; };
}

}  // namespace

AnalysisEntry makeTimeCausesEntry() {
    using Row = CausesRow;
    return runTable<Row>(
        {.entry = {.id = "time_causes",
                   .title = "Where the time of each step went, by cause",
                   .depth = LoadDepth::Deep,
                   .isLean = true},
         .whenEmpty = "No record of device activity in any step."},
        {
            column("rank", "Global rank.", &Row::rank),
            column("step", "Step; empty outside of all.", &Row::step),
            column("step_us", "us", "Length of the step; the columns that follow sum up to it.", &Row::total),
            column("computing_us", "us", "Kernels.", timeOf(TimeCause::Computing)),
            column("pipeline_bubble_us", "us",
                   "Waiting for data of another stage, whether its receive was posted meanwhile or not.",
                   timeOf(TimeCause::Bubble)),
            column("transfer_us", "us", "Transfers and collectives after all ranks had come, nothing computing.",
                   timeOf(TimeCause::Transfer)),
            column("late_rank_us", "us", "Waiting in collectives that a late rank made wait (held_up_by of comm_late).",
                   timeOf(TimeCause::LateRank)),
            column("order_us", "us", "Waiting in collectives for nobody's lateness: the order of the stages, jitter.",
                   timeOf(TimeCause::Order)),
            column("late_rank", "The rank that this one waits for longest.", &Row::lateRank),
            column("launch_us", "us", "Nothing to do: the host launches late.", timeOf(TimeCause::Launching)),
            column("synchronize_us", "us", "Nothing to do: the host waits in synchronizing calls.",
                   timeOf(TimeCause::Synchronizing)),
            column("load_us", "us", "Nothing to do: the host loads data.", timeOf(TimeCause::Loading)),
            column("copy_us", "us", "Copies while nothing computes.", timeOf(TimeCause::Copies)),
            column("other_us", "us", "The rest: the end of the step, unknown causes.", timeOf(TimeCause::Other)),
        },
        addCauses);
}

}  // namespace stagescope
