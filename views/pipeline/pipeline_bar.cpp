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
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QToolButton>

#include <array>

namespace stagescope {

namespace {

constexpr int kMaxGroupWidth = 220;

/// Texts of the choices of the ideal, by the value that their data holds.
constexpr int kNoIdeal = -1;

}  // namespace

PipelineBar::PipelineBar(QWidget *parent)
    : QWidget(parent),
      m_groupLabel(new QLabel(this)),
      m_group(new QComboBox(this)),
      m_stepLabel(new QLabel(this)),
      m_step(new QComboBox(this)),
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
    m_group->setObjectName(QStringLiteral("group"));
    m_group->setEditable(true);
    m_group->setInsertPolicy(QComboBox::NoInsert);
    m_group->setMaximumWidth(kMaxGroupWidth);
    m_step->setObjectName(QStringLiteral("step"));
    m_ideal->setObjectName(QStringLiteral("ideal"));
    m_schedule->setObjectName(QStringLiteral("schedule"));
    m_loss->setObjectName(QStringLiteral("loss"));
    m_loss->hide();
    m_baseline->setObjectName(QStringLiteral("baseline"));
    m_baseline->hide();
    for (auto *box : {m_group, m_step, m_ideal}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    }
    m_step->setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);  // its longest entry is never cut
    m_groupLabel->setBuddy(m_group);
    m_stepLabel->setBuddy(m_step);
    m_idealLabel->setBuddy(m_ideal);
    makeLayout();
    connectPickers();
    retranslate();
}

void PipelineBar::makeLayout() {
    m_overview->setObjectName(QStringLiteral("overview"));
    m_overview->setCheckable(true);
    m_pages->setObjectName(QStringLiteral("pages"));
    m_pages->setCheckable(true);
    m_look->setMenu(m_lookMenu);
    m_look->setPopupMode(QToolButton::InstantPopup);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->setSpacing(8);
    for (auto *widget : std::initializer_list<QWidget *>{m_groupLabel, m_group, m_stepLabel, m_step, m_fit}) {
        layout->addWidget(widget);
    }
    layout->addWidget(m_schedule, 1);
    for (auto *widget :
         std::initializer_list<QWidget *>{m_baseline, m_idealLabel, m_ideal, m_loss, m_overview, m_pages, m_look}) {
        layout->addWidget(widget);
    }
}

void PipelineBar::connectPickers() {
    connect(m_group, &QComboBox::activated, this, &PipelineBar::chooseGroup);
    connect(m_group->lineEdit(), &QLineEdit::returnPressed, this, &PipelineBar::chooseGroup);
    connect(m_step, &QComboBox::activated, this,
            [this](int index) { Q_EMIT stepAsked(m_step->itemData(index).toLongLong()); });
    connect(m_fit, &QPushButton::clicked, this, &PipelineBar::fitAsked);
    connect(m_overview, &QToolButton::clicked, this, [this] {
        m_overviewChosen = true;
        Q_EMIT overviewToggled();
    });
    connect(m_pages, &QToolButton::toggled, this, &PipelineBar::pagesToggled);
    connect(m_ideal, &QComboBox::currentIndexChanged, this, &PipelineBar::lookChanged);
}

void PipelineBar::chooseGroup() {
    const auto wanted = m_group->currentText().trimmed();
    if (!wanted.isEmpty()) {
        Q_EMIT groupAsked(wanted);
    }
}

void PipelineBar::showGroups(const std::vector<PipelineGroup> &groups, const std::string &current) {
    m_group->clear();
    for (const auto &group : groups) {
        m_group->addItem(utf8Text(group.id));
    }
    m_group->setCurrentIndex(m_group->findText(utf8Text(current)));
    if (m_group->currentIndex() < 0) {
        m_group->setEditText(utf8Text(current));
    }
    m_group->lineEdit()->setCursorPosition(0);
}

void PipelineBar::showSteps(const PipelineInput &input) {
    m_step->clear();
    for (const auto step : input.chart.steps) {
        const auto number = utf8Text(stepText(step));
        const bool isMedian = step == input.typical && input.chart.steps.size() > 1;
        m_step->addItem(step == kNoStep ? tr("outside steps")
                        : isMedian      ? tr("%1 (median)").arg(number)
                                        : number,
                        QVariant::fromValue(qlonglong{step}));
        if (input.step == step) {
            m_step->setCurrentIndex(m_step->count() - 1);
        }
    }
}

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
        tip += QLatin1Char('\n') + tr("kind and microbatches from the metadata");
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
    for (auto *widget : std::initializer_list<QWidget *>{m_step, m_fit, m_ideal, m_look}) {
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

bool PipelineBar::isChoosingStep() const { return m_step->hasFocus(); }

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
    m_groupLabel->setText(tr("Group"));
    m_stepLabel->setText(tr("Step"));
    m_fit->setText(tr("Fit step"));
    m_idealLabel->setText(tr("Ideal"));
    m_look->setText(tr("Display"));
    m_overview->setText(tr("Overview"));
    m_overview->setToolTip(tr("All pipelines of the job: stages down, replicas across"));
    m_pages->setText(tr("Analyses"));
    m_pages->setToolTip(tr("Time breakdown below the chart (B)"));
    m_group->setToolTip(tr("Ranks of one pipeline in stage order; or type them: 0,2"));
    m_step->setToolTip(tr("Step used to measure window and bubbles"));
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
