#pragma once

#include "core/session/workspace.h"
#include "core/store/tables/flight_records.h"

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// A process group: names come again for other members (split_group).
struct FlightGroup {
    std::string name;
    std::string purpose{};
    std::vector<int> members;  ///< global ranks; empty where no dump tells them
    auto operator<=>(const FlightGroup &) const = default;

    /// "TENSOR_MODEL_PARALLEL_GROUP 35", or what there is of it.
    [[nodiscard]] std::string text() const;
};

/// One call, with texts of its own.
struct FlightCall {
    std::string op;
    std::string inputs, outputs;
    std::string inputType, outputType;
    std::string state;
    std::string stack;
    std::int64_t inputCount = -1, outputCount = -1;
    std::int64_t created = -1, completed = -1;
    std::int64_t timeout = -1;
    bool isRetired = false;

    [[nodiscard]] bool isDone() const { return completed >= 0 || state == "completed"; }
    /// Line of the program that called: the innermost frame that is none of torch's own; empty without a stack.
    [[nodiscard]] std::string_view caller() const;
};

/// What one rank did of a collective; several calls where they are coalesced.
struct FlightPart {
    int rank = -1;
    std::vector<FlightCall> calls;

    [[nodiscard]] bool isDone() const;
    [[nodiscard]] std::int64_t created() const { return calls.front().created; }
    /// "all_reduce", several with " + ".
    [[nodiscard]] std::string ops() const;
};

enum class CallVerdict : std::uint8_t {
    Done,            ///< by all that are known to take part
    Running,         ///< called by all, done on none
    Missing,         ///< ranks that have a dump did not call it
    OtherOperation,  ///< ranks called something else under that number
    OtherSize,
    OtherType,
    NotDone,    ///< done on some ranks and not on others
    Undecided,  ///< only ranks without a dump are missing, or members are not known
    Follows,    ///< behind a call of the group that did not agree: numbers mean nothing from there on
};
/// "done", "running", "missing rank", "other operation" ...
[[nodiscard]] std::string_view callVerdictText(CallVerdict verdict);

/// A collective of a group, over all ranks.
struct FlightCollective {
    FlightGroup group;
    std::int64_t sequence = -1;
    std::vector<FlightPart> parts;  ///< by rank
    std::vector<int> missing;       ///< have a dump and did not call it
    std::vector<int> passed;        ///< are done with it, which their recorder no longer has
    std::vector<int> undumped;      ///< have no dump
    CallVerdict verdict = CallVerdict::Undecided;
    std::vector<int> odd;  ///< of those that called it: who differs from most, or is not done

    [[nodiscard]] bool isDone() const;
    /// When the first rank called what is not done; -1 unknown.
    [[nodiscard]] std::int64_t waitsSince() const;
    /// What most ranks called.
    [[nodiscard]] const FlightPart &usual() const;
    [[nodiscard]] const FlightPart *part(int rank) const;
};

/// What the dump of a rank says of the last collective of a group.
struct FlightProgress {
    std::int64_t enqueued = -1;
    std::int64_t completed = -1;
};

/// All dumps of a run, as they were read: calls of collectives and of transfers by group.
struct FlightDumps {
    struct Transfer {
        int rank = -1;
        std::int64_t sequence = -1;
        std::int64_t source = -1, destination = -1;  ///< positions in the group
        bool isSend = false;
        FlightCall call;
    };
    std::vector<int> ranks;  ///< that have one
    std::map<std::pair<FlightGroup, std::int64_t>, std::map<int, FlightPart>> collectives;
    std::map<FlightGroup, std::vector<Transfer>> transfers;
    std::map<std::pair<FlightGroup, int>, FlightProgress> progress;
    std::int64_t last = -1;  ///< latest time that any of them names
};
[[nodiscard]] FlightDumps flightDumps(const Run &run, const std::stop_token &stop);

/// In the order of groups and numbers. O(calls log calls).
[[nodiscard]] std::vector<FlightCollective> flightCollectives(const FlightDumps &dumps);

}  // namespace stagescope
