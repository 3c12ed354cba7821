#include "core/analysis/difference/sequence_edits.h"

#include <algorithm>

namespace stagescope {

namespace {

using EditedIds = std::span<const std::uint32_t>;

/// Paths of Myers' greedy algorithm through the rest of two sequences. Diagonal k holds the points with x - y = k; with
/// d edits k is one of -d, -d + 2 ... d.
class EditPaths {
public:
    EditPaths(EditedIds before, EditedIds after) : m_before(before), m_after(after) {}

    /// Edits to the end, or to the furthest point that `most` of them reach; from the last to the first.
    [[nodiscard]] std::vector<SequenceEdit> backwards(std::size_t most) {
        m_furthest.clear();
        for (std::int64_t d = 0;; ++d) {
            auto &now = m_furthest.emplace_back();
            for (std::int64_t k = -d; k <= d; k += 2) {
                now.push_back(afterMatches(d == 0 ? 0 : start(d, k).first, k));
                if (now.back() == sizeBefore() && now.back() - k == sizeAfter()) {
                    return editsTo(d, k);
                }
            }
            if (d == static_cast<std::int64_t>(most)) {
                return editsTo(d, furthestDiagonal(d));
            }
        }
    }

private:
    [[nodiscard]] std::int64_t sizeBefore() const { return static_cast<std::int64_t>(m_before.size()); }
    [[nodiscard]] std::int64_t sizeAfter() const { return static_cast<std::int64_t>(m_after.size()); }
    [[nodiscard]] std::int64_t reached(std::int64_t d, std::int64_t k) const {
        return m_furthest[static_cast<std::size_t>(d)][static_cast<std::size_t>((k + d) / 2)];
    }
    /// Where a path with d edits enters diagonal k, and whether by putting in.
    [[nodiscard]] std::pair<std::int64_t, bool> start(std::int64_t d, std::int64_t k) const {
        const bool isExtra = k == -d || (k != d && reached(d - 1, k - 1) < reached(d - 1, k + 1));
        return {isExtra ? reached(d - 1, k + 1) : reached(d - 1, k - 1) + 1, isExtra};
    }
    [[nodiscard]] std::int64_t afterMatches(std::int64_t x, std::int64_t k) const {
        while (x < sizeBefore() && x - k < sizeAfter() &&
               m_before[static_cast<std::size_t>(x)] == m_after[static_cast<std::size_t>(x - k)]) {
            ++x;
        }
        return x;
    }
    [[nodiscard]] std::int64_t furthestDiagonal(std::int64_t d) const {
        std::int64_t best = 0;
        std::int64_t bestSum = -1;
        for (std::int64_t k = -d; k <= d; k += 2) {
            const auto x = reached(d, k);
            if (x <= sizeBefore() && x - k <= sizeAfter() && 2 * x - k > bestSum) {
                best = k;
                bestSum = 2 * x - k;
            }
        }
        return best;
    }
    [[nodiscard]] std::vector<SequenceEdit> editsTo(std::int64_t d, std::int64_t k) const {
        std::vector<SequenceEdit> edits;
        for (; d > 0; --d) {
            const auto [x, isExtra] = start(d, k);
            const auto y = x - k;
            edits.push_back({isExtra ? SequenceEdit::Kind::Extra : SequenceEdit::Kind::Missing,
                             static_cast<std::uint32_t>(isExtra ? x : x - 1),
                             static_cast<std::uint32_t>(isExtra ? y - 1 : y)});
            k += isExtra ? 1 : -1;
        }
        return edits;
    }

    EditedIds m_before;
    EditedIds m_after;
    std::vector<std::vector<std::int64_t>> m_furthest;  ///< x by d and k
};

std::size_t matchesFrom(EditedIds before, EditedIds after) {
    return static_cast<std::size_t>(std::mismatch(before.begin(), before.end(), after.begin(), after.end()).first -
                                    before.begin());
}

/// Moves runs of one kind that stand between matches up, as long as what comes in front equals their last item.
void slideUp(EditedIds before, EditedIds after, std::vector<SequenceEdit> &edits) {
    std::uint32_t endBefore = 0;
    std::uint32_t endAfter = 0;
    for (std::size_t i = 0; i < edits.size();) {
        std::size_t last = i;
        bool isPure = true;
        while (last + 1 < edits.size() && edits[last + 1].before == edits[last].endBefore() &&
               edits[last + 1].after == edits[last].endAfter()) {
            isPure = isPure && edits[last + 1].kind == edits[i].kind;
            ++last;
        }
        const bool isExtra = edits[i].kind == SequenceEdit::Kind::Extra;
        const auto lastItem = [&] { return isExtra ? after[edits[last].after] : before[edits[last].before]; };
        while (isPure && edits[i].before > endBefore && edits[i].after > endAfter &&
               before[edits[i].before - 1] == lastItem()) {
            for (auto edit = i; edit <= last; ++edit) {
                --edits[edit].before;
                --edits[edit].after;
            }
        }
        endBefore = edits[last].endBefore();
        endAfter = edits[last].endAfter();
        i = last + 1;
    }
}

}  // namespace

std::vector<SequenceEdit> sequenceEdits(EditedIds before, EditedIds after, std::size_t exact) {
    std::vector<SequenceEdit> edits;
    auto x = matchesFrom(before, after);
    auto y = x;
    while (x < before.size() || y < after.size()) {
        auto part = EditPaths(before.subspan(x), after.subspan(y)).backwards(std::max<std::size_t>(exact, 1));
        for (auto edit = part.rbegin(); edit != part.rend(); ++edit) {
            edits.push_back({edit->kind, edit->before + static_cast<std::uint32_t>(x),
                             edit->after + static_cast<std::uint32_t>(y)});
        }
        x = edits.back().endBefore();
        y = edits.back().endAfter();
        const auto matches = matchesFrom(before.subspan(x), after.subspan(y));
        x += matches;
        y += matches;
    }
    slideUp(before, after, edits);
    return edits;
}

}  // namespace stagescope
