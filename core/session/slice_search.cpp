#include "core/session/slice_search.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace stagescope {

namespace {

constexpr std::uint32_t kRowsPerCheck = 4096;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool contains(std::string_view text, std::string_view wanted) {
    return std::search(text.begin(), text.end(), wanted.begin(), wanted.end(),
                       [](char a, char b) { return lower(a) == b; }) != text.end();
}

bool earlier(const SearchHit &a, const SearchHit &b) {
    return std::tie(a.slice.run, a.begin, a.rank, a.slice) < std::tie(b.slice.run, b.begin, b.rank, b.slice);
}

/// Keeps the earliest hits: a heap whose top is the latest of them.
class Search {
public:
    Search(const Workspace &workspace, std::string_view text, std::size_t limit, const std::stop_token &stop)
        : m_workspace(workspace), m_limit(limit), m_stop(stop) {
        std::transform(text.begin(), text.end(), std::back_inserter(m_text), lower);
    }

    SearchResult run() {
        for (const auto &run : m_workspace.runs) {
            for (const auto &capture : run.captures) {
                for (const auto &source : capture.loaded) {
                    for (const auto &trace : source.traces) {
                        searchTrace(run, capture.rank, source.source, *trace);
                    }
                }
            }
        }
        std::sort_heap(m_result.hits.begin(), m_result.hits.end(), earlier);
        for (auto &hit : m_result.hits) {
            addTexts(hit);
        }
        return std::move(m_result);
    }

private:
    void searchTrace(const Run &run, int rank, SourceId source, const TraceStore &trace) {
        std::vector<bool> wanted(trace.strings().size());
        bool any = false;
        for (std::uint32_t i = 0; i < wanted.size(); ++i) {
            wanted[i] = contains(trace.text(StringId{i}), m_text);
            any = any || wanted[i];
        }
        for (const auto &track : trace.tracks()) {
            const auto &slices = trace.slices(track.id);
            for (std::uint32_t i = 0; any && i < slices.size(); ++i) {
                if (i % kRowsPerCheck == 0 && m_stop.stop_requested()) {
                    m_result.complete = false;
                    return;
                }
                if (wanted[slices.name(i).value]) {
                    add({{run.id, source, track.id, SliceId{i}},
                         rank,
                         {},
                         {},
                         run.clock.toAligned(rank, slices.begin(i)),
                         slices.end(i) - slices.begin(i)});
                }
            }
        }
    }

    /// Texts are copied for the hits that were kept only: a short text may hit every slice.
    void addTexts(SearchHit &hit) const {
        if (const auto trace = m_workspace.trace(hit.slice.run, hit.slice.source)) {
            const auto &track = trace->track(hit.slice.track);
            hit.name = trace->text(trace->slices(track.id).name(hit.slice.slice.value));
            hit.track = trace->text(track.name);
        }
    }

    void add(SearchHit hit) {
        ++m_result.total;
        auto &hits = m_result.hits;
        if (hits.size() >= m_limit) {
            if (hits.empty() || !earlier(hit, hits.front())) {
                return;
            }
            std::pop_heap(hits.begin(), hits.end(), earlier);
            hits.pop_back();
        }
        hits.push_back(std::move(hit));
        std::push_heap(hits.begin(), hits.end(), earlier);
    }

    const Workspace &m_workspace;
    std::string m_text;
    std::size_t m_limit;
    const std::stop_token &m_stop;
    SearchResult m_result;
};

}  // namespace

SearchResult searchSlices(const Workspace &workspace, std::string_view text, std::size_t limit,
                          const std::stop_token &stop) {
    if (text.empty()) {
        return {};
    }
    return Search(workspace, text, limit, stop).run();
}

}  // namespace stagescope
