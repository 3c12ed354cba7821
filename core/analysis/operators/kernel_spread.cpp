#include "core/analysis/run/asked_range.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/analysis/tables/table_parameters.h"
#include "core/analysis/trace/duration_tally.h"
#include "core/analysis/trace/kernel_groups.h"
#include "core/base/statistics.h"
#include "core/base/string_pool.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

namespace stagescope {

namespace {

constexpr std::int64_t kSpreadRows = 1000;
/// The first is the default.
constexpr std::array kSpreadGroupings{KernelGrouping::Shape, KernelGrouping::NameShape, KernelGrouping::Type,
                                      KernelGrouping::Name};
constexpr auto kSpreadModes = std::to_array<std::string_view>({"shape", "name_shape", "type", "name"});

/// The kernels of a group on one rank.
struct RankTally : DurationTally {
    std::map<std::int64_t, DurationTally> bySteps;
    DeviceKernel longest{};

    void add(const DeviceKernel &kernel, std::int64_t step) {
        DurationTally::add(Nanos{kernel.duration});
        if (step != kNoStep) {
            bySteps[step].add(Nanos{kernel.duration});
        }
        if (count == 1 || kernel.duration > longest.duration) {
            longest = kernel;
        }
    }
    /// Mean of the later half of the steps / mean of the earlier half - 1; with an odd number of steps the one in the
    /// middle is in neither. Nothing of fewer than two, or of no time.
    [[nodiscard]] std::optional<double> drift() const {
        const auto half = bySteps.size() / 2;
        DurationTally early;
        DurationTally late;
        std::size_t i = 0;
        for (const auto &[step, tally] : bySteps) {
            if (i < half) {
                early.add(tally);
            } else if (i >= bySteps.size() - half) {
                late.add(tally);
            }
            ++i;
        }
        return early.total > Nanos{0} ? std::optional(late.meanMicros() / early.meanMicros() - 1) : std::nullopt;
    }
};

/// The kernels of a group on one rank, in figures.
struct SpreadFigures {
    int rank;
    std::uint64_t count;
    double mean;    ///< us
    double median;  ///< us
    std::optional<double> drift;
    std::optional<SliceRef> longest;
};

struct SpreadRow {
    const KernelGroup *group;
    const SpreadFigures *figures;
    std::size_t ranks;
    double usualMean = 0;  ///< median over the ranks of their means, us

    operator const KernelGroup &() const { return *group; }
    operator const SpreadFigures &() const { return *figures; }

    [[nodiscard]] bool isCompared() const { return ranks > 1; }
    [[nodiscard]] std::optional<double> ratio() const {
        return isCompared() && usualMean > 0 ? std::optional(figures->mean / usualMean) : std::nullopt;
    }
    [[nodiscard]] std::optional<double> excessMillis() const {
        return isCompared() ? std::optional((figures->mean - usualMean) * static_cast<double>(figures->count) / 1e3)
                            : std::nullopt;
    }
};

struct SpreadOfRanks {
    KernelGrouping grouping;
    std::size_t most;
    StringPool texts{};  ///< of the groups
    std::map<KernelGroup, std::vector<SpreadFigures>> groups{};

    std::vector<SpreadFigures> &of(const KernelGroup &group) {
        const auto it = groups.find(group);
        const auto kept = [this](std::string_view text) { return texts.at(texts.intern(text)); };
        return it != groups.end() ? it->second
                                  : groups[{kept(group.type), kept(group.core), kept(group.name), kept(group.shapes)}];
    }
};

Result<SpreadOfRanks> startSpread(const AnalysisInput &input) {
    const auto mode = choiceParameter(input, "by", kSpreadModes);
    const auto most = countParameter(input, "rows", kSpreadRows);
    if (!mode || !most) {
        return tl::unexpected(mode ? most.error() : mode.error());
    }
    return SpreadOfRanks{kSpreadGroupings[*mode], *most};
}

void addSpread(const RankInput &of, SpreadOfRanks &all, TableRows<SpreadRow> & /*out*/) {
    const auto asked = askedRange(of.all, of.run, of.capture);
    if (asked.isEmpty) {
        return;
    }
    const auto steps = rankSteps(of.capture);
    KernelGroups groups(all.grouping);
    std::vector<RankTally> tallies;
    visitKernels(of.capture, {all.grouping, asked.range, {}}, of.stop, [&](const DeviceKernel &kernel) {
        const auto group = groups.of(kernel);
        tallies.resize(groups.size());
        tallies[group].add(kernel, stepOfDeviceWork(steps, rankTime(kernel.begin)));
    });
    const KernelSlices slices(of.run, of.capture);
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const auto &tally = tallies[i];
        all.of(groups[i]).push_back({of.capture.rank, tally.count, tally.meanMicros(),
                                     tally.quartiles().median / 1000.0, tally.drift(), slices.of(tally.longest)});
    }
}

void addSpreadRows(const SpreadOfRanks &all, TableRows<SpreadRow> &out) {
    std::vector<SpreadRow> rows;
    for (const auto &[group, ranks] : all.groups) {
        std::vector<double> means;
        for (const auto &figures : ranks) {
            means.push_back(figures.mean);
        }
        const auto usual = median(std::move(means));
        for (const auto &figures : ranks) {
            rows.push_back({&group, &figures, ranks.size(), usual});
        }
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const SpreadRow &a, const SpreadRow &b) { return a.excessMillis() > b.excessMillis(); });
    if (rows.size() > all.most) {
        out.note("The first " + std::to_string(all.most) + " of " + std::to_string(rows.size()) +
                 " rows; --set rows=N gives more.");
        rows.resize(all.most);
    }
    for (const auto &row : rows) {
        out.add(row);
    }
}

}  // namespace

AnalysisEntry makeKernelSpreadEntry() {
    using Row = SpreadRow;
    using Figures = SpreadFigures;
    return rankTable<Row>(
        {.entry = {.id = "kernel_spread",
                   .title = "Same kernels over ranks and time",
                   .depth = LoadDepth::Deep,
                   .parameters = {{"by", "shape",
                                   "Same by: shape: type of operator, core and input shapes; name_shape: name and "
                                   "input shapes; type; name."},
                                  {"rows", std::to_string(kSpreadRows), "Most rows, those of the largest excess."}}},
         .whenEmpty = "No kernels: no trace of these ranks is loaded, or it has no device work."},
        {
            column("rank", "Global rank; empty when unknown.", &Figures::rank, ifKnown),
            column("type", "Type of the operator; the kernel's name where the file has no types.", &KernelGroup::type),
            column("core", "What ran them, as the file names it.", &KernelGroup::core),
            column("name", "Name of the kernels, where they are grouped by it.", &KernelGroup::name),
            column("input_shapes", "Shapes of their inputs, where they are grouped by them.", &KernelGroup::shapes),
            column("count", "How many kernels of the rank began in the selected range.", &Figures::count),
            column("mean_us", "us", "Mean of their durations.", &Figures::mean),
            column("median_us", "us", "Median of their durations.", &Figures::median),
            column("ranks", "How many ranks have such kernels.", &Row::ranks),
            column("usual_us", "us", "Median over these ranks of mean_us.", &Row::usualMean),
            column("ratio", "mean_us / usual_us; empty where only one rank has them.", &Row::ratio),
            column("excess_ms", "ms",
                   "(mean_us - usual_us) x count: what the rank would save if its kernels ran as on the rank in the "
                   "middle; negative for a rank that is faster.",
                   &Row::excessMillis),
            column(
                "drift_percent", "%",
                "How much longer they take in the later half of the rank's steps than in the earlier one, by the mean "
                "of all kernels of each half; empty of fewer than two steps.",
                &Figures::drift, inPercent),
            column("evidence", "The longest of them; empty where no trace that is loaded has it.", &Figures::longest),
        },
        startSpread, addSpread, addSpreadRows);
}

}  // namespace stagescope
