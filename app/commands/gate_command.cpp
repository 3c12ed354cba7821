#include "app/command_clock.h"
#include "app/command_identity.h"
#include "app/command_list.h"
#include "app/command_outcome.h"
#include "app/common_options.h"
#include "app/output.h"
#include "app/table_loading.h"
#include "core/advice/gate/gate.h"
#include "core/advice/gate/gate_metrics.h"
#include "core/base/io/output_file.h"
#include "core/base/number_text.h"
#include "core/base/words/nearest_names.h"
#include "core/export/junit_writer.h"
#include "core/export/shown_text.h"
#include "core/export/table_writer.h"
#include "core/session/output_place.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace stagescope {

namespace {

std::string withUnit(double value, const std::string &unit) {
    constexpr double kMostPlain = 1e6;
    const double size = std::abs(value);
    const bool isCount = unit.empty() && size < kMostPlain && size == std::floor(size);
    const auto text = isCount ? std::to_string(static_cast<int>(size)) : valueText(size);
    return (value < 0 ? "-" : "") + text + (unit.empty() ? "" : " " + unit);  // scripts read it: no other minus
}

/// Of a difference: of percent it is percentage points.
std::string unitOfChange(const std::string &unit) { return unit == "%" ? "points" : unit; }

std::string changeText(double value, const std::string &unit) {
    auto text = withUnit(value, unitOfChange(unit));
    return value < 0 ? text : signedFigure(std::move(text));
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

/// "212 ms, baseline 200 ms, +12.0 ms (+6.0 %), limit 206 ms, noise 1.2 ms; worst: rank 3, step 5: 214 ms", or why
/// there is no value.
std::string gateResultText(const GateResult &result) {
    const auto &unit = result.expression.figure.unit;
    if (result.verdict == GateVerdict::NoData) {
        return result.reason();
    }
    std::string text = withUnit(*result.run.value, unit);
    text += result.change() ? comparedText(result, unit) : "";
    text += ", limit " + withUnit(*result.limit, unit) + noiseText(result, unit);
    text += result.run.extreme ? extremeText(*result.run.extreme, unit) : "";
    const auto lacks = result.reason();
    return text + (lacks.empty() ? "" : "; " + lacks);
}

/// A line each, what is violated first.
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

/// `allowsMissing`: figures without data are skipped, not errors.
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

/// The grammar and all short names, for the help and the manual page.
std::string gateHelp() {
    return "EXPRESSION: METRIC OP LIMIT, with OP one of > >= < <= = !=\n"
           "  METRIC     NAME, TABLE.COLUMN or AGGREGATE(METRIC), each optionally followed by\n"
           "             'where COLUMN OP VALUE [and ...]' (OP also ~ for \"contains\"; quote\n"
           "             texts; numbers with or without unit)\n"
           "  AGGREGATE  mean median typical min max sum p95 count: over ranks and rows of\n"
           "             each step, then over steps (count is summed). In max(mean(METRIC))\n"
           "             the outer one is over the steps; typical takes the typical step.\n"
           "             Without aggregate: median, robust to slow first steps\n"
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

constexpr const char *kGateCommand = "stagescope gate";

struct GateRequest {
    std::vector<GateExpression> expressions;
    GateSettings settings;
    ClockChoice clock = ClockChoice::Aligned;
    std::string format = "text";
};

tl::unexpected<Error> refused(std::string detail) {
    return fail(ErrorKind::BadArgument, std::move(detail), kGateCommand);
}

/// TABLE.NAME
std::vector<std::string> parameterNames() {
    std::vector<std::string> names;
    for (const auto &table : analysisList()) {
        for (const auto &parameter : table.parameters) {
            names.push_back(table.id + "." + parameter.name);
        }
    }
    return names;
}

/// --set TABLE.NAME=VALUE
Status takeParameters(const Arguments &arguments, GateSettings &settings) {
    for (const auto &text : arguments.values("--set")) {
        const auto dot = text.find('.');
        const auto equals = text.find('=');
        const auto *const table = analysisById(text.substr(0, dot));
        const auto name = dot < equals && equals != std::string::npos ? text.substr(dot + 1, equals - dot - 1) : "";
        const bool isKnown = table != nullptr && std::any_of(table->parameters.begin(), table->parameters.end(),
                                                             [&](const ParameterSpec &p) { return p.name == name; });
        if (!isKnown) {
            return refused("no parameter of a table for --set " + text +
                           nearestNames(text.substr(0, equals), parameterNames()) + "; stagescope tables lists them");
        }
        settings.parameters[table->id][name] = text.substr(equals + 1);
    }
    return {};
}

Result<GateRequest> readRequest(const Arguments &arguments) {
    GateRequest request;
    auto ranks = ranksOption(arguments, "--rank");
    if (!ranks) {
        return refused(ranks.error().detail);
    }
    request.settings.ranks = std::move(*ranks);
    if (const auto status = takeParameters(arguments, request.settings); !status) {
        return tl::make_unexpected(status.error());
    }
    const auto clock = readClock(arguments);
    if (!clock) {
        return tl::make_unexpected(clock.error());
    }
    request.clock = *clock;
    request.settings.ignoresNoise = arguments.has("--ignore-noise");
    request.format = arguments.has("--format") ? arguments.value("--format") : request.format;
    if (request.format != "text" && request.format != "json" && request.format != "csv") {
        return badChoice("--format", request.format, {"text", "json", "csv"});
    }
    if (!arguments.has("--fail-if")) {
        return refused("--fail-if EXPRESSION is missing: there is nothing to judge");
    }
    if (const auto place = checkOutputPlace(arguments.value("--junit"), arguments.opened());
        arguments.has("--junit") && !place) {
        return tl::make_unexpected(place.error());
    }
    return request;
}

/// As deep as the tables of the expressions need it.
Result<Run> loadForGate(const std::string &path, RunId id, const GateRequest &request) {
    std::vector<TableQuestion> questions;
    for (const auto &expression : request.expressions) {
        const auto &table = *expression.figure.table;
        questions.push_back({&table, request.settings.inputFor(table)});
    }
    auto run = loadForTables(path, id, questions, request.settings.ranks);
    auto readable = run ? requireReadable(*run, path) : Status{};
    readable = run && readable ? requireOneRun(*run, path) : std::move(readable);
    if (run && readable) {
        setClock(*run, request.clock);
    }
    return readable ? std::move(run) : tl::make_unexpected(readable.error());
}

/// 3 where anything is violated, 2 where a figure has no data and must have, else 0.
int tellOutcome(const std::vector<GateResult> &results, const Arguments &arguments) {
    const auto is = [](GateVerdict verdict) { return [verdict](const GateResult &r) { return r.verdict == verdict; }; };
    int code = 0;
    for (const auto &result : results) {
        if (result.verdict == GateVerdict::NoData) {
            const auto text = "no data for '" + result.expression.text + "': " + gateResultText(result);
            const auto &path = arguments.positional[0];
            if (arguments.has("--allow-missing")) {
                printNote(path + ": note: " + text);
            } else {
                code = printError({ErrorKind::NotFound, text, path});
            }
        }
    }
    return std::any_of(results.begin(), results.end(), is(GateVerdict::Violated)) ? 3 : code;
}

Status writeResults(const std::vector<GateResult> &results, const GateRequest &request, const Arguments &arguments) {
    const auto text = request.format == "text"   ? shownLines(gateText(results))
                      : request.format == "json" ? tableToJson(gateTable(results))
                                                 : tableToCsv(gateTable(results));
    if (!writeOut(text)) {
        return fail(ErrorKind::ReadFailed, "cannot be written", "standard output");
    }
    const auto cases = gateCases(results, arguments.has("--allow-missing"));
    return arguments.has("--junit")
               ? writeWholeFile(arguments.value("--junit"), junitXml("gate " + arguments.positional[0], cases))
               : Status{};
}

int judge(const Arguments &arguments, const GateRequest &request) {
    const auto &path = arguments.positional[0];
    std::vector<Run> runs;
    for (const auto &opened : {path, arguments.value("--baseline")}) {
        if (runs.empty() || arguments.has("--baseline")) {
            auto run = loadForGate(opened, RunId{static_cast<std::uint32_t>(runs.size())}, request);
            if (!run) {
                return printError(run.error());
            }
            runs.push_back(std::move(*run));
        }
    }
    Gate gate(runs.front(), runs.size() > 1 ? &runs.back() : nullptr, request.settings);
    std::vector<GateResult> results;
    for (const auto &expression : request.expressions) {
        results.push_back(gate.judge(expression));
    }
    showProgress({});
    if (const auto status = writeResults(results, request, arguments); !status) {
        return printError(status.error());
    }
    const int losses = exitCode(lossesOf(runs, request.settings.ranks), arguments, path);
    const int outcome = tellOutcome(results, arguments);
    return outcome != 0 ? outcome : losses;
}

int runGate(const Arguments &arguments) {
    auto request = readRequest(arguments);
    if (!request) {
        return printError(request.error());
    }
    for (const auto &text : arguments.values("--fail-if")) {
        auto expression = parseGate(text);
        if (!expression) {
            return printMistake(kGateCommand, text, expression.error());
        }
        if (expression->needsBaseline() && !arguments.has("--baseline")) {
            return printError({ErrorKind::BadArgument,
                               "'" + text + "' is a change against a baseline, and --baseline PATH is missing",
                               kGateCommand});
        }
        request->expressions.push_back(std::move(*expression));
    }
    return judge(arguments, *request);
}

}  // namespace

Command makeGateCommand() {
    return {
        .name = "gate",
        .section = CommandSection::Query,
        .synopsis = "PATH --fail-if EXPRESSION...",
        .summary = "Check metrics of a run against limits; exit with 3 if one fails",
        .options = {{"--fail-if", "EXPRESSION", "fail if EXPRESSION holds, e.g. \"step_ms > +3%\" (repeatable)", true},
                    {"--baseline", "PATH", "baseline run, for signed limits such as +3%"},
                    {"--ignore-noise", "", "count changes within the noise of the steps, too"},
                    {"--allow-missing", "", "skip metrics the profile does not have (default: exit with 2)"},
                    {"--format", "text|json|csv",
                     "text: one line per expression (default); json, csv: table of all metrics"},
                    {"--junit", "FILE", "also write a JUnit report to FILE"},
                    {"--set", "TABLE.NAME=VALUE", "set a table parameter (repeatable)", true},
                    ranksSpec("--rank"),
                    stepPatternOption(),
                    clockOption(),
                    allowLossOption()},
        .minPositional = 1,
        .maxPositional = 1,
        .more = &gateHelp,
        .run = &runGate};
}

}  // namespace stagescope
