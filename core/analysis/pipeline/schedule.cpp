#include "core/analysis/pipeline/schedule.h"

#include <algorithm>
#include <string>

namespace stagescope {

namespace {

/// Appends actions of one rank that holds one stage.
class RankOrder {
public:
    RankOrder(int rank, int microbatches) : m_rank(rank) {
        m_actions.reserve(2 * static_cast<std::size_t>(microbatches));
    }
    void forward(int microbatch) { add(CellKind::Forward, microbatch); }
    void backward(int microbatch) { add(CellKind::Backward, microbatch); }
    std::vector<PipelineAction> take() { return std::move(m_actions); }

private:
    void add(CellKind kind, int microbatch) {
        m_actions.push_back({.rank = m_rank, .kind = kind, .stage = m_rank, .microbatch = microbatch, .chunk = 0});
    }
    int m_rank;
    std::vector<PipelineAction> m_actions;
};

std::vector<PipelineAction> gpipeRank(int rank, const ScheduleOptions &options) {
    const int m = options.microbatches;
    RankOrder order(rank, m);
    for (int i = 0; i < m; ++i)
        order.forward(i);
    for (int i = 0; i < m; ++i)
        order.backward(options.drain == DrainOrder::Ascending ? i : m - 1 - i);
    return order.take();
}

std::vector<PipelineAction> oneFOneBRank(int rank, const ScheduleOptions &options) {
    const int m = options.microbatches;
    const int warmup = warmupForwards(options.stages, m, rank);
    RankOrder order(rank, m);
    for (int i = 0; i < warmup; ++i)
        order.forward(i);
    for (int i = 0; i < m - warmup; ++i) {
        order.forward(warmup + i);
        order.backward(i);
    }
    for (int i = m - warmup; i < m; ++i)
        order.backward(i);
    return order.take();
}

Status checked(const ScheduleOptions &options) {
    if (options.stages < 1)
        return fail(ErrorKind::BadArgument,
                    "a pipeline needs at least one stage, got " + std::to_string(options.stages));
    if (options.microbatches < 1) {
        return fail(ErrorKind::BadArgument,
                    "a step needs at least one microbatch, got " + std::to_string(options.microbatches));
    }
    if (options.kind == ScheduleKind::OneFOneB && options.drain == DrainOrder::Descending)
        return fail(ErrorKind::BadArgument,
                    "1f1b drains in ascending order only; the descending drain belongs to gpipe");
    if (2LL * options.stages * options.microbatches > kMaxScheduleActions) {
        return fail(ErrorKind::Limit, std::to_string(options.stages) + " stages with " +
                                          std::to_string(options.microbatches) + " microbatches exceed " +
                                          std::to_string(kMaxScheduleActions) + " actions");
    }
    return {};
}

}  // namespace

StagePlacement placementOf(ScheduleKind) { return StagePlacement::Linear; }

std::string_view scheduleKindText(ScheduleKind kind) { return kind == ScheduleKind::GPipe ? "gpipe" : "1f1b"; }

std::optional<ScheduleKind> scheduleKindFromText(std::string_view text) {
    for (const ScheduleKind kind : {ScheduleKind::GPipe, ScheduleKind::OneFOneB}) {
        if (scheduleKindText(kind) == text)
            return kind;
    }
    return std::nullopt;
}

int warmupForwards(int stages, int microbatches, int rank) { return std::min(stages - 1 - rank, microbatches); }

Result<Schedule> generateSchedule(const ScheduleOptions &options) {
    if (const Status status = checked(options); !status)
        return tl::make_unexpected(status.error());
    Schedule schedule{placementOf(options.kind), 1, options.stages, options.microbatches, {}};
    schedule.ranks.reserve(static_cast<std::size_t>(options.stages));
    for (int rank = 0; rank < options.stages; ++rank) {
        schedule.ranks.push_back(options.kind == ScheduleKind::GPipe ? gpipeRank(rank, options)
                                                                     : oneFOneBRank(rank, options));
    }
    return schedule;
}

}  // namespace stagescope
