#pragma once

#include "core/advice/gate/gate_expression.h"

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace stagescope {

/// How a run does by one expression.
enum class GateVerdict : std::uint8_t {
    Kept,
    WithinNoise,  ///< beyond the limit, but a change no larger than what steps differ by: kept
    Violated,
    NoData,  ///< this profile, or the baseline, does not tell the figure
};
/// "kept", "within_noise", "violated", "no_data"
[[nodiscard]] std::string_view gateVerdictText(GateVerdict verdict);

/// A figure of one run, in its unit.
struct GateSide {
    /// The row whose value is the furthest in the direction of the comparison, of those behind the value.
    struct Extreme {
        double value = 0;
        std::optional<std::int64_t> rank{};
        std::optional<std::int64_t> step{};
    };
    std::optional<double> value{};
    std::vector<double> steps{};  ///< what the outer aggregate was made of, by number of the step
    std::optional<Extreme> extreme{};
    std::string reason{};  ///< why there is no value, or what it lacks; one English sentence part
};

struct GateResult {
    GateExpression expression;
    GateVerdict verdict = GateVerdict::NoData;
    GateSide run{};
    std::optional<GateSide> baseline{};
    std::optional<double> limit{};  ///< that the value is compared with
    std::optional<double> noise{};  ///< stepNoise of both

    [[nodiscard]] std::optional<double> change() const;
    /// Of the size of the baseline's value; nothing where that is 0.
    [[nodiscard]] std::optional<double> changePercent() const;
    /// Why there is no verdict, or what the values of both sides lack; empty where neither lacks anything.
    [[nodiscard]] std::string reason() const;
};

struct GateSettings {
    std::vector<int> ranks{};  ///< empty = all
    bool ignoresNoise = false;
    std::map<std::string, std::map<std::string, std::string>> parameters{};  ///< by table, as --set tells them

    /// What a table is asked, but for the workspace.
    [[nodiscard]] AnalysisInput inputFor(const AnalysisEntry &table) const;
};

/// Judges expressions against a run and a baseline, which may be null; both outlive it. Each table is made once for all
/// expressions. One thread.
class Gate {
public:
    Gate(const Run &run, const Run *baseline, GateSettings settings);

    /// Costs what its table costs.
    [[nodiscard]] GateResult judge(const GateExpression &expression, const std::stop_token &stop = {});

private:
    /// A run as tables are asked about it.
    struct Asked {
        Workspace workspace;
        std::map<std::string, Result<ResultTable>> tables;
    };
    const Result<ResultTable> &tableOf(Asked &asked, const AnalysisEntry &entry, const std::stop_token &stop);
    GateSide measure(Asked &asked, const GateExpression &expression, const std::stop_token &stop);

    GateSettings m_settings;
    Asked m_run;
    std::optional<Asked> m_baseline;
};

/// One row per expression, with documented columns.
[[nodiscard]] ResultTable gateTable(const std::vector<GateResult> &results);

}  // namespace stagescope
