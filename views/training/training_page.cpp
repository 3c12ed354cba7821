#include "views/training/training_page.h"

#include "core/analysis/training/training_log.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"

#include <cmath>

namespace stagescope {

TrainingPage::TrainingPage(const ViewServices &services, QWidget *parent)
    : ModelPage(services, "training", Extent::Page, parent) {
    retranslate();
}

QString TrainingPage::title() const { return tr("Training"); }
QString TrainingPage::canvasName() const { return tr("Curves of the training log over its steps"); }

std::optional<Message> TrainingPage::emptyReason() const {
    if (!model().curves.empty()) {
        return std::nullopt;
    }
    const bool hasLog = run() != nullptr && hasTrainingLog(*run());
    return Message(!isKnown() ? "training.empty.reading" : hasLog ? "training.empty.values" : "training.empty");
}

bool TrainingPage::isOffered(const Workspace &workspace) const {
    const auto *run = workspace.mainRun();
    return run != nullptr && hasTrainingLog(*run);
}

void TrainingPage::ask() {
    if (run() == nullptr) {
        setModel({});
        return;
    }
    start(
        [workspace = workspace()](const std::stop_token &stop) { return trainingCurves(*workspace->mainRun(), stop); });
}

void TrainingPage::onClicked(QPoint position, const std::optional<ItemRef> &item) {
    const auto at = layoutShown().stepAt(model(), position.x(), position.y());
    const auto *nearest = at ? model().captured.nearest(model().steps[*at]) : nullptr;
    select(item                 ? item
           : nearest == nullptr ? std::nullopt
                                : std::optional<ItemRef>(StepRef{model().run, nearest->step}));
}

QString TrainingPage::tipAt(QPoint position) const {
    const auto at = layoutShown().stepAt(model(), position.x(), position.y());
    if (!at) {
        return {};
    }
    auto text = tr("Step %1").arg(model().steps[*at]);
    for (const auto &curve : model().curves) {
        const double value = curve.values[*at];
        if (!std::isnan(value)) {
            text += QLatin1Char('\n') + messageText(curve.name) + QStringLiteral(": ") +
                    utf8Text(trainingValueText(value)) +
                    (curve.unit.empty() ? QString() : QLatin1Char(' ') + utf8Text(curve.unit));
        }
    }
    if (const auto *nearest = model().captured.nearest(model().steps[*at])) {
        text += QLatin1Char('\n') +
                (nearest->inLog == model().steps[*at]
                     ? tr("Recorded as step %1 of the profile").arg(nearest->step)
                     : tr("Nearest recorded step: %1 (step %2 of the log)").arg(nearest->step).arg(nearest->inLog));
    }
    return text;
}

TrainingCurvesLayout TrainingPage::layoutFor(QSize size) const {
    return layOutTrainingCurves(model(), size.width(), size.height(), sceneStyle(font()));
}

}  // namespace stagescope
