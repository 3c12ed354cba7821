#include "views/memory/curve_names.h"

#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"
#include "views/memory/memory_curves_page.h"

namespace stagescope {

namespace {

/// "PTA allocated"
QString keyName(const MemoryCurveKey &key) {
    const auto id = "memory.component." + key.owner.component;
    auto of = hasMessageText(id) ? messageText(Message(id)) : utf8Text(key.owner.component);
    if (!key.owner.stream.empty()) {
        of += QLatin1Char(' ') + MemoryCurvesPage::tr("stream %1").arg(utf8Text(key.owner.stream));
    }
    return of + QLatin1Char(' ') +
           messageText(Message("memory.measure." + std::string(memoryMeasureText(key.measure))));
}

}  // namespace

QString curveName(const RankCurve &curve) {
    return messageText(Message("rank.label", {std::to_string(curve.rank)})) + QStringLiteral(": ") + keyName(curve.key);
}

QString bandName(const RankBand &band) {
    const auto count = static_cast<int>(band.ranks.size());
    const auto whose = band.stage ? MemoryCurvesPage::tr("stage %1, %n rank(s)", nullptr, count).arg(*band.stage)
                                  : MemoryCurvesPage::tr("all %n rank(s)", nullptr, count);
    return whose + QStringLiteral(": ") + MemoryCurvesPage::tr("%1, min to max").arg(keyName(band.key));
}

QString curveBaselineText(const MemoryCurves &model, const Workspace &workspace) {
    const auto &baseline = *model.baseline;
    if (baseline.run == model.run) {
        return MemoryCurvesPage::tr("Difference to rank %1 at the same time.").arg(*baseline.rank);
    }
    const auto *run = workspace.run(baseline.run);
    const auto label = run == nullptr ? QString() : utf8Text(run->label);
    return baseline.rank ? MemoryCurvesPage::tr("Run minus baseline: difference to rank %1 of %2, steps aligned.")
                               .arg(*baseline.rank)
                               .arg(label)
                         : MemoryCurvesPage::tr("Run minus baseline: difference to the same rank of %1, steps aligned.")
                               .arg(label);
}

}  // namespace stagescope
