#include "app/report/report_verdict.h"

#include "core/advice/finding_texts.h"
#include "core/advice/number_texts.h"
#include "core/base/number_text.h"
#include "core/base/statistics.h"
#include "core/scene/difference/ledger_scene.h"
#include "core/scene/pages/summary_model.h"
#include "views/common/scene_style.h"
#include "views/common/texts/message_texts.h"

#include <QtGui/QFont>

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::size_t kMostCauses = 3;
/// Parts below this share of the step are not worth a word.
constexpr double kLeastShare = 0.005;

std::string joinedWith(const std::vector<std::string> &parts, std::string_view between) {
    std::string text;
    for (const auto &part : parts) {
        text += (text.empty() ? std::string() : std::string(between)) + part;
    }
    return text;
}

std::string whatItIs(const SummaryModel &summary) {
    std::vector<std::string> parts;
    for (const auto &fact : summary.facts) {
        if (!fact.value.empty() && fact.value != "0" && fact.label.id != "summary.fact.hosts") {
            parts.push_back(messageText(fact.label).toStdString() + " " + fact.value);
        }
    }
    return summary.label + (parts.empty() ? "" : ": ") + joinedWith(parts, "; ");
}

std::string whereTimeGoes(const SummaryModel &summary) {
    std::vector<Nanos> medians;
    for (const auto &step : summary.steps) {
        medians.push_back(step.median);
    }
    TimeParts sum;
    for (const auto &bar : summary.split.bars) {
        sum.total += bar.parts.total;
        sum.preparing += bar.parts.preparing;
        sum.computing += bar.parts.computing;
        sum.notOverlapped += bar.parts.notOverlapped;
        sum.free += bar.parts.free;
        sum.tail += bar.parts.tail;
    }
    std::string text;
    if (!medians.empty()) {
        const auto count = medians.size();
        text = "A step takes " + millisText(upperMedian(std::move(medians))) + " ms" +
               (count > 1 ? " (median of " + std::to_string(count) + " steps)" : std::string());
    }
    std::vector<std::pair<Nanos, const char *>> parts{{sum.computing, "computing"},
                                                      {sum.notOverlapped, "communication (not overlapped)"},
                                                      {sum.free, "free"},
                                                      {sum.preparing, "preparing"},
                                                      {sum.tail, "after the last device work"}};
    std::stable_sort(parts.begin(), parts.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    std::vector<std::string> shares;
    for (const auto &[time, name] : parts) {
        if (shareOf(time, sum.total) >= kLeastShare) {
            shares.push_back(percentText(shareOf(time, sum.total)) + " % " + name);
        }
    }
    if (!shares.empty()) {
        text += (text.empty() ? "Of the time: " : ": ") + joinedWith(shares, ", ");
    }
    return text;
}

std::string whatChanged(const Ledger &ledger) {
    const auto change = ledger.change();
    auto text = "The step takes " + millisText(ledger.after) + " ms, in the baseline " + millisText(ledger.before) +
                " ms: " + signedText(millis(change)) + " ms";
    if (ledger.before > Nanos{0}) {
        text += " (" + signedText(100 * millis(change) / millis(ledger.before)) + " %";
        text += ledger.significance == Significance::Unknown
                    ? ")"
                    : ", " + std::string(significanceText(ledger.significance)) + ")";
    }
    const auto style = sceneStyle(QFont());
    std::vector<std::string> causes;
    for (const auto &bar : ledgerBars(ledger, kMostCauses)) {
        if (bar.kind == LedgerBar::Kind::Change && bar.significance != Significance::WithinNoise) {
            causes.push_back(messageText(barName(ledger, bar, style)).toStdString() + " " +
                             signedText(millis(bar.difference)) + " ms");
        }
    }
    return causes.empty() ? text : text + ". Largest causes: " + joinedWith(causes, "; ");
}

std::string largestCause(const Advice &advice) {
    if (advice.findings.empty()) {
        return advice.rules.empty() ? std::string()
                                    : "No cause found: " + std::to_string(passedRules(advice)) + " checks passed";
    }
    const auto &first = advice.findings.front();
    const auto isMemory = first.impact == Nanos{0} && first.bytes > 0;
    const auto amount = isMemory ? memoryText(first.bytes) : millisText(first.impact) + " ms per step";
    const auto title = findingText(first.title);
    const bool isTold = title.find(amount) != std::string::npos;
    return "Largest cause: " + title + (isTold ? std::string() : " (" + amount + ")");
}

}  // namespace

std::vector<std::string> reportVerdict(const Workspace &workspace, const Advice &advice, const Ledger &ledger) {
    const auto *run = workspace.mainRun();
    if (run == nullptr) {
        return {};
    }
    const auto summary = summaryModel(*run, std::nullopt);
    std::vector<std::string> lines{whatItIs(summary), whereTimeGoes(summary),
                                   ledger.isEmpty() ? largestCause(advice) : whatChanged(ledger)};
    std::erase(lines, std::string());
    for (auto &line : lines) {
        line += '.';
    }
    return lines;
}

}  // namespace stagescope
