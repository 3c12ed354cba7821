#include "views/memory/curve_bar.h"

#include "core/session/selection.h"
#include "views/common/look/flow_layout.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"

#include <QtCore/QPoint>
#include <QtCore/QSignalBlocker>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>

#include <algorithm>

namespace stagescope {

namespace {

enum RankChoice : int { AllRanks, SelectedRanks };

constexpr int kSameRank = -1;   ///< of the baseline
constexpr int kCategories = 1;  ///< in place of the name of a component

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
    auto *layout = new FlowLayout(4);
    setLayout(layout);
    layout->setContentsMargins(8, 4, 8, 4);
    const auto add = [layout](QLabel *label, QComboBox *field) {
        label->setBuddy(field);
        field->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        layout->addTogether({label, field});
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
    m_load->hide();
    connect(m_byStream, &QCheckBox::toggled, this, &CurveBar::changed);
    for (auto *box : {m_component, m_ranks, m_baseline}) {
        connect(box, &QComboBox::activated, this, &CurveBar::changed);
    }
    connect(m_load, &QPushButton::clicked, this, &CurveBar::loadRequested);
    retranslate();
}

void CurveBar::setModel(const MemoryCurves &model) {
    m_unread = model.ranksUnread.size() + model.baselineUnread.size();
    fillComponents(model.components, model.hasCategories);
    const bool isSame = m_run == model.run && m_known == model.ranksKnown && m_baselineRun == model.baselineRun &&
                        m_baselineKnown == model.baselineKnown;
    m_run = model.run;
    m_known = model.ranksKnown;
    m_baselineRun = model.baselineRun;
    m_baselineKnown = model.baselineKnown;
    if (!isSame || m_baseline->count() == 0) {
        fillBaselines();
    }
    m_load->setVisible(m_unread > 0);
    labelLoad();
}

void CurveBar::labelLoad() { m_load->setText(tr("Load %n more rank(s)", nullptr, static_cast<int>(m_unread))); }

/// Where categories come up, they are what is looked at until another choice is made.
void CurveBar::fillComponents(const std::vector<std::string> &components, bool hasCategories) {
    const bool isSame = components == m_components && hasCategories == m_hasCategories;
    if (isSame && m_component->count() > 0) {
        return;
    }
    const bool areNew = hasCategories && !m_hasCategories && m_component->currentIndex() <= 0;
    m_hasCategories = hasCategories;
    const auto chosen = m_component->currentData().toString();
    const QSignalBlocker blocker(m_component);
    m_components = components;
    m_component->clear();
    m_component->addItem(tr("Totals"), QString());
    if (hasCategories) {
        m_component->addItem(tr("By category"), kCategories);
    }
    for (const auto &component : components) {
        m_component->addItem(utf8Text(component), utf8Text(component));
    }
    m_component->setCurrentIndex(std::max(0, m_component->findData(areNew ? QVariant(kCategories) : chosen)));
}

/// Ranks of the baseline run first: against it everything else is compared, too.
void CurveBar::fillBaselines() {
    const auto chosen = m_baseline->currentData();
    const QSignalBlocker blocker(m_baseline);
    m_baseline->clear();
    m_baseline->addItem(tr("None"));
    const auto add = [this](const QString &name, RunId run, int rank) {
        m_baseline->addItem(name, QPoint(static_cast<int>(run.value), rank));
    };
    const auto label = [](int rank) { return messageText(Message("rank.label", {std::to_string(rank)})); };
    if (m_baselineRun && !m_baselineKnown.empty()) {
        add(tr("Baseline, same rank"), *m_baselineRun, kSameRank);
        for (const int rank : m_baselineKnown) {
            add(tr("Baseline, %1").arg(label(rank)), *m_baselineRun, rank);
        }
    }
    for (const int rank : m_known) {
        add(label(rank), m_run, rank);
    }
    m_baseline->setCurrentIndex(chosen.isValid() ? std::max(0, m_baseline->findData(chosen)) : 0);
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
    question.byCategory = m_component->currentData() == QVariant(kCategories);
    question.component = question.byCategory ? std::string() : m_component->currentData().toString().toStdString();
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
    if ((question.ranks.empty() ? m_known : question.ranks).size() > MemoryCurves::kMostLines) {
        question.lines = selectedRanks();
    }
    if (const auto chosen = m_baseline->currentData(); chosen.isValid()) {
        const auto rank = chosen.toPoint().y();
        question.baseline = CurveBaseline{RunId{static_cast<std::uint32_t>(chosen.toPoint().x())},
                                          rank == kSameRank ? std::nullopt : std::optional(rank)};
    }
    return question;
}

QString CurveBar::ownFilter() const {
    const bool isAll = m_ranks->currentData().toInt() == AllRanks && !m_selection->state().ranks.empty();
    return isAll ? m_ranks->currentText() : QString();
}

void CurveBar::retranslate() {
    m_componentLabel->setText(tr("Component"));
    for (const auto measure : kMemoryMeasures) {
        measureBox(measure)->setText(messageText(Message("memory.measure." + std::string(memoryMeasureText(measure)))));
    }
    measureBox(MemoryMeasure::Reserved)->setToolTip(tr("Reserved: obtained from the driver (Insight: 保留)"));
    measureBox(MemoryMeasure::Active)->setToolTip(tr("Active: in use by streams (Insight: 持有)"));
    m_byStream->setText(tr("By stream"));
    m_byStream->setToolTip(tr("One curve per stream; totals are of the whole device."));
    m_ranksLabel->setText(tr("Ranks"));
    m_baselineLabel->setText(tr("Subtract"));
    m_baseline->setToolTip(
        tr("Show curves as difference to this rank: within the run at the same aligned time, against the baseline at "
           "the same time within the step"));
    const int ranks = m_ranks->currentIndex();
    const QSignalBlocker blocker(m_ranks);
    m_ranks->clear();
    m_ranks->addItem(tr("Selected"), SelectedRanks);
    m_ranks->addItem(tr("All (this page only)"), AllRanks);
    m_ranks->setCurrentIndex(std::max(0, ranks));
    const auto components = std::exchange(m_components, {});
    m_component->setItemText(0, tr("Totals"));
    fillComponents(components, m_hasCategories);
    fillBaselines();
    labelLoad();
}

}  // namespace stagescope
