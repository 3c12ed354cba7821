// The same figure in all tables that show it: busy and idle time, windows of pipelines, peaks of memory, prices.
#pragma once

#include "core/advice/findings.h"
#include "core/advice/rule.h"
#include "core/analysis/tables/analysis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stagescope::same_figures {

/// Collects figures by what they are of, each with the table that it stands in, and keeps the first that differs.
class Figures {
public:
    explicit Figures(const Run &run) { m_workspace.runs.push_back(run); }

    /// Empty where all agree.
    [[nodiscard]] const std::string &disagreement() const { return m_disagreement; }
    /// How many figures of each kind ("step", "wait") stood in another table, too.
    [[nodiscard]] const std::map<std::string, std::size_t> &compared() const { return m_compared; }

    void collect() {
        collectSteps();
        collectPipelines();
        collectMemory();
        collectFindings();
    }

private:
    struct Mean {
        double sum = 0;
        int count = 0;
        [[nodiscard]] double value() const { return sum / count; }
        void add(double value) {
            sum += value;
            ++count;
        }
    };

    [[nodiscard]] ResultTable table(const char *id) const {
        return analysisById(id)->run({.workspace = &m_workspace}, {}).value_or(ResultTable{});
    }
    static double number(const std::string &text) { return std::strtod(text.c_str(), nullptr); }

    /// Figures without a text are none.
    void add(const std::string &what, const std::string &where, const std::string &text, double factor = 1) {
        if (!text.empty()) {
            add(what, where, factor * number(text));
        }
    }
    void add(const std::string &what, const std::string &where, double value) {
        const auto [known, isNew] = m_known.try_emplace(what, where, value);
        if (!isNew) {
            ++m_compared[what.substr(0, what.find(" of "))];
        }
        if (const double other = known->second.second;
            std::abs(value - other) > std::max(1e-6 * std::abs(other), 2e-3) && m_disagreement.empty()) {
            m_disagreement = what + ": " + known->second.first + " " + std::to_string(other) + ", " + where + " " +
                             std::to_string(value);
        }
    }
    /// Columns of rows of ranks and steps that are the same figure.
    void addRows(const char *id, const std::vector<std::pair<std::string, std::string>> &columns) {
        const auto rows = table(id);
        for (std::size_t row = 0; row < rows.rows.size(); ++row) {
            const auto key = " of rank " + rows.text(row, "rank") + ", step " + rows.text(row, "step");
            for (const auto &[what, column] : columns) {
                add(what + key, id, rows.text(row, column));
            }
        }
    }

    void collectSteps() {
        addRows("time_split", {{"step", "step_us"}, {"computing", "computing_us"}});
        addRows("time_causes", {{"step", "step_us"}, {"computing", "computing_us"}});
        addRows("bubbles", {{"step", "step_us"}});
        addRows("mfu", {{"step", "step_us"}});
    }

    void collectPipelines() {
        std::map<std::string, double> sums;
        const auto causes = table("bubble_causes");
        for (std::size_t row = 0; row < causes.rows.size(); ++row) {
            const auto key = causes.text(row, "group") + ", step " + causes.text(row, "step");
            sums[key] += number(causes.text(row, "length_us"));
            if (causes.text(row, "cause") == "busy") {
                add("mean busy of " + key, "bubble_causes", causes.text(row, "length_us"));
            }
        }
        std::map<std::string, Mean> busy;
        std::map<std::string, Mean> waits;   // of ranks, over the steps
        std::map<std::string, Mean> shares;  // of groups and windows, over the ranks
        const auto bubbles = table("bubbles");
        for (std::size_t row = 0; row < bubbles.rows.size(); ++row) {
            const auto key = bubbles.text(row, "group") + ", step " + bubbles.text(row, "step");
            const auto window = bubbles.text(row, "window_us");
            add("window of " + key, "bubbles", window);
            if (bubbles.text(row, "inherent_us").empty()) {
                continue;
            }
            const double idle = number(bubbles.text(row, "idle_us"));
            add("window of " + key, "sum of bubble_causes", sums[key]);
            busy[key].add(number(window) - idle);
            waits[bubbles.text(row, "rank")].add(idle);
            shares[bubbles.text(row, "group") + ", window " + window].add(
                number(bubbles.text(row, "idle_of_window_percent")));
        }
        for (const auto &[key, mean] : busy) {
            add("mean busy of " + key, "bubbles", mean.value());
        }
        collectWhatIf(shares);
        const auto stragglers = table("stragglers");
        for (std::size_t row = 0; row < stragglers.rows.size(); ++row) {
            const auto rank = stragglers.text(row, "rank");
            if (stragglers.text(row, "scope") == "worker" && waits.contains(rank)) {
                add("wait of rank " + rank, "bubbles", waits.at(rank).value());
                add("wait of rank " + rank, "stragglers", stragglers.text(row, "wait_ms"), 1e3);
                add("price of rank " + rank, "stragglers", stragglers.text(row, "saved_ms"));
            }
        }
    }

    void collectWhatIf(const std::map<std::string, Mean> &shares) {
        const auto answers = table("what_if");
        for (std::size_t row = 0; row < answers.rows.size(); ++row) {
            const auto measured = answers.text(row, "makespan_us");
            const auto share = shares.find(answers.text(row, "group") + ", window " + measured);
            if (answers.text(row, "scenario") == "Measured" && !measured.empty() && !shares.empty()) {
                add("window of one step, " + answers.text(row, "group"), "bubbles", share == shares.end() ? 0 : 1);
                add("window of one step, " + answers.text(row, "group"), "what_if", 1);
                if (share != shares.end()) {
                    add("bubbles of " + share->first, "bubbles", share->second.value());
                    add("bubbles of " + share->first, "what_if", answers.text(row, "bubble_of_makespan_percent"));
                }
            }
        }
    }

    void collectMemory() {
        const auto peaks = table("memory_peak");
        for (std::size_t row = 0; row < peaks.rows.size(); ++row) {
            const auto key = " of rank " + peaks.text(row, "rank") + ", device " + peaks.text(row, "device");
            add("allocated" + key, "memory_peak", peaks.text(row, "allocated_bytes"));
            add("reserved" + key, "memory_peak", peaks.text(row, "reserved_bytes"));
        }
        std::map<std::string, double> most;
        const auto curve = table("memory_curve");
        for (std::size_t row = 0; row < curve.rows.size(); ++row) {
            const auto key = curve.text(row, "measure") + " of rank " + curve.text(row, "rank") + ", device " +
                             curve.text(row, "device");
            if (curve.text(row, "component") == "PTA" && m_known.contains(key)) {
                auto &own = most[key];
                own = std::max(own, number(curve.text(row, "most_bytes")));
            }
        }
        for (const auto &[key, bytes] : most) {
            add(key, "memory_curve", bytes);
        }
    }

    /// All of one list are shares of one step, and cost what the headroom says and the page of stragglers.
    void collectFindings() {
        const RuleStudy study(m_workspace.runs.front());
        const auto advice = study.advice();
        const auto usual = static_cast<double>(study.step().count());
        for (const auto &finding : advice.findings) {
            const auto title = std::to_string(&finding - advice.findings.data()) + " " + finding.rule;
            if (finding.share && finding.impact > Nanos{0} && finding.impact <= advice.step) {
                add("share of " + title, "advice", 100 * *finding.share);
                add("share of " + title, "impact",
                    100 * static_cast<double>(finding.impact.count()) / static_cast<double>(advice.step.count()));
            }
            // No rule names what is less than its threshold of the usual step.
            const auto least = thresholdOf(finding.rule);
            const auto share = static_cast<double>(finding.impact.count()) / usual;
            if (finding.share && share < least && m_disagreement.empty()) {
                m_disagreement = title + ": " + std::to_string(100 * share) + " % of the usual step, threshold " +
                                 std::to_string(100 * least) + " %";
            }
            if (finding.rule == "slow_worker" && finding.evidence.ranks.size() == 1 && advice.findings.size() == 1) {
                add("price of rank " + std::to_string(finding.evidence.ranks.front().rank), "findings",
                    static_cast<double>(finding.impact.count()) / 1e6);
            }
        }
    }

    /// Share of the step, of rules that have one such threshold; 0 of others.
    static double thresholdOf(const std::string &rule) {
        constexpr auto kOfStep = std::to_array<std::string_view>(
            {"idle_gaps", "data_loading", "exposed_copies", "frequency", "stream_sync", "garbage_collection",
             "online_compilation", "memory_operations", "fusible_sequences", "unfused_kernels", "p2p_transfer"});
        const auto it = std::ranges::find(ruleList(), rule, &Rule::id);
        if (it == ruleList().end() || std::ranges::find(kOfStep, rule) == kOfStep.end()) {
            return 0;
        }
        const auto share = std::ranges::find(it->parameters, rule + ".share", &RuleParameter::name);
        return share == it->parameters.end() ? 0 : share->value;
    }

    Workspace m_workspace;
    std::map<std::string, std::pair<std::string, double>> m_known;  ///< by what it is: where it stood first
    std::string m_disagreement;
    std::map<std::string, std::size_t> m_compared;
};

/// The first figure that two tables of a run tell differently; empty where all agree. `compared` counts by kind those
/// that stand in several.
inline std::string disagreement(const Run &run, std::map<std::string, std::size_t> &compared) {
    Figures figures(run);
    figures.collect();
    for (const auto &[kind, count] : figures.compared()) {
        compared[kind] += count;
    }
    return figures.disagreement();
}

}  // namespace stagescope::same_figures
