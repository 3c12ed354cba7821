#include "core/session/slice_search.h"

#include <QtCore/QRegularExpression>

#include <algorithm>
#include <tuple>

namespace stagescope {

namespace {

constexpr std::uint32_t kRowsPerCheck = 4096;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Bytes of letters beyond ASCII count as letters.
bool isWordByte(char c) {
    return (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9') || c == '_' || (c & 0x80) != 0;
}

QRegularExpression patternOf(const SearchQuery &query) {
    auto options = QRegularExpression::UseUnicodePropertiesOption | QRegularExpression::DontCaptureOption;
    if (!query.heedsCase) {
        options |= QRegularExpression::CaseInsensitiveOption;
    }
    return QRegularExpression(QString::fromStdString(query.text), options);
}

/// Compares names with a query.
class NameMatcher {
public:
    explicit NameMatcher(const SearchQuery &query) : m_query(query) {
        if (query.mode == SearchMode::Pattern) {
            m_pattern = patternOf(query);
        }
        if (!query.heedsCase) {
            std::transform(m_query.text.begin(), m_query.text.end(), m_query.text.begin(), lower);
        }
    }
    [[nodiscard]] std::string patternError() const {
        return m_pattern.isValid() ? std::string() : m_pattern.errorString().toStdString();
    }
    [[nodiscard]] bool matches(std::string_view name) const {
        if (m_query.mode == SearchMode::Pattern) {
            return m_pattern.match(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()))).hasMatch();
        }
        const auto &text = m_query.text;
        const auto isSame = [this](char a, char b) { return (m_query.heedsCase ? a : lower(a)) == b; };
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
    QRegularExpression m_pattern;
};

bool earlier(const SearchHit &a, const SearchHit &b) {
    return std::tie(a.slice.run, a.begin, a.rank, a.slice) < std::tie(b.slice.run, b.begin, b.rank, b.slice);
}

/// Keeps the earliest hits: a heap whose top is the latest of them.
class Search {
public:
    Search(const Workspace &workspace, const SearchQuery &query, std::size_t limit, const std::stop_token &stop)
        : m_workspace(workspace), m_matcher(query), m_limit(limit), m_stop(stop) {}

    SearchResult run() {
        m_result.patternError = m_matcher.patternError();
        if (!m_result.patternError.empty()) {
            return std::move(m_result);
        }
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
            if (isStopped(i)) {
                return;
            }
            wanted[i] = m_matcher.matches(trace.text(StringId{i}));
            any = any || wanted[i];
        }
        for (const auto &track : trace.tracks()) {
            const auto &slices = trace.slices(track.id);
            for (std::uint32_t i = 0; any && i < slices.size(); ++i) {
                if (isStopped(i)) {
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

    bool isStopped(std::uint32_t row) {
        m_result.complete = m_result.complete && (row % kRowsPerCheck != 0 || !m_stop.stop_requested());
        return !m_result.complete;
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
    NameMatcher m_matcher;
    std::size_t m_limit;
    const std::stop_token &m_stop;
    SearchResult m_result;
};

}  // namespace

SearchResult searchSlices(const Workspace &workspace, const SearchQuery &query, std::size_t limit,
                          const std::stop_token &stop) {
    return query.text.empty() ? SearchResult{} : Search(workspace, query, limit, stop).run();
}

}  // namespace stagescope
