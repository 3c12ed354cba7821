#include "views/common/control_bar.h"

#include "views/common/look/flow_layout.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QSpinBox>

#include <algorithm>

namespace stagescope {

namespace {
constexpr int kGap = 4;
}  // namespace

ControlBar::ControlBar(QWidget *parent) : QWidget(parent) {
    auto *lines = new QVBoxLayout(this);
    lines->setContentsMargins(8, 4, 8, 2);
    lines->setSpacing(kGap);
    addLine();
}

void ControlBar::addLine() {
    m_line = new FlowLayout(kGap);
    static_cast<QVBoxLayout *>(layout())->addLayout(m_line);
}

QComboBox *ControlBar::addPicker(const char *name, const Text &label, Choices choices) {
    auto *picker = new QComboBox(this);
    picker->setObjectName(QLatin1String(name));
    picker->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_pickers.push_back({picker, std::move(choices)});
    addField(label, picker);
    refill(picker);
    connect(picker, &QComboBox::activated, this, [this, picker] {
        onChosen(picker);
        Q_EMIT changed();
    });
    return picker;
}

QSpinBox *ControlBar::addNumber(const char *name, const Text &label, int least, int most) {
    auto *number = new QSpinBox(this);
    number->setObjectName(QLatin1String(name));
    number->setRange(least, most);
    number->setKeyboardTracking(false);
    addField(label, number);
    connect(number, &QSpinBox::valueChanged, this, &ControlBar::changed);
    return number;
}

QCheckBox *ControlBar::addSwitch(const char *name, const Text &text) {
    auto *box = new QCheckBox(this);
    box->setObjectName(QLatin1String(name));
    addField({}, box);
    addText([box, text] { box->setText(text()); });
    connect(box, &QCheckBox::toggled, this, &ControlBar::changed);
    return box;
}

void ControlBar::addLabel(const Text &text) {
    auto *label = new QLabel(this);
    addText([label, text] { label->setText(text()); });
    m_line->addWidget(label);
}

void ControlBar::addField(const Text &label, QWidget *field) {
    if (!label) {
        m_line->addWidget(field);
        return;
    }
    auto *before = new QLabel(this);
    before->setBuddy(field);
    m_line->addTogether({before, field});
    addText([before, label] { before->setText(label()); });
}

void ControlBar::addWide(QWidget *field) { m_line->addWide(field); }

void ControlBar::setTip(QWidget *field, const Text &text) {
    addText([field, text] { field->setToolTip(text()); });
}

void ControlBar::setName(QWidget *field, const Text &text) {
    addText([field, text] { field->setAccessibleName(text()); });
}

void ControlBar::addText(const std::function<void()> &write) {
    m_texts.push_back(write);
    write();
}

void ControlBar::refill(QComboBox *picker) {
    const auto it =
        std::find_if(m_pickers.begin(), m_pickers.end(), [&](const Picker &each) { return each.box == picker; });
    const QSignalBlocker blocker(picker);
    const auto chosen = picker->currentData();
    picker->clear();
    for (const auto &choice : it->choices()) {
        picker->addItem(choice.text, choice.data);
        picker->setItemData(picker->count() - 1, choice.tip, Qt::ToolTipRole);
    }
    choose(picker, chosen);
}

void ControlBar::choose(QComboBox *picker, const QVariant &data) {
    picker->setCurrentIndex(std::max(0, picker->findData(data)));
}

void ControlBar::retranslate() {
    for (const auto &write : m_texts) {
        write();
    }
    for (const auto &picker : m_pickers) {
        refill(picker.box);
    }
}

}  // namespace stagescope
