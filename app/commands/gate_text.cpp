#include "app/commands/gate_text.h"

#include "core/advice/gate/gate_metrics.h"
#include "core/base/number_text.h"

#include <algorithm>
#include <cmath>

namespace stagescope {

namespace {

std::string withUnit(double value, const std::string &unit) {
    constexpr double kMostPlain = 1e6;
    const double size = std::abs(value);
    const bool isCount = unit.empty() && size < kMostPlain && size == std::floor(size);
    const auto text = isCount ? std::to_string(static_cast<int>(size)) : valueText(size);
    return (value < 0 ? "-" : "") + text + (unit.empty() ? "" : " " + unit);
}

/// Of a difference: of percent it is percentage points.
std::string unitOfChange(const std::string &unit) { return unit == "%" ? "points" : unit; }

std::string changeText(double value, const std::string &unit) {
    return (value >= 0 ? "+" : "") + withUnit(value, unitOfChange(unit));
}

std::string extremeText(const GateSide::Extreme &extreme, const std::string &unit) {
    std::string text;
    for (const auto &[name, number] : {std::pair("rank ", extreme.rank), std::pair("step ", extreme.step)}) {
        text += number ? (text.empty() ? "" : ", ") + std::string(name) + std::to_string(*number) : "";
    }
    return text.empty() ? text : "; worst: " + text + ": " + withUnit(extreme.value, unit);
}

std::string comparedText(const GateResult &result, const std::string &unit) {
    std::string text = ", baseline " + withUnit(*result.baseline->value, unit);
    text += ", " + changeText(*result.change(), unit);
    const auto percent = result.changePercent();
    text += percent && unit != "%" ? " (" + changeText(*percent, {}) + " %)" : "";
    return text;
}

std::string noiseText(const GateResult &result, const std::string &unit) {
    if (!result.expression.needsBaseline()) {
        return {};
    }
    return result.noise ? ", noise " + withUnit(*result.noise, unitOfChange(unit)) : ", noise unknown";
}

std::string verdictText(GateVerdict verdict) {
    auto text = std::string(gateVerdictText(verdict));
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
}

std::string inColumn(std::string_view text, std::size_t width) {
    return std::string(text) + std::string(width - std::min(width, text.size()) + 2, ' ');
}

std::string metricLines() {
    std::size_t name = 0;
    std::size_t figure = 0;
    for (const auto &metric : gateMetrics()) {
        name = std::max(name, metric.name.size());
        figure = std::max(figure, metric.figure.size());
    }
    std::string text;
    for (const auto &metric : gateMetrics()) {
        text +=
            "  " + inColumn(metric.name, name) + inColumn(metric.figure, figure) + std::string(metric.meaning) + "\n";
    }
    return text;
}

}  // namespace

std::string gateResultText(const GateResult &result) {
    const auto &unit = result.expression.figure.unit;
    if (result.verdict == GateVerdict::NoData) {
        return result.run.value ? "baseline: " + result.baseline->reason : result.run.reason;
    }
    std::string text = withUnit(*result.run.value, unit);
    text += result.change() ? comparedText(result, unit) : "";
    text += ", limit " + withUnit(*result.limit, unit) + noiseText(result, unit);
    text += result.run.extreme ? extremeText(*result.run.extreme, unit) : "";
    return text + (result.run.reason.empty() ? "" : "; " + result.run.reason);
}

std::string gateText(const std::vector<GateResult> &results) {
    constexpr std::size_t kLongestVerdict = 12;
    std::string text;
    const auto add = [&](bool isViolated) {
        for (const auto &result : results) {
            if ((result.verdict == GateVerdict::Violated) == isViolated) {
                text += inColumn(verdictText(result.verdict), kLongestVerdict) + result.expression.text + ": " +
                        gateResultText(result) + "\n";
            }
        }
    };
    add(true);
    add(false);
    return text;
}

std::vector<JunitCase> gateCases(const std::vector<GateResult> &results, bool allowsMissing) {
    std::vector<JunitCase> cases;
    for (const auto &result : results) {
        const auto outcome = result.verdict == GateVerdict::Violated ? JunitCase::Outcome::Failed
                             : result.verdict != GateVerdict::NoData ? JunitCase::Outcome::Passed
                             : allowsMissing                         ? JunitCase::Outcome::Skipped
                                                                     : JunitCase::Outcome::Broken;
        cases.push_back({result.expression.text, outcome, verdictText(result.verdict) + ": " + gateResultText(result)});
    }
    return cases;
}

std::string gateHelp() {
    return "EXPRESSION: METRIC OP LIMIT, with OP one of > >= < <= = !=\n"
           "  METRIC     NAME, TABLE.COLUMN or AGGREGATE(METRIC), each optionally followed by\n"
           "             'where COLUMN OP VALUE [and ...]' (OP also ~ for \"contains\"; quote\n"
           "             texts; numbers with or without unit)\n"
           "  AGGREGATE  mean median min max sum p95 count: over ranks and rows of each step,\n"
           "             then over steps (count is summed). In max(mean(METRIC)) the outer\n"
           "             one is over the steps. Without aggregate: median, robust to slow\n"
           "             first steps\n"
           "  LIMIT      absolute: 20, 5ms, 30%, 12GiB; signed = change against the baseline:\n"
           "             +3%, -5%, +2ms, +1.5 points (percentage points)\n"
           "A change counts only if it exceeds the noise: half the 99 % Welch interval of both\n"
           "runs.\n"
           "\nExamples\n"
           "  \"step_ms > +3%\"\n"
           "  \"bubble_percent > 20\"\n"
           "  \"findings where rule = slow_worker > 0\"\n"
           "  \"p95(comm_ops.duration_us where group_name = 'dp') > 5ms\"\n"
           "  \"max(time_split.free_us) > +2ms\"\n"
           "\nMetrics\n" +
           metricLines();
}

}  // namespace stagescope
