#pragma once

#include "core/session/workspace.h"
#include "core/store/tables/flight_records.h"

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
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

/// One call. Its texts are those of the tables that it was read from (FlightSource).
struct FlightCall {
    std::string_view op;
    std::string_view inputs, outputs;
    std::string_view inputType, outputType;
    std::string_view stack;
    std::int64_t inputCount = -1, outputCount = -1;
    std::int64_t created = -1;
    std::int64_t timeout = -1;
    bool isDone = false;
    bool isRetired = false;

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
    const FlightGroup *group = nullptr;  ///< one of FlightSource
    std::int64_t sequence = -1;
    std::vector<FlightPart> parts;  ///< by rank
    std::vector<int> missing;       ///< have a dump and did not call it
    std::vector<int> passed;        ///< are done with it, which their recorder no longer has
    std::vector<int> undumped;      ///< have no dump
    CallVerdict verdict = CallVerdict::Undecided;
    std::vector<int> odd;  ///< of those that called it: who differs from most, or is not done

    [[nodiscard]] bool isDone() const;
    /// Whether a rank of the group has not called it, as far as is known.
    [[nodiscard]] bool lacks(int rank) const;
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

/// What calls and collectives refer to; whoever keeps those keeps this.
struct FlightSource {
    std::vector<std::shared_ptr<const TableStore>> tables;
    std::set<FlightGroup> groups;
};

/// All dumps of a run, as they were read: calls of collectives and of transfers by group.
struct FlightDumps {
    /// Groups in their order, not in that of their places.
    struct Less {
        bool operator()(const FlightGroup *a, const FlightGroup *b) const { return *a < *b; }
        template <class T>
        bool operator()(const std::pair<const FlightGroup *, T> &a, const std::pair<const FlightGroup *, T> &b) const {
            return a.first == b.first ? a.second < b.second : *a.first < *b.first;
        }
    };
    using Progress = std::map<std::pair<const FlightGroup *, int>, FlightProgress, Less>;
    struct Transfer {
        int rank = -1;
        std::int64_t sequence = -1;
        std::int64_t source = -1, destination = -1;  ///< positions in the group
        bool isSend = false;
        FlightCall call;
    };
    std::vector<int> ranks;  ///< that have one
    /// Parts by rank.
    std::map<std::pair<const FlightGroup *, std::int64_t>, std::vector<FlightPart>, Less> collectives;
    std::map<const FlightGroup *, std::vector<Transfer>, Less> transfers;
    Progress progress;
    std::shared_ptr<FlightSource> source = std::make_shared<FlightSource>();
    std::int64_t last = -1;  ///< latest time that any of them names
};
[[nodiscard]] FlightDumps flightDumps(const Run &run, const std::stop_token &stop);

/// Takes the calls of collectives out of the dumps, in the order of groups and numbers. O(calls log calls).
[[nodiscard]] std::vector<FlightCollective> flightCollectives(FlightDumps &dumps);

}  // namespace stagescope
