#include "views/memory/curve_bar.h"

#include "core/session/selection.h"
#include "views/common/message_texts.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>

#include <algorithm>

namespace stagescope {

namespace {

enum RankChoice : int { AllRanks, SelectedRanks };

QString textOf(const std::string &text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

}  // namespace

CurveBar::CurveBar(Selection *selection, QWidget *parent)
    : QWidget(parent),
      m_selection(selection),
      m_componentLabel(new QLabel(this)),
      m_component(new QComboBox(this)),
      m_byStream(new QCheckBox(this)),
      m_ranksLabel(new QLabel(this)),
      m_ranks(new QComboBox(this)),
      m_baselineLabel(new QLabel(this)),
      m_baseline(new QComboBox(this)),
      m_load(new QPushButton(this)) {
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    const auto add = [layout](QLabel *label, QComboBox *field) {
        label->setBuddy(field);
        field->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        layout->addWidget(label);
        layout->addWidget(field);
    };
    add(m_componentLabel, m_component);
    for (auto *&box : m_measures) {
        box = new QCheckBox(this);
        box->setChecked(&box != &m_measures.back());
        layout->addWidget(box);
        connect(box, &QCheckBox::toggled, this, &CurveBar::changed);
    }
    layout->addWidget(m_byStream);
    add(m_ranksLabel, m_ranks);
    add(m_baselineLabel, m_baseline);
    layout->addWidget(m_load);
    layout->addStretch(1);
    m_load->hide();
    connect(m_byStream, &QCheckBox::toggled, this, &CurveBar::changed);
    for (auto *box : {m_component, m_ranks, m_baseline}) {
        connect(box, &QComboBox::activated, this, &CurveBar::changed);
    }
    connect(m_load, &QPushButton::clicked, this, &CurveBar::loadRequested);
    retranslate();
}

void CurveBar::setModel(const MemoryCurves &model) {
    m_run = model.run;
    m_unread = model.ranksUnread.size();
    fillComponents(model.components);
    fillBaselines(model.ranksKnown);
    m_load->setVisible(m_unread > 0);
    m_load->setText(tr("Load %n more rank(s)", nullptr, static_cast<int>(m_unread)));
}

void CurveBar::fillComponents(const std::vector<std::string> &components) {
    if (components == m_components && m_component->count() > 0) {
        return;
    }
    const auto chosen = m_component->currentData().toString();
    const QSignalBlocker blocker(m_component);
    m_components = components;
    m_component->clear();
    m_component->addItem(tr("totals"), QString());
    for (const auto &component : components) {
        m_component->addItem(textOf(component), textOf(component));
    }
    m_component->setCurrentIndex(std::max(0, m_component->findData(chosen)));
}

void CurveBar::fillBaselines(const std::vector<int> &ranks) {
    if (ranks == m_known && m_baseline->count() > 0) {
        return;
    }
    const auto chosen = m_baseline->currentData();
    const QSignalBlocker blocker(m_baseline);
    m_known = ranks;
    m_baseline->clear();
    m_baseline->addItem(tr("nothing"), -1);
    for (const int rank : ranks) {
        m_baseline->addItem(messageText(Message("rank.label", {std::to_string(rank)})), rank);
    }
    m_baseline->setCurrentIndex(std::max(0, m_baseline->findData(chosen)));
}

std::vector<int> CurveBar::selectedRanks() const {
    std::vector<int> ranks;
    for (const auto &rank : m_selection->state().ranks) {
        if (rank.run == m_run) {
            ranks.push_back(rank.rank);
        }
    }
    std::sort(ranks.begin(), ranks.end());
    return ranks;
}

MemoryCurveQuestion CurveBar::question() const {
    MemoryCurveQuestion question;
    question.component = m_component->currentData().toString().toStdString();
    question.measures.clear();
    for (const auto measure : kMemoryMeasures) {
        if (measureBox(measure)->isChecked()) {
            question.measures.push_back(measure);
        }
    }
    question.byStream = m_byStream->isChecked();
    if (m_ranks->currentData().toInt() == SelectedRanks) {
        question.ranks = selectedRanks();
    }
    if (const int rank = m_baseline->currentData().toInt(); m_baseline->count() > 0 && rank >= 0) {
        question.baseline = rank;
    }
    return question;
}

void CurveBar::retranslate() {
    m_componentLabel->setText(tr("Memory of"));
    for (const auto measure : kMemoryMeasures) {
        measureBox(measure)->setText(messageText(Message("memory.measure." + std::string(memoryMeasureText(measure)))));
    }
    measureBox(MemoryMeasure::Reserved)->setToolTip(tr("Reserved: held from the driver; Insight says 保留"));
    measureBox(MemoryMeasure::Active)->setToolTip(tr("Active: in use by streams; Insight says 持有"));
    m_byStream->setText(tr("by stream"));
    m_byStream->setToolTip(tr("One curve for the events of each stream. The totals are those of the device."));
    m_ranksLabel->setText(tr("Ranks"));
    m_baselineLabel->setText(tr("minus"));
    m_baseline->setToolTip(tr("Curves become differences to this rank, at the same moments of the aligned clock"));
    const int ranks = m_ranks->currentIndex();
    const QSignalBlocker blocker(m_ranks);
    m_ranks->clear();
    m_ranks->addItem(tr("all"), AllRanks);
    m_ranks->addItem(tr("as selected"), SelectedRanks);
    m_ranks->setCurrentIndex(std::max(0, ranks));
    const auto components = std::exchange(m_components, {});
    const auto known = std::exchange(m_known, {-1});
    m_component->setItemText(0, tr("totals"));
    fillComponents(components);
    fillBaselines(known);
    m_load->setText(tr("Load %n more rank(s)", nullptr, static_cast<int>(m_unread)));
}

}  // namespace stagescope
