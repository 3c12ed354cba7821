#include "views/memory/memory_bar.h"

#include "views/common/elided_label.h"
#include "views/common/theme.h"
#include "views/memory/snapshot_session.h"

#include <QtCore/QSignalBlocker>
#include <QtGui/QIcon>
#include <QtGui/QPainter>
#include <QtGui/QStandardItemModel>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSpinBox>

#include <algorithm>

namespace stagescope {

namespace {

constexpr double kManyWithoutFrames = 0.05;  ///< share of events that is told

/// A dot beside a device on which an allocation failed.
QIcon failureMark() {
    constexpr int kSize = 16;
    constexpr int kDot = 10;
    QPixmap picture(kSize, kSize);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(Theme::current().color(ColorRole::Error));
    painter.drawEllipse((kSize - kDot) / 2, (kSize - kDot) / 2, kDot, kDot);
    return {picture};
}

}  // namespace

MemoryBar::MemoryBar(SnapshotSession &session, QWidget *parent)
    : QWidget(parent),
      m_session(session),
      m_snapshot(new QComboBox(this)),
      m_axisLabel(new QLabel(this)),
      m_axis(new QComboBox(this)),
      m_momentLabel(new QLabel(this)),
      m_moment(new QSpinBox(this)),
      m_peak(new QPushButton(this)),
      m_oom(new QPushButton(this)),
      m_end(new QPushButton(this)),
      m_quality(new ElidedLabel(this)) {
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_snapshot, m_axisLabel, m_axis, m_momentLabel, m_moment,
                                                            m_peak, m_oom, m_end}) {
        layout->addWidget(widget);
    }
    layout->addWidget(m_quality, 1);
    m_moment->setKeyboardTracking(false);
    m_momentLabel->setBuddy(m_moment);
    m_axisLabel->setBuddy(m_axis);
    connectControls();
    retranslate();
}

void MemoryBar::connectControls() {
    connect(m_snapshot, &QComboBox::activated, this, [this](int i) { m_session.choose(static_cast<std::size_t>(i)); });
    connect(m_axis, &QComboBox::activated, this, [this](int i) { m_session.setAxis(static_cast<EventAxisKind>(i)); });
    connect(m_moment, &QSpinBox::valueChanged, this,
            [this](int event) { m_session.setMoment(static_cast<std::uint32_t>(event + 1)); });
    connect(m_peak, &QPushButton::clicked, this, [this] { m_session.setMoment(m_session.history()->peak()); });
    connect(m_oom, &QPushButton::clicked, this, &MemoryBar::goToNextFailure);
    connect(m_end, &QPushButton::clicked, this, [this] { m_session.setMoment(m_session.history()->events()); });
    connect(&m_session, &SnapshotSession::choicesChanged, this, &MemoryBar::showChoices);
    connect(&m_session, &SnapshotSession::historyChanged, this, &MemoryBar::showHistory);
    connect(&m_session, &SnapshotSession::selectionChanged, this, &MemoryBar::showMoment);
    connect(&m_session, &SnapshotSession::axisChanged, this, &MemoryBar::showAxis);
}

/// After the last one comes the first.
void MemoryBar::goToNextFailure() {
    const auto isFailure = [](const SnapshotHistory::Mark &mark) { return mark.action == SnapshotAction::OutOfMemory; };
    const auto &marks = m_session.history()->marks();
    const auto next = std::find_if(marks.begin(), marks.end(), [&](const auto &mark) {
        return isFailure(mark) && mark.event + 1 > m_session.moment();
    });
    const auto first = std::find_if(marks.begin(), marks.end(), isFailure);
    m_session.setMoment((next == marks.end() ? first : next)->event + 1);
}

void MemoryBar::showChoices() {
    const QSignalBlocker blocker(m_snapshot);
    m_snapshot->clear();
    for (const auto &choice : m_session.choices()) {
        const auto name = SnapshotSession::nameOf(choice);
        if (choice.hasFailed) {
            m_snapshot->addItem(failureMark(), tr("%1: out of memory").arg(name));
        } else {
            m_snapshot->addItem(name);
        }
    }
    m_snapshot->setCurrentIndex(static_cast<int>(m_session.chosenIndex()));
    m_snapshot->setMaximumWidth(420);
}

void MemoryBar::showHistory() {
    const auto &history = m_session.history();
    const bool isThere = history != nullptr && history->events() > 0;
    for (QWidget *widget : std::initializer_list<QWidget *>{m_axis, m_moment, m_peak, m_end}) {
        widget->setEnabled(isThere);
    }
    const bool hasOom =
        history != nullptr && std::any_of(history->marks().begin(), history->marks().end(),
                                          [](const auto &mark) { return mark.action == SnapshotAction::OutOfMemory; });
    m_oom->setVisible(hasOom);
    if (isThere) {
        const QSignalBlocker blocker(m_moment);
        m_moment->setRange(-1, static_cast<int>(history->events()) - 1);
    }
    m_quality->setText(qualityText());
    m_quality->setToolTip(qualityText());
    showAxis();
    showMoment();
}

void MemoryBar::showMoment() {
    const QSignalBlocker blocker(m_moment);
    m_moment->setValue(static_cast<int>(m_session.moment()) - 1);
}

void MemoryBar::showAxis() {
    const auto &history = m_session.history();
    auto *model = qobject_cast<QStandardItemModel *>(m_axis->model());
    for (int i = 0; history != nullptr && i < m_axis->count(); ++i) {
        const bool isKnown = EventAxis::isKnown(*history, static_cast<EventAxisKind>(i));
        model->item(i)->setEnabled(isKnown);
        const auto reason = i == static_cast<int>(EventAxisKind::Time)
                                ? tr("Events have no timestamps.")
                                : tr("No step marks in this snapshot (ProfilerStep#N needs torch.profiler).");
        model->item(i)->setToolTip(isKnown ? QString() : reason);
    }
    m_axis->setCurrentIndex(static_cast<int>(m_session.axis().kind()));
}

/// What to bear in mind of the file, in one line; empty when nothing is amiss.
QString MemoryBar::qualityText() const {
    const auto &history = m_session.history();
    if (history == nullptr) {
        return {};
    }
    const auto &quality = history->store().quality();
    const auto &device = history->device();
    QStringList parts;
    if (!quality.isComplete) {
        parts += tr("file truncated");
    }
    if (device.overflow == RingOverflow::Certain) {
        parts += tr("start of the history overwritten");
    } else if (device.overflow == RingOverflow::Possible) {
        parts += tr("some blocks predate the history");
    }
    const auto events = history->store().events().size();
    const auto share =
        events == 0 ? 0.0 : static_cast<double>(quality.eventsWithoutFrames) / static_cast<double>(events);
    if (share >= kManyWithoutFrames) {
        parts += tr("%1 % of events without frames").arg(share * 100, 0, 'f', 0);
    }
    if (quality.repairedWorkspaces > 0) {
        parts += tr("%n workspace(s) corrected", nullptr, static_cast<int>(quality.repairedWorkspaces));
    }
    if (!device.allocations.trouble.isSound()) {
        parts += tr("history and segments disagree");
    }
    return parts.isEmpty() ? QString() : tr("Note: %1").arg(parts.join(QStringLiteral("; ")));
}

void MemoryBar::retranslate() {
    const int kind = m_axis->currentIndex();
    {
        const QSignalBlocker blocker(m_axis);
        m_axis->clear();
        m_axis->addItems({tr("Events"), tr("Time"), tr("Steps")});
        m_axis->setCurrentIndex(kind);
    }
    m_axisLabel->setText(tr("Axis"));
    m_momentLabel->setText(tr("Event"));
    m_moment->setSpecialValueText(tr("before the first event"));
    m_peak->setText(tr("Peak"));
    m_peak->setToolTip(tr("Go to the event with the maximum memory in use"));
    m_oom->setText(tr("Out of memory"));
    m_oom->setToolTip(tr("Go to the next failed allocation"));
    m_end->setText(tr("End"));
    m_end->setToolTip(tr("Go to the time of the snapshot"));
    m_snapshot->setAccessibleName(tr("Memory snapshot and device"));
    m_axis->setAccessibleName(tr("Axis"));
    m_moment->setToolTip(tr("Current event; , and . go to the previous and next one"));
    showChoices();
    showHistory();
}

}  // namespace stagescope
