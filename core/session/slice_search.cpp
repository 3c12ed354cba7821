#include "core/session/slice_search.h"

#include "core/base/byte_pattern.h"
#include "core/base/text.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <tuple>

namespace stagescope {

namespace {

constexpr std::uint32_t kRowsPerCheck = 4096;

/// Bytes of letters beyond ASCII count as letters.
bool isWordByte(char c) {
    return (lowerCase(c) >= 'a' && lowerCase(c) <= 'z') || isDigit(c) || c == '_' || (c & 0x80) != 0;
}

/// Compares names with a query.
class NameMatcher {
public:
    explicit NameMatcher(const SearchQuery &query) : m_query(query) {
        if (query.mode == SearchMode::Pattern) {
            m_pattern.emplace(query.text, query.heedsCase ? BytePattern::Case::Heed : BytePattern::Case::Ignore);
        }
        if (!query.heedsCase) {
            m_query.text = lowerCase(m_query.text);
        }
    }
    [[nodiscard]] std::string patternError() const { return m_pattern ? m_pattern->error() : std::string(); }
    [[nodiscard]] bool matches(std::string_view name) {
        if (m_pattern) {
            return m_pattern->isIn(name);
        }
        const auto &text = m_query.text;
        const auto isSame = [this](char a, char b) { return (m_query.heedsCase ? a : lowerCase(a)) == b; };
        for (auto from = name.begin();; ++from) {
            from = std::search(from, name.end(), text.begin(), text.end(), isSame);
            if (from == name.end()) {
                return false;
            }
            const auto end = from + static_cast<std::ptrdiff_t>(text.size());
            const bool isWord =
                (from == name.begin() || !isWordByte(from[-1])) && (end == name.end() || !isWordByte(*end));
            if (isWord || m_query.mode == SearchMode::Part) {
                return true;
            }
        }
    }

private:
    SearchQuery m_query;
    std::optional<BytePattern> m_pattern;
};

/// A hit without its texts: those are copied for the hits that are kept, since a short text may hit every slice.
struct Found {
    SliceRef slice;
    int rank;
    AlignedTime begin;
};

bool earlier(const Found &a, const Found &b) {
    return std::tie(a.slice.run, a.begin, a.rank, a.slice) < std::tie(b.slice.run, b.begin, b.rank, b.slice);
}

class Search {
public:
    Search(const Workspace &workspace, const SearchQuery &query, std::size_t limit, const std::stop_token &stop)
        : m_workspace(workspace), m_matcher(query), m_within(query.within), m_limit(limit), m_stop(stop) {}

    SearchResult run() {
        m_result.patternError = m_matcher.patternError();
        if (!m_result.patternError.empty()) {
            return std::move(m_result);
        }
        for (const auto &run : m_workspace.runs) {
            for (const auto &capture : run.captures) {
                for (const auto &[source, trace] : capture.traces()) {
                    searchTrace(run, capture.rank, source, *trace);
                }
            }
        }
        std::sort_heap(m_found.begin(), m_found.end(), earlier);
        for (const auto &found : m_found) {
            addHit(found);
        }
        return std::move(m_result);
    }

private:
    void searchTrace(const Run &run, int rank, SourceId source, const TraceStore &trace) {
        std::vector<bool> wanted(trace.strings().size());
        bool any = false;
        for (std::uint32_t i = 0; i < wanted.size(); ++i) {
            if (isStopped(i)) {
                return;
            }
            wanted[i] = m_matcher.matches(trace.text(StringId{i}));
            any = any || wanted[i];
        }
        const auto offset = run.clock.offset(rank).count();
        for (const auto &track : trace.tracks()) {
            const auto &slices = trace.slices(track.id);
            for (std::uint32_t i = 0; any && i < slices.size(); ++i) {
                if (isStopped(i)) {
                    return;
                }
                if (wanted[slices.name(i).value]) {
                    const Found found{
                        {run.id, source, track.id, SliceId{i}}, rank, alignedTime(ns(slices.begin(i)) + offset)};
                    if (!m_within || isWithin(found, slices)) {
                        add(found);
                    }
                }
            }
        }
    }

    [[nodiscard]] bool isWithin(const Found &found, const SliceTable &slices) const {
        const auto i = found.slice.slice.value;
        const AlignedRange time{found.begin, found.begin + (slices.end(i) - slices.begin(i))};
        return m_within->touches(RankRef{found.slice.run, found.rank}, time) &&
               (m_within->lanes.empty() || m_within->touches(found.slice, slices.depthOf(i)));
    }

    bool isStopped(std::uint32_t row) {
        m_result.complete = m_result.complete && (row % kRowsPerCheck != 0 || !m_stop.stop_requested());
        return !m_result.complete;
    }

    void addHit(const Found &found) {
        const auto trace = m_workspace.trace(found.slice.run, found.slice.source);
        const auto &track = trace->track(found.slice.track);
        const auto &slices = trace->slices(track.id);
        const auto i = found.slice.slice.value;
        m_result.hits.push_back({found.slice, found.rank, std::string(trace->text(slices.name(i))),
                                 std::string(trace->text(track.name)), found.begin, slices.end(i) - slices.begin(i)});
    }

    void add(const Found &found) {
        ++m_result.total;
        if (m_found.size() >= m_limit) {
            if (m_found.empty() || !earlier(found, m_found.front())) {
                return;
            }
            std::pop_heap(m_found.begin(), m_found.end(), earlier);
            m_found.pop_back();
        }
        m_found.push_back(found);
        std::push_heap(m_found.begin(), m_found.end(), earlier);
    }

    const Workspace &m_workspace;
    NameMatcher m_matcher;
    const std::optional<SelectionLock> &m_within;
    std::size_t m_limit;
    const std::stop_token &m_stop;
    std::vector<Found> m_found;  ///< the earliest ones: a heap whose top is the latest of them
    SearchResult m_result;
};

}  // namespace

SearchResult searchSlices(const Workspace &workspace, const SearchQuery &query, std::size_t limit,
                          const std::stop_token &stop) {
    return query.text.empty() ? SearchResult{} : Search(workspace, query, limit, stop).run();
}

}  // namespace stagescope
