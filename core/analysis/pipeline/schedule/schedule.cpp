#include "core/analysis/pipeline/schedule/schedule.h"

#include "core/analysis/pipeline/schedule/schedule_order.h"

#include <algorithm>
#include <string>
#include <utility>

namespace stagescope {

namespace {

constexpr ScheduleKind kKinds[] = {
    ScheduleKind::GPipe,
    ScheduleKind::OneFOneB,
    ScheduleKind::Interleaved,
    ScheduleKind::ZeroBubbleH1,
    ScheduleKind::ZeroBubbleH2,
    ScheduleKind::ZeroBubbleV,
    ScheduleKind::DualPipe,
    ScheduleKind::DualPipeV,
    ScheduleKind::MindSpeedDualPipeV,
    ScheduleKind::LoopedBfs,
    ScheduleKind::InterleavedZeroBubble,
};
constexpr int kDefaultChunks = 2;

tl::unexpected<Error> bad(const ScheduleOptions &options, const std::string &sentence) {
    return fail(ErrorKind::BadArgument, std::string(scheduleKindText(options.kind)) + " " + sentence);
}

Status checkSizes(const ScheduleOptions &options) {
    if (options.stages < 1) {
        return fail(ErrorKind::BadArgument,
                    "a pipeline needs at least one stage, got " + std::to_string(options.stages));
    }
    if (options.microbatches < 1) {
        return fail(ErrorKind::BadArgument,
                    "a step needs at least one microbatch, got " + std::to_string(options.microbatches));
    }
    // F, I and W of each chunk; factors are bounded one by one, so that the product cannot overflow. ZB-V is made for
    // at least 2p - 1 microbatches and cut.
    const long long bound = kMaxScheduleActions;
    const long long stages = options.stages;
    const bool isCut = options.kind == ScheduleKind::ZeroBubbleV;
    const long long microbatches = std::max<long long>(options.microbatches, isCut ? 2 * stages - 1 : 0);
    if (stages > bound || microbatches > bound / stages || 3LL * chunksOf(options) > bound / (stages * microbatches)) {
        return fail(ErrorKind::Limit, std::to_string(options.stages) + " stages with " +
                                          std::to_string(options.microbatches) + " microbatches exceed " +
                                          std::to_string(kMaxScheduleActions) + " actions");
    }
    return {};
}

/// Options that only one kind knows.
Status checkOwnOptions(const ScheduleOptions &options) {
    const bool isInterleaved = options.kind == ScheduleKind::Interleaved;
    const bool hasGroups = isInterleaved || options.kind == ScheduleKind::InterleavedZeroBubble;
    const bool hasDrain = options.kind == ScheduleKind::GPipe || options.kind == ScheduleKind::LoopedBfs;
    const bool isMindSpeed = options.kind == ScheduleKind::MindSpeedDualPipeV;
    if (!hasDrain && options.drain == DrainOrder::Descending) {
        return bad(options, "has the ascending drain order only; the descending drain belongs to gpipe");
    }
    if (!hasChunkNumber(options.kind) && options.chunks != 0 && options.chunks != chunksOf(options)) {
        return bad(options, "has " + std::to_string(chunksOf(options)) + " chunk(s) per rank, got " +
                                std::to_string(options.chunks));
    }
    if (!hasGroups && options.groupSize != 0) {
        return bad(options, "has no groups of microbatches; the group size belongs to interleaved");
    }
    if (!isInterleaved && options.overlapsMoe) {
        return bad(options, "has no form with MoE overlap; that belongs to interleaved");
    }
    if (!isMindSpeed && options.detachesWeights) {
        return bad(options, "has no form with detached weights; that belongs to mindspeed-dualpipev");
    }
    if (!isMindSpeed && options.hasLogits) {
        return bad(options, "has no cells for logits; these belong to mindspeed-dualpipev");
    }
    return {};
}

Status checkChunks(const ScheduleOptions &options) {
    if (chunksOf(options) < 2) {
        return bad(options, "needs at least 2 chunks per rank, got " + std::to_string(options.chunks));
    }
    return {};
}

Status checkInterleaved(const ScheduleOptions &options) {
    const int p = options.stages;
    const int m = options.microbatches;
    const int group = groupSizeOf(options);
    if (const Status status = checkChunks(options); !status) {
        return status;
    }
    if (group < p || group > m) {
        return bad(options, "needs groups of at least p and at most m microbatches: p = " + std::to_string(p) +
                                ", group size = " + std::to_string(group) + ", m = " + std::to_string(m));
    }
    if (m % group != 0 && m % group < p) {
        return bad(options, "needs a last group that is full or has at least p microbatches: m = " + std::to_string(m) +
                                " in groups of " + std::to_string(group) + " leaves " + std::to_string(m % group) +
                                ", p = " + std::to_string(p));
    }
    return {};
}

/// m must be at least `needed`, which `formula` says in words.
Status checkMicrobatches(const ScheduleOptions &options, int needed, const std::string &formula) {
    if (options.microbatches >= needed) {
        return {};
    }
    return bad(options, "needs at least " + formula + " = " + std::to_string(needed) + " microbatches, got " +
                            std::to_string(options.microbatches));
}

Status checkDualPipe(const ScheduleOptions &options) {
    if (options.stages % 2 != 0) {
        return bad(options, "needs an even number of ranks, got " + std::to_string(options.stages));
    }
    if (options.microbatches % 2 != 0) {
        return bad(options, "needs an even number of microbatches, got " + std::to_string(options.microbatches));
    }
    return checkMicrobatches(options, 2 * options.stages, "2p");
}

std::vector<PipelineAction> rankOrder(const ScheduleOptions &options, int rank) {
    switch (options.kind) {
        case ScheduleKind::GPipe:
            return gpipeOrder(options, rank);
        case ScheduleKind::OneFOneB:
            return oneFOneBOrder(options, rank);
        case ScheduleKind::Interleaved:
            return interleavedOrder(options, rank);
        case ScheduleKind::ZeroBubbleH1:
            return zeroBubbleH1Order(options, rank);
        case ScheduleKind::ZeroBubbleH2:
            return zeroBubbleH2Order(options, rank);
        case ScheduleKind::ZeroBubbleV:
            return zeroBubbleVOrder(options, rank);
        case ScheduleKind::DualPipe:
            return dualPipeOrder(options, rank);
        case ScheduleKind::DualPipeV:
            return dualPipeVOrder(options, rank);
        case ScheduleKind::LoopedBfs:
            return loopedBfsOrder(options, rank);
        case ScheduleKind::InterleavedZeroBubble:
            return interleavedZeroBubbleOrder(options, rank);
        case ScheduleKind::MindSpeedDualPipeV:
            break;
    }
    return mindSpeedOrder(options, rank);
}

}  // namespace

StagePlacement placementOf(ScheduleKind kind) {
    switch (kind) {
        case ScheduleKind::GPipe:
        case ScheduleKind::OneFOneB:
        case ScheduleKind::ZeroBubbleH1:
        case ScheduleKind::ZeroBubbleH2:
            return StagePlacement::Linear;
        case ScheduleKind::Interleaved:
        case ScheduleKind::LoopedBfs:
        case ScheduleKind::InterleavedZeroBubble:
            return StagePlacement::Loop;
        case ScheduleKind::DualPipe:
            return StagePlacement::Dual;
        case ScheduleKind::ZeroBubbleV:
        case ScheduleKind::DualPipeV:
        case ScheduleKind::MindSpeedDualPipeV:
            break;
    }
    return StagePlacement::V;
}

std::string_view scheduleKindText(ScheduleKind kind) {
    switch (kind) {
        case ScheduleKind::GPipe:
            return "gpipe";
        case ScheduleKind::OneFOneB:
            return "1f1b";
        case ScheduleKind::Interleaved:
            return "interleaved";
        case ScheduleKind::ZeroBubbleH1:
            return "zb-h1";
        case ScheduleKind::ZeroBubbleH2:
            return "zb-h2";
        case ScheduleKind::ZeroBubbleV:
            return "zb-v";
        case ScheduleKind::DualPipe:
            return "dualpipe";
        case ScheduleKind::DualPipeV:
            return "dualpipev";
        case ScheduleKind::LoopedBfs:
            return "looped-bfs";
        case ScheduleKind::InterleavedZeroBubble:
            return "interleaved-zb";
        case ScheduleKind::MindSpeedDualPipeV:
            break;
    }
    return "mindspeed-dualpipev";
}

std::optional<ScheduleKind> scheduleKindFromText(std::string_view text) {
    const auto *const found = std::ranges::find(kKinds, text, scheduleKindText);
    return found == std::end(kKinds) ? std::nullopt : std::optional(*found);
}

std::span<const ScheduleKind> scheduleKinds() { return kKinds; }

std::string scheduleText(const ScheduleOptions &options) {
    std::string text = std::string(scheduleKindText(options.kind)) + " p=" + std::to_string(options.stages);
    if (hasChunkNumber(options.kind)) {
        text += " v=" + std::to_string(chunksOf(options));
    }
    text += " m=" + std::to_string(options.microbatches);
    if (options.groupSize != 0 && options.groupSize != options.stages) {
        text += " g=" + std::to_string(options.groupSize);
    }
    const std::pair<bool, const char *> words[] = {
        {options.drain == DrainOrder::Descending, " descending"},
        {options.overlapsMoe, " overlap-moe"},
        {options.detachesWeights, " detach"},
        {options.hasLogits, " logits"},
    };
    for (const auto &[isSet, word] : words) {
        text += isSet ? word : "";
    }
    return text;
}

int chunksOf(const ScheduleOptions &options) {
    if (hasChunkNumber(options.kind)) {
        return options.chunks > 0 ? options.chunks : kDefaultChunks;
    }
    return placementOf(options.kind) == StagePlacement::Linear ? 1 : 2;
}

int rankOfStage(StagePlacement placement, int ranks, int stage, int chunk) {
    switch (placement) {
        case StagePlacement::Linear:
            break;
        case StagePlacement::Loop:
            return stage % ranks;
        case StagePlacement::V:
            return stage < ranks ? stage : 2 * ranks - 1 - stage;
        case StagePlacement::Dual:
            return chunk == 0 ? stage : ranks - 1 - stage;
    }
    return stage;
}

int stageOf(StagePlacement placement, int ranks, int rank, int chunk) {
    switch (placement) {
        case StagePlacement::Linear:
            break;
        case StagePlacement::Loop:
            return chunk * ranks + rank;
        case StagePlacement::V:
            return chunk == 0 ? rank : 2 * ranks - 1 - rank;
        case StagePlacement::Dual:
            return chunk == 0 ? rank : ranks - 1 - rank;
    }
    return rank;
}

std::size_t Schedule::actionCount() const {
    std::size_t count = 0;
    for (const std::vector<PipelineAction> &rank : ranks) {
        count += rank.size();
    }
    return count;
}

Status checkSchedule(const ScheduleOptions &options) {
    if (const Status status = checkSizes(options); !status) {
        return status;
    }
    if (const Status status = checkOwnOptions(options); !status) {
        return status;
    }
    switch (options.kind) {
        case ScheduleKind::Interleaved:
        case ScheduleKind::InterleavedZeroBubble:
            return checkInterleaved(options);
        case ScheduleKind::LoopedBfs:
            return checkChunks(options);
        case ScheduleKind::ZeroBubbleH2:
        case ScheduleKind::MindSpeedDualPipeV:
            return checkMicrobatches(options, 2 * options.stages - 1, "2p - 1");
        case ScheduleKind::DualPipe:
            return checkDualPipe(options);
        case ScheduleKind::DualPipeV:
            return checkMicrobatches(options, 2 * options.stages, "2p");
        case ScheduleKind::GPipe:
        case ScheduleKind::OneFOneB:
        case ScheduleKind::ZeroBubbleH1:
        case ScheduleKind::ZeroBubbleV:
            break;
    }
    return {};
}

Result<Schedule> generateSchedule(const ScheduleOptions &options) {
    if (const Status status = checkSchedule(options); !status) {
        return tl::make_unexpected(status.error());
    }
    Schedule schedule;
    schedule.placement = placementOf(options.kind);
    schedule.chunks = chunksOf(options);
    const bool isTwice = schedule.placement == StagePlacement::Dual;
    schedule.stageCount = options.stages * (isTwice ? 1 : schedule.chunks);
    schedule.microbatches = options.microbatches;
    schedule.ranks.reserve(std::size_t(options.stages));
    for (int rank = 0; rank < options.stages; ++rank) {
        schedule.ranks.push_back(rankOrder(options, rank));
    }
    return schedule;
}

}  // namespace stagescope
