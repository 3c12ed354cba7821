#include "core/advice/gate/gate.h"

#include "core/advice/finding_texts.h"
#include "core/advice/findings.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/run/typical_step.h"
#include "core/base/text.h"
#include "core/base/words/nearest_names.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace stagescope {

namespace {

constexpr std::string_view kFindingsTable = "findings";

std::optional<double> numberIn(const Cell &cell) {
    if (const auto *integer = std::get_if<std::int64_t>(&cell)) {
        return static_cast<double>(*integer);
    }
    const auto *real = std::get_if<double>(&cell);
    return real != nullptr && std::isfinite(*real) ? std::optional(*real) : std::nullopt;
}

std::optional<std::int64_t> integerIn(const std::vector<Cell> &row, std::size_t column) {
    const auto *integer = column < row.size() ? std::get_if<std::int64_t>(&row[column]) : nullptr;
    return integer != nullptr ? std::optional(*integer) : std::nullopt;
}

/// Tables of the profilers' own analyses name steps by texts: "step13".
std::optional<std::int64_t> stepIn(const std::vector<Cell> &row, std::size_t column) {
    const auto *text = column < row.size() ? std::get_if<std::string>(&row[column]) : nullptr;
    return text != nullptr ? stepNumber(*text) : integerIn(row, column);
}

template <class T>
bool holds(const T &value, GateComparison comparison, const T &other) {
    switch (comparison) {
        case GateComparison::Less:
            return value < other;
        case GateComparison::LessEqual:
            return value <= other;
        case GateComparison::Greater:
            return value > other;
        case GateComparison::GreaterEqual:
            return value >= other;
        case GateComparison::NotEqual:
            return value != other;
        default:
            return value == other;
    }
}

bool isWantedLow(GateComparison comparison) {
    return comparison == GateComparison::Less || comparison == GateComparison::LessEqual;
}

/// Rows of a table that an expression asks about, by step.
class AskedRows {
public:
    AskedRows(const ResultTable &table, const GateExpression &expression)
        : m_table(table), m_expression(expression), m_column(indexOf(expression.figure.column)) {
        const auto &where = expression.figure.where;
        const auto answers =
            where ? where->answers(table, std::chrono::milliseconds{0}) : Result<std::vector<std::optional<bool>>>();
        m_refusal = answers ? std::string() : answers.error().detail;
        // The step of a finding is where it is seen best, not the only one it is about.
        m_step = table.id == kFindingsTable ? table.columns.size() : table.indexOf("step");
        for (std::size_t row = 0; row < table.rows.size() && answers; ++row) {
            if (!where || (*answers)[row] == true) {
                add(table.rows[row]);
            }
        }
        const auto outside = m_steps.find(std::nullopt);
        if (outside != m_steps.end() && m_steps.size() > 1) {
            m_outside = outside->second.values.size();
            m_steps.erase(outside);
        }
    }

    /// `typical`: the step that stands for the run.
    GateSide side(std::optional<std::int64_t> typical) const {
        GateSide result;
        const auto &figure = m_expression.figure;
        for (const auto &[step, rows] : m_steps) {
            result.steps.push_back(aggregateOf(figure.within, rows.values));
        }
        if (m_steps.empty()) {
            result.reason = whyNone();
            return result;
        }
        const auto own = figure.over == Aggregate::Typical && typical ? m_steps.find(typical) : m_steps.end();
        const bool isOfOne = own != m_steps.end();
        result.value =
            isOfOne ? aggregateOf(figure.within, own->second.values) : aggregateOf(figure.over, result.steps);
        if (figure.within != Aggregate::Count) {
            result.extreme = isOfOne ? own->second.extreme : furthest();
        }
        if (figure.over == Aggregate::Typical && !isOfOne && m_steps.begin()->first) {
            result.reason =
                typical ? "no rows of the typical step " + std::to_string(*typical) + ": the median of the other steps"
                        : "no typical step is known: the median of the steps";
        }
        if (m_outside > 0) {
            result.reason +=
                (result.reason.empty() ? "" : "; ") + std::to_string(m_outside) + " rows outside all steps are skipped";
        }
        return result;
    }

private:
    /// Of one step; at least one value, and so an extreme.
    struct Rows {
        std::vector<double> values;
        std::optional<GateSide::Extreme> extreme;
    };
    [[nodiscard]] bool isFurther(double value, const std::optional<GateSide::Extreme> &than) const {
        return !than || (isWantedLow(m_expression.comparison) ? value < than->value : value > than->value);
    }
    [[nodiscard]] std::optional<GateSide::Extreme> furthest() const {
        std::optional<GateSide::Extreme> result;
        for (const auto &[step, rows] : m_steps) {
            result = isFurther(rows.extreme->value, result) ? rows.extreme : result;
        }
        return result;
    }
    /// A table may lack columns of its entry.
    [[nodiscard]] std::size_t indexOf(std::size_t column) const {
        return m_table.indexOf(m_expression.figure.table->columns[column].name);
    }
    void add(const std::vector<Cell> &row) {
        const auto &figure = m_expression.figure;
        ++m_matching;
        const auto *const cell = m_column < row.size() ? &row[m_column] : nullptr;
        const auto number = cell == nullptr ? std::nullopt : numberIn(*cell);
        const bool isCounted =
            figure.within == Aggregate::Count && cell != nullptr && !std::holds_alternative<std::monostate>(*cell);
        if (!number && !isCounted) {
            return;
        }
        const double value = number.value_or(0) * figure.factor;
        const auto step = stepIn(row, m_step);
        auto &rows = m_steps[step];
        rows.values.push_back(value);
        if (isFurther(value, rows.extreme)) {
            rows.extreme = GateSide::Extreme{value, integerIn(row, m_table.indexOf("rank")), step};
        }
    }
    [[nodiscard]] std::string whyNone() const {
        if (!m_refusal.empty()) {
            return m_refusal;
        }
        std::string notes;
        for (const auto &note : m_table.notes) {
            notes += (notes.empty() ? "" : " ") + note;
        }
        const auto &id = m_table.id;
        if (m_table.rows.empty()) {
            return notes.empty() ? "table " + id + " has no rows" : notes;
        }
        return m_matching == 0 ? "no row of table " + id + " meets the conditions"
                               : "column " + m_expression.figure.table->columns[m_expression.figure.column].name +
                                     " of table " + id + " is empty" + (notes.empty() ? "" : ": " + notes);
    }

    const ResultTable &m_table;
    const GateExpression &m_expression;
    std::size_t m_column;
    std::string m_refusal;  ///< why the conditions cannot be answered
    std::size_t m_step = 0;
    std::map<std::optional<std::int64_t>, Rows> m_steps;
    std::size_t m_matching = 0;
    std::size_t m_outside = 0;
};

/// Whether an expression asks for findings of this rule: all where it names none. Of the other columns nothing is
/// known.
bool asksFor(const GateFigure &figure, const std::string &rule) {
    const ResultTable one{figure.table->id, {{"rule", ColumnType::Text, "", ""}}, {{rule}}, {}};
    const auto answers = figure.where ? figure.where->answers(one) : Result<std::vector<std::optional<bool>>>();
    return !figure.where || (answers && answers->front() != false);
}

std::string nearestRules(const GateFigure &figure, const std::vector<std::string> &rules) {
    const auto texts = figure.where ? figure.where->textsFor("rule") : std::vector<std::string>();
    return texts.empty() ? std::string() : nearestNames(texts.front(), rules);
}

/// No finding counts only where the rules could look.
void countNone(const GateFigure &figure, const Advice &advice, GateSide &side) {
    std::size_t asked = 0;
    std::size_t silent = 0;
    std::string why;
    std::vector<std::string> rules;
    for (const auto &outcome : advice.rules) {
        rules.push_back(outcome.rule);
        if (asksFor(figure, outcome.rule)) {
            ++asked;
            silent += outcome.unanswered ? 1 : 0;
            why = outcome.unanswered ? findingText(*outcome.unanswered) : why;
        }
    }
    if (silent < asked) {
        side.value = 0;
        side.steps = {0};
        side.reason =
            silent == 0 ? "" : std::to_string(silent) + " of " + std::to_string(asked) + " rules could not look";
    } else {
        side.reason =
            asked == 0 ? "there is no such rule" + nearestRules(figure, rules) : "the rule could not look: " + why;
    }
}

}  // namespace

std::string_view gateVerdictText(GateVerdict verdict) {
    switch (verdict) {
        case GateVerdict::Kept:
            return "kept";
        case GateVerdict::WithinNoise:
            return "within_noise";
        case GateVerdict::Violated:
            return "violated";
        default:
            return "no_data";
    }
}

std::optional<double> GateResult::change() const {
    const bool areKnown = run.value && baseline && baseline->value;
    return areKnown ? std::optional(*run.value - *baseline->value) : std::nullopt;
}

std::optional<double> GateResult::changePercent() const {
    const auto difference = change();
    return difference && *baseline->value != 0 ? std::optional(100 * *difference / std::abs(*baseline->value))
                                               : std::nullopt;
}

std::string GateResult::reason() const {
    const auto ofBaseline = baseline ? baseline->reason : std::string();
    const auto own = run.reason + (run.reason.empty() || ofBaseline.empty() ? "" : "; ");
    return ofBaseline.empty() ? own : own + "baseline: " + ofBaseline;
}

AnalysisInput GateSettings::inputFor(const AnalysisEntry &table) const {
    AnalysisInput input{.ranks = ranks};
    for (const auto &parameter : table.parameters) {
        input.parameters[parameter.name] = parameter.defaultValue;
    }
    const auto set = parameters.find(table.id);
    for (const auto &[name, value] : set == parameters.end() ? std::map<std::string, std::string>{} : set->second) {
        input.parameters[name] = value;
    }
    return input;
}

Gate::Gate(const Run &run, const Run *baseline, GateSettings settings) : m_settings(std::move(settings)) {
    m_run.workspace.runs.push_back(run);
    m_run.workspace.runs.front().role = RunRole::None;
    if (baseline != nullptr) {
        m_run.workspace.runs.push_back(*baseline);
        m_run.workspace.runs.back().role = RunRole::Baseline;
        m_baseline.emplace();
        m_baseline->workspace.runs.push_back(*baseline);
        m_baseline->workspace.runs.front().role = RunRole::None;
    }
}

const Result<ResultTable> &Gate::tableOf(Asked &asked, const AnalysisEntry &entry, const std::stop_token &stop) {
    const auto known = asked.tables.find(entry.id);
    if (known != asked.tables.end()) {
        return known->second;
    }
    auto input = m_settings.inputFor(entry);
    input.workspace = &asked.workspace;
    return asked.tables.emplace(entry.id, entry.run(input, stop)).first->second;
}

GateSide Gate::measure(Asked &asked, const GateExpression &expression, const std::stop_token &stop) {
    const auto &figure = expression.figure;
    const auto &table = tableOf(asked, *figure.table, stop);
    if (!table) {
        return {.reason = table.error().detail};
    }
    const auto &run = *asked.workspace.mainRun();
    const bool isTypical = figure.over == Aggregate::Typical;
    const auto lengths = isTypical ? knownSteps(run, timeSplits(run, stop)) : std::vector<StepLength>{};
    const auto *typical = typicalStep(lengths);
    auto side = AskedRows(*table, expression).side(typical == nullptr ? std::nullopt : typical->step);
    if (side.value || figure.within != Aggregate::Count) {
        return side;
    }
    if (figure.table->id == kFindingsTable) {
        const auto values = ruleValuesFrom(m_settings.parameters[figure.table->id]);
        countNone(figure, adviceFor(run, values.value_or(RuleValues{}), stop), side);
    } else if (!table->rows.empty()) {
        side = {.value = 0, .steps = {0}};
    }
    return side;
}

GateResult Gate::judge(const GateExpression &expression, const std::stop_token &stop) {
    GateResult result{.expression = expression};
    result.run = measure(m_run, expression, stop);
    if (m_baseline) {
        result.baseline = measure(*m_baseline, expression, stop);
    }
    const auto base = result.baseline ? result.baseline->value : std::nullopt;
    const auto &limit = expression.limit;
    if (!result.run.value || (expression.needsBaseline() && !base)) {
        return result;
    }
    const bool isShare = limit.kind == GateLimit::Kind::ChangePercent;
    result.limit = !expression.needsBaseline() ? limit.number
                   : isShare                   ? *base + std::abs(*base) * limit.number / 100
                                               : *base + limit.number;
    if (base) {
        result.noise = stepNoise(expression.figure.over, result.run.steps, result.baseline->steps);
    }
    const bool isBeyond = holds(*result.run.value, expression.comparison, *result.limit);
    const bool isNoise = expression.needsBaseline() && !m_settings.ignoresNoise && result.noise &&
                         std::abs(*result.change()) <= *result.noise;
    result.verdict = !isBeyond ? GateVerdict::Kept : isNoise ? GateVerdict::WithinNoise : GateVerdict::Violated;
    return result;
}

}  // namespace stagescope
