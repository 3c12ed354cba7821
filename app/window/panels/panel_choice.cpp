#include "app/window/panels/panel_choice.h"

#include <QtWidgets/QComboBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QStackedWidget>

namespace stagescope {

PanelChoice::PanelChoice(const char *name, QWidget *parent)
    : QWidget(parent), m_label(new QLabel(this)), m_box(new QComboBox(this)), m_stack(new QStackedWidget(this)) {
    m_box->setObjectName(QLatin1String(name));
    m_label->setBuddy(m_box);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(4, 4, 4, 0);
    head->setSpacing(6);  // else that of the column around it: none
    head->addWidget(m_label);
    head->addWidget(m_box);
    head->addStretch(1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_stack, 1);
    connect(m_box, &QComboBox::currentIndexChanged, m_stack, &QStackedWidget::setCurrentIndex);
}

void PanelChoice::add(QWidget *panel, std::function<QString()> title) {
    m_titles.push_back(std::move(title));
    m_stack->addWidget(panel);
    m_box->addItem(m_titles.back()());
}

void PanelChoice::showPanel(QWidget *panel) { m_box->setCurrentIndex(m_stack->indexOf(panel)); }
QWidget *PanelChoice::shown() const { return m_stack->currentWidget(); }

void PanelChoice::retranslate() {
    m_label->setText(tr("Show"));
    m_box->setAccessibleName(tr("Table"));
    for (int i = 0; i < m_box->count(); ++i) {
        m_box->setItemText(i, m_titles[static_cast<std::size_t>(i)]());
    }
}

}  // namespace stagescope
