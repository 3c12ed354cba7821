#include "app/window/clock_control.h"

#include <QtGui/QActionGroup>
#include <QtWidgets/QDoubleSpinBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QWidgetAction>

#include <algorithm>
#include <cmath>

namespace stagescope {

namespace {

constexpr double kMostMs = 1e7;
constexpr double kNsPerMs = 1e6;

QString millisText(Nanos value) {
    const double ms = static_cast<double>(value.count()) / kNsPerMs;
    return QString::number(ms, 'f', ms < 0.1 ? 3 : 1);
}

}  // namespace

ClockControl::ClockControl(QWidget *parent) : QToolButton(parent), m_workspace(std::make_shared<Workspace>()) {
    setPopupMode(QToolButton::InstantPopup);
    setAutoRaise(true);
    makeMenu();
    retranslate();
}

void ClockControl::makeMenu() {
    auto *menu = new QMenu(this);
    auto *modes = new QActionGroup(menu);
    m_aligned = modes->addAction(menu->addAction(QString()));
    m_recorded = modes->addAction(menu->addAction(QString()));
    for (auto *action : {m_aligned, m_recorded}) {
        action->setCheckable(true);
    }
    menu->addSeparator();
    auto *row = new QWidget(menu);
    auto *layout = new QHBoxLayout(row);
    m_rankLabel = new QLabel(row);
    m_rank = new QSpinBox(row);
    m_offset = new QDoubleSpinBox(row);
    m_offset->setRange(-kMostMs, kMostMs);
    m_offset->setDecimals(3);
    m_rankLabel->setBuddy(m_rank);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_rankLabel, m_rank, m_offset}) {
        layout->addWidget(widget);
    }
    auto *action = new QWidgetAction(menu);
    action->setDefaultWidget(row);
    menu->addAction(action);
    setMenu(menu);
    connect(modes, &QActionGroup::triggered, this, [this](QAction *chosen) {
        if (m_workspace->mainRun() != nullptr) {
            wish().isAligned = chosen == m_aligned;
            request();
        }
    });
    connect(m_rank, &QSpinBox::valueChanged, this, &ClockControl::showState);
    connect(m_offset, &QDoubleSpinBox::editingFinished, this, [this] {
        if (m_workspace->mainRun() != nullptr) {
            wish().byHand[m_rank->value()] = Nanos{std::llround(m_offset->value() * kNsPerMs)};
            request();
        }
    });
}

void ClockControl::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    std::erase_if(m_wishes, [this](const auto &entry) { return m_workspace->run(RunId{entry.first}) == nullptr; });
    const auto *run = m_workspace->mainRun();
    setEnabled(run != nullptr);
    if (run != nullptr) {
        const auto ranks = run->ranks();
        m_rank->setRange(0, ranks.empty() ? 0 : ranks.back());
    }
    showState();
}

void ClockControl::request() {
    Q_EMIT clockRequested(m_workspace->mainRun()->id, wish());
    showState();
}

void ClockControl::showState() {
    const auto *run = m_workspace->mainRun();
    if (run == nullptr) {
        setText(QStringLiteral("-"));
        return;
    }
    const auto &clock = run->clock;
    const auto spread = clock.uncertainty() ? tr(" ±%1 ms").arg(millisText(*clock.uncertainty())) : QString();
    setText((clock.isShifted() ? tr("aligned") : tr("raw")) + spread);
    (wish().isAligned ? m_aligned : m_recorded)->setChecked(true);
    if (!m_offset->hasFocus()) {
        const auto &byHand = wish().byHand;
        const auto found = byHand.find(m_rank->value());
        m_offset->setValue(found == byHand.end() ? 0 : static_cast<double>(found->second.count()) / kNsPerMs);
    }
}

void ClockControl::retranslate() {
    m_aligned->setText(tr("Align clocks"));
    m_recorded->setText(tr("Use raw times"));
    m_rankLabel->setText(tr("Manual offset, rank"));
    m_offset->setSuffix(tr(" ms"));
    m_rank->setAccessibleName(tr("Rank"));
    m_offset->setAccessibleName(tr("Manual offset"));
    setToolTip(
        tr("Host clock alignment: from transfers that end on both sides at the same time, otherwise from causal order; "
           "± is the remaining uncertainty between two ranks"));
    showState();
}

}  // namespace stagescope
