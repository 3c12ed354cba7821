#include "views/collect/outlook_panel.h"

#include "core/base/byte_text.h"
#include "core/base/number_text.h"
#include "core/base/words/ranges_text.h"
#include "views/collect/setting_draft.h"
#include "views/collect/setting_words.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"

#include <QtCore/QUrl>
#include <QtWidgets/QScrollBar>

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::size_t kMostProblems = 100;

QString headed(const QString &title, const QString &body) {
    return body.isEmpty() ? QString() : QStringLiteral("<h4>%1</h4>%2").arg(title.toHtmlEscaped(), body);
}

QString paragraph(const QString &html) { return QStringLiteral("<p style=\"margin:2px 0 4px 0\">%1</p>").arg(html); }

QString tableRow(const QString &first, const QString &second) {
    return QStringLiteral(
               "<tr><td style=\"padding:2px 10px 2px 0; white-space:nowrap\">%1</td><td "
               "style=\"padding:2px 0\">%2</td></tr>")
        .arg(first, second);
}

QString inTable(const QString &rows) {
    return rows.isEmpty() ? rows : QStringLiteral("<table cellspacing=\"0\">%1</table>").arg(rows);
}

}  // namespace

OutlookPanel::OutlookPanel(SettingDraft *draft, QWidget *parent) : QTextBrowser(parent), m_draft(draft) {
    setObjectName(QStringLiteral("outlook"));
    setOpenLinks(false);
    setFrameShape(QFrame::NoFrame);
    connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl &url) { Q_EMIT keyChosen(url.path()); });
    connect(m_draft, &SettingDraft::changed, this, &OutlookPanel::refresh);
    connect(m_draft, &SettingDraft::replaced, this, &OutlookPanel::refresh);
    refresh();
}

QString OutlookPanel::problems() const {
    const auto &all = m_draft->review()->problems;
    QString rows;
    for (std::size_t i = 0; i < std::min(all.size(), kMostProblems); ++i) {
        const auto &problem = all[i];
        const auto *spec = settingAt(m_draft->review()->sheet.program(), problem.path);
        const auto path = utf8Text(problem.path).toHtmlEscaped();
        const auto name = path.isEmpty()    ? QString()
                          : spec == nullptr ? path + QStringLiteral(": ")
                                            : QStringLiteral("<a href=\"key:%1\">%1</a>: ").arg(path);
        const auto line = problem.line > 0 ? QStringLiteral(" ") + tr("(line %1)").arg(problem.line) : QString();
        rows +=
            tableRow(colored(verdictName(problem.verdict), colorOfVerdict(problem.verdict)),
                     name + problemSentence(spec, problem.what).toHtmlEscaped() + colored(line, ColorRole::MutedText));
    }
    if (all.size() > kMostProblems) {
        rows += tableRow({}, tr("%1 more").arg(all.size() - kMostProblems));
    }
    return rows.isEmpty() ? paragraph(tr("All values take effect as written.").toHtmlEscaped()) : inTable(rows);
}

QString OutlookPanel::answers() const {
    QString rows;
    const Message off("settings.problem.off");
    bool isOff = false;
    for (const auto &answer : plannedAnswers(m_draft->review()->sheet)) {
        if (answer.remedy == off) {
            isOff = true;  // one reason for all
            continue;
        }
        const auto [word, role] = answer.answer == Answer::Yes      ? std::pair(tr("✓ yes"), ColorRole::Overlapped)
                                  : answer.answer == Answer::Partly ? std::pair(tr("~ partly"), ColorRole::Warning)
                                                                    : std::pair(tr("✗ no"), ColorRole::Error);
        const auto more = answer.remedy.id.empty() ? QString() : QStringLiteral(": ") + messageText(answer.remedy);
        rows += tableRow(QStringLiteral("<b>%1</b>").arg(colored(word, role)),
                         messageText(answer.title).toHtmlEscaped() + colored(more, ColorRole::MutedText));
    }
    return (isOff ? paragraph(colored(messageText(off), ColorRole::Error)) : QString()) + inTable(rows);
}

QString OutlookPanel::ranks() const {
    const auto job = m_draft->job();
    if (!job) {
        return paragraph(colored(tr("Enter the job sizes (TP, CP, DP, PP) above to see which ranks to record."),
                                 ColorRole::MutedText));
    }
    auto ranks = sufficientRanks(*job);
    auto text = paragraph(tr("%1 of %2 ranks suffice: one per pipeline stage, from two replicas if there are any.")
                              .arg(QStringLiteral("<b>%1</b>").arg(utf8Text(rangesText(ranks))))
                              .arg(job->world()));
    if (const auto named = namedRanks(m_draft->review()->sheet, *job)) {
        std::erase_if(ranks, [&](auto rank) { return std::find(named->begin(), named->end(), rank) != named->end(); });
        text += paragraph(ranks.empty()
                              ? colored(tr("All recorded."), ColorRole::Overlapped)
                              : colored(tr("Not recorded: %1.").arg(utf8Text(rangesText(ranks))), ColorRole::Warning));
    } else {
        text += paragraph(tr("These settings record all ranks."));
    }
    return text;
}

QString OutlookPanel::measuredVolume(std::int64_t steps, std::int64_t ranks) const {
    const auto sizeOf = [](double bytes) { return utf8Text(bytesText(static_cast<std::uint64_t>(bytes))); };
    const auto &earlier = *weighedCapture(m_draft->earlier());
    const auto all = earlier.bytes * static_cast<double>(steps) * static_cast<double>(ranks);
    const auto source =
        tr("Measured: %1%2 has %3 per step and rank (steps: %4, ranks: %5).")
            .arg(utf8Text(earlier.label).toHtmlEscaped(), utf8Text(earlier.levelText()), sizeOf(earlier.bytes))
            .arg(earlier.steps)
            .arg(earlier.ranks);
    return paragraph(tr("About %1 in total (steps: %2, ranks: %3).")
                         .arg(QStringLiteral("<b>%1</b>").arg(sizeOf(all)))
                         .arg(steps)
                         .arg(ranks)) +
           paragraph(colored(source, ColorRole::MutedText));
}

QString OutlookPanel::volume() const {
    const auto &review = *m_draft->review();
    const auto job = m_draft->job();
    const auto named = job ? namedRanks(review.sheet, *job) : std::nullopt;
    const auto ranks = named ? static_cast<std::int64_t>(named->size()) : job ? job->world() : 1;
    const auto steps = review.plan ? review.plan->recorded(review.steps()) : 1;
    const auto bytes = kernelTableBytes(review.sheet, steps, review.plan ? ranks : 1);
    if (bytes <= 0) {
        return {};
    }
    const auto parsing =
        tr("Parsing needs %1 times the raw data size on disk and in memory; keep a capture below %2 minutes.")
            .arg(kParsingFactor)
            .arg(kLongestMinutes);
    if (weighedCapture(m_draft->earlier()) != nullptr) {
        return measuredVolume(steps, review.plan ? ranks : 1) + paragraph(parsing);
    }
    const auto size = QStringLiteral("<b>%1</b>").arg(utf8Text(bytesText(static_cast<std::uint64_t>(bytes))));
    const auto kernels = review.plan ? tr("Kernels: about %1 in total (steps: %2, ranks: %3), plus the timeline.")
                                           .arg(size)
                                           .arg(steps)
                                           .arg(ranks)
                                     : tr("Kernels: about %1 per step and rank, plus the timeline.").arg(size);
    const auto source = tr("Estimated from a measured Qwen3-0.6B (TP 1, PP 2, DP 2): 9 MB of kernel_details.csv per "
                           "step and rank at Level2 (19 000 kernels), 65 bytes per kernel at Level0, half of that in a "
                           "database. Timeline of a small CNN at Level1 with call stacks: %1 kB per kernel.")
                            .arg(kTimelineBytesPerKernel / 1000);
    return paragraph(kernels) + paragraph(parsing) + paragraph(colored(source, ColorRole::MutedText));
}

/// What open profiles tell of it; nobody else does.
QString OutlookPanel::overhead() const {
    const auto steps = recordedSteps(m_draft->earlier());
    QString text;
    for (const auto &step : steps) {
        const auto name = utf8Text(step.capture->label).toHtmlEscaped() + utf8Text(step.capture->levelText());
        const auto time = QStringLiteral("<b>%1 ms</b>").arg(utf8Text(valueText(step.ms)));
        text += paragraph(step.more > 0 ? tr("%1: %2 per recorded step, %3 ms more than the fastest.")
                                              .arg(name, time, utf8Text(valueText(step.more)))
                                        : tr("%1: %2 per recorded step.").arg(name, time));
    }
    const auto note = steps.size() > 1
                          ? tr("If nothing else in the job differs, the difference is the overhead of the settings.")
                          : tr("Overhead in ms unknown: documentation only ranks what costs most (with_stack, then "
                               "level, then activities). Compare the steps with the training log while nothing is "
                               "recorded, or open two profiles taken with different settings.");
    return text + paragraph(colored(note, ColorRole::MutedText));
}

void OutlookPanel::refresh() {
    const int at = verticalScrollBar()->value();
    setAccessibleName(tr("What these settings record and answer"));
    if (!m_draft->review()) {
        setHtml(
            paragraph(colored(tr("The text cannot be read: %1").arg(utf8Text(m_draft->error())), ColorRole::Error)) +
            paragraph(tr("Fix it in an editor and open it again, or start with new settings.").toHtmlEscaped()));
        return;
    }
    const auto head = m_draft->review()->isStopped()
                          ? tr("What a profile with these settings answers, once the errors are fixed")
                          : tr("What a profile with these settings answers");
    setHtml(headed(head, answers()) + headed(tr("Effective values"), problems()) + headed(tr("Ranks"), ranks()) +
            headed(tr("Volume"), volume()) + headed(tr("Overhead"), overhead()));
    verticalScrollBar()->setValue(at);
}

}  // namespace stagescope
