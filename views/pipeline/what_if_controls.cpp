#include "views/pipeline/what_if_controls.h"

#include "core/analysis/pipeline/replay/stage_layers.h"
#include "views/common/texts/utf8_text.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QSpinBox>

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kMostMicrobatches = 4096;
constexpr int kMostChunks = 32;

std::string dataOf(const QComboBox *box) { return box->currentData().toString().toStdString(); }

/// Adds choices anew, keeping the position.
void refill(QComboBox *box, const std::vector<std::pair<QString, QString>> &choices) {
    const QSignalBlocker blocker(box);
    const int current = std::max(box->currentIndex(), 0);
    box->clear();
    for (const auto &[label, value] : choices) {
        box->addItem(label, value);
    }
    box->setCurrentIndex(std::min(current, box->count() - 1));
}

}  // namespace

WhatIfControls::WhatIfControls(QWidget *parent)
    : QWidget(parent),
      m_form(new QFormLayout(this)),
      m_schedule(new QComboBox(this)),
      m_microbatches(new QSpinBox(this)),
      m_chunks(new QSpinBox(this)),
      m_stages(new QComboBox(this)),
      m_mend(new QComboBox(this)),
      m_transfer(new QComboBox(this)),
      m_launch(new QComboBox(this)),
      m_exchange(new QComboBox(this)),
      m_ghost(new QCheckBox(this)) {
    m_schedule->setObjectName(QStringLiteral("schedule"));
    m_microbatches->setObjectName(QStringLiteral("microbatches"));
    m_stages->setObjectName(QStringLiteral("stages"));
    m_exchange->setObjectName(QStringLiteral("exchange"));
    m_ghost->setObjectName(QStringLiteral("ghost"));
    m_form->setContentsMargins(6, 4, 6, 4);
    m_form->setVerticalSpacing(2);
    m_microbatches->setRange(1, kMostMicrobatches);
    m_chunks->setRange(2, kMostChunks);
    for (QComboBox *box : {m_schedule, m_stages, m_mend, m_transfer, m_launch, m_exchange}) {
        connect(box, &QComboBox::currentIndexChanged, this, &WhatIfControls::changed);
    }
    for (QSpinBox *box : {m_microbatches, m_chunks}) {
        box->setKeyboardTracking(false);
        connect(box, &QSpinBox::valueChanged, this, &WhatIfControls::changed);
    }
    for (QWidget *field : std::initializer_list<QWidget *>{m_schedule, m_microbatches, m_chunks, m_stages, m_mend,
                                                           m_transfer, m_launch, m_exchange}) {
        addRow(field);
    }
    m_form->addRow(m_ghost);
    connect(m_ghost, &QCheckBox::toggled, this, &WhatIfControls::ghostToggled);
    connect(this, &WhatIfControls::changed, this, [this] { m_chunks->setEnabled(asksChunks()); });
    retranslate();
}

void WhatIfControls::addRow(QWidget *field) {
    auto *label = new QLabel(this);
    label->setBuddy(field);
    m_labels.push_back(label);
    m_form->addRow(label, field);
}

void WhatIfControls::showStudy(const WhatIfStudy &study) {
    if (study.refusal() || (study.chart().group.id == m_group && study.schedule() == m_measured)) {
        return;
    }
    m_group = study.chart().group.id;
    m_measured = study.schedule();
    m_ranks = study.chart().group.ranks;
    const std::vector<int> proposed = proposedLayers(study.costs(), study.layers());
    m_proposed = proposed.empty() || proposed == study.layers() ? std::string{} : layersText(proposed);
    const QSignalBlocker microbatches(m_microbatches);
    const QSignalBlocker chunks(m_chunks);
    m_microbatches->setValue(m_measured.microbatches);
    m_chunks->setValue(std::max(chunksOf(m_measured), 2));
    for (QComboBox *box : {m_schedule, m_stages, m_mend, m_transfer, m_launch, m_exchange}) {
        const QSignalBlocker blocker(box);
        box->setCurrentIndex(0);
    }
    fillChoices();
}

void WhatIfControls::fillChoices() {
    std::vector<std::pair<QString, QString>> schedules = {
        {tr("As measured (%1)").arg(utf8Text(scheduleKindText(m_measured.kind))), QString()}};
    for (const ScheduleKind kind : scheduleKinds()) {
        if (kind != m_measured.kind) {
            schedules.emplace_back(utf8Text(scheduleKindText(kind)), utf8Text(scheduleKindText(kind)));
        }
    }
    refill(m_schedule, schedules);
    std::vector<std::pair<QString, QString>> stages = {{tr("Measured"), QString()},
                                                       {tr("Balanced"), QStringLiteral("balanced")}};
    if (!m_proposed.empty()) {
        stages.emplace_back(tr("Layers %1").arg(utf8Text(m_proposed)), utf8Text(m_proposed));
    }
    refill(m_stages, stages);
    std::vector<std::pair<QString, QString>> ranks = {{tr("None"), QString()}};
    for (const int rank : m_ranks) {
        ranks.emplace_back(QString::number(rank), QString::number(rank));
    }
    refill(m_mend, ranks);
    refill(m_transfer, {{tr("Measured"), QString()},
                        {tr("Instant"), QStringLiteral("0")},
                        {tr("Twice as long"), QStringLiteral("2")}});
    refill(m_launch, {{tr("Measured"), QString()}, {tr("None"), QStringLiteral("0")}});
    refill(m_exchange, {{tr("Measured"), QString()},
                        {tr("Recompute whole layers"), QStringLiteral("recompute_full")},
                        {tr("Recompute attention"), QStringLiteral("recompute_attention")},
                        {tr("Recompute activation functions"), QStringLiteral("recompute_activation")},
                        {tr("Recompute norms"), QStringLiteral("recompute_norm")},
                        {tr("Swap attention to the host"), QStringLiteral("swap_attention")}});
    m_chunks->setEnabled(asksChunks());
}

bool WhatIfControls::asksChunks() const {
    const std::string schedule = dataOf(m_schedule);
    const auto asked = schedule.empty() ? m_measured.kind : scheduleKindFromText(schedule).value_or(m_measured.kind);
    return hasChunkNumber(asked);
}

std::map<std::string, std::string> WhatIfControls::parameters() const {
    std::map<std::string, std::string> result = {{"schedule", dataOf(m_schedule)},
                                                 {"fix", dataOf(m_mend)},
                                                 {"transfer", dataOf(m_transfer)},
                                                 {"launch", dataOf(m_launch)},
                                                 {"exchange", dataOf(m_exchange)}};
    const std::string stages = dataOf(m_stages);
    result[stages == "balanced" ? "balanced" : "new_layers"] = stages == "balanced" ? "yes" : stages;
    if (m_microbatches->value() != m_measured.microbatches) {
        result["microbatches"] = std::to_string(m_microbatches->value());
    }
    if (asksChunks()) {
        result["chunks"] = std::to_string(m_chunks->value());
    }
    return result;
}

bool WhatIfControls::showsGhost() const { return m_ghost->isChecked(); }

void WhatIfControls::retranslate() {
    const QString labels[] = {tr("Schedule"),    tr("Microbatches"), tr("Virtual chunks"), tr("Stages"),
                              tr("Rank to fix"), tr("Transfers"),    tr("Launch delays"),  tr("Memory-time trade-off")};
    for (std::size_t i = 0; i < m_labels.size(); ++i) {
        m_labels[i]->setText(labels[i]);
    }
    m_ghost->setText(tr("Show below measured rows"));
    fillChoices();
}

}  // namespace stagescope
