#include "core/ask/trace_relations.h"

#include "core/ask/ask_relation.h"
#include "core/ask/ask_tables.h"
#include "core/base/item_ref.h"
#include "core/store/trace/trace_store.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace stagescope {

namespace {

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

constexpr std::array<std::string_view, 9> kKinds{"process", "host",    "range",   "stream", "communication",
                                                 "plane",   "overlap", "counter", "other"};
constexpr std::array<std::string_view, 14> kClasses{"other", "operator", "python",    "runtime",       "queue",
                                                    "range", "step",     "computing", "communication", "comm_task",
                                                    "copy",  "event",    "overlap",   "instant"};

/// One track of a rank, with a number that is its own among all.
struct AskTrack {
    const TraceStore *trace = nullptr;
    const Track *track = nullptr;
    RunId run;
    bool isBaseline = false;
    SourceId source;
    int rank = -1;
    std::int64_t offset = 0;  ///< common clock - clock of the rank
    std::int64_t number = 0;
};

void addTracks(const Run &run, bool isBaseline, const RankCapture &capture, std::vector<AskTrack> &tracks) {
    for (const auto &loaded : capture.loaded) {
        for (const auto &trace : loaded.traces) {
            for (const auto &track : trace->tracks()) {
                if (track.kind != TrackKind::Process) {
                    tracks.push_back({trace.get(), &track, run.id, isBaseline, loaded.source, capture.rank,
                                      run.clock.offset(capture.rank).count(),
                                      static_cast<std::int64_t>(tracks.size())});
                }
            }
        }
    }
}

/// All tracks of the runs that are asked about, by run, rank and their order in the files.
std::vector<AskTrack> tracksOf(const AskSource &source) {
    std::vector<AskTrack> tracks;
    const auto *input = source.input();
    if (input == nullptr) {
        return tracks;
    }
    for (const auto &run : input->workspace->runs) {
        for (const int rank : run.ranks()) {
            const auto *capture = run.capture(rank);
            if (input->wants(rank) && capture != nullptr) {
                addTracks(run, run.role == RunRole::Baseline, *capture, tracks);
            }
        }
    }
    return tracks;
}

/// What conditions leave of all rows.
struct AskBounds {
    std::optional<std::int64_t> run{};
    std::optional<std::int64_t> rank{};
    std::optional<std::int64_t> track{};
    std::optional<std::string> name{};
    std::int64_t first = kLeast;  ///< of begins
    std::int64_t last = kMost;
    bool isEmpty = false;  ///< no row can match: compared with NULL or with a text that is no number

    [[nodiscard]] bool allows(const AskTrack &one) const {
        return (!run || *run == (one.isBaseline ? 1 : 0)) && (!rank || *rank == one.rank) &&
               (!track || *track == one.number);
    }
};

/// A bound by the clock of a track's rank; one that is none, or beyond all times, stays.
std::int64_t onRank(std::int64_t bound, const AskTrack &track) {
    std::int64_t time = 0;
    const bool isNone = bound == kLeast || bound == kMost;
    return isNone || __builtin_sub_overflow(bound, track.offset, &time) ? bound : time;
}

/// Whole numbers of a value, at a bound rounded so that no row is lost; nothing where it is none.
std::optional<std::int64_t> wholeOf(sqlite3_value *value) {
    switch (sqlite3_value_numeric_type(value)) {
        case SQLITE_INTEGER:
            return sqlite3_value_int64(value);
        case SQLITE_FLOAT: {
            constexpr double kEdge = 9.2e18;
            return static_cast<std::int64_t>(std::clamp(sqlite3_value_double(value), -kEdge, kEdge));
        }
        default:
            return std::nullopt;
    }
}

std::string stringOf(sqlite3_value *value) {
    const auto *text = reinterpret_cast<const char *>(sqlite3_value_text(value));
    return text == nullptr ? std::string() : std::string(text, static_cast<std::size_t>(sqlite3_value_bytes(value)));
}

void giveText(sqlite3_context *context, std::string_view text) {
    sqlite3_result_text64(context, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
}

std::string_view processName(const AskTrack &one) {
    const auto parent = one.track->parent;
    return parent.isValid() ? one.trace->text(one.trace->track(parent).name) : std::string_view();
}

// Columns that all tables over tracks begin with.
enum TrackColumn : std::uint8_t { kRun, kRank, kTrack, kProcess, kTrackName, kKind, kFirstOwn };

void giveTrack(const AskTrack &one, int column, sqlite3_context *context) {
    switch (column) {
        case kRun:
            return sqlite3_result_int(context, one.isBaseline ? 1 : 0);
        case kRank:
            return sqlite3_result_int(context, one.rank);
        case kTrack:
            return sqlite3_result_int64(context, one.number);
        case kProcess:
            return giveText(context, processName(one));
        case kTrackName:
            return giveText(context, one.trace->text(one.track->name));
        default:
            return giveText(context, kKinds.at(static_cast<std::size_t>(one.track->kind)));
    }
}

/// The walk over tracks that all of them share.
class TrackRows : public AskRows {
public:
    explicit TrackRows(const AskSource &source) : m_source(source) {}

    [[nodiscard]] Status start(std::span<const AskTerm> terms, std::span<sqlite3_value *const> values) override {
        if (m_tracks.empty()) {
            m_tracks = tracksOf(m_source);
        }
        m_bounds = {};
        for (std::size_t i = 0; i < terms.size(); ++i) {
            take(terms[i], values[i]);
        }
        m_at = m_bounds.isEmpty ? m_tracks.size() : 0;
        settle();
        return {};
    }
    [[nodiscard]] bool isAtEnd() const override { return m_at >= m_tracks.size(); }

protected:
    /// The column of names and that of begins; -1 where there is none.
    [[nodiscard]] virtual int nameColumn() const { return -1; }
    [[nodiscard]] virtual int beginColumn() const { return -1; }
    /// To the first row of a track; false where it has none.
    virtual bool enter(const AskTrack &track) = 0;

    [[nodiscard]] const AskTrack &track() const { return m_tracks[m_at]; }
    [[nodiscard]] const AskBounds &bounds() const { return m_bounds; }
    void leaveTrack() {
        ++m_at;
        settle();
    }

private:
    void settle() {
        while (m_at < m_tracks.size() && (!m_bounds.allows(m_tracks[m_at]) || !enter(m_tracks[m_at]))) {
            ++m_at;
        }
    }
    void take(const AskTerm &term, sqlite3_value *value) {
        if (sqlite3_value_type(value) == SQLITE_NULL) {
            m_bounds.isEmpty = true;
            return;
        }
        if (term.column == nameColumn()) {
            m_bounds.name = stringOf(value);
            return;
        }
        const auto number = wholeOf(value);
        if (!number) {
            return;  // SQLite compares the text itself
        }
        if (term.column == beginColumn()) {
            const bool isBelow = term.op == SQLITE_INDEX_CONSTRAINT_LT || term.op == SQLITE_INDEX_CONSTRAINT_LE;
            const bool isAbove = term.op == SQLITE_INDEX_CONSTRAINT_GT || term.op == SQLITE_INDEX_CONSTRAINT_GE;
            m_bounds.first = isBelow ? m_bounds.first : std::max(m_bounds.first, *number);
            m_bounds.last = isAbove ? m_bounds.last : std::min(m_bounds.last, *number);
            return;
        }
        auto &place = term.column == kRun ? m_bounds.run : term.column == kRank ? m_bounds.rank : m_bounds.track;
        m_bounds.isEmpty = m_bounds.isEmpty || (place && *place != *number);
        place = number;
    }

    const AskSource &m_source;
    std::vector<AskTrack> m_tracks;
    AskBounds m_bounds;
    std::size_t m_at = 0;
};

class SliceRows : public TrackRows {
public:
    using TrackRows::TrackRows;
    enum Own : std::uint8_t { kDepth = kFirstOwn, kName, kClass, kBegin, kEnd, kLength, kEvidence, kTs, kDur };

    void next() override {
        ++m_slice;
        if (!findSlice()) {
            leaveTrack();
        }
    }
    void give(int column, sqlite3_context *context) const override {
        const auto &slices = *m_slices;
        switch (column) {
            case kDepth:
                return sqlite3_result_int64(context, m_depth);
            case kName:
                return giveText(context, track().trace->text(slices.name(m_slice)));
            case kClass:
                return giveText(context, kClasses.at(static_cast<std::size_t>(slices.klass(m_slice))));
            case kBegin:
            case kTs:
                return sqlite3_result_int64(context, ns(slices.begin(m_slice)) + track().offset);
            case kEnd:
                return sqlite3_result_int64(context, ns(slices.end(m_slice)) + track().offset);
            case kLength:
            case kDur:
                return sqlite3_result_int64(context, ns(slices.end(m_slice)) - ns(slices.begin(m_slice)));
            case kEvidence: {
                const auto text = toText(SliceRef{track().run, track().source, track().track->id, SliceId{m_slice}});
                return sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
            }
            default:
                return giveTrack(track(), column, context);
        }
    }

protected:
    [[nodiscard]] int nameColumn() const override { return kName; }
    [[nodiscard]] int beginColumn() const override { return kBegin; }
    bool enter(const AskTrack &track) override {
        m_slices = track.track->kind == TrackKind::Counter ? nullptr : &track.trace->slices(track.track->id);
        if (m_slices == nullptr || m_slices->size() == 0) {
            return false;
        }
        m_name = StringId{};
        if (bounds().name) {
            m_name = track.trace->strings().find(*bounds().name);
            if (!m_name.isValid()) {
                return false;
            }
        }
        m_hasName = bounds().name.has_value();
        m_first = onRank(bounds().first, track);
        m_last = onRank(bounds().last, track);
        m_depth = 0;
        m_slice = 0;
        m_depthEnd = 0;
        enterDepth();
        return findSlice();
    }

private:
    /// To the first slice of the depth that may match.
    void enterDepth() {
        m_slice = m_slices->depthBegin(m_depth);
        m_depthEnd = m_slices->depthBegin(m_depth + 1);
        if (m_first != kLeast) {
            m_slice = m_slices->firstEndingAfter(m_depth, rankTime(m_first));
            while (m_slice > m_slices->depthBegin(m_depth) && ns(m_slices->begin(m_slice - 1)) >= m_first) {
                --m_slice;  // points end where they begin
            }
        }
    }
    /// The current slice or the next one that matches; false: none on this track.
    bool findSlice() {
        while (true) {
            for (; m_slice < m_depthEnd; ++m_slice) {
                const auto begin = ns(m_slices->begin(m_slice));
                if (begin > m_last) {
                    break;
                }
                if (begin >= m_first && (!m_hasName || m_slices->name(m_slice) == m_name)) {
                    return true;
                }
            }
            if (++m_depth >= m_slices->depthCount()) {
                return false;
            }
            enterDepth();
        }
    }

    const SliceTable *m_slices = nullptr;
    StringId m_name;
    bool m_hasName = false;
    std::int64_t m_first = kLeast;
    std::int64_t m_last = kMost;
    std::uint32_t m_depth = 0;
    std::uint32_t m_depthEnd = 0;
    std::uint32_t m_slice = 0;
};

class OneTrackRows : public TrackRows {
public:
    using TrackRows::TrackRows;
    void next() override { leaveTrack(); }
    void give(int column, sqlite3_context *context) const override {
        if (column == kFirstOwn) {
            sqlite3_result_int64(context, track().track->rowCount);
        } else {
            giveTrack(track(), column, context);
        }
    }

protected:
    bool enter(const AskTrack & /*track*/) override { return true; }
};

class CounterRows : public TrackRows {
public:
    using TrackRows::TrackRows;
    enum Own : std::uint8_t { kUnit = kFirstOwn, kBegin, kLength, kValue };
    void next() override {
        if (++m_sample >= m_counter->size() || ns(m_counter->time(m_sample)) + track().offset > bounds().last) {
            leaveTrack();
        }
    }
    void give(int column, sqlite3_context *context) const override {
        const auto begin = ns(m_counter->time(m_sample));
        switch (column) {
            case kUnit:
                return giveText(context, track().trace->text(track().track->label));
            case kBegin:
                return sqlite3_result_int64(context, begin + track().offset);
            case kLength:
                return m_sample + 1 < m_counter->size()
                           ? sqlite3_result_int64(context, ns(m_counter->time(m_sample + 1)) - begin)
                           : sqlite3_result_null(context);
            case kValue:
                return sqlite3_result_double(context, m_counter->value(m_sample));
            default:
                return giveTrack(track(), column, context);
        }
    }

protected:
    [[nodiscard]] int beginColumn() const override { return kBegin; }
    bool enter(const AskTrack &track) override {
        m_counter = track.track->kind == TrackKind::Counter ? &track.trace->counter(track.track->id) : nullptr;
        m_sample = 0;
        if (m_counter == nullptr || m_counter->size() == 0) {
            return false;
        }
        if (bounds().first != kLeast) {
            const auto at = m_counter->indexAt(rankTime(onRank(bounds().first, track)));
            m_sample = at == m_counter->size() ? 0 : at;
            while (m_sample < m_counter->size() && ns(m_counter->time(m_sample)) + track.offset < bounds().first) {
                ++m_sample;
            }
        }
        return m_sample < m_counter->size() && ns(m_counter->time(m_sample)) + track.offset <= bounds().last;
    }

private:
    const CounterTable *m_counter = nullptr;
    std::uint32_t m_sample = 0;
};

/// A flow belongs to the track that it leaves.
class FlowRows : public TrackRows {
public:
    explicit FlowRows(const AskSource &source) : TrackRows(source), m_all(tracksOf(source)) {}
    enum Own : std::uint8_t { kCategory = kFirstOwn, kFrom, kTo, kToTrack };
    void next() override {
        if (++m_flow >= m_flows.size()) {
            leaveTrack();
        }
    }
    void give(int column, sqlite3_context *context) const override {
        const auto &flow = m_flows[m_flow];
        switch (column) {
            case kCategory:
                return giveText(context, track().trace->text(flow.category));
            case kFrom:
                return sqlite3_result_int64(context, ns(flow.from) + track().offset);
            case kTo:
                return sqlite3_result_int64(context, ns(flow.to) + track().offset);
            case kToTrack: {
                const auto it = std::find_if(m_all.begin(), m_all.end(), [&](const AskTrack &one) {
                    return one.trace == track().trace && one.track->id == flow.toTrack;
                });
                return it == m_all.end() ? sqlite3_result_null(context) : sqlite3_result_int64(context, it->number);
            }
            default:
                return giveTrack(track(), column, context);
        }
    }

protected:
    [[nodiscard]] int beginColumn() const override { return kFrom; }
    bool enter(const AskTrack &track) override {
        m_flows = track.trace->flows().leaving(track.track->id, rankTime(onRank(bounds().first, track)),
                                               rankTime(onRank(bounds().last, track)));
        m_flow = 0;
        return !m_flows.empty();
    }

private:
    std::vector<AskTrack> m_all;
    std::vector<Flow> m_flows;
    std::size_t m_flow = 0;
};

template <class Rows>
class TrackRelation : public AskRelation {
public:
    TrackRelation(const TraceRelationText &text, const AskSource &source, int nameColumn, int beginColumn,
                  std::vector<AskColumn> hidden = {})
        : m_text(text),
          m_source(source),
          m_nameColumn(nameColumn),
          m_beginColumn(beginColumn),
          m_hidden(std::move(hidden)) {}
    [[nodiscard]] std::vector<AskColumn> columns() const override {
        std::vector<AskColumn> result;
        for (const auto &column : m_text.columns) {
            result.push_back({column.name, column.type == "integer" ? "INTEGER"
                                           : column.type == "real"  ? "REAL"
                                                                    : "TEXT"});
        }
        result.insert(result.end(), m_hidden.begin(), m_hidden.end());
        return result;
    }
    [[nodiscard]] AskUse useOf(const AskTerm &term) const override {
        const bool isEqual = term.op == SQLITE_INDEX_CONSTRAINT_EQ;
        const bool isBound = isEqual || term.op == SQLITE_INDEX_CONSTRAINT_GT ||
                             term.op == SQLITE_INDEX_CONSTRAINT_GE || term.op == SQLITE_INDEX_CONSTRAINT_LT ||
                             term.op == SQLITE_INDEX_CONSTRAINT_LE;
        const bool isPlace = term.column == kRun || term.column == kRank || term.column == kTrack;
        const bool isName = term.column == m_nameColumn;
        return (isEqual && (isPlace || isName)) || (isBound && term.column == m_beginColumn) ? AskUse::Narrows
                                                                                             : AskUse::No;
    }
    [[nodiscard]] double rowsFor(std::span<const AskTerm> terms) const override {
        double rows = 5'000'000;
        for (const auto &term : terms) {
            constexpr double kEach = 20;
            rows /= kEach;
            std::ignore = term;
        }
        return std::max(rows, 1.0);
    }
    [[nodiscard]] std::unique_ptr<AskRows> rows() const override { return std::make_unique<Rows>(m_source); }

private:
    const TraceRelationText &m_text;
    const AskSource &m_source;
    int m_nameColumn;
    int m_beginColumn;
    std::vector<AskColumn> m_hidden;
};

std::vector<TraceRelationText::Column> withTrack(std::vector<TraceRelationText::Column> own) {
    std::vector<TraceRelationText::Column> columns{
        {"run", "integer", "", "0: the profile, 1: the baseline."},
        {"rank", "integer", "", "Global rank."},
        {"track", "integer", "", "Number of the track, as in table track."},
        {"process", "text", "", "Process or device that the track belongs to."},
        {"track_name", "text", "", "Name of the track."},
        {"kind", "text", "", "process, host, range, stream, communication, plane, overlap, counter or other."}};
    columns.insert(columns.end(), own.begin(), own.end());
    return columns;
}

}  // namespace

std::span<const TraceRelationText> traceRelationTexts() {
    static const std::vector<TraceRelationText> texts{
        {"slice", "Slices of the timelines",
         withTrack({{"depth", "integer", "", "Nesting depth, 0 for the outermost."},
                    {"name", "text", "", "Name."},
                    {"class", "text", "",
                     "operator, python, runtime, queue, range, step, computing, "
                     "communication, comm_task, copy, event, overlap, instant or other."},
                    {"begin_ns", "integer", "ns", "Start, common clock."},
                    {"end_ns", "integer", "ns", "End, common clock."},
                    {"dur_ns", "integer", "ns", "Duration."},
                    {"evidence", "text", "", "The slice, for --select."}})},
        {"track", "Tracks of the timelines", withTrack({{"rows", "integer", "", "Slices or samples."}})},
        {"counter", "Samples of counters",
         withTrack({{"unit", "text", "", "Unit, where the file has it."},
                    {"begin_ns", "integer", "ns", "Time of the sample, common clock."},
                    {"dur_ns", "integer", "ns", "Until the next sample."},
                    {"value", "real", "", "Value."}})},
        {"flow", "Flows between tracks: launch, forward to backward",
         withTrack({{"category", "text", "", "Category: launch, fwdbwd ..."},
                    {"from_ns", "integer", "ns", "Time where it begins, common clock."},
                    {"to_ns", "integer", "ns", "Time where it ends, common clock."},
                    {"to_track", "integer", "", "Track where it ends."}})}};
    return texts;
}

bool isTraceRelation(std::string_view name) {
    const auto texts = traceRelationTexts();
    return std::any_of(texts.begin(), texts.end(), [&](const TraceRelationText &text) { return text.name == name; });
}

Status addTraceRelations(sqlite3 *connection, AskSource &source) {
    const auto texts = traceRelationTexts();
    // Short names for hands that are used to Perfetto.
    const std::vector<AskColumn> shortNames{{"ts", "INTEGER", true}, {"dur", "INTEGER", true}};
    auto status = addRelation(
        connection, "slice",
        std::make_unique<TrackRelation<SliceRows>>(texts[0], source, SliceRows::kName, SliceRows::kBegin, shortNames),
        source);
    if (status) {
        status = addRelation(connection, "track",
                             std::make_unique<TrackRelation<OneTrackRows>>(texts[1], source, -1, -1), source);
    }
    if (status) {
        status = addRelation(connection, "counter",
                             std::make_unique<TrackRelation<CounterRows>>(texts[2], source, -1, CounterRows::kBegin),
                             source);
    }
    if (status) {
        status = addRelation(connection, "flow",
                             std::make_unique<TrackRelation<FlowRows>>(texts[3], source, -1, FlowRows::kFrom), source);
    }
    return status;
}

}  // namespace stagescope
