#include "views/collect/step_strip.h"

#include "core/base/words/ranges_text.h"
#include "views/collect/setting_draft.h"
#include "views/collect/setting_words.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_style.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"

#include <QtGui/QHelpEvent>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QToolTip>

#include <algorithm>

namespace stagescope {

namespace {

constexpr double kSentenceShare = 1.25;  ///< of the size of other texts

/// First and last recorded step of a job, as the program counts them.
std::optional<std::pair<std::int64_t, std::int64_t>> recordedSteps(const SettingReview &review) {
    std::optional<std::pair<std::int64_t, std::int64_t>> found;
    for (const auto &stretch : stepStretches(*review.plan, review.steps(), 64)) {
        if (stretch.state == StepState::Recorded || stretch.state == StepState::Saved ||
            stretch.state == StepState::Cut) {
            found = {found ? found->first : stretch.begin, stretch.end - 1};
        }
    }
    return found;
}

}  // namespace

StepStrip::StepStrip(SettingDraft *draft, QWidget *parent)
    : QWidget(parent), m_draft(draft), m_sentence(new QLabel(this)), m_canvas(new SceneCanvas(this)) {
    m_sentence->setObjectName(QStringLiteral("collectSentence"));
    m_sentence->setWordWrap(true);
    m_sentence->setTextFormat(Qt::RichText);
    m_sentence->setContentsMargins(8, 6, 8, 2);
    auto font = scaledFont(m_sentence->font(), kSentenceShare);
    font.setBold(true);
    m_sentence->setFont(font);
    m_canvas->setFixedHeight(stepStripHeight(sceneStyle(this->font()).lineHeight));
    m_canvas->setBuilder([this](QSize size) { return build(size); });
    m_canvas->installEventFilter(this);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_sentence);
    layout->addWidget(m_canvas);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    connect(m_draft, &SettingDraft::changed, this, &StepStrip::refresh);
    connect(m_draft, &SettingDraft::replaced, this, &StepStrip::refresh);
    refresh();
}

Scene StepStrip::build(QSize size) {
    m_layout = {};
    const auto &review = m_draft->review();
    if (review && review->plan) {
        m_layout = layOutStepStrip(*review->plan, review->steps(), size.width(), size.height(), sceneStyle(font()));
    }
    return m_layout.scene;
}

QString StepStrip::stepsSentence() const {
    const auto &review = *m_draft->review();
    const auto number = [](std::int64_t n) { return QString::number(n); };
    const auto range = recordedSteps(review);
    const auto recorded = review.plan->recorded(review.steps());
    if (!range || recorded == 0) {
        return tr("Nothing is recorded in a job of %1 steps.").arg(review.steps());
    }
    if (review.plan->repeat == 0 && !review.sheet.question().steps) {
        return tr("From step %1 on, %2 of every %3 steps are recorded until the job ends.")
            .arg(number(range->first), number(review.plan->active), number(review.plan->cycle()));
    }
    if (recorded == 1) {
        return tr("Step %1 is recorded.").arg(range->first);
    }
    return recorded == range->second - range->first + 1
               ? tr("Steps %1 to %2 are recorded (%3 in total).")
                     .arg(number(range->first), number(range->second), number(recorded))
               : tr("%1 steps are recorded, from step %2 on.").arg(number(recorded), number(range->first));
}

QString StepStrip::sentence() const {
    const auto &review = m_draft->review();
    if (!review) {
        return tr("This text cannot be read: %1").arg(utf8Text(m_draft->error()));
    }
    const auto first = std::find_if(review->problems.begin(), review->problems.end(),
                                    [](const SettingProblem &p) { return p.verdict == SettingVerdict::Stops; });
    if (first != review->problems.end()) {
        const auto *spec = settingAt(review->sheet.program(), first->path);
        const auto name = first->path.empty() ? QString() : utf8Text(first->path) + QStringLiteral(": ");
        return tr("Nothing is recorded with these settings. %1").arg(name + problemSentence(spec, first->what));
    }
    if (review->plan) {
        return stepsSentence();
    }
    const auto *type = review->sheet.find("profile_type");
    const bool isOn = review->sheet.find("enable") == nullptr || review->sheet.isOn("enable");
    if (!isOn) {
        return review->sheet.isOn("memory.enable") ? tr("Only a memory snapshot is taken; no steps are profiled.")
                                                   : tr("Disabled: nothing is recorded until enable is true.");
    }
    if (type != nullptr && type->text == "dynamic") {
        return tr("The profiler_config.json in that folder selects the steps to record.");
    }
    return m_draft->kind() == SettingKind::MindSporeOptions || m_draft->kind() == SettingKind::Torch
               ? tr("Everything is recorded, from start to stop.")
               : tr("start_step is not set: nothing will be recorded.");
}

void StepStrip::refresh() {
    const auto &review = m_draft->review();
    const auto text = sentence();
    m_sentence->setText(!review || review->isStopped() ? colored(text, ColorRole::Error) : text.toHtmlEscaped());
    m_canvas->setVisible(review && review->plan);
    m_canvas->setAccessibleName(tr("Job steps: %1").arg(text));
    m_canvas->invalidate();
}

QString StepStrip::tipAt(QPoint position) const {
    const auto *part = m_layout.partAt(position.x(), position.y());
    if (part == nullptr) {
        return {};
    }
    const auto state = messageText(stepStateName(part->state));
    return part->end - part->begin == 1
               ? tr("Step %1: %2").arg(QString::number(part->begin), state)
               : tr("Steps %1 to %2: %3").arg(QString::number(part->begin), QString::number(part->end - 1), state);
}

bool StepStrip::eventFilter(QObject *watched, QEvent *event) {
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        QToolTip::showText(help->globalPos(), tipAt(help->pos()), m_canvas);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace stagescope
