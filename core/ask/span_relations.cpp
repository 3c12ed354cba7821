#include "core/ask/span_relations.h"

#include "core/ask/aggregate_state.h"
#include "core/ask/ask_relation.h"
#include "core/ask/ask_tables.h"
#include "core/ask/ask_values.h"
#include "core/ask/span_set.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace stagescope {

namespace {

constexpr const char *kSpansPointer = "stagescope spans";
using SharedSpans = std::shared_ptr<const SpanSet>;

struct SpansState {
    std::shared_ptr<SpanSet> set = std::make_shared<SpanSet>();
};

/// What a statement hands on; holds the memory as taken.
struct SpansPointer {
    SharedSpans set;
    std::unique_ptr<Gathered<SpansState>> gathered;
};

/// With what is made of each while a table is.
constexpr std::size_t kBytesOfSpan = sizeof(LabelledSpan) + sizeof(SpanPiece);
/// A number and a key in a map, and the group.
constexpr std::size_t kBytesOfGroup = 3 * sizeof(Cell) + 80;

void addToSpans(sqlite3_context *context, int count, sqlite3_value **values) {
    auto &all = gathered<SpansState>(context, static_cast<AskSource *>(sqlite3_user_data(context))->budget());
    const auto isNumber = [](sqlite3_value *value) {
        const int type = sqlite3_value_numeric_type(value);
        return type == SQLITE_INTEGER || type == SQLITE_FLOAT;
    };
    if (!isNumber(values[0]) || !isNumber(values[1])) {
        return;  // begin or length is not recorded
    }
    constexpr int kLabel = 2;
    constexpr int kKey = 3;
    const auto begin = sqlite3_value_int64(values[0]);
    std::int64_t end = 0;
    if (__builtin_add_overflow(begin, sqlite3_value_int64(values[1]), &end)) {
        return;
    }
    const auto bytesOf = [](const Cell &cell) {
        const auto *text = std::get_if<std::string>(&cell);
        return text == nullptr ? std::size_t{0} : text->size();
    };
    const auto label = count > kLabel ? valueCell(values[kLabel]) : Cell();
    const auto key = count > kKey ? valueCell(values[kKey]) : Cell();
    const auto own = std::holds_alternative<std::monostate>(label) ? 0 : sizeof(SpanSet::Label) + bytesOf(label);
    if (!all.take(context, kBytesOfSpan + own)) {
        return;
    }
    if (all.state.set->add(begin, end, label, key)) {
        std::ignore = all.take(context, kBytesOfGroup + 2 * bytesOf(key));
    }
}

void giveSpans(sqlite3_context *context) {
    auto all = takeGathered<SpansState>(context);
    const auto set = all == nullptr ? std::make_shared<SpanSet>() : all->state.set;
    set->settle(static_cast<AskSource *>(sqlite3_user_data(context))->stopToken());
    const auto free = [](void *pointer) { delete static_cast<SpansPointer *>(pointer); };
    auto pointer = std::make_unique<SpansPointer>();
    pointer->set = set;
    pointer->gathered = std::move(all);
    sqlite3_result_pointer(context, pointer.release(), kSpansPointer, free);
}

enum class SpanField : std::uint8_t { Begin, Length, LabelA, LabelB, Number, Key };
struct SpanColumn {
    std::string_view name;
    SpanField field;
};

/// What a call has: one or two sets, up to two numbers.
struct SpanCall {
    std::array<SharedSpans, 2> sets;
    std::array<std::optional<std::int64_t>, 2> numbers;
    std::size_t given = 0;  ///< of the numbers, NULL included
    bool operator==(const SpanCall &) const = default;
};

struct SpanFunction {
    std::string_view name;
    std::size_t sets;
    std::array<std::string_view, 2> numbers;  ///< names of the other arguments
    std::size_t needed;                       ///< how many of them have to be there
    std::array<SpanColumn, 4> columns;        ///< besides begin_ns and dur_ns
    void (*run)(const SpanCall &call, SpanPieces &out);
};

constexpr SpanColumn kKeyColumn{"key", SpanField::Key};
constexpr SpanColumn kNoColumn{{}, SpanField::Key};
constexpr SpanColumn kBefore{"evidence_a", SpanField::LabelA};
constexpr SpanColumn kOther{"evidence_b", SpanField::LabelB};
constexpr SpanColumn kOwn{"evidence", SpanField::LabelA};

constexpr auto kFunctions = std::to_array<SpanFunction>({
    {"overlap",
     2,
     {},
     0,
     {kBefore, kOther, kKeyColumn, kNoColumn},
     [](const SpanCall &call, SpanPieces &out) { overlapOf(*call.sets[0], *call.sets[1], out); }},
    {"pairs",
     2,
     {},
     0,
     {kBefore, kOther, kKeyColumn, kNoColumn},
     [](const SpanCall &call, SpanPieces &out) { pairsOf(*call.sets[0], *call.sets[1], out); }},
    {"minus",
     2,
     {},
     0,
     {kOwn, kKeyColumn, kNoColumn, kNoColumn},
     [](const SpanCall &call, SpanPieces &out) { minusOf(*call.sets[0], *call.sets[1], out); }},
    {"nearest",
     2,
     {},
     0,
     {kBefore, kOther, {"distance_ns", SpanField::Number}, kKeyColumn},
     [](const SpanCall &call, SpanPieces &out) { nearestOf(*call.sets[0], *call.sets[1], out); }},
    {"cover",
     1,
     {},
     0,
     {{{"spans", SpanField::Number}, kKeyColumn, kNoColumn, kNoColumn}},
     [](const SpanCall &call, SpanPieces &out) { coverOf(*call.sets[0], out); }},
    {"gaps",
     1,
     {"from_ns", "to_ns"},
     0,
     {{{"before", SpanField::LabelA}, {"after", SpanField::LabelB}, kKeyColumn, kNoColumn}},
     [](const SpanCall &call, SpanPieces &out) {
         const auto &[from, to] = call.numbers;
         gapsOf(*call.sets[0], from && to ? std::optional(SpanBounds{*from, *to}) : std::nullopt, out);
     }},
    {"depth",
     1,
     {},
     0,
     {{{"depth", SpanField::Number}, kKeyColumn, kNoColumn, kNoColumn}},
     [](const SpanCall &call, SpanPieces &out) { depthOf(*call.sets[0], out); }},
    {"within",
     1,
     {"from_ns", "to_ns"},
     2,
     {kOwn, kKeyColumn, kNoColumn, kNoColumn},
     [](const SpanCall &call, SpanPieces &out) { withinOf(*call.sets[0], *call.numbers[0], *call.numbers[1], out); }},
    {"buckets",
     1,
     {"count"},
     1,
     {{{"covered_ns", SpanField::Number}, kKeyColumn, kNoColumn, kNoColumn}},
     [](const SpanCall &call, SpanPieces &out) { bucketsOf(*call.sets[0], *call.numbers[0], out); }},
});

constexpr auto kTexts = std::to_array<SpanFunctionText>({
    {"spans(begin, duration[, label[, key]])",
     "aggregate: a set of spans for the tables below; spans of different keys never meet"},
    {"overlap(a, b)", "begin_ns dur_ns evidence_a evidence_b key: time in which both run, each instant once"},
    {"pairs(a, b)", "the same for each pair of spans that meet"},
    {"minus(a, b)", "begin_ns dur_ns evidence key: time of a in which nothing of b runs"},
    {"nearest(a, b)",
     "begin_ns dur_ns evidence_a evidence_b distance_ns key: for each of a the one of b that ended last before it"},
    {"cover(a)", "begin_ns dur_ns spans key: the union"},
    {"gaps(a[, from_ns, to_ns])", "begin_ns dur_ns before after key: time between spans"},
    {"depth(a)", "begin_ns dur_ns depth key: how many run at once"},
    {"within(a, from_ns, to_ns)", "begin_ns dur_ns evidence key: the spans, clipped"},
    {"buckets(a, count)", "begin_ns dur_ns covered_ns key: the whole time in equal parts"},
});

std::vector<SpanColumn> columnsOf(const SpanFunction &function) {
    std::vector<SpanColumn> columns{{"begin_ns", SpanField::Begin}, {"dur_ns", SpanField::Length}};
    std::copy_if(function.columns.begin(), function.columns.end(), std::back_inserter(columns),
                 [](const SpanColumn &column) { return !column.name.empty(); });
    return columns;
}

class SpanRows : public AskRows {
public:
    SpanRows(const SpanFunction &function, AskSource &source)
        : m_function(function), m_source(source), m_columns(columnsOf(function)) {}

    ~SpanRows() override { m_source.budget().giveBack(m_taken); }
    SpanRows(const SpanRows &) = delete;
    SpanRows &operator=(const SpanRows &) = delete;

    [[nodiscard]] Status start(std::span<const AskTerm> terms, std::span<sqlite3_value *const> values) override {
        SpanCall call;
        for (std::size_t i = 0; i < terms.size(); ++i) {
            const auto argument = static_cast<std::size_t>(terms[i].column) - m_columns.size();
            if (argument < m_function.sets) {
                const auto *given = static_cast<const SpansPointer *>(sqlite3_value_pointer(values[i], kSpansPointer));
                call.sets[argument] = given == nullptr ? nullptr : given->set;
            } else {
                call.given = std::max(call.given, argument - m_function.sets + 1);
                if (sqlite3_value_type(values[i]) != SQLITE_NULL) {
                    call.numbers[argument - m_function.sets] = sqlite3_value_int64(values[i]);
                }
            }
        }
        m_row = 0;
        if (m_isMade && call == m_call) {
            return {};  // the inner side of a join, once more
        }
        m_call = std::move(call);
        m_isMade = false;
        RETURN_IF_ERROR(check());
        auto &budget = m_source.budget();
        budget.giveBack(std::exchange(m_taken, 0));
        SpanPieces pieces(std::min(kMostPieces, budget.left() / sizeof(SpanPiece)), m_source.stopToken());
        m_function.run(m_call, pieces);
        if (pieces.isFull()) {
            return fail(ErrorKind::Limit, std::string(m_function.name) + ": more than " +
                                              std::to_string(pieces.size()) + " rows, or cancelled");
        }
        m_pieces = pieces.take();
        m_taken = m_pieces.size() * sizeof(SpanPiece);
        std::ignore = budget.take(m_taken);
        m_isMade = true;
        noteOverlaps();
        return {};
    }
    [[nodiscard]] bool isAtEnd() const override { return m_row >= m_pieces.size(); }
    void next() override { ++m_row; }
    void give(int column, sqlite3_context *context) const override {
        const auto at = static_cast<std::size_t>(column);
        if (at >= m_columns.size()) {
            return sqlite3_result_null(context);
        }
        const auto &piece = m_pieces[m_row];
        switch (m_columns[at].field) {
            case SpanField::Begin:
                return sqlite3_result_int64(context, piece.begin);
            case SpanField::Length:
                return sqlite3_result_int64(context, piece.end - piece.begin);
            case SpanField::LabelA:
                return giveLabel(0, piece.a, context);
            case SpanField::LabelB:
                return giveLabel(m_function.sets - 1, piece.b, context);
            case SpanField::Number:
                // Only nearest() has rows with nothing to measure to.
                return m_function.sets == 2 && piece.b == nullptr ? sqlite3_result_null(context)
                                                                  : sqlite3_result_int64(context, piece.number);
            default:
                return giveCell(*piece.key, context);
        }
    }

private:
    static constexpr std::size_t kMostPieces = 5'000'000;

    void giveLabel(std::size_t set, const LabelledSpan *span, sqlite3_context *context) const {
        span == nullptr ? sqlite3_result_null(context) : giveCell(m_call.sets[set]->label(*span), context);
    }
    [[nodiscard]] Status check() const {
        const std::string name(m_function.name);
        for (std::size_t i = 0; i < m_function.sets; ++i) {
            if (m_call.sets[i] == nullptr) {
                return fail(ErrorKind::BadArgument,
                            name + ": argument " + std::to_string(i + 1) + " is no set of spans; write " + name +
                                "((SELECT spans(begin_ns, dur_ns) FROM kernel)" +
                                (m_function.sets == 2 ? ", (SELECT spans(begin_ns, dur_ns) FROM copy))" : ", ...)") +
                                ": a set does not pass through GROUP BY or WITH");
            }
        }
        // Bounds stand together: with one of them, or a NULL that a query gave, the answer would be to another
        // question.
        const auto needed = m_call.given > 0 ? static_cast<std::size_t>(std::ranges::count_if(
                                                   m_function.numbers, [](auto text) { return !text.empty(); }))
                                             : m_function.needed;
        for (std::size_t i = 0; i < needed; ++i) {
            if (!m_call.numbers[i]) {
                return fail(ErrorKind::BadArgument, name + ": argument " + std::string(m_function.numbers[i]) +
                                                        (i < m_call.given ? " is NULL" : " is missing"));
            }
        }
        const bool isMixed = m_function.sets == 2 && m_call.sets[0]->size() > 0 && m_call.sets[1]->size() > 0 &&
                             m_call.sets[0]->hasKeys() != m_call.sets[1]->hasKeys();
        return isMixed ? fail(ErrorKind::BadArgument, name + ": one set has keys, the other one has none") : Status{};
    }
    void noteOverlaps() const {
        const std::string name(m_function.name);
        for (std::size_t i = 0; i < m_function.sets && (name == "overlap" || name == "minus"); ++i) {
            if (const auto count = m_call.sets[i]->overlapping(); count > 0) {
                m_source.note(name + ": " + std::to_string(count) + " of " + std::to_string(m_call.sets[i]->size()) +
                              " spans of argument " + std::to_string(i + 1) +
                              " begin while another one runs: their time counts once");
            }
        }
    }

    const SpanFunction &m_function;
    AskSource &m_source;
    std::vector<SpanColumn> m_columns;
    SpanCall m_call;
    bool m_isMade = false;
    std::vector<SpanPiece> m_pieces;
    std::size_t m_taken = 0;  ///< bytes of them
    std::size_t m_row = 0;
};

/// The columns, then the arguments, hidden.
class SpanRelation : public AskRelation {
public:
    SpanRelation(const SpanFunction &function, AskSource &source) : m_function(function), m_source(source) {}
    [[nodiscard]] std::vector<AskColumn> columns() const override {
        std::vector<AskColumn> result;
        for (const auto &column : columnsOf(m_function)) {
            const bool isNumber = column.field == SpanField::Begin || column.field == SpanField::Length ||
                                  column.field == SpanField::Number;
            result.push_back({std::string(column.name), isNumber ? "INTEGER" : ""});
        }
        for (std::size_t i = 0; i < m_function.sets; ++i) {
            result.push_back({"set_" + std::to_string(i + 1), "", true});
        }
        for (const auto &name : m_function.numbers) {
            if (!name.empty()) {
                result.push_back({std::string(name), "", true});
            }
        }
        return result;
    }
    [[nodiscard]] AskUse useOf(const AskTerm &term) const override {
        const bool isArgument = term.column >= static_cast<int>(columnsOf(m_function).size());
        return isArgument && term.op == SQLITE_INDEX_CONSTRAINT_EQ ? AskUse::Needs : AskUse::No;
    }
    /// More than a table that is asked for one value: such a table is walked within, not around.
    [[nodiscard]] double rowsFor(std::span<const AskTerm> /*terms*/) const override {
        constexpr double kUsual = 5'000;
        return kUsual;
    }
    [[nodiscard]] std::unique_ptr<AskRows> rows() const override {
        return std::make_unique<SpanRows>(m_function, m_source);
    }

private:
    const SpanFunction &m_function;
    AskSource &m_source;
};

}  // namespace

std::span<const SpanFunctionText> spanFunctionTexts() { return kTexts; }

Status addSpanRelations(sqlite3 *connection, AskSource &source) {
    constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
    constexpr int kFewest = 2;
    constexpr int kMost = 4;
    for (int arguments = kFewest; arguments <= kMost; ++arguments) {
        if (sqlite3_create_function_v2(connection, "spans", arguments, kFlags, &source, nullptr, &addToSpans,
                                       &giveSpans, nullptr) != SQLITE_OK) {
            return fail(ErrorKind::Internal, "spans() cannot be made for SQL");
        }
    }
    Status status;
    for (const auto &function : kFunctions) {
        if (status) {
            status = addRelation(connection, std::string(function.name),
                                 std::make_unique<SpanRelation>(function, source), source);
        }
    }
    return status;
}

}  // namespace stagescope
