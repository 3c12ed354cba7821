#pragma once

#include "core/base/words/dialect.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace stagescope {

/// What a category says, and in whose words.
struct CategoryWord {
    EventMeaning means = EventMeaning::None;
    std::size_t dialect = 0;  ///< into ProducerWords::dialects
};
struct LaneWord {
    LaneMeaning holds = LaneMeaning::None;
    std::size_t dialect = 0;
};

/// All dialects together. Immutable, any thread; look-ups walk lists: ask once for each name, not for each event.
class ProducerWords {
public:
    explicit ProducerWords(std::vector<Dialect> dialects);
    /// Those that are built in, from resources/dialects.
    static const ProducerWords &builtIn();

    [[nodiscard]] std::span<const Dialect> dialects() const { return m_dialects; }
    [[nodiscard]] const Dialect *dialect(std::string_view name) const;
    /// A category that is named outright goes before one that a pattern fits.
    [[nodiscard]] CategoryWord category(std::string_view category) const;
    /// A lane with a process goes before one without.
    [[nodiscard]] LaneWord lane(std::string_view process, std::string_view thread) const;
    /// By the words of a dialect, of the one that it is like, and of those that write into the traces of others.
    [[nodiscard]] bool means(NameMeaning meaning, std::string_view name, std::size_t dialect) const;
    /// By the words of any.
    [[nodiscard]] bool means(NameMeaning meaning, std::string_view name) const;
    /// Whether a profiler marks a step by this name.
    [[nodiscard]] bool isStep(std::string_view name) const;
    /// The number of such a step.
    [[nodiscard]] std::optional<std::int64_t> stepNumber(std::string_view name) const;
    /// Whether programs mark their steps by ranges of this name.
    [[nodiscard]] bool isProgramStep(std::string_view name) const;
    /// The number of such a step, where its name holds it.
    [[nodiscard]] std::optional<std::int64_t> programStepNumber(std::string_view name) const;

    /// Whether ranges without a category mark steps by an argument of this name, which is the number.
    [[nodiscard]] bool isStepArgument(std::string_view key) const;

    /// What a range of this name does in a round of reinforcement learning.
    [[nodiscard]] std::optional<RoleWork> roleWork(std::string_view name) const;

private:
    std::vector<Dialect> m_dialects;
    std::vector<std::vector<std::size_t>> m_sources;  ///< by dialect: whose names count for it
};

/// What of a trace tells who wrote it.
struct TraceSigns {
    std::vector<std::string_view> categories;
    std::vector<std::string_view> processes;
    std::vector<std::string_view> threads;
    std::vector<std::string_view> names;
    std::vector<std::string> members;  ///< "key=text"
};
/// The dialects that wrote a trace: one or several producers first, then what wrote into it; empty where no sign is
/// known. O(signs x patterns).
[[nodiscard]] std::vector<const Dialect *> dialectsIn(const ProducerWords &words, const TraceSigns &signs);

}  // namespace stagescope
