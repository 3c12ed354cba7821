#include "core/ask/trace_relations.h"

#include "core/ask/ask_tables.h"
#include "core/ask/slice_rows.h"
#include "core/store/trace/trace_store.h"

#include <sqlite3.h>

#include <algorithm>

namespace stagescope {

namespace {

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
        if (bounds().first != kLeastTime) {
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
    explicit FlowRows(const AskSource &source) : TrackRows(source), m_all(askTracks(source)) {}
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
    /// Columns of names, begins and steps; -1: none.
    struct Narrowing {
        int name = -1;
        int begin = -1;
        int step = -1;
    };
    TrackRelation(const TraceRelationText &text, const AskSource &source, Narrowing narrowing,
                  std::vector<AskColumn> hidden = {})
        : m_text(text), m_source(source), m_narrowing(narrowing), m_hidden(std::move(hidden)) {}
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
        const bool isOther = term.column == m_narrowing.name || term.column == m_narrowing.step;
        return (isEqual && (isPlace || isOther)) || (isBound && term.column == m_narrowing.begin) ? AskUse::Narrows
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
    Narrowing m_narrowing;
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
                    {"self_ns", "integer", "ns", "Duration without the slices nested one depth below."},
                    {"step", "integer", "",
                     "Step in which it begins: on the host the step's range, on the device the work that it launched."},
                    {"parent", "text", "", "The slice that encloses it, for --select."},
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

Status addTraceRelations(sqlite3 *connection, AskSource &source, const std::string &schema) {
    const auto texts = traceRelationTexts();
    // Short names for hands that are used to Perfetto.
    const std::vector<AskColumn> shortNames{{"ts", "INTEGER", true}, {"dur", "INTEGER", true}};
    Status status;
    const auto add = [&]<class Rows>(std::size_t text, std::unique_ptr<TrackRelation<Rows>> relation) {
        status = status ? addRelation(connection, std::string(texts[text].name), std::move(relation), source, schema)
                        : std::move(status);
    };
    using Slices = TrackRelation<SliceRows>;
    using Tracks = TrackRelation<OneTrackRows>;
    using Counters = TrackRelation<CounterRows>;
    using Flows = TrackRelation<FlowRows>;
    add(0, std::make_unique<Slices>(
               texts[0], source, Slices::Narrowing{SliceRows::kName, SliceRows::kBegin, SliceRows::kStep}, shortNames));
    add(1, std::make_unique<Tracks>(texts[1], source, Tracks::Narrowing{}));
    add(2, std::make_unique<Counters>(texts[2], source, Counters::Narrowing{-1, CounterRows::kBegin, -1}));
    add(3, std::make_unique<Flows>(texts[3], source, Flows::Narrowing{-1, FlowRows::kFrom, -1}));
    return status;
}

}  // namespace stagescope
