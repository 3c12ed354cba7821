#include "core/ask/span_set.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

namespace stagescope {

namespace {

using Spans = std::span<const LabelledSpan>;

constexpr std::int64_t kEdgeOfTime = (std::int64_t{1} << 62) - 1;  ///< of times: no difference of two of them overflows

/// Disjoint stretches of a group, each of the span that began first of those that run then. `out` says when to stop.
std::vector<SpanPiece> stretchesOf(Spans spans, SpanPieces &out) {
    std::vector<SpanPiece> result;
    auto reached = std::numeric_limits<std::int64_t>::min();
    for (const auto &span : spans) {
        if (!out.goesOn()) {
            break;
        }
        const auto begin = std::max(span.begin, reached);
        if (span.end > begin) {
            result.push_back({begin, span.end, &span});
            reached = span.end;
        }
    }
    return result;
}

/// The union of a group, points left out; `a`: the span that reaches the end, `b`: the first one, number: how many.
std::vector<SpanPiece> unionOf(Spans spans, SpanPieces &out) {
    std::vector<SpanPiece> result;
    for (const auto &span : spans) {
        if (!out.goesOn()) {
            break;
        }
        if (span.end == span.begin) {
            continue;
        }
        if (result.empty() || span.begin > result.back().end) {
            result.push_back({span.begin, span.end, &span, &span, 1});
            continue;
        }
        auto &last = result.back();
        ++last.number;
        if (span.end > last.end) {
            last.end = span.end;
            last.a = &span;
        }
    }
    return result;
}

}  // namespace

bool SpanSet::add(std::int64_t begin, std::int64_t end, const Cell &label, const Cell &key) {
    if (end < begin || begin < -kEdgeOfTime || end > kEdgeOfTime) {
        return false;
    }
    const auto [place, isNew] = m_numbers.try_emplace(key, static_cast<std::uint32_t>(m_groups.size()));
    if (isNew) {
        m_groups.push_back({key});
    }
    const auto number = static_cast<std::uint32_t>(m_gathered.size());
    if (!std::holds_alternative<std::monostate>(label)) {
        m_labels.resize(number);
        m_labels.push_back(std::visit(
            [&](const auto &value) -> Label {
                if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::string>) {
                    auto *bytes = static_cast<char *>(m_texts.allocate(value.size() + 1, 1));
                    return std::string_view(bytes, value.copy(bytes, value.size()));
                } else {
                    return value;
                }
            },
            label));
    }
    m_gathered.push({begin, end, number, place->second});
    return isNew;
}

Cell SpanSet::label(const LabelledSpan &span) const {
    const auto label = span.number < m_labels.size() ? m_labels[span.number] : Label();
    return std::visit(
        [](const auto &value) -> Cell {
            if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::string_view>) {
                return std::string(value);
            } else {
                return value;
            }
        },
        label);
}

void SpanSet::settle(const std::stop_token &stop) {
    if (stop.stop_requested()) {
        return;  // also what is gathered when a statement ends is settled
    }
    // Numbers of groups as they came become those in order of keys.
    std::vector<std::uint32_t> numbers(m_groups.size());
    std::uint32_t next = 0;
    for (auto &[key, number] : m_numbers) {
        numbers[number] = next;
        m_groups[next].key = key;
        number = next++;
    }
    m_spans.reserve(m_gathered.size());
    bool goesOn = true;
    m_gathered.drain([&](const LabelledSpan &span) {
        constexpr std::size_t kBetween = 0x3fff;
        goesOn = goesOn && ((m_spans.size() & kBetween) != 0 || !stop.stop_requested());
        if (goesOn) {
            m_spans.push_back({span.begin, span.end, span.number, numbers[span.group]});
        }
    });
    const auto isBefore = [](const LabelledSpan &a, const LabelledSpan &b) {
        return std::tie(a.group, a.begin, a.end, a.number) < std::tie(b.group, b.begin, b.end, b.number);
    };
    if (!interruptibleSort(m_spans.begin(), m_spans.end(), isBefore, stop)) {
        return;
    }
    auto reached = std::numeric_limits<std::int64_t>::min();
    for (std::size_t i = 0; i < m_spans.size(); ++i) {
        const auto &span = m_spans[i];
        auto &group = m_groups[span.group];
        if (group.count++ == 0) {
            group.first = i;
            reached = std::numeric_limits<std::int64_t>::min();
        }
        m_overlapping += span.begin < reached && span.end > span.begin ? 1 : 0;
        reached = std::max(reached, span.end);
    }
}

std::span<const LabelledSpan> SpanSet::of(const Cell &key) const {
    const auto it = m_numbers.find(key);
    return it == m_numbers.end() ? Spans() : of(static_cast<std::size_t>(it->second));
}

bool SpanSet::hasKeys() const {
    return std::any_of(m_groups.begin(), m_groups.end(),
                       [](const Group &group) { return !std::holds_alternative<std::monostate>(group.key); });
}

void SpanPieces::add(const SpanPiece &piece) {
    m_isFull = m_isFull || m_all.size() >= m_most;
    if (goesOn() && !m_isFull) {
        m_all.push_back(piece);
    }
}

bool SpanPieces::goesOn(std::size_t steps) {
    constexpr std::size_t kBetween = 4096;
    m_steps += steps;
    if (m_steps >= kBetween) {
        m_steps = 0;
        m_isFull = m_isFull || m_stop.stop_requested();
    }
    return !m_isFull;
}

void overlapOf(const SpanSet &a, const SpanSet &b, SpanPieces &out) {
    for (std::size_t group = 0; group < a.groups(); ++group) {
        const auto &key = a.key(group);
        const auto left = stretchesOf(a.of(group), out);
        const auto right = stretchesOf(b.of(key), out);
        for (std::size_t i = 0, j = 0; i < left.size() && j < right.size() && !out.isFull();) {
            const auto begin = std::max(left[i].begin, right[j].begin);
            const auto end = std::min(left[i].end, right[j].end);
            if (end > begin) {
                out.add({begin, end, left[i].a, right[j].a, 0, &key});
            }
            left[i].end < right[j].end ? ++i : ++j;
        }
    }
}

void pairsOf(const SpanSet &a, const SpanSet &b, SpanPieces &out) {
    for (std::size_t group = 0; group < a.groups(); ++group) {
        const auto &key = a.key(group);
        const auto others = b.of(key);
        std::vector<const LabelledSpan *> running;  // those of b that may still meet one of a
        std::size_t next = 0;
        for (const auto &span : a.of(group)) {
            if (span.end == span.begin) {
                continue;  // points meet nothing
            }
            for (; next < others.size() && others[next].begin < span.end; ++next) {
                if (others[next].end > others[next].begin) {
                    running.push_back(&others[next]);
                }
            }
            std::erase_if(running, [&](const LabelledSpan *other) { return other->end <= span.begin; });
            for (const auto *other : running) {
                const auto begin = std::max(span.begin, other->begin);
                const auto end = std::min(span.end, other->end);
                if (end > begin && !out.isFull()) {
                    out.add({begin, end, &span, other, 0, &key});
                }
            }
            if (!out.goesOn(running.size() + 1)) {
                return;
            }
        }
    }
}

void minusOf(const SpanSet &a, const SpanSet &b, SpanPieces &out) {
    for (std::size_t group = 0; group < a.groups(); ++group) {
        const auto &key = a.key(group);
        const auto others = unionOf(b.of(key), out);
        std::size_t j = 0;
        for (const auto &piece : stretchesOf(a.of(group), out)) {
            auto begin = piece.begin;
            for (; j < others.size() && others[j].end <= begin; ++j) {
            }
            for (auto k = j; k < others.size() && others[k].begin < piece.end; ++k) {
                if (others[k].begin > begin) {
                    out.add({begin, others[k].begin, piece.a, nullptr, 0, &key});
                }
                begin = std::max(begin, others[k].end);
            }
            if (piece.end > begin) {
                out.add({begin, piece.end, piece.a, nullptr, 0, &key});
            }
        }
    }
}

void coverOf(const SpanSet &spans, SpanPieces &out) {
    for (std::size_t group = 0; group < spans.groups(); ++group) {
        for (const auto &piece : unionOf(spans.of(group), out)) {
            out.add({piece.begin, piece.end, nullptr, nullptr, piece.number, &spans.key(group)});
        }
    }
}

void gapsOf(const SpanSet &spans, const std::optional<SpanBounds> &bounds, SpanPieces &out) {
    const bool isBounded = bounds.has_value();
    const auto from = std::clamp(bounds ? bounds->from : 0, -kEdgeOfTime, kEdgeOfTime);
    const auto to = std::clamp(bounds ? bounds->to : 0, -kEdgeOfTime, kEdgeOfTime);
    for (std::size_t group = 0; group < spans.groups(); ++group) {
        const auto addGap = [&](std::int64_t begin, std::int64_t end, const LabelledSpan *before,
                                const LabelledSpan *after) {
            begin = isBounded ? std::max(begin, from) : begin;
            end = isBounded ? std::min(end, to) : end;
            if (end > begin) {
                out.add({begin, end, before, after, 0, &spans.key(group)});
            }
        };
        const auto pieces = unionOf(spans.of(group), out);
        if (isBounded && pieces.empty()) {
            addGap(from, to, nullptr, nullptr);
        } else if (isBounded) {
            addGap(from, pieces.front().begin, nullptr, pieces.front().b);
            addGap(pieces.back().end, to, pieces.back().a, nullptr);
        }
        for (std::size_t i = 1; i < pieces.size(); ++i) {
            addGap(pieces[i - 1].end, pieces[i].begin, pieces[i - 1].a, pieces[i].b);
        }
    }
}

void depthOf(const SpanSet &spans, SpanPieces &out) {
    for (std::size_t group = 0; group < spans.groups(); ++group) {
        std::vector<std::pair<std::int64_t, int>> edges;
        for (const auto &span : spans.of(group)) {
            edges.emplace_back(span.begin, 1);
            edges.emplace_back(span.end, -1);
        }
        if (!out.sort(edges.begin(), edges.end(), std::less<>())) {
            return;
        }
        std::int64_t depth = 0;
        for (std::size_t i = 0; i < edges.size();) {
            const auto at = edges[i].first;
            for (; i < edges.size() && edges[i].first == at; ++i) {
                depth += edges[i].second;
            }
            if (depth > 0) {
                out.add({at, edges[i].first, nullptr, nullptr, depth, &spans.key(group)});
            }
        }
    }
}

void nearestOf(const SpanSet &a, const SpanSet &b, SpanPieces &out) {
    for (std::size_t group = 0; group < a.groups(); ++group) {
        const auto &key = a.key(group);
        std::vector<const LabelledSpan *> others;
        for (const auto &other : b.of(key)) {
            others.push_back(&other);
        }
        const auto endsBefore = [](const LabelledSpan *left, const LabelledSpan *right) {
            return std::tie(left->end, left) < std::tie(right->end, right);
        };
        if (!out.sort(others.begin(), others.end(), endsBefore)) {
            return;
        }
        auto it = others.begin();  // of the begin of the span before, where spans begin together
        auto begin = std::numeric_limits<std::int64_t>::min();
        for (const auto &span : a.of(group)) {
            if (!out.goesOn()) {
                return;
            }
            // A point may be among the others itself: what ends with it began before it.
            if (span.begin != begin) {
                begin = span.begin;
                it = std::upper_bound(others.begin(), others.end(), begin,
                                      [](std::int64_t time, const LabelledSpan *other) { return time < other->end; });
                while (it != others.begin() && (*std::prev(it))->begin == begin) {
                    --it;
                }
            }
            const auto *before = it == others.begin() ? nullptr : *std::prev(it);
            out.add({span.begin, span.end, &span, before, before == nullptr ? 0 : span.begin - before->end, &key});
        }
    }
}

void withinOf(const SpanSet &spans, std::int64_t from, std::int64_t to, SpanPieces &out) {
    for (std::size_t group = 0; group < spans.groups(); ++group) {
        for (const auto &span : spans.of(group)) {
            const auto begin = std::max(span.begin, from);
            const auto end = std::min(span.end, to);
            if (end > begin) {
                out.add({begin, end, &span, nullptr, 0, &spans.key(group)});
            }
        }
    }
}

void bucketsOf(const SpanSet &spans, std::int64_t count, SpanPieces &out) {
    auto first = std::numeric_limits<std::int64_t>::max();
    auto last = std::numeric_limits<std::int64_t>::min();
    for (std::size_t group = 0; group < spans.groups(); ++group) {
        for (const auto &span : spans.of(group)) {
            first = std::min(first, span.begin);
            last = std::max(last, span.end);
        }
    }
    if (spans.size() == 0 || last <= first || count < 1) {
        return;
    }
    const double width = static_cast<double>(last - first) / static_cast<double>(count);
    const auto edge = [&](std::int64_t number) {
        return number == count ? last : first + static_cast<std::int64_t>(width * static_cast<double>(number));
    };
    for (std::size_t group = 0; group < spans.groups(); ++group) {
        const auto pieces = unionOf(spans.of(group), out);
        std::size_t at = 0;
        for (std::int64_t i = 0; i < count && !out.isFull(); ++i) {
            const auto begin = edge(i);
            const auto end = edge(i + 1);
            for (; at < pieces.size() && pieces[at].end <= begin; ++at) {
            }
            std::int64_t covered = 0;
            for (auto k = at; k < pieces.size() && pieces[k].begin < end; ++k) {
                covered += std::min(end, pieces[k].end) - std::max(begin, pieces[k].begin);
            }
            out.add({begin, end, nullptr, nullptr, covered, &spans.key(group)});
        }
    }
}

}  // namespace stagescope
