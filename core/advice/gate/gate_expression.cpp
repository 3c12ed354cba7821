#include "core/advice/gate/gate_expression.h"

#include "core/advice/gate/gate_metrics.h"
#include "core/ask/ask_tokens.h"
#include "core/ask/ask_units.h"
#include "core/base/text.h"
#include "core/base/words/nearest_names.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace stagescope {

namespace {

template <class T>
using Parsed = tl::expected<T, GateError>;

tl::unexpected<GateError> wrong(std::size_t at, std::string detail) {
    return tl::make_unexpected(GateError{std::move(detail), at});
}

std::string quotedName(std::string_view name) { return "'" + std::string(name) + "'"; }

std::string tokenName(const AskToken &token) {
    switch (token.kind) {
        case AskToken::Kind::End:
            return "the end";
        case AskToken::Kind::Unfinished:
            return "a text without its closing quote";
        default:
            return quotedName(token.text);
    }
}

std::optional<GateComparison> comparisonOf(const AskToken &token) {
    constexpr std::array<std::pair<std::string_view, GateComparison>, 7> kSigns{{
        {"<", GateComparison::Less},
        {"<=", GateComparison::LessEqual},
        {">", GateComparison::Greater},
        {">=", GateComparison::GreaterEqual},
        {"=", GateComparison::Equal},
        {"==", GateComparison::Equal},
        {"!=", GateComparison::NotEqual},
    }};
    const auto *const it =
        std::find_if(kSigns.begin(), kSigns.end(), [&](const auto &sign) { return token.isSign(sign.first); });
    return it == kSigns.end() ? std::nullopt : std::optional(it->second);
}

std::vector<std::string> columnNames(const AnalysisEntry &table) {
    std::vector<std::string> names;
    for (const auto &column : table.columns) {
        names.push_back(column.name);
    }
    return names;
}

std::vector<std::string> sourceNames() {
    std::vector<std::string> names;
    for (const auto &metric : gateMetrics()) {
        names.emplace_back(metric.name);
    }
    for (const auto &table : analysisList()) {
        names.push_back(table.id);
    }
    return names;
}

/// Reads an expression from front to end, one token ahead.
class GateParser {
public:
    explicit GateParser(std::string_view text) : m_text(text) { next(); }

    Parsed<GateExpression> expression() {
        GateExpression result;
        result.text = std::string(m_text);
        ASSIGN_OR_RETURN(auto asked, figure());
        result.figure = std::move(asked);
        const auto comparison = comparisonOf(m_token);
        if (!comparison) {
            return wrong(m_token.at, "expected > >= < <= = or !=, not " + tokenName(m_token));
        }
        result.comparison = *comparison;
        next();
        ASSIGN_OR_RETURN(const auto bound, limit(result.figure));
        result.limit = bound;
        const auto end = atEnd();
        return end ? Parsed<GateExpression>(std::move(result)) : tl::make_unexpected(end.error());
    }
    Parsed<GateFigure> figureAlone() {
        m_isDelimited = true;
        auto result = figure();
        const auto end = result ? atEnd() : Parsed<void>();
        return end ? std::move(result) : tl::make_unexpected(end.error());
    }

private:
    void next() { m_token = askTokenAt(m_text, m_after, m_after); }

    /// The sign is taken, or this is what was expected instead of the token.
    Parsed<void> take(std::string_view sign) {
        if (!m_token.isSign(sign)) {
            return wrong(m_token.at, "expected " + quotedName(sign) + ", not " + tokenName(m_token));
        }
        next();
        return {};
    }
    [[nodiscard]] Parsed<void> atEnd() const {
        return m_token.kind == AskToken::Kind::End
                   ? Parsed<void>()
                   : wrong(m_token.at, "nothing is expected here, but there is " + tokenName(m_token));
    }

    /// The aggregate that a word with a parenthesis behind it names.
    std::optional<Aggregate> takeAggregate() {
        const auto aggregate = m_token.kind == AskToken::Kind::Word ? aggregateFromText(m_token.text) : std::nullopt;
        std::size_t after = m_after;
        if (!aggregate || !askTokenAt(m_text, after, after).isSign("(")) {
            return std::nullopt;
        }
        next();
        next();
        m_isDelimited = true;
        return aggregate;
    }

    Parsed<GateFigure> figure() {
        const auto begin = m_token.at;
        const auto outer = takeAggregate();
        const auto inner = outer ? takeAggregate() : std::nullopt;
        auto result = source();
        auto status = result ? where(*result) : tl::make_unexpected(result.error());
        for (const auto &open : {inner, outer}) {
            if (status && open) {
                status = take(")");
            }
        }
        RETURN_IF_ERROR(status);
        if (outer) {
            result->within = inner.value_or(*outer);
            result->over = inner ? *outer : overSteps(*outer);
        }
        const bool isCount = result->within == Aggregate::Count;
        const auto &column = result->table->columns[result->column];
        if (!isCount && column.type == ColumnType::Text) {
            return wrong(begin, "column " + column.name + " of " + result->table->id +
                                    " has texts, which can only be counted: count(...)");
        }
        if (isCount) {
            result->unit.clear();
            result->factor = 1;
        }
        return result;
    }

    Parsed<GateFigure> source() {
        if (m_token.kind != AskToken::Kind::Word) {
            return wrong(m_token.at,
                         "expected a figure, such as step_ms or time_split.step_us, not " + tokenName(m_token));
        }
        const auto name = m_token;
        next();
        if (!m_token.isSign(".")) {
            const auto *const metric = gateMetric(name.text);
            return metric != nullptr ? figureOf(*metric) : wrong(name.at, noSource(name.text));
        }
        const auto *const table = analysisById(name.text);
        if (table == nullptr) {
            return wrong(name.at, "no table " + quotedName(name.text) + nearestNames(name.text, sourceNames()));
        }
        next();
        ASSIGN_OR_RETURN(const auto column, takeColumn(*table));
        return GateFigure{.table = table, .column = column, .unit = std::string(unitOf(*table, column))};
    }
    /// The list is ours, and a test parses all of it.
    static Parsed<GateFigure> figureOf(const GateMetric &metric) {
        auto figure = GateParser(metric.figure).figureAlone();
        if (figure) {
            const auto own = unitOf(*figure->table, figure->column);
            figure->factor = unitFactor(own, metric.unit).value_or(1);
            figure->unit = std::string(metric.unit);
        }
        return figure;
    }
    static std::string noSource(std::string_view name) {
        return analysisById(name) != nullptr ? "a table has several figures: " + std::string(name) +
                                                   ".COLUMN, as stagescope tables --columns "
                                                   "lists them"
                                             : "no figure " + quotedName(name) + nearestNames(name, sourceNames());
    }
    static std::string_view unitOf(const AnalysisEntry &table, std::size_t column) {
        return shortUnit(table.columns[column].unit);
    }
    Parsed<std::size_t> takeColumn(const AnalysisEntry &table) {
        const auto &columns = table.columns;
        const auto it = std::find_if(columns.begin(), columns.end(),
                                     [&](const ColumnSpec &column) { return m_token.isWord(column.name); });
        if (it == columns.end()) {
            const bool isName = m_token.kind == AskToken::Kind::Word;
            return wrong(m_token.at, isName ? "table " + table.id + " has no column " + quotedName(m_token.text) +
                                                  nearestNames(m_token.text, columnNames(table))
                                            : "expected a column of " + table.id + ", not " + tokenName(m_token));
        }
        next();
        return static_cast<std::size_t>(it - columns.begin());
    }

    Parsed<void> where(GateFigure &figure) {
        if (!m_token.isWord("where")) {
            return {};
        }
        const auto begin = m_after;
        next();
        const auto end = whereEnd();
        while (m_token.at < end) {
            next();
        }
        auto filter = RowFilter::parse(m_text.substr(begin, end - begin), figure.table->columns);
        const bool isCondition = filter && filter->isComparison();
        if (const auto quote = unfinishedText(); quote && !isCondition) {
            return wrong(*quote, "a text without its closing quote");
        }
        if (!isCondition) {
            // Where the limit is missing the last comparison was taken for its sign.
            const auto mistake = filter ? FilterError{"expected a condition", 0} : std::move(filter.error());
            const auto first = m_text.find_first_not_of(kBlanks, begin + mistake.at);
            return wrong(std::min(first, m_text.size()), mistake.detail);
        }
        figure.where = figure.where ? figure.where->with(*filter) : std::move(*filter);
        return {};
    }
    /// Where a text begins, from the token on, that has no end.
    [[nodiscard]] std::optional<std::size_t> unfinishedText() const {
        auto token = m_token;
        for (auto after = m_after; token.kind != AskToken::Kind::End; token = askTokenAt(m_text, after, after)) {
            if (token.kind == AskToken::Kind::Unfinished) {
                return token.at;
            }
        }
        return std::nullopt;
    }
    /// Where a filter ends that begins at the token: at the parenthesis that closes it, else at the last comparison or,
    /// of a figure alone, at the end.
    [[nodiscard]] std::size_t whereEnd() const {
        auto end = m_text.size();
        int depth = 0;
        auto token = m_token;
        for (auto after = m_after; token.kind != AskToken::Kind::End; token = askTokenAt(m_text, after, after)) {
            depth += token.isSign("(") ? 1 : token.isSign(")") ? -1 : 0;
            if (depth < 0) {
                return token.at;
            }
            end = depth == 0 && !m_isDelimited && comparisonOf(token) ? token.at : end;
        }
        return end;
    }

    /// -1 for a minus, 1 for a plus or none.
    double takeSign() {
        const double sense = m_token.isSign("-") ? -1 : 1;
        if (m_token.isSign("-") || m_token.isSign("+")) {
            next();
        }
        return sense;
    }
    Parsed<double> number() {
        if (m_token.kind != AskToken::Kind::Number) {
            return wrong(m_token.at, "expected a number, not " + tokenName(m_token));
        }
        if (!std::isfinite(m_token.number)) {
            return wrong(m_token.at, quotedName(m_token.text) + " does not fit");
        }
        const double value = m_token.number;
        next();
        return value;
    }
    /// A number with a unit that converts to `unit`, or without one.
    Parsed<double> quantity(std::string_view unit) {
        auto value = number();
        const bool isUnit = m_token.isSign("%") || m_token.kind == AskToken::Kind::Word;
        if (!value || !isUnit) {
            return value;
        }
        const auto factor = unitFactor(m_token.text, unit);
        if (!factor) {
            return wrong(m_token.at, quotedName(m_token.text) + " does not go with " +
                                         (unit.empty() ? "a plain number" : quotedName(unit)) +
                                         (m_token.isSign("%") ? "; a share of the baseline has a sign: +3%" : ""));
        }
        next();
        return *value * *factor;
    }
    Parsed<GateLimit> limit(const GateFigure &figure) {
        const bool isChange = m_token.isSign("-") || m_token.isSign("+");
        const double sense = takeSign();
        std::size_t after = m_after;
        const auto unit = askTokenAt(m_text, after, after);
        const bool isPoints = isChange && unit.isWord("points") && figure.unit == "%";
        const bool isShare = isChange && unit.isSign("%");
        ASSIGN_OR_RETURN(const auto value, isPoints || isShare ? number() : quantity(figure.unit));
        if (isPoints || isShare) {
            next();
        }
        const auto kind = isShare    ? GateLimit::Kind::ChangePercent
                          : isChange ? GateLimit::Kind::Change
                                     : GateLimit::Kind::Absolute;
        return GateLimit{kind, sense * value};
    }

    std::string_view m_text;
    AskToken m_token;
    std::size_t m_after = 0;
    bool m_isDelimited = false;  ///< no comparison follows a filter before a parenthesis or the end
};

}  // namespace

Parsed<GateExpression> parseGate(std::string_view text) { return GateParser(text).expression(); }

Parsed<GateFigure> parseGateFigure(std::string_view text) { return GateParser(text).figureAlone(); }

}  // namespace stagescope
