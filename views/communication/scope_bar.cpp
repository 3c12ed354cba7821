#include "views/communication/scope_bar.h"

#include "core/analysis/run/steps.h"
#include "core/session/selection.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"

#include <QtWidgets/QComboBox>

namespace stagescope {

namespace {

constexpr int kMostTitle = 40;

QString shortTitle(const GroupChoice &group) {
    const auto title = utf8Text(group.title);
    return title.size() <= kMostTitle ? title
                                      : ScopeBar::tr("%1..., %n ranks)", nullptr, static_cast<int>(group.ranks.size()))
                                            .arg(title.left(kMostTitle / 2));
}

}  // namespace

std::vector<ControlBar::Choice> groupChoices(const CommScopes &scopes) {
    std::vector<ControlBar::Choice> choices{{ScopeBar::tr("All groups"), QString()}};
    for (const auto &group : scopes.groups) {
        choices.push_back({shortTitle(group), utf8Text(group.group), utf8Text(group.title)});
    }
    return choices;
}

std::vector<ControlBar::Choice> stepChoices(const CommScopes &scopes) {
    std::vector<ControlBar::Choice> choices{{ScopeBar::tr("All steps"), QString()}};
    for (const auto &step : scopes.steps) {
        choices.push_back({utf8Text(step), utf8Text(step)});
    }
    return choices;
}

QString stepCaption(const QComboBox &picker) {
    const auto step = picker.currentData().toString();
    return step.isEmpty() ? picker.currentText() : messageText(Message("step.label", {step.toStdString()}));
}

ScopeBar::ScopeBar(Selection *selection, QWidget *parent) : ControlBar(parent), m_selection(selection) {
    m_group = addPicker(
        "scopeGroup", [] { return tr("Group"); }, [this] { return groupChoices(m_scopes); });
    m_step = addPicker(
        "scopeStep", [] { return tr("Step"); }, [this] { return stepChoices(m_scopes); });
    connect(selection, &Selection::changed, this, [this](const QObject *origin) {
        if (origin != this) {
            followStep();
        }
    });
}

void ScopeBar::onChosen(const QComboBox *picker) {
    if (picker == m_step) {
        auto state = m_selection->state();
        state.step = stepNumber(scope().step);
        m_selection->set(std::move(state), this);
    }
}

void ScopeBar::setScopes(const CommScopes &scopes) {
    m_scopes = scopes;
    refill(m_group);
    refill(m_step);
    followStep();
}

CommScope ScopeBar::scope() const {
    return {m_group->currentData().toString().toStdString(), m_step->currentData().toString().toStdString()};
}

QString ScopeBar::caption() const { return m_group->currentText() + QStringLiteral(", ") + stepCaption(*m_step); }

void ScopeBar::followStep() {
    const auto &wanted = m_selection->state().step;
    const int at = wanted ? m_step->findData(QString::number(*wanted)) : 0;
    if (at >= 0 && at != m_step->currentIndex()) {
        m_step->setCurrentIndex(at);
        Q_EMIT changed();
    }
}

}  // namespace stagescope
