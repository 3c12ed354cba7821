#include "app/report/report_verdict.h"

#include "app/report/report_text.h"
#include "app/step_figures.h"
#include "core/advice/number_texts.h"
#include "core/base/number_text.h"
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

QString qt(const std::string &text) { return QString::fromStdString(text); }

QString whatItIs(const SummaryModel &summary) {
    QStringList parts;
    for (const auto &fact : summary.facts) {
        if (!fact.value.empty() && fact.value != "0" && fact.label.id != "summary.fact.hosts") {
            parts += messageText(fact.label) + QLatin1Char(' ') + qt(fact.value);
        }
    }
    const auto label = qt(summary.label);
    return parts.isEmpty() ? label : ReportText::tr("%1: %2").arg(label, parts.join(QStringLiteral("; ")));
}

/// "61.0 % computing", the largest first.
QStringList sharesOf(const TimeParts &sum) {
    const auto copies = sum.copies.value_or(Nanos{0});
    std::vector<std::pair<Nanos, QString>> parts{{sum.computing, ReportText::tr("computing")},
                                                 {sum.notOverlapped, ReportText::tr("communication (not overlapped)")},
                                                 {copies, ReportText::tr("copies (not overlapped)")},
                                                 {sum.free - copies, ReportText::tr("free")},
                                                 {sum.preparing, ReportText::tr("preparing")},
                                                 {sum.tail, ReportText::tr("after the last device activity")}};
    std::stable_sort(parts.begin(), parts.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    QStringList shares;
    for (const auto &[time, name] : parts) {
        if (shareOf(time, sum.total) >= kLeastShare) {
            shares += ReportText::tr("%1 % %2").arg(qt(percentText(shareOf(time, sum.total))), name);
        }
    }
    return shares;
}

QString whereTimeGoes(const Run &run, const SummaryModel &summary) {
    const auto steps = knownSteps(run, timeSplits(run));
    TimeParts sum;
    for (const auto &bar : summary.split.bars) {
        sum.total += bar.parts.total;
        sum.preparing += bar.parts.preparing;
        sum.computing += bar.parts.computing;
        sum.notOverlapped += bar.parts.notOverlapped;
        sum.free += bar.parts.free;
        sum.copies = sum.copies.value_or(Nanos{0}) + bar.parts.copies.value_or(Nanos{0});
        sum.tail += bar.parts.tail;
    }
    QString text;
    if (const auto *typical = typicalStep(steps); typical != nullptr && typical->step) {
        text = ReportText::tr("Step time: %1").arg(qt(timeText(typical->length)));
        text += steps.size() > 1 ? ReportText::tr(" (median of %1 steps)").arg(steps.size()) : QString();
    }
    const auto shares = sharesOf(sum).join(QStringLiteral(", "));
    if (shares.isEmpty()) {
        return text;
    }
    return text.isEmpty() ? ReportText::tr("Step time breakdown: %1").arg(shares)
                          : ReportText::tr("%1: %2").arg(text, shares);
}

QString whatChanged(const Ledger &ledger) {
    const auto change = ledger.change();
    auto text = ReportText::tr("Step time: %1, baseline %2: %3")
                    .arg(qt(timeText(ledger.after)), qt(timeText(ledger.before)), qt(signedTimeText(change)));
    if (ledger.before > Nanos{0}) {
        const auto percent = qt(signedText(100 * millis(change) / millis(ledger.before)));
        const auto noise = Message("value.significance." + std::string(significanceText(ledger.significance)));
        text += ledger.significance == Significance::Unknown
                    ? ReportText::tr(" (%1 %)").arg(percent)
                    : ReportText::tr(" (%1 %, %2)").arg(percent, messageText(noise));
    }
    if (ledger.hostSpeed != Nanos{0}) {
        text += ReportText::tr("; the same host calls take %1x the time, at equal host: %2")
                    .arg(qt(valueText(*ledger.hostRatio)), qt(signedTimeText(ledger.changeAtEqualHost())));
    }
    const auto style = sceneStyle(QFont());
    QStringList causes;
    for (const auto &bar : ledgerBars(ledger, kMostCauses)) {
        if (bar.kind == LedgerBar::Kind::Change && bar.significance != Significance::WithinNoise) {
            causes += ReportText::tr("%1 %2").arg(messageText(barName(ledger, bar, style)),
                                                  qt(signedTimeText(bar.difference)));
        }
    }
    if (ledger.holder) {
        text = ReportText::tr("%1. Rank %2 stalls the job").arg(text).arg(ledger.holder->rank);
    }
    return causes.isEmpty() ? text
                            : ReportText::tr("%1. Largest causes: %2").arg(text, causes.join(QStringLiteral("; ")));
}

/// Lines of the verdict end in a point of their own.
QString withoutPoint(QString sentence) {
    for (const auto *point : {".", "\u3002"}) {
        if (sentence.endsWith(QString::fromUtf8(point))) {
            sentence.chop(1);
        }
    }
    return sentence;
}

QString largestCause(const Advice &advice) {
    if (advice.findings.empty() && advice.verdict.ground != RunVerdict::Ground::Whole) {
        return withoutPoint(messageText(advice.verdict.headline));
    }
    if (advice.findings.empty()) {
        return advice.rules.empty() ? QString()
                                    : ReportText::tr("No cause found: %n check(s) passed", nullptr,
                                                     static_cast<int>(passedRules(advice)));
    }
    const auto &first = advice.findings.front();
    const auto isMemory = first.impact == Nanos{0} && first.bytes > 0;
    const auto amount = qt(isMemory ? memoryText(first.bytes) : timeText(first.impact));
    const auto title = messageText(first.title);
    if (title.contains(amount)) {
        return ReportText::tr("Largest cause: %1").arg(title);
    }
    const auto impact = isMemory ? amount : messageText(Message("findings.impact", {millisText(first.impact)}));
    return ReportText::tr("Largest cause: %1 (%2)").arg(title, impact);
}

}  // namespace

std::vector<std::string> reportVerdict(const Workspace &workspace, const Advice &advice, const Ledger &ledger) {
    const auto *run = workspace.mainRun();
    if (run == nullptr) {
        return {};
    }
    const auto summary = summaryModel(*run, std::nullopt);
    std::vector<std::string> lines;
    for (const auto &line : {whatItIs(summary), whereTimeGoes(*run, summary),
                             ledger.isEmpty() ? largestCause(advice) : whatChanged(ledger)}) {
        if (!line.isEmpty()) {
            lines.push_back(ReportText::tr("%1.").arg(line).toStdString());
        }
    }
    return lines;
}

}  // namespace stagescope
