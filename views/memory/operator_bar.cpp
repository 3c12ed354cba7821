#include "views/memory/operator_bar.h"

#include "core/base/byte_text.h"
#include "core/scene/kit/spacing.h"
#include "views/common/texts/message_texts.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kFieldFrame = 20;  ///< beside the text of a field
constexpr int kTimes = 6;        ///< choices of OperatorTimes

}  // namespace

OperatorBar::OperatorBar(QWidget *parent)
    : QWidget(parent),
      m_rank(new QComboBox(this)),
      m_load(new QPushButton(this)),
      m_times(new QComboBox(this)),
      m_place(new QComboBox(this)),
      m_name(new QLineEdit(this)),
      m_least(new QLineEdit(this)),
      m_most(new QLineEdit(this)),
      m_unreleased(new QCheckBox(this)) {
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(kPad, 4, kPad, 2);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_rank, m_load, m_times, m_place}) {
        layout->addWidget(widget);
    }
    layout->addWidget(m_name, 1);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_least, m_most, m_unreleased}) {
        layout->addWidget(widget);
    }
    for (int i = 0; i < kTimes; ++i) {
        m_times->addItem(QString());
    }
    m_name->setClearButtonEnabled(true);
    for (auto *field : {m_name, m_least, m_most}) {
        connect(field, &QLineEdit::textChanged, this, &OperatorBar::changed);
    }
    connect(m_rank, &QComboBox::activated, this, [this] {
        showLoad();
        Q_EMIT rankChosen(rank().value_or(-1));
    });
    connect(m_load, &QPushButton::clicked, this, [this] { Q_EMIT loadAsked(rank().value_or(-1)); });
    connect(m_times, &QComboBox::activated, this, &OperatorBar::changed);
    connect(m_place, &QComboBox::activated, this, &OperatorBar::changed);
    connect(m_unreleased, &QCheckBox::toggled, this, &OperatorBar::changed);
    retranslate();
}

void OperatorBar::setRanks(const std::vector<int> &ranks, std::optional<int> chosen, const std::vector<int> &loadable) {
    const QSignalBlocker blocker(m_rank);
    m_rank->clear();
    for (const int rank : ranks) {
        m_rank->addItem(messageText(Message("rank.label", {std::to_string(rank)})), rank);
    }
    m_rank->setCurrentIndex(std::max(0, chosen ? m_rank->findData(*chosen) : 0));
    m_rank->setVisible(!ranks.empty());
    m_loadable = loadable;
    showLoad();
}

void OperatorBar::showLoad() {
    const auto chosen = rank();
    m_load->setVisible(chosen && std::find(m_loadable.begin(), m_loadable.end(), *chosen) != m_loadable.end());
    m_load->setText(chosen ? tr("Load rank %1 now").arg(*chosen) : QString());
}

std::optional<int> OperatorBar::rank() const {
    return m_rank->count() == 0 ? std::nullopt : std::optional(m_rank->currentData().toInt());
}

/// The first one stands for all.
void OperatorBar::setPlaces(const std::vector<std::string> &places) {
    const auto chosen = m_place->currentIndex() > 0 ? m_place->currentText() : QString();
    const QSignalBlocker blocker(m_place);
    m_place->clear();
    m_place->addItem(tr("All devices and streams"));
    for (const auto &place : places) {
        m_place->addItem(QString::fromStdString(place));
    }
    m_place->setCurrentIndex(std::max(0, m_place->findText(chosen)));
    m_place->setVisible(places.size() > 1);
}

MemoryOpFilter OperatorBar::filter() const {
    MemoryOpFilter filter;
    filter.name = m_name->text().trimmed().toStdString();
    filter.place = m_place->currentIndex() > 0 ? m_place->currentText().toStdString() : std::string();
    filter.leastBytes = bytesFromText(m_least->text().toStdString()).value_or(INT64_MIN);
    filter.mostBytes = bytesFromText(m_most->text().toStdString()).value_or(INT64_MAX);
    filter.isUnreleased = m_unreleased->isChecked();
    return filter;
}

OperatorTimes OperatorBar::times() const { return static_cast<OperatorTimes>(std::max(0, m_times->currentIndex())); }

void OperatorBar::retranslate() {
    const QStringList times{tr("All"),
                            tr("Live at the selected time"),
                            tr("Live at the peak"),
                            tr("Allocated or released in the range"),
                            tr("Allocated and not released in the range"),
                            tr("Allocated by the selection")};
    for (int i = 0; i < kTimes; ++i) {
        m_times->setItemText(i, times[i]);
    }
    if (m_place->count() > 0) {
        m_place->setItemText(0, tr("All devices and streams"));
    }
    for (int i = 0; i < m_rank->count(); ++i) {
        m_rank->setItemText(i, messageText(Message("rank.label", {m_rank->itemData(i).toString().toStdString()})));
    }
    m_times->setAccessibleName(tr("Operators"));
    m_times->setToolTip(tr("The time is the start of the selection, here or in another tab."));
    m_name->setPlaceholderText(tr("Part of a name"));
    m_least->setPlaceholderText(tr("min, e.g. 1 MB"));
    m_most->setPlaceholderText(tr("max, e.g. 1 GB"));
    for (auto *field : {m_least, m_most}) {
        field->setFixedWidth(fontMetrics().horizontalAdvance(field->placeholderText()) + kFieldFrame);
    }
    m_least->setAccessibleName(tr("Minimum size"));
    m_most->setAccessibleName(tr("Maximum size"));
    m_least->setToolTip(tr("Only operators with at least this much memory: 512, 20 KB, 1.5 MB; 1 KB = 1024 bytes"));
    m_most->setToolTip(tr("Only operators with at most this much memory"));
    m_unreleased->setText(tr("Never released"));
    m_unreleased->setToolTip(tr("Only memory that is not released during the capture"));
    m_rank->setAccessibleName(tr("Rank"));
    m_place->setAccessibleName(tr("Device and stream"));
    showLoad();
}

}  // namespace stagescope
