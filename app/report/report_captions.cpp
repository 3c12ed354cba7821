#include "app/report/report_captions.h"

#include "app/command_choice.h"
#include "app/report/report_text.h"
#include "core/analysis/overview/item_facts.h"
#include "core/base/number_text.h"
#include "core/base/step_id.h"
#include "core/base/time.h"

#include <algorithm>
#include <set>

namespace stagescope {

namespace {

constexpr std::size_t kMostOutlined = 3;

void join(QString &text, const char *separator, const QString &part) {
    text += (text.isEmpty() || part.isEmpty() ? QString() : QString::fromLatin1(separator)) + part;
}

QString ranksText(const SelectionState &evidence) {
    std::set<std::int64_t> numbers;
    for (const auto &ref : evidence.ranks) {
        numbers.insert(ref.rank);
    }
    const auto text = QString::fromStdString(numbersText({numbers.begin(), numbers.end()}));
    return numbers.empty()       ? QString()
           : numbers.size() == 1 ? ReportText::tr("rank %1").arg(text)
                                 : ReportText::tr("ranks %1").arg(text);
}

QString outlinedText(const ItemFacts &item) {
    if (item.what.empty()) {
        return {};
    }
    const auto what = QString::fromStdString(item.what);
    QString more;
    join(more, ", ", QString::fromStdString(item.where));
    join(more, ", ", item.duration ? QString::fromStdString(shownDuration(*item.duration)) : QString());
    return (item.rank ? ReportText::tr("%1 on rank %2").arg(what, QString::number(*item.rank)) : what) +
           (more.isEmpty() ? more : QStringLiteral(" (%1)").arg(more));
}

}  // namespace

QString evidenceCaption(const Workspace &workspace, const Finding &finding) {
    const auto &evidence = finding.evidence;
    auto caption = ranksText(evidence);
    join(caption, ", ",
         evidence.step ? ReportText::tr("step %1").arg(QString::fromStdString(stepText(*evidence.step))) : QString());
    if (evidence.range) {
        const auto length = QString::fromStdString(shownDuration(evidence.range->duration()));
        join(caption, ", ", ReportText::tr("%1 marked").arg(length));
    }
    QString outlined;
    std::size_t told = 0;
    for (const auto &item : evidence.items) {
        const auto facts = told < kMostOutlined ? itemFacts(workspace, item) : std::nullopt;
        const auto text = facts ? outlinedText(*facts) : QString();
        join(outlined, "; ", text);
        told += text.isEmpty() ? 0 : 1;
    }
    if (told > 0 && evidence.items.size() > kMostOutlined) {
        outlined =
            ReportText::tr("%1 and %2 more").arg(outlined, QString::number(evidence.items.size() - kMostOutlined));
    }
    join(caption, "; ", outlined.isEmpty() ? outlined : ReportText::tr("outlined: %1").arg(outlined));
    return caption;
}

}  // namespace stagescope
