#include "views/communication/group_filter.h"

#include "core/base/step_id.h"
#include "core/session/selection.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"

#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QToolButton>

#include <algorithm>
#include <utility>

namespace stagescope {

namespace {

constexpr int kMostTitle = 40;

/// Large groups are called by their first ranks and their number.
QString shortTitle(const GroupChoice &group) {
    const auto title = utf8Text(group.title);
    return title.size() <= kMostTitle
               ? title
               : GroupFilter::tr("%1..., %n ranks)", nullptr, static_cast<int>(group.ranks.size()))
                     .arg(title.left(kMostTitle / 2));
}

}  // namespace

GroupFilter::GroupFilter(Selection *selection, ControlBar *bar, const char *name,
                         std::function<const CommScopes &()> scopes)
    : QObject(bar),
      m_selection(selection),
      m_bar(bar),
      m_scopes(std::move(scopes)),
      m_note(new QLabel(bar)),
      m_return(new QToolButton(bar)) {
    m_box = bar->addPicker(
        name, [] { return tr("Group"); },
        [this] {
            std::vector<ControlBar::Choice> choices{{tr("All groups"), QString()}};
            for (const auto &group : m_scopes().groups) {
                choices.push_back({shortTitle(group), utf8Text(group.group), utf8Text(group.title)});
            }
            return choices;
        });
    bar->addField({}, m_note);
    bar->addField({}, m_return);
    m_return->setObjectName(QStringLiteral("followSelection"));
    bar->addText([this] {
        m_note->setText(tr("This page only"));
        m_return->setText(tr("Follow the selection"));
    });
    connect(m_box, &QComboBox::activated, this, [this] { setOwn(m_box->currentData().toString().toStdString()); });
    connect(m_return, &QToolButton::clicked, this, &GroupFilter::follow);
    connect(selection, &Selection::changed, this, &GroupFilter::settle);
    connect(selection, &Selection::shown, this, &GroupFilter::follow);
    settle();
}

void GroupFilter::follow() {
    m_own.reset();
    settle();
}

void GroupFilter::setOwn(const std::string &group) {
    m_own = group == followed() ? std::nullopt : std::optional(group);
    settle();
}

/// The selection has the group by its title or by the name that files give it.
std::string GroupFilter::followed() const {
    const auto &wanted = m_selection->state().group;
    const auto &groups = m_scopes().groups;
    const auto it = std::find_if(groups.begin(), groups.end(), [&](const GroupChoice &choice) {
        return !wanted.empty() && (choice.title == wanted || choice.group == wanted);
    });
    return it == groups.end() ? std::string() : it->group;
}

CommScope GroupFilter::scope() const {
    const auto &step = m_selection->state().step;
    return {m_own.value_or(followed()), step ? stepText(*step) : std::string()};
}

void GroupFilter::settle() {
    const auto now = scope();
    m_box->setCurrentIndex(std::max(0, m_box->findData(utf8Text(now.group))));
    m_note->setVisible(m_own.has_value());
    m_return->setVisible(m_own.has_value());
    if (!(std::exchange(m_told, now) == now)) {
        Q_EMIT changed();
    }
}

void GroupFilter::refill() {
    m_bar->refill(m_box);
    settle();
}

QString GroupFilter::caption() const {
    const auto step = scope().step;
    return m_box->currentText() + QStringLiteral(", ") +
           (step.empty() ? tr("All steps") : messageText(Message("step.label", {step})));
}

QString GroupFilter::ownFilter() const {
    return m_own ? tr("This page only: %1").arg(m_box->currentText()) : QString();
}

}  // namespace stagescope
