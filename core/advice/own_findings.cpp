#include "core/advice/own_findings.h"

#include "core/analysis/run/platform.h"
#include "core/ask/ask_engine.h"
#include "core/ask/own_rule.h"
#include "core/base/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace stagescope {

namespace {

constexpr std::size_t kMostOfOne = 5;

/// While a rule's statement reads the table of findings, rules of users are not judged once more.
thread_local bool isJudging = false;
class JudgingGuard {
public:
    JudgingGuard() { isJudging = true; }
    ~JudgingGuard() { isJudging = false; }
    JudgingGuard(const JudgingGuard &) = delete;
    JudgingGuard &operator=(const JudgingGuard &) = delete;
};

std::optional<double> numberIn(const Cell &cell) {
    if (const auto *whole = std::get_if<std::int64_t>(&cell)) {
        return static_cast<double>(*whole);
    }
    const auto *real = std::get_if<double>(&cell);
    return real == nullptr ? std::nullopt : std::optional(*real);
}

std::string shortNumber(double value) {
    std::array<char, 48> text{};
    const bool isWhole = value == std::floor(value) && std::abs(value) < 1e15;
    std::snprintf(text.data(), text.size(), isWhole ? "%.0f" : "%.4g", value);
    return shownFigure(text.data());
}

/// "1.23 ms" of a column that ends in _ns, "12.5 MiB" of one in _bytes.
std::string figureText(std::string_view name, const Cell &cell) {
    const auto number = numberIn(cell);
    if (!number) {
        return cellText(cell);
    }
    std::array<char, 48> text{};
    const double nanos = name.ends_with("_ns")   ? *number
                         : name.ends_with("_us") ? *number * 1e3
                         : name.ends_with("_ms") ? *number * 1e6
                                                 : NAN;
    if (!std::isnan(nanos)) {
        const bool isLong = std::abs(nanos) >= 1e9;
        std::snprintf(text.data(), text.size(), isLong ? "%.2f s" : "%.3f ms", nanos / (isLong ? 1e9 : 1e6));
        return shownFigure(text.data());
    }
    if (name.ends_with("_bytes")) {
        std::snprintf(text.data(), text.size(), "%.1f MiB", *number / 1048576);
        return shownFigure(text.data());
    }
    return shortNumber(*number) + (name.ends_with("_percent") ? " %" : "");
}

/// The sentence with the figures of a row.
std::string filledSentence(const OwnRule &rule, const std::string &sentence, const ResultTable &table,
                           std::size_t row) {
    std::string text;
    for (std::size_t at = 0; at < sentence.size();) {
        const auto open = sentence.find('{', at);
        const auto close = open == std::string::npos ? open : sentence.find('}', open);
        if (close == std::string::npos) {
            return text + sentence.substr(at);
        }
        text += sentence.substr(at, open - at);
        const auto name = sentence.substr(open + 1, close - open - 1);
        const auto column = table.indexOf(name);
        const auto parameter = rule.parameters.find(name);
        text += column < table.columns.size()        ? figureText(name, table.rows[row][column])
                : parameter != rule.parameters.end() ? shortNumber(parameter->second)
                                                     : '{' + name + '}';
        at = close + 1;
    }
    return text;
}

bool holds(const OwnCondition &when, double value, Nanos step) {
    const double unit = when.column.ends_with("_us") ? 1e3 : when.column.ends_with("_ms") ? 1e6 : 1;
    const double limit = when.isOfStep ? when.value * static_cast<double>(step.count()) / unit : when.value;
    return when.op == ">"    ? value > limit
           : when.op == ">=" ? value >= limit
           : when.op == "<"  ? value < limit
           : when.op == "<=" ? value <= limit
           : when.op == "="  ? value == limit
                             : value != limit;
}

Finding findingOf(const OwnRule &rule, const Run &run, const ResultTable &table, std::size_t row, Nanos step) {
    Finding finding;
    finding.rule = "own." + rule.id;
    for (const auto severity : {FindingSeverity::High, FindingSeverity::Medium, FindingSeverity::Low}) {
        finding.severity = findingSeverityText(severity) == rule.severity ? severity : finding.severity;
    }
    finding.title = Message("finding.own", {filledSentence(rule, rule.says, table, row)});
    const std::string remedy(rule.remedyFor(platformOf(run)));
    finding.remedy = remedy.empty() ? Message("finding.own.remedy.none")
                                    : Message("finding.own.remedy", {filledSentence(rule, remedy, table, row)});
    finding.facts.emplace_back("finding.own.fact", std::vector<std::string>{rule.path});
    const auto numberOf = [&](const char *name) {
        const auto at = table.indexOf(name);
        return at < table.columns.size() ? numberIn(table.rows[row][at]) : std::nullopt;
    };
    constexpr double kMost = 9e18;
    if (const auto impact = numberOf("impact_ns"); impact && std::abs(*impact) < kMost) {
        finding.impact = Nanos(static_cast<std::int64_t>(*impact));
        if (step > Nanos{0}) {
            finding.share = *impact / static_cast<double>(step.count());
        }
    }
    if (const auto bytes = numberOf("memory_bytes"); bytes && std::abs(*bytes) < kMost) {
        finding.bytes = static_cast<std::int64_t>(*bytes);
    }
    constexpr double kMostRank = 1e8;
    if (const auto rank = numberOf("rank"); rank && *rank >= 0 && *rank < kMostRank) {
        finding.evidence.ranks.push_back({run.id, static_cast<int>(*rank)});
    }
    if (const auto number = numberOf("step"); number && std::abs(*number) < kMost) {
        finding.evidence.step = static_cast<std::int64_t>(*number);
    }
    if (const auto item = itemFromText(table.text(row, "evidence"))) {
        finding.evidence.items.push_back(*item);
    }
    return finding;
}

/// Why a rule could not look; its findings otherwise.
std::optional<std::string> judge(const OwnRule &rule, const Run &run, Nanos step, std::vector<Finding> &found,
                                 const std::stop_token &stop) {
    Workspace workspace;
    workspace.runs.push_back(run);
    workspace.runs.front().role = RunRole::None;
    AnalysisInput input;
    input.workspace = &workspace;
    AskLimits limits;
    limits.time = std::chrono::seconds(5);
    limits.mostRows = 10'000;
    limits.values = rule.parameters;
    const auto table = ask(input, rule.sql, limits, stop);
    if (!table) {
        return table.error().detail;
    }
    const auto column = table->indexOf(rule.when.column);
    if (column == table->columns.size()) {
        return "the statement has no column " + rule.when.column;
    }
    const auto rows = std::min(table->rows.size(), rule.isEachRow ? table->rows.size() : std::size_t{1});
    bool hasFigure = rule.isEachRow;
    for (std::size_t row = 0; row < rows && found.size() < kMostOfOne; ++row) {
        const auto value = numberIn(table->rows[row][column]);
        hasFigure = hasFigure || value.has_value();
        if (value && holds(rule.when, *value, step)) {
            found.push_back(findingOf(rule, run, *table, row, step));
        }
    }
    return hasFigure ? std::nullopt : std::optional("the profile has no data for column " + rule.when.column);
}

}  // namespace

void addOwnFindings(const Run &run, Nanos step, Advice &advice, const std::stop_token &stop) {
    const auto own = ownRules();
    if (isJudging || (own->rules.empty() && own->errors.empty())) {
        return;
    }
    const JudgingGuard guard;
    const auto platform = platformOf(run);
    const auto couldNotLook = [&](RuleOutcome outcome, const std::string &why) {
        outcome.unanswered = Message("finding.own.unanswered", {why});
        advice.unchecked.push_back({*outcome.unanswered, {outcome.rule}});
        advice.rules.push_back(std::move(outcome));
    };
    for (const auto &rule : own->rules) {
        if (stop.stop_requested() || !rule.isFor(platform)) {
            continue;
        }
        std::vector<Finding> found;
        RuleOutcome outcome{.rule = "own." + rule.id};
        if (const auto why = judge(rule, run, step, found, stop)) {
            couldNotLook(std::move(outcome), rule.path + ": " + *why);
            continue;
        }
        outcome.findings = found.size();
        advice.rules.push_back(std::move(outcome));
        std::move(found.begin(), found.end(), std::back_inserter(advice.findings));
    }
    for (const auto &error : own->errors) {
        couldNotLook({.rule = "own." + error.where.substr(error.where.rfind('/') + 1)}, errorLine(error));
    }
}

}  // namespace stagescope
