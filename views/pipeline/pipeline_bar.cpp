#include "views/pipeline/pipeline_bar.h"

#include "core/base/number_text.h"
#include "core/base/step_id.h"
#include "core/store/tables/table_kind.h"
#include "views/common/elided_label.h"
#include "views/common/texts/utf8_text.h"
#include "views/common/theme.h"

#include <QtGui/QActionGroup>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QToolButton>

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

/// Texts of the choices of the ideal, by the value that their data holds.
constexpr int kNoIdeal = -1;

}  // namespace

PipelineBar::PipelineBar(QWidget *parent)
    : QWidget(parent),
      m_place(new QLabel(this)),
      m_outside(new QToolButton(this)),
      m_fit(new QPushButton(this)),
      m_schedule(new ElidedLabel(this)),
      m_idealLabel(new QLabel(this)),
      m_ideal(new QComboBox(this)),
      m_loss(new ElidedLabel(this)),
      m_baseline(new ElidedLabel(this)),
      m_overview(new QToolButton(this)),
      m_pages(new QToolButton(this)),
      m_look(new QToolButton(this)),
      m_lookMenu(new QMenu(m_look)) {
    m_place->setObjectName(QStringLiteral("place"));
    m_ideal->setObjectName(QStringLiteral("ideal"));
    m_schedule->setObjectName(QStringLiteral("schedule"));
    m_loss->setObjectName(QStringLiteral("loss"));
    m_loss->hide();
    m_baseline->setObjectName(QStringLiteral("baseline"));
    m_baseline->hide();
    m_ideal->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_idealLabel->setBuddy(m_ideal);
    makeLayout();
    connectPickers();
    retranslate();
}

void PipelineBar::makeLayout() {
    m_outside->setObjectName(QStringLiteral("outside"));
    m_outside->setCheckable(true);
    m_outside->hide();
    m_overview->setObjectName(QStringLiteral("overview"));
    m_overview->setCheckable(true);
    m_pages->setObjectName(QStringLiteral("pages"));
    m_pages->setCheckable(true);
    m_look->setMenu(m_lookMenu);
    m_look->setPopupMode(QToolButton::InstantPopup);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->setSpacing(8);
    layout->addWidget(m_place);
    layout->addWidget(m_outside);
    layout->addWidget(m_fit);
    layout->addWidget(m_schedule, 1);
    for (auto *widget :
         std::initializer_list<QWidget *>{m_baseline, m_idealLabel, m_ideal, m_loss, m_overview, m_pages, m_look}) {
        layout->addWidget(widget);
    }
}

void PipelineBar::connectPickers() {
    connect(m_fit, &QPushButton::clicked, this, &PipelineBar::fitAsked);
    connect(m_overview, &QToolButton::clicked, this, [this] {
        m_overviewChosen = true;
        Q_EMIT overviewToggled();
    });
    connect(m_outside, &QToolButton::clicked, this, &PipelineBar::outsideToggled);
    connect(m_pages, &QToolButton::toggled, this, &PipelineBar::pagesToggled);
    connect(m_ideal, &QComboBox::currentIndexChanged, this, &PipelineBar::lookChanged);
}

void PipelineBar::showPlace(const PipelineInput &input) {
    const auto &chart = input.chart;
    const auto step = input.step.value_or(kNoStep);
    const auto number = utf8Text(stepText(step));
    const bool isMedian = step == input.typical && chart.steps.size() > 1;
    const auto name = step == kNoStep ? tr("outside steps")
                      : isMedian      ? tr("step %1 (median)").arg(number)
                                      : tr("step %1").arg(number);
    const bool hasBoth =
        chart.steps.size() > 1 && std::find(chart.steps.begin(), chart.steps.end(), kNoStep) != chart.steps.end();
    m_outside->setChecked(hasBoth && step == kNoStep);
    m_outside->setVisible(hasBoth);
    m_place->setText(chart.cells.empty() ? QString() : utf8Text(chart.group.id) + QStringLiteral(", ") + name);
}

QString PipelineBar::placeShown() const { return m_place->text(); }

bool PipelineBar::showsOutside() const { return m_outside->isChecked(); }

void PipelineBar::leaveOutside() { m_outside->setChecked(false); }

void PipelineBar::showSchedule(const PipelineChart &chart) {
    if (!chart.match) {
        m_schedule->clear();
        m_schedule->setToolTip(QString());
        return;
    }
    const auto &match = *chart.match;
    m_schedule->setText(utf8Text(matchText(match)));
    auto tip = m_schedule->text() + QLatin1Char('\n') +
               tr("match: %1 %, steps: %2").arg(utf8Text(percentText(match.score, 1.0))).arg(match.steps);
    if (match.isFromMetadata) {
        tip += QLatin1Char('\n') + tr("type and microbatches from the metadata");
    }
    if (match.difference) {
        const auto &d = *match.difference;
        tip += QLatin1Char('\n') + tr("first difference: rank %1, step %2, position %3: expected %4, found %5")
                                       .arg(d.rank)
                                       .arg(utf8Text(stepText(d.step)))
                                       .arg(d.position)
                                       .arg(d.expected.empty() ? tr("None") : utf8Text(d.expected))
                                       .arg(d.seen.empty() ? tr("None") : utf8Text(d.seen));
    }
    if (!chart.unmatched.empty()) {
        tip += QLatin1Char('\n') + tr("unmatched cells and actions: %1").arg(chart.unmatched.size());
    }
    m_schedule->setToolTip(tip);
}

void PipelineBar::showLoss(const QString &text) {
    m_loss->setText(text);
    m_loss->setVisible(!text.isEmpty());
}

void PipelineBar::showBaseline(const QString &text, const QString &tip) {
    m_baseline->setText(text);
    m_baseline->setToolTip(tip);
    m_baseline->setVisible(!text.isEmpty());
}

void PipelineBar::setReady(bool ready) {
    for (auto *widget : std::initializer_list<QWidget *>{m_fit, m_ideal, m_look}) {
        widget->setEnabled(ready);
    }
}

bool PipelineBar::showsOverview() const { return m_overview->isChecked(); }

void PipelineBar::proposeOverview(bool shown) {
    if (!m_overviewChosen && m_overview->isChecked() != shown) {
        m_overview->setChecked(shown);
        Q_EMIT overviewToggled();
    }
}

bool PipelineBar::showsPages() const { return m_pages->isChecked(); }

void PipelineBar::setShowsPages(bool shown) { m_pages->setChecked(shown); }

std::optional<IdealCosts> PipelineBar::ideal() const {
    const int value = m_ideal->currentData().toInt();
    return value == kNoIdeal ? std::nullopt : std::optional(static_cast<IdealCosts>(value));
}

void PipelineBar::fillLookMenu() {
    m_lookMenu->clear();
    m_lookMenu->addSection(tr("Colors"));
    auto *palettes = new QActionGroup(m_lookMenu);
    const std::array names{tr("Stagescope"), tr("DualPipe"), tr("Megatron"), tr("Insight")};
    for (const auto palette : pipelinePalettes()) {
        auto *action = m_lookMenu->addAction(names[static_cast<std::size_t>(palette)]);
        action->setCheckable(true);
        action->setChecked(palette == Theme::current().pipelinePalette());
        palettes->addAction(action);
        connect(action, &QAction::triggered, this, [palette] { Theme::setPipelinePalette(palette); });
    }
    m_lookMenu->addSection(tr("Rows"));
    auto *orders = new QActionGroup(m_lookMenu);
    for (const auto order : {PipelineRowOrder::Stage, PipelineRowOrder::Rank}) {
        auto *action = m_lookMenu->addAction(order == PipelineRowOrder::Stage ? tr("By stage") : tr("By rank"));
        action->setCheckable(true);
        action->setChecked(order == m_order);
        orders->addAction(action);
        connect(action, &QAction::triggered, this, [this, order] {
            m_order = order;
            Q_EMIT lookChanged();
        });
    }
    addReplicaChoice();
    m_lookMenu->addSeparator();
    auto *path = m_lookMenu->addAction(tr("Critical path (C)"));
    path->setCheckable(true);
    path->setChecked(m_showsPath);
    // Queued: the menu is filled anew, and may not lose the action whose signal this is.
    connect(path, &QAction::triggered, this, &PipelineBar::setShowsPath, Qt::QueuedConnection);
    auto *memory = m_lookMenu->addAction(tr("Memory (E)"));
    memory->setCheckable(true);
    memory->setChecked(m_showsMemory);
    connect(memory, &QAction::triggered, this, &PipelineBar::setShowsMemory, Qt::QueuedConnection);
}

void PipelineBar::setShowsMemory(bool shown) {
    if (m_showsMemory != shown) {
        m_showsMemory = shown;
        fillLookMenu();
        Q_EMIT lookChanged();
    }
}

void PipelineBar::setShowsPath(bool shown) {
    if (m_showsPath != shown) {
        m_showsPath = shown;
        fillLookMenu();
        Q_EMIT lookChanged();
    }
}

void PipelineBar::addReplicaChoice() {
    m_lookMenu->addSection(tr("Replicas"));
    auto *choices = new QActionGroup(m_lookMenu);
    for (const bool all : {false, true}) {
        auto *action = m_lookMenu->addAction(all ? tr("All replicas: min, median, max") : tr("This group"));
        action->setCheckable(true);
        action->setChecked(all == m_showsReplicas);
        choices->addAction(action);
        connect(action, &QAction::triggered, this, [this, all] {
            m_showsReplicas = all;
            Q_EMIT lookChanged();
        });
    }
}

void PipelineBar::retranslate() {
    m_outside->setText(tr("Outside steps"));
    m_outside->setToolTip(tr("Cells that belong to no step, such as an evaluation or a warm-up"));
    m_fit->setText(tr("Fit step"));
    m_idealLabel->setText(tr("Ideal"));
    m_look->setText(tr("Display"));
    m_overview->setText(tr("Overview"));
    m_overview->setToolTip(tr("All pipelines of the job: stages down, replicas across"));
    m_pages->setText(tr("Analyses"));
    m_pages->setToolTip(tr("Time breakdown below the chart (B)"));
    m_place->setToolTip(tr("Group and step of the chart. Choose others in the bar above the tabs."));
    m_fit->setToolTip(tr("Show the whole step"));
    m_ideal->setToolTip(tr("The recognized schedule without variation and transfers, in a row below each rank"));
    m_look->setToolTip(tr("Cell colors, row order, replicas"));
    const int current = m_ideal->currentIndex();
    const QSignalBlocker blocker(m_ideal);
    m_ideal->clear();
    m_ideal->addItem(tr("off"), kNoIdeal);
    m_ideal->addItem(tr("same mean for all stages"), static_cast<int>(IdealCosts::UniformMeans));
    m_ideal->addItem(tr("mean per stage"), static_cast<int>(IdealCosts::StageMeans));
    m_ideal->setCurrentIndex(std::max(0, current));
    fillLookMenu();
}

}  // namespace stagescope
