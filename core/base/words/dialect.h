#pragma once

#include "core/base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// What a category of events stands for.
enum class EventMeaning : std::uint8_t {
    None,
    Operator,
    Python,
    Queue,
    Call,  ///< of a runtime or driver
    Kernel,
    Fill,
    Copy,
    Wait,  ///< occupies a stream, does no work
    Range,
    DeviceRange,
    Summary,  ///< says how long was recorded: no work of anybody
    Launch,   ///< of arrows: from a call to what it started
};

/// What is on a track, by the names of its process and its thread.
enum class LaneMeaning : std::uint8_t {
    None,
    Host,
    Operators,
    Calls,
    Ranges,
    Stream,
    Groups,   ///< communication operators of a group
    Planes,   ///< their tasks
    Summary,  ///< sums up others: no work
    Steps,
};

/// What names of device work and of calls of the host mean.
enum class NameMeaning : std::uint8_t {
    Communication,
    Marker,
    Copy,
    Fill,
    HostWait,
    HostCommunication,
    HostCopy,  ///< may return only when it has copied
    Load,
    Compile,
    Collect,
    Allocate,
    LaunchCall,
};
inline constexpr std::size_t kNameMeanings = 12;

/// What a range of a reinforcement learning program is for: the parts of one of its rounds.
enum class RoleWork : std::uint8_t {
    Rollout,
    ActorLogProb,
    Reference,
    Values,
    Reward,
    Advantage,
    Update,
    CriticUpdate,
    WeightSync,
    SampleWait,
    Validation,
    Checkpoint,
};
inline constexpr std::size_t kRoleWorks = 12;
/// "actor_log_prob": as data files and tables have it.
[[nodiscard]] std::string_view roleWorkName(RoleWork work);

/// Patterns of names: `*` is anything, `<n>` a number, a blank counts as an underscore; those that begin with `!` are
/// none. Case of letters is ignored unless the list heeds it.
class NameList {
public:
    enum class Case : bool { Ignore, Heed };

    NameList() = default;
    explicit NameList(Case letters) : m_heedsCase(letters == Case::Heed) {}
    void add(std::string_view pattern);
    [[nodiscard]] bool isEmpty() const { return m_patterns.empty(); }
    /// O(patterns + length) for names that have not all letters of any pattern, as most; else O(patterns x length).
    [[nodiscard]] bool has(std::string_view name) const { return !m_patterns.empty() && has(name, lettersOf(name)); }
    /// The same, for who asks many lists of one name.
    [[nodiscard]] bool has(std::string_view name, std::uint64_t letters) const;
    /// A set of the letters of a text; those that patterns take for one another are one, and so may others be.
    /// O(length).
    [[nodiscard]] static std::uint64_t lettersOf(std::string_view text);
    /// Whether a pattern is this name, letter for letter.
    [[nodiscard]] bool names(std::string_view name) const;
    /// The number that `<n>` stands for in the first pattern that fits.
    [[nodiscard]] std::optional<std::int64_t> numberIn(std::string_view name) const;

private:
    struct Pattern {
        std::string before;  ///< up to `<n>`, or all of it
        std::string behind;
        bool hasNumber = false;
        std::uint64_t letters = 0;  ///< that a name must have
        bool isExcluded = false;
    };
    [[nodiscard]] bool fits(const Pattern &pattern, std::string_view name, std::optional<std::int64_t> *number) const;

    std::vector<Pattern> m_patterns;
    bool m_heedsCase = false;
};

/// The words of one producer of traces: resources/dialects, whose README says what each means. A dialect is a data
/// file; nothing but these files knows a producer's words.
struct Dialect {
    struct Lane {
        NameList process{NameList::Case::Heed};  ///< empty = any
        NameList thread{NameList::Case::Heed};
        LaneMeaning holds = LaneMeaning::None;
    };
    struct Category {
        NameList names{NameList::Case::Heed};
        EventMeaning means = EventMeaning::None;
    };
    /// Any of it tells that this producer wrote.
    struct Seen {
        NameList category{NameList::Case::Heed};
        NameList process{NameList::Case::Heed};
        NameList thread{NameList::Case::Heed};
        NameList member{NameList::Case::Heed};
        NameList name{NameList::Case::Heed};
    };

    std::string name;      ///< "JAX"
    std::string platform;  ///< as platformName; empty = that of the producer whose trace it writes into
    bool isLayer = false;  ///< writes into the trace of another producer
    bool serves = false;   ///< a server of models: it does not train
    std::string like;      ///< the dialect whose names and steps it shares; empty = none
    std::vector<std::string> over{};
    Seen seen{};
    std::vector<Category> categories{};
    std::vector<Lane> lanes{};
    NameList steps{};
    NameList programSteps{};
    std::string stepArgument{};  ///< of ranges that mark steps: their number; empty = none
    std::array<NameList, kNameMeanings> names{};
    std::array<NameList, kRoleWorks> roles{};
};

/// From the text of a data file. Errors name what is wrong with it.
[[nodiscard]] Result<Dialect> parseDialect(std::string_view json);

}  // namespace stagescope
