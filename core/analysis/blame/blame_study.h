#pragma once

#include "core/analysis/blame/blame_chain.h"
#include "core/analysis/overview/item_location.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace stagescope {

struct BlameFacts;

/// Chains of blame through the ranks of one run: from what waited to what made it wait. The way back is that of
/// blame_walk.h. On it each stretch is compared with what the same takes elsewhere: kernels of a name and shapes on the
/// other ranks, transfers of a kind between other ranks, the host's way from the begin of a step to its first work on
/// the other ranks. The cause is the kind of stretch (kernels of one rank, gaps of a rank by cause with those of
/// its host as one, transfers between the same ranks) that has taken most longer in all, where that is at least a tenth
/// of the wait; the chain leads to the first stretch of it, seen from the item, that took at least half as much longer
/// as its worst.
///
/// Made in O(n log n) of the work of all ranks that are loaded, and keeps some 300 bytes of each; immutable then. Any
/// thread. The run must outlive it.
class BlameStudy {
public:
    /// Incomplete when stopped.
    explicit BlameStudy(const Run &run, const std::stop_token &stop = {});
    ~BlameStudy();
    BlameStudy(BlameStudy &&) noexcept;
    BlameStudy &operator=(BlameStudy &&) = delete;
    BlameStudy(const BlameStudy &) = delete;
    BlameStudy &operator=(const BlameStudy &) = delete;

    /// Of what lies at a time of a rank: a communication operator that fills most of it, why it ended so late; else
    /// work that begins with it; else, in a bubble or gap, the work that ends it. A cause takes at least kLeastOfStep
    /// of the step longer. Nothing where the rank has no such work. O(work on the way x log work).
    [[nodiscard]] std::optional<BlameChain> chain(const RankSpan &span, const std::stop_token &stop = {}) const;
    /// Of the longest waits of each rank in a step (nothing: of what lies in no step) the chain whose cause costs most,
    /// at least kLeastOfStep of the step; where none has a cause that of the step (ofStep), if it has one. Nothing
    /// where nobody waited.
    [[nodiscard]] std::optional<BlameChain> costliest(std::optional<std::int64_t> step,
                                                      const std::stop_token &stop = {}) const;
    /// Of a communication operator of a rank, by its begin and name: why it ended so late; a cause takes at least
    /// kLeastOfStep of the step longer. Nothing where the rank's timeline has none.
    [[nodiscard]] std::optional<BlameChain> ofOperator(int rank, RankTime begin, std::string_view name,
                                                       const std::stop_token &stop = {}) const;
    /// Why a step ended so late: from the last work of all ranks back to its begin. The cause is what took longer than
    /// elsewhere by at least kLeastOfStep of the step, and stands out from what else took longer or shorter on the way;
    /// where there is none the chain ends in Order. Nothing where no rank has work in it.
    [[nodiscard]] std::optional<BlameChain> ofStep(std::optional<std::int64_t> step,
                                                   const std::stop_token &stop = {}) const;
    static constexpr double kLeastOfStep = 0.004;
    /// Steps in which a rank waited, ascending.
    [[nodiscard]] std::vector<std::optional<std::int64_t>> steps() const;

private:
    std::unique_ptr<BlameFacts> m_facts;
};

/// Of an item that lies on one rank; the costliest of a step. Nothing for all others.
[[nodiscard]] std::optional<BlameChain> blameChain(const BlameStudy &study, const Workspace &workspace,
                                                   const ItemRef &item, const std::stop_token &stop = {});

}  // namespace stagescope
