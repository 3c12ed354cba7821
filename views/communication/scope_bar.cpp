#include "views/communication/scope_bar.h"

#include "core/analysis/run/steps.h"
#include "core/session/selection.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kMostTitle = 40;

}  // namespace

QString shortTitle(const GroupChoice &group) {
    const auto title = utf8Text(group.title);
    return title.size() <= kMostTitle ? title
                                      : ScopeBar::tr("%1..., %n ranks)", nullptr, static_cast<int>(group.ranks.size()))
                                            .arg(title.left(kMostTitle / 2));
}

ScopeBar::ScopeBar(Selection *selection, QWidget *parent)
    : QWidget(parent),
      m_selection(selection),
      m_row(new QHBoxLayout(this)),
      m_groupLabel(new QLabel(this)),
      m_group(new QComboBox(this)),
      m_stepLabel(new QLabel(this)),
      m_step(new QComboBox(this)) {
    m_group->setObjectName(QStringLiteral("scopeGroup"));
    m_step->setObjectName(QStringLiteral("scopeStep"));
    m_row->setContentsMargins(8, 4, 8, 2);
    m_row->addStretch(1);
    addField(m_groupLabel, m_group);
    addField(m_stepLabel, m_step);
    for (auto *box : {m_group, m_step}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    }
    connect(m_group, &QComboBox::activated, this, &ScopeBar::changed);
    connect(m_step, &QComboBox::activated, this, [this] {
        auto state = m_selection->state();
        state.step = stepNumber(scope().step);
        m_selection->set(std::move(state), this);
        Q_EMIT changed();
    });
    connect(selection, &Selection::changed, this, [this](const QObject *origin) {
        if (origin != this) {
            followStep();
        }
    });
    retranslate();
}

void ScopeBar::addField(QLabel *label, QWidget *field) {
    label->setBuddy(field);
    m_row->insertWidget(m_row->count() - 1, label);
    m_row->insertWidget(m_row->count() - 1, field);
}

void ScopeBar::setScopes(const CommScopes &scopes) {
    m_scopes = scopes;
    fill();
    followStep();
}

CommScope ScopeBar::scope() const {
    return {m_group->currentData().toString().toStdString(), m_step->currentData().toString().toStdString()};
}

QString ScopeBar::caption() const {
    const auto step = scope().step;
    return m_group->currentText() + QStringLiteral(", ") +
           (step.empty() ? m_step->currentText() : messageText(Message("step.label", {step})));
}

void ScopeBar::fill() {
    const auto group = m_group->currentData();
    const auto step = m_step->currentData();
    m_group->clear();
    m_group->addItem(tr("all groups"), QString());
    for (const auto &choice : m_scopes.groups) {
        m_group->addItem(shortTitle(choice), utf8Text(choice.group));
        m_group->setItemData(m_group->count() - 1, utf8Text(choice.title), Qt::ToolTipRole);
    }
    m_step->clear();
    m_step->addItem(tr("all steps"), QString());
    for (const auto &choice : m_scopes.steps) {
        m_step->addItem(utf8Text(choice), utf8Text(choice));
    }
    m_group->setCurrentIndex(std::max(0, m_group->findData(group)));
    m_step->setCurrentIndex(std::max(0, m_step->findData(step)));
}

void ScopeBar::followStep() {
    const auto &wanted = m_selection->state().step;
    const int at = wanted ? m_step->findData(QString::number(*wanted)) : 0;
    if (at >= 0 && at != m_step->currentIndex()) {
        m_step->setCurrentIndex(at);
        Q_EMIT changed();
    }
}

void ScopeBar::retranslate() {
    m_groupLabel->setText(tr("Group"));
    m_stepLabel->setText(tr("Step"));
    fill();
}

}  // namespace stagescope
