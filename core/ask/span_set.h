#pragma once

#include "core/analysis/tables/result_table.h"
#include "core/store/trace/interruptible_sort.h"
#include "core/store/trace/trace_builder.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory_resource>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace stagescope {

/// A span of time [begin, end), in ns. Millions are moved while they are sorted: what it stands for lies in its set.
struct LabelledSpan {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::uint32_t number = 0;  ///< in the order in which they came
    std::uint32_t group = 0;
};

/// Spans of time in groups (of a rank, a stream): those of different groups never meet. Filled, settled, then read by
/// any thread. Memory: 24 bytes a span, 24 a label besides its text.
class SpanSet {
public:
    /// As Cell, but that texts lie together: millions of them are let go at once.
    using Label = std::variant<std::monostate, std::int64_t, double, std::string_view>;

    /// Spans that end before they begin, or reach 2^62, are left out. Whether its key is a new one.
    bool add(std::int64_t begin, std::int64_t end, const Cell &label, const Cell &key);
    /// Once, after the last: by group, begin and end. When stopped in any order, and nobody may look. O(n log n).
    void settle(const std::stop_token &stop = {});

    [[nodiscard]] std::size_t size() const { return m_spans.size(); }
    /// Evidence, a name, a value.
    [[nodiscard]] Cell label(const LabelledSpan &span) const;
    /// In order of keys.
    [[nodiscard]] std::size_t groups() const { return m_groups.size(); }
    [[nodiscard]] const Cell &key(std::size_t group) const { return m_groups[group].key; }
    [[nodiscard]] std::span<const LabelledSpan> of(std::size_t group) const {
        return {m_spans.data() + m_groups[group].first, m_groups[group].count};
    }
    /// Those of the group of that key; none where there is no such group. O(log groups).
    [[nodiscard]] std::span<const LabelledSpan> of(const Cell &key) const;
    /// Spans that begin while another one of their group runs.
    [[nodiscard]] std::size_t overlapping() const { return m_overlapping; }
    [[nodiscard]] bool hasKeys() const;

private:
    struct Group {
        Cell key;
        std::size_t first = 0;
        std::size_t count = 0;
    };
    ChunkedRows<LabelledSpan> m_gathered;  ///< until they are settled: a vector that grows moves millions at a time
    std::vector<LabelledSpan> m_spans;
    std::deque<Label> m_labels;  ///< by number; none behind the last span that has one
    std::pmr::monotonic_buffer_resource m_texts;
    std::vector<Group> m_groups;
    std::map<Cell, std::uint32_t> m_numbers;
    std::size_t m_overlapping = 0;
};

/// A row of what the functions below give. The sets outlive it.
struct SpanPiece {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    const LabelledSpan *a = nullptr;  ///< null: none
    const LabelledSpan *b = nullptr;
    std::int64_t number = 0;  ///< a count, a depth or a length, as the function says
    const Cell *key = nullptr;
};

/// Where pieces go; says when it is enough.
class SpanPieces {
public:
    SpanPieces(std::size_t most, std::stop_token stop) : m_most(most), m_stop(std::move(stop)) {}
    void add(const SpanPiece &piece);
    /// Whoever looks at spans without adding any tells it how many: false, and full, when it was stopped.
    bool goesOn(std::size_t steps = 1);
    /// More than `most`, or stopped: what is there is not all.
    [[nodiscard]] bool isFull() const { return m_isFull; }
    /// False, and full, when stopped: elements are in any order then.
    template <class Iterator, class Less>
    [[nodiscard]] bool sort(Iterator first, Iterator last, Less less) {
        m_isFull = !interruptibleSort(first, last, less, m_stop) || m_isFull;
        return !m_isFull;
    }
    [[nodiscard]] std::vector<SpanPiece> take() { return std::move(m_all); }
    [[nodiscard]] std::size_t size() const { return m_all.size(); }

private:
    std::size_t m_most;
    std::stop_token m_stop;
    std::vector<SpanPiece> m_all;
    std::size_t m_steps = 0;
    bool m_isFull = false;
};

// All by group, mostly in order of time (gapsOf: what lies outside of all spans first). Where spans of a set overlap
// each other time counts once, for the span that began first. O(n log n) besides the pieces.

/// Time in which spans of both run.
void overlapOf(const SpanSet &a, const SpanSet &b, SpanPieces &out);
/// Each pair of spans that meet, with their common time: of those that overlap within a set it counts several times.
void pairsOf(const SpanSet &a, const SpanSet &b, SpanPieces &out);
/// Time of a in which no span of b runs.
void minusOf(const SpanSet &a, const SpanSet &b, SpanPieces &out);
/// The union; number: spans in each piece.
void coverOf(const SpanSet &spans, SpanPieces &out);
/// Time within [from, to) in which none runs; a: the span that ended last before it, b: the one that begins behind.
/// Without bounds only what lies between spans.
struct SpanBounds {
    std::int64_t from = 0;
    std::int64_t to = 0;
};
void gapsOf(const SpanSet &spans, const std::optional<SpanBounds> &bounds, SpanPieces &out);
/// Time by how many run at once; number: that.
void depthOf(const SpanSet &spans, SpanPieces &out);
/// Each span of a, with the span of b that ended last before it began (b null: none) and the time between as number.
void nearestOf(const SpanSet &a, const SpanSet &b, SpanPieces &out);
/// Each span, clipped to [from, to).
void withinOf(const SpanSet &spans, std::int64_t from, std::int64_t to, SpanPieces &out);
/// [first begin, last end) of all groups in `count` equal parts; number: how much of each is covered.
void bucketsOf(const SpanSet &spans, std::int64_t count, SpanPieces &out);

}  // namespace stagescope
