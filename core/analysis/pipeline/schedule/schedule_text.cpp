#include "core/analysis/pipeline/schedule/schedule_text.h"

#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace stagescope {

namespace {

constexpr std::string_view kOverlapSuffix = "OVERLAP_F_B";
constexpr std::string_view kBlanksAndQuotes = " \t\r\"";
constexpr std::string_view kRangePrefix = "PP:";
/// Between stages and microbatch of actions that move tensors or parameters.
constexpr std::string_view kSilentActions[] = {"SEND_F",  "RECV_F",  "SEND_B",     "RECV_B",
                                               "UNSHARD", "RESHARD", "REDUCE_GRAD"};

std::string_view letter(CellKind kind) { return kind == CellKind::Loss ? "L" : cellKindText(kind); }

std::string plainText(int stage, CellKind kind, int microbatch) {
    return std::to_string(stage) + std::string(letter(kind)) + std::to_string(microbatch);
}

std::string textWithOffset(const PipelineAction &action, int offset, int backwardOffset) {
    if (action.kind != CellKind::Overlapped) {
        return plainText(action.stage, action.kind, action.microbatch + offset);
    }
    return "(" + plainText(action.stage, CellKind::Forward, action.microbatch + offset) + ";" +
           plainText(action.backwardStage, CellKind::Backward, action.backwardMicrobatch + backwardOffset) + ")" +
           std::string(kOverlapSuffix);
}

/// Takes a number off the front; nothing when there is none or it is beyond all schedules.
std::optional<int> takeNumber(std::string_view &text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || value < 0 || value > kMaxScheduleActions) {
        return std::nullopt;
    }
    text.remove_prefix(std::size_t(end - text.data()));
    return value;
}

std::optional<CellKind> kindOfLetter(char c) {
    for (const CellKind kind :
         {CellKind::Forward, CellKind::Backward, CellKind::BackwardInput, CellKind::BackwardWeight, CellKind::Loss}) {
        if (letter(kind).front() == c) {
            return kind;
        }
    }
    return std::nullopt;
}

std::optional<PipelineAction> plainFromText(std::string_view text) {
    PipelineAction action;
    const std::optional<int> stage = takeNumber(text);
    if (!stage || text.empty()) {
        return std::nullopt;
    }
    const std::optional<CellKind> kind = kindOfLetter(text.front());
    text.remove_prefix(1);
    const std::optional<int> microbatch = takeNumber(text);
    if (!kind || !microbatch || !text.empty()) {
        return std::nullopt;
    }
    action.stage = *stage;
    action.kind = *kind;
    action.microbatch = *microbatch;
    return action;
}

/// "3SEND_F5", "0UNSHARD", "2REDUCE_GRAD"
bool isSilent(std::string_view text) {
    if (!takeNumber(text)) {
        return false;
    }
    return std::ranges::any_of(kSilentActions, [text](std::string_view name) { return text.starts_with(name); });
}

/// Where the stages that the ranks hold put a schedule.
struct Placed {
    StagePlacement placement = StagePlacement::Linear;
    int chunks = 1;
    int stageCount = 0;
};

std::optional<Placed> placedOf(const std::vector<std::set<int>> &stagesOfRank) {
    const int ranks = int(stagesOfRank.size());
    const int chunks = int(stagesOfRank.front().size());
    for (const StagePlacement placement :
         {StagePlacement::Linear, StagePlacement::V, StagePlacement::Dual, StagePlacement::Loop}) {
        const bool hasTwo = placement == StagePlacement::V || placement == StagePlacement::Dual;
        if (placement == StagePlacement::Linear ? chunks != 1 : (hasTwo && chunks != 2)) {
            continue;
        }
        bool fits = true;
        for (int rank = 0; rank < ranks && fits; ++rank) {
            std::set<int> expected;
            for (int chunk = 0; chunk < chunks; ++chunk) {
                expected.insert(stageOf(placement, ranks, rank, chunk));
            }
            fits = expected == stagesOfRank[std::size_t(rank)];
        }
        if (fits) {
            return Placed{placement, chunks, placement == StagePlacement::Dual ? ranks : ranks * chunks};
        }
    }
    return std::nullopt;
}

int chunkOfStage(const Placed &placed, int ranks, int rank, int stage) {
    for (int chunk = 0; chunk < placed.chunks; ++chunk) {
        if (stageOf(placed.placement, ranks, rank, chunk) == stage) {
            return chunk;
        }
    }
    return 0;
}

/// Fills in what the notation leaves to the placement: chunks, and in DualPipe the direction's own count.
void place(Schedule &schedule, const Placed &placed) {
    const int ranks = int(schedule.ranks.size());
    schedule.placement = placed.placement;
    schedule.chunks = placed.chunks;
    schedule.stageCount = placed.stageCount;
    const int perDirection = placed.placement == StagePlacement::Dual ? schedule.microbatches / 2 : 0;
    for (int rank = 0; rank < ranks; ++rank) {
        for (PipelineAction &action : schedule.ranks[std::size_t(rank)]) {
            action.rank = rank;
            action.chunk = chunkOfStage(placed, ranks, rank, action.stage);
            action.microbatch -= action.chunk * perDirection;
            if (action.kind != CellKind::Overlapped) {
                continue;
            }
            action.backwardChunk = chunkOfStage(placed, ranks, rank, action.backwardStage);
            action.backwardMicrobatch -= action.backwardChunk * perDirection;
        }
    }
}

/// The first action whose microbatch is below those of its direction.
const PipelineAction *ofNoMicrobatch(const Schedule &schedule) {
    for (const auto &actions : schedule.ranks) {
        const auto below = std::ranges::find_if(actions, [](const PipelineAction &action) {
            return action.microbatch < 0 || (action.kind == CellKind::Overlapped && action.backwardMicrobatch < 0);
        });
        if (below != actions.end()) {
            return &*below;
        }
    }
    return nullptr;
}

/// Fields of a line; commas within an overlapped pair do not occur.
Status readLine(std::string_view line, std::size_t number, std::vector<PipelineAction> &actions) {
    for (std::size_t field = 1; !line.empty(); ++field) {
        const std::size_t comma = line.find(',');
        const std::string_view text = trimmed(line.substr(0, comma), kBlanksAndQuotes);
        line.remove_prefix(comma == std::string_view::npos ? line.size() : comma + 1);
        if (text.empty() || isSilent(text)) {
            continue;
        }
        const std::optional<PipelineAction> action = actionFromText(text);
        if (!action) {
            return fail(ErrorKind::Malformed, "line " + std::to_string(number) + ", field " + std::to_string(field) +
                                                  ": \"" + std::string(text.substr(0, 40)) +
                                                  "\" is no action of a schedule");
        }
        actions.push_back(*action);
    }
    return {};
}

}  // namespace

std::string actionText(const PipelineAction &action) { return textWithOffset(action, 0, 0); }

std::string scheduleToText(const Schedule &schedule) {
    const int perDirection = schedule.placement == StagePlacement::Dual ? schedule.microbatches / 2 : 0;
    std::string text;
    for (const std::vector<PipelineAction> &rank : schedule.ranks) {
        std::string_view separator;
        for (const PipelineAction &action : rank) {
            text += separator;
            text += textWithOffset(action, action.chunk * perDirection, action.backwardChunk * perDirection);
            separator = ",";
        }
        text += "\n";
    }
    return text;
}

Result<Schedule> scheduleFromText(std::string_view text) {
    Schedule schedule;
    std::vector<std::set<int>> stagesOfRank;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (trimmed(line, kBlanksAndQuotes).empty()) {
            continue;
        }
        if (const Status status = readLine(line, number, schedule.ranks.emplace_back()); !status) {
            return tl::make_unexpected(status.error());
        }
        std::set<int> &stages = stagesOfRank.emplace_back();
        for (const PipelineAction &action : schedule.ranks.back()) {
            stages.insert(action.stage);
            schedule.microbatches =
                std::max({schedule.microbatches, action.microbatch + 1, action.backwardMicrobatch + 1});
            if (action.kind == CellKind::Overlapped) {
                stages.insert(action.backwardStage);
            }
        }
    }
    if (schedule.microbatches == 0) {
        return fail(ErrorKind::Malformed, "no actions");
    }
    const std::optional<Placed> placed = placedOf(stagesOfRank);
    if (!placed) {
        return fail(ErrorKind::Malformed,
                    "the stages of the ranks are neither linear nor a loop nor a V nor two directions");
    }
    if (1LL * placed->stageCount * schedule.microbatches > kMaxScheduleActions) {
        return fail(ErrorKind::Limit, "more than " + std::to_string(kMaxScheduleActions) + " actions");
    }
    place(schedule, *placed);
    if (const PipelineAction *action = ofNoMicrobatch(schedule)) {
        return fail(ErrorKind::Malformed, "rank " + std::to_string(action->rank) +
                                              " has a microbatch of the first direction in the second one");
    }
    return schedule;
}

std::optional<PipelineAction> actionFromText(std::string_view text) {
    if (text.starts_with(kRangePrefix)) {
        text.remove_prefix(kRangePrefix.size());
    }
    if (!text.ends_with(kOverlapSuffix)) {
        return plainFromText(text);
    }
    text.remove_suffix(kOverlapSuffix.size());
    const std::size_t middle = text.find(';');
    if (middle == std::string_view::npos || !text.starts_with('(') || !text.ends_with(')')) {
        return std::nullopt;
    }
    std::optional<PipelineAction> action = plainFromText(text.substr(1, middle - 1));
    const std::optional<PipelineAction> backward = plainFromText(text.substr(middle + 1, text.size() - middle - 2));
    if (!action || !backward || action->kind != CellKind::Forward || backward->kind != CellKind::Backward) {
        return std::nullopt;
    }
    action->kind = CellKind::Overlapped;
    action->backwardStage = backward->stage;
    action->backwardMicrobatch = backward->microbatch;
    action->backwardChunk = 0;
    return action;
}

std::string paperText(const PipelineAction &action, const Schedule &schedule) {
    const auto part = [&schedule](CellKind kind, int microbatch, int chunk) {
        std::string text = std::string(letter(kind)) + std::to_string(microbatch);
        if (schedule.placement == StagePlacement::Dual) {
            return text + (chunk == 1 ? "'" : "");
        }
        return schedule.chunks > 1 ? text + "." + std::to_string(chunk) : text;
    };
    if (action.kind != CellKind::Overlapped) {
        return part(action.kind, action.microbatch, action.chunk);
    }
    return "(" + part(CellKind::Forward, action.microbatch, action.chunk) + "&" +
           part(CellKind::Backward, action.backwardMicrobatch, action.backwardChunk) + ")";
}

}  // namespace stagescope
