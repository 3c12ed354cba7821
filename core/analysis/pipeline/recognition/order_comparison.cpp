#include "core/analysis/pipeline/recognition/order_comparison.h"

#include "core/analysis/pipeline/recognition/expected_order.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <map>
#include <span>

namespace stagescope {

namespace {

/// Sequences of kinds with as many positions as an expected order, as bits: what a rank's order looks like to the
/// comparison. Building is O(expected), comparing O(observed * expected / 64).
class OrderPattern {
public:
    OrderPattern(const ExpectedOrder &order, const VisibleKinds &visible);

    /// Length of the longest common subsequence with a sequence of kinds, by the bit-parallel recurrence
    /// V' = (V + (V & M)) | (V & ~M) of Crochemore and others (2001): zeros of V count the matches. Expected cells that
    /// are not among them are missing, observed ones are too many.
    [[nodiscard]] std::size_t commonWith(std::span<const CellKind> observed) const;
    [[nodiscard]] std::size_t size() const { return m_size; }

private:
    using Words = std::vector<std::uint64_t>;
    static constexpr std::size_t kKinds = static_cast<std::size_t>(CellKind::Other) + 1;
    std::size_t m_size;
    std::array<Words, kKinds> m_places;  ///< by kind: the positions that a cell of it may have
};

constexpr std::size_t kWordBits = 64;

OrderPattern::OrderPattern(const ExpectedOrder &order, const VisibleKinds &visible) : m_size(order.size()) {
    const std::size_t words = (m_size + kWordBits - 1) / kWordBits;
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
        auto &places = m_places[kind];
        places.assign(words, 0);
        for (std::size_t i = 0; i < m_size; ++i) {
            if (fits(static_cast<CellKind>(kind), order[i], visible)) {
                places[i / kWordBits] |= std::uint64_t{1} << (i % kWordBits);
            }
        }
    }
}

std::size_t OrderPattern::commonWith(std::span<const CellKind> observed) const {
    Words open(m_places[0].size(), ~std::uint64_t{0});
    for (const CellKind kind : observed) {
        const auto &places = m_places[static_cast<std::size_t>(kind)];
        std::uint64_t carry = 0;
        for (std::size_t w = 0; w < open.size(); ++w) {
            const std::uint64_t value = open[w];
            const std::uint64_t hit = value & places[w];
            const std::uint64_t sum = value + hit;
            const std::uint64_t carried = sum + carry;
            carry = static_cast<std::uint64_t>(sum < value) | static_cast<std::uint64_t>(carried < sum);
            open[w] = carried | (value & ~hit);
        }
    }
    std::size_t matched = 0;
    for (std::size_t w = 0; w < open.size(); ++w) {
        const std::size_t bits = std::min(kWordBits, m_size - w * kWordBits);
        const std::uint64_t used = bits == kWordBits ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
        matched += static_cast<std::size_t>(std::popcount(~open[w] & used));
    }
    return matched;
}

std::vector<CellKind> kindsOf(const ObservedRank &rank) {
    std::vector<CellKind> kinds;
    kinds.reserve(rank.cells.size());
    for (const auto &cell : rank.cells) {
        kinds.push_back(cell.kind);
    }
    return kinds;
}

/// Cells whose names come in another order than the schedule's, or that it does not have on this rank.
std::size_t contradictions(const OrderSignature &signature, const ExpectedOrder &order,
                           const std::vector<PipelineAction> &actions, const PipelineChart &chart, int microbatches,
                           const VisibleKinds &visible) {
    constexpr std::size_t kEnough = 16;  // each one makes the search run to the end of the order
    std::size_t found = 0;
    std::size_t next = 0;
    for (const auto &cell : signature.first->cells) {
        const auto &named = chart.cells[cell.cell];
        if (named.numbering != Numbering::Named || named.microbatch < 0 || cell.second != ObservedCell::kNone) {
            continue;
        }
        const auto at =
            std::find_if(order.begin() + static_cast<std::ptrdiff_t>(next), order.end(), [&](const auto &e) {
                return fits(cell.kind, e, visible) && agrees(named, numbersOf(e, actions[e.action]), microbatches);
            });
        if (at != order.end()) {
            next = static_cast<std::size_t>(at - order.begin());
        } else if (++found == kEnough) {
            break;
        }
    }
    return found;
}

}  // namespace

double OrderDifference::score() const {
    const auto edits = static_cast<double>(missing + extra);
    return expected == 0 ? 0 : std::max(0.0, 1 - edits / static_cast<double>(expected));
}

std::vector<OrderSignature> orderSignatures(const std::vector<const ObservedStep *> &steps) {
    std::map<std::pair<std::size_t, std::vector<CellKind>>, std::size_t> indexOf;
    std::vector<OrderSignature> result;
    for (const auto *step : steps) {
        for (std::size_t r = 0; r < step->ranks.size(); ++r) {
            if (step->ranks[r].cells.empty()) {
                continue;
            }
            auto kinds = kindsOf(step->ranks[r]);
            const auto [it, isNew] = indexOf.try_emplace({r, kinds}, result.size());
            if (isNew) {
                result.push_back({r, std::move(kinds), 0, &step->ranks[r]});
            }
            ++result[it->second].weight;
        }
    }
    return result;
}

OrderDifference compareOrders(const PipelineChart &chart, const Schedule &schedule,
                              const std::vector<OrderSignature> &signatures, const VisibleKinds &visible) {
    OrderDifference result;
    std::map<std::size_t, std::pair<ExpectedOrder, OrderPattern>> orders;
    for (const auto &signature : signatures) {
        auto it = orders.find(signature.position);
        if (it == orders.end()) {
            auto order = expectedOrder(schedule.ranks[signature.position], visible);
            OrderPattern pattern(order, visible);
            it = orders.emplace(signature.position, std::pair(std::move(order), std::move(pattern))).first;
        }
        const auto &[order, pattern] = it->second;
        const auto common = pattern.commonWith(signature.kinds);
        const auto missing = pattern.size() - common;
        const auto extra = signature.kinds.size() - common;
        result.expected += signature.weight * pattern.size();
        result.missing += signature.weight * missing;
        result.extra += signature.weight * extra;
        result.inverted += signature.weight * std::min(missing, extra);
        result.contradicting += signature.weight * contradictions(signature, order, schedule.ranks[signature.position],
                                                                  chart, schedule.microbatches, visible);
    }
    return result;
}

}  // namespace stagescope
