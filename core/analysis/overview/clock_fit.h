#pragma once

#include "core/analysis/overview/clock_offsets.h"

#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stagescope {

/// Compares clocks by what it is given, piece by piece, of which it keeps 8 bytes for each comparison and some 50 for
/// each collective: ranks may be loaded, looked at and forgotten, one after the other. Method: clockOffsets. A clock is
/// to be there before what compares it. One thread at a time.
class ClockFit {
public:
    ClockFit() = default;
    /// The clocks of all ranks of a run; those whose numbers are guessed are compared with none.
    explicit ClockFit(const Run &run);

    /// Ranks of one host share a clock; one whose host is not known (empty) has its own. Where the profilers of two
    /// clocks count from one base time they are taken for one, unless ends of what they did together show otherwise by
    /// more than 1 ms.
    void addClock(int rank, const std::string &host, const std::string &baseTime = {});
    /// The number of a rank is a guess: who took part in what with it is not known, nothing compares its clock.
    void addGuess(int rank) { m_guessed.insert(rank); }
    [[nodiscard]] std::size_t clocks() const { return m_count; }

    /// By the ends of what its cells send and receive.
    void addTransfers(const PipelineChart &chart);
    /// By what its cells need of one another.
    void addDependencies(const PipelineChart &chart);
    /// Each member of a collective is compared with the first one that is given.
    void addCollectives(std::span<const CommOp> ops);
    /// What another one of the same clocks was given.
    void addComparisons(const ClockFit &other);
    /// Different ones, so far.
    [[nodiscard]] std::size_t collectives() const { return m_firsts.size(); }

    /// Of all ranks, ascending. Once.
    [[nodiscard]] std::vector<ClockOffset> solve();

private:
    using Clock = std::size_t;
    using ClockPair = std::pair<Clock, Clock>;  ///< first < second

    /// offset(first) - offset(second), as far as the pair itself tells.
    struct Comparison {
        double difference = 0;
        double spread = 0;  ///< as ClockOffset::uncertainty
        ClockMethod method = ClockMethod::Unknown;
        std::size_t count = 0;
    };
    /// What causality says about offset(first) - offset(second).
    struct Bounds {
        double least = -std::numeric_limits<double>::infinity();
        double most = std::numeric_limits<double>::infinity();
        std::size_t count = 0;
    };
    struct End {
        int rank = 0;
        RankTime time;
    };
    /// Group, members, name and number of a collective, hashed.
    using CollectiveKey = std::pair<std::uint64_t, std::uint64_t>;
    struct HashOfKey {
        std::size_t operator()(const CollectiveKey &key) const { return key.first; }
    };
    struct Link;

    [[nodiscard]] std::optional<Clock> clockOf(int rank) const;
    /// Differences of the ends of one kind of operators, by pair of clocks.
    struct Ends {
        std::vector<double> differences;
        double leastSpread = 0;
    };
    using EndsOfPairs = std::map<ClockPair, Ends>;

    void addEnds(EndsOfPairs &all, const End &a, const End &b, double leastSpread);
    [[nodiscard]] static Comparison comparisonOf(std::vector<double> differences, double leastSpread);
    [[nodiscard]] bool sharesBase(const ClockPair &pair) const;
    [[nodiscard]] std::vector<Clock> setsOfCollectives() const;
    void compare();
    void fit();
    void shareBases();
    [[nodiscard]] std::vector<std::vector<Link>> links() const;
    void respectBounds(const std::vector<Clock> &references, std::vector<double> &offsets) const;
    std::vector<Clock> spread(const std::vector<std::vector<Link>> &links, std::vector<double> &offsets,
                              std::vector<Clock> &references);

    std::size_t m_count = 0;
    std::map<std::string, Clock> m_hosts;
    std::map<int, Clock> m_clockOf;
    std::set<int> m_guessed;
    std::unordered_map<CollectiveKey, End, HashOfKey> m_firsts;
    std::map<Clock, std::string> m_bases;
    EndsOfPairs m_collectiveEnds;
    EndsOfPairs m_transferEnds;
    std::map<ClockPair, Bounds> m_bounds;
    std::map<ClockPair, Comparison> m_comparisons;
    std::vector<ClockOffset> m_offsets;
};

}  // namespace stagescope
