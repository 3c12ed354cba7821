#include "views/communication/link_tip.h"

#include "core/base/number_text.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QLocale>
#include <QtCore/QStringList>

namespace stagescope {

namespace {

/// Texts of this file, translated as those of a class.
struct LinkTip {
    Q_DECLARE_TR_FUNCTIONS(stagescope::LinkTip)
public:
    [[nodiscard]] static QStringList figures(const LinkSum &link);
    [[nodiscard]] static QStringList differences(const LinkCell &cell);
};

QString exact(double value) { return QString::fromStdString(cellText(Cell{value})); }
QString exactOrDash(const std::optional<double> &value) { return value ? exact(*value) : QString(QChar(0x2013)); }

QStringList LinkTip::figures(const LinkSum &link) {
    QStringList lines{tr("size %1 MB (10^6 bytes)").arg(exact(link.sizeMb)), tr("time %1 ms").arg(exact(link.timeMs))};
    if (const auto gbps = link.gbps()) {
        lines += tr("bandwidth %1 GB/s (size / time, not physical)").arg(exact(*gbps));
    }
    if (const auto percent = link.referencePercent()) {
        lines += tr("%1 % of the reference (%2 GB/s)")
                     .arg(QLocale().toString(*percent, 'f', 1))
                     .arg(*referenceGbps(link.transport));
    }
    lines += tr("%n operator(s) listed in the files", nullptr, link.operators);
    if (link.isOfPicked) {
        lines += tr("no total in the files: size and time of the listed operators (fastest, middle, slowest)");
    }
    return lines;
}

QStringList LinkTip::differences(const LinkCell &cell) {
    QStringList lines;
    if (cell.own == nullptr || cell.baseline == nullptr) {
        lines += cell.own != nullptr ? tr("only in run") : tr("only in baseline");
    } else if (cell.own->transport != cell.baseline->transport) {
        lines += tr("transport in the baseline: %1").arg(utf8Text(cell.baseline->transport));
    }
    for (const auto metric : linkMetrics()) {
        const auto of = [&](const LinkSum *sum) { return sum == nullptr ? std::nullopt : linkValue(*sum, metric); };
        const auto own = of(cell.own);
        const auto other = of(cell.baseline);
        if (own || other) {
            const auto difference = own && other ? std::optional(*own - *other) : std::nullopt;
            lines +=
                tr("%1: run %2, baseline %3, difference %4")
                    .arg(messageText(Message("link.metric." + std::string(linkMetricText(metric)))), exactOrDash(own),
                         exactOrDash(other), utf8Text(signedFigure(exactOrDash(difference).toStdString())));
        }
    }
    return lines;
}

}  // namespace

QString linkTip(const CommMatrixModel &model, const LinkCell &cell) {
    const auto &link = cell.any();
    QStringList lines{
        LinkTip::tr("rank %1 to rank %2, %3").arg(link.source).arg(link.destination).arg(utf8Text(link.transport))};
    lines += model.question.baseline ? LinkTip::differences(cell) : LinkTip::figures(link);
    return lines.join(QLatin1Char('\n'));
}

}  // namespace stagescope
