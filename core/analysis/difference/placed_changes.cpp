#include "core/analysis/difference/placed_changes.h"

#include "core/analysis/difference/sequence_edits.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <utility>

namespace stagescope {

namespace {

/// How far away a kernel that is missing is looked for first, before all of the step.
constexpr std::int64_t kNear = 64;

/// Reads edits as what a person would call them.
class EditReader {
public:
    EditReader(const KindIds &usual, const KindIds &own, TypeOfKind typeOf)
        : m_usual(usual),
          m_own(own),
          m_typeOf(std::move(typeOf)),
          m_edits(sequenceEdits(usual, own)),
          m_isRead(m_edits.size(), false) {}

    [[nodiscard]] std::vector<PlacedChange> changes() {
        for (std::size_t edit = 0; edit < m_edits.size(); ++edit) {
            if (isMissing(edit) && !m_isRead[edit]) {
                readMove(edit);
            }
        }
        readFarMoves();
        for (std::size_t first = 0; first < m_edits.size();) {
            auto end = first + 1;
            while (end < m_edits.size() && m_edits[end].before == m_edits[end - 1].endBefore() &&
                   m_edits[end].after == m_edits[end - 1].endAfter()) {
                ++end;
            }
            readGap(first, end);
            first = end;
        }
        std::stable_sort(m_changes.begin(), m_changes.end(),
                         [](const PlacedChange &a, const PlacedChange &b) { return a.place < b.place; });
        return std::move(m_changes);
    }

private:
    using Kind = SequenceChangeKind;
    [[nodiscard]] bool isMissing(std::size_t edit) const { return m_edits[edit].kind == SequenceEdit::Kind::Missing; }
    [[nodiscard]] std::uint32_t kindOf(std::size_t edit) const {
        return isMissing(edit) ? m_usual[m_edits[edit].before] : m_own[m_edits[edit].after];
    }
    [[nodiscard]] static std::uint32_t in(const KindIds &kinds, std::size_t before) {
        return before == 0 ? kNoKind : kinds[before - 1];
    }
    /// How far two edits lie apart; nothing where that is too far.
    [[nodiscard]] std::optional<std::int64_t> distance(std::size_t a, std::size_t b) const {
        const auto away = [](std::uint32_t x, std::uint32_t y) { return std::abs(std::int64_t{x} - std::int64_t{y}); };
        const auto far = std::max(away(m_edits[a].before, m_edits[b].before), away(m_edits[a].after, m_edits[b].after));
        return far <= kNear ? std::optional(far) : std::nullopt;
    }

    /// Looks for what is missing here among what is extra near by.
    void readMove(std::size_t missing) {
        std::optional<std::size_t> found;
        const auto look = [&](std::size_t edit) {
            const auto far = distance(missing, edit);
            if (far && !isMissing(edit) && !m_isRead[edit] && kindOf(edit) == kindOf(missing) &&
                (!found || *far < *distance(missing, *found))) {
                found = edit;
            }
            return far.has_value();
        };
        for (auto edit = missing; edit > 0 && look(edit - 1); --edit) {
        }
        for (auto edit = missing + 1; edit < m_edits.size() && look(edit); ++edit) {
        }
        if (found) {
            addMove(missing, *found);
        }
    }
    /// What is left out in one place and put in anywhere else is no kernel more and none less, as a microbatch whose
    /// turn is another one.
    void readFarMoves() {
        std::map<std::uint32_t, std::vector<std::size_t>> extra;
        for (auto edit = m_edits.size(); edit-- > 0;) {
            if (!isMissing(edit) && !m_isRead[edit]) {
                extra[kindOf(edit)].push_back(edit);
            }
        }
        for (std::size_t edit = 0; edit < m_edits.size(); ++edit) {
            const auto found = extra.find(kindOf(edit));
            if (isMissing(edit) && !m_isRead[edit] && found != extra.end() && !found->second.empty()) {
                addMove(edit, found->second.back());
                found->second.pop_back();
            }
        }
    }
    void addMove(std::size_t missing, std::size_t extra) {
        const auto &from = m_edits[missing];
        const auto &to = m_edits[extra];
        m_isRead[missing] = true;
        m_isRead[extra] = true;
        if (extra == missing + 1 && to.before == from.before + 2) {
            add({Kind::Swapped, m_usual[from.before], m_usual[from.before + 1], in(m_usual, from.before)},
                to.after - 1);
        } else if (extra + 1 == missing && from.before == to.before + 1) {
            add({Kind::Swapped, m_usual[to.before], m_usual[from.before], in(m_usual, to.before)}, to.after);
        } else {
            add({Kind::Moved, m_usual[from.before], in(m_usual, from.before), in(m_own, to.after)}, to.after);
        }
    }
    /// Edits without a match in between: kernels of one type, or as many of one side as of the other, replace each
    /// other.
    void readGap(std::size_t first, std::size_t end) {
        std::map<std::string_view, std::vector<std::size_t>> extraByType;
        for (auto edit = end; edit-- > first;) {
            if (!isMissing(edit) && !m_isRead[edit]) {
                extraByType[m_typeOf(kindOf(edit))].push_back(edit);
            }
        }
        extraByType.erase(std::string_view());
        for (auto edit = first; edit < end; ++edit) {
            const auto found = extraByType.find(m_typeOf(kindOf(edit)));
            if (isMissing(edit) && !m_isRead[edit] && found != extraByType.end() && !found->second.empty()) {
                addReplaced(edit, found->second.back());
                found->second.pop_back();
            }
        }
        std::vector<std::size_t> missing;
        std::vector<std::size_t> extra;
        for (auto edit = first; edit < end; ++edit) {
            if (!m_isRead[edit]) {
                (isMissing(edit) ? missing : extra).push_back(edit);
            }
        }
        if (missing.size() == extra.size()) {
            for (std::size_t i = 0; i < missing.size(); ++i) {
                addReplaced(missing[i], extra[i]);
            }
            return;
        }
        for (const auto edit : missing) {
            const auto at = m_edits[edit].before;
            add({Kind::Missing, m_usual[at], kNoKind, in(m_usual, at)}, m_edits[edit].after, at);
        }
        for (const auto edit : extra) {
            const auto at = m_edits[edit].after;
            add({Kind::Extra, m_own[at], kNoKind, in(m_own, at)}, at, std::nullopt, at);
        }
    }
    void addReplaced(std::size_t missing, std::size_t extra) {
        const auto from = m_edits[missing].before;
        const auto to = m_edits[extra].after;
        m_isRead[missing] = true;
        m_isRead[extra] = true;
        add({Kind::Replaced, m_own[to], m_usual[from], in(m_own, to)}, to, from, to);
    }
    void add(PlacedChange::What what, std::size_t place, std::optional<std::size_t> usualAt = {},
             std::optional<std::size_t> ownAt = {}) {
        m_changes.push_back({what, usualAt, ownAt, place});
    }

    const KindIds &m_usual;
    const KindIds &m_own;
    TypeOfKind m_typeOf;
    std::vector<SequenceEdit> m_edits;
    std::vector<bool> m_isRead;
    std::vector<PlacedChange> m_changes;
};

}  // namespace

std::string_view sequenceChangeText(SequenceChangeKind kind) {
    constexpr std::array<std::string_view, 5> kTexts{"extra", "missing", "replaced", "swapped", "moved"};
    return kTexts[static_cast<std::size_t>(kind)];
}

std::vector<PlacedChange> placedChanges(const KindIds &usual, const KindIds &own, TypeOfKind typeOf) {
    return EditReader(usual, own, std::move(typeOf)).changes();
}

}  // namespace stagescope
