#include "views/pipeline/what_if_page.h"

#include "core/advice/what_if/what_if_question.h"
#include "core/analysis/pipeline/time/step_bubbles.h"
#include "core/base/number_text.h"
#include "core/scene/kit/message_scene.h"
#include "views/common/empty/empty_reason.h"
#include "views/common/rule_settings.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"
#include "views/common/theme.h"
#include "views/pipeline/remedy_list.h"
#include "views/pipeline/waterfall_chart.h"
#include "views/pipeline/what_if_controls.h"

#include <QtGui/QPainter>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QGraphicsScene>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QTableWidget>

#include <algorithm>
#include <numeric>

namespace stagescope {

namespace {

QString millisText(Nanos value) { return QLocale().toString(millis(value), 'f', 1); }

constexpr int kPad = 8;
constexpr int kGap = 10;     ///< between the columns of a picture
constexpr int kFigures = 7;  ///< rows of the table, below the names of the scenarios

/// Scrolls where there is little room; keys go to what is in it.
QScrollArea *scrolled(QWidget *widget, QWidget *parent) {
    auto *area = new QScrollArea(parent);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidgetResizable(true);
    area->setWidget(widget);
    return area;
}

}  // namespace

WhatIfPage::WhatIfPage(const ViewServices &services, QWidget *parent) : View(services, parent) {
    m_controls = new WhatIfControls;
    m_chart = new WaterfallChart(this);
    m_table = new QTableWidget(kFigures, 0, this);
    m_table->setTabKeyNavigation(false);
    m_note = new QLabel(this);
    m_remedies = new RemedyList(this);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    for (auto *header : {m_table->verticalHeader(), m_table->horizontalHeader()}) {
        header->setSectionResizeMode(QHeaderView::ResizeToContents);
    }
    m_table->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    m_table->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Maximum);
    m_note->setWordWrap(true);
    m_note->setContentsMargins(4, 0, 4, 2);
    auto *scroll = scrolled(m_controls, this);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setMinimumWidth(m_controls->sizeHint().width() + 16);
    scroll->setMaximumWidth(m_controls->sizeHint().width() + 60);
    auto *told = scrolled(new QWidget, this);
    auto *answers = new QVBoxLayout(told->widget());
    answers->setContentsMargins(0, 0, 0, 0);
    answers->setSpacing(2);
    answers->addWidget(m_table);
    answers->addWidget(m_note);
    answers->addWidget(m_remedies, 1);
    m_note->setAlignment(Qt::AlignTop);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
    layout->addWidget(m_chart, 1);
    layout->addWidget(told, 1);
    connect(m_controls, &WhatIfControls::changed, this, &WhatIfPage::ask);
    connect(m_remedies, &RemedyList::busyChanged, this, &WhatIfPage::busyChanged);
    connect(m_controls, &WhatIfControls::ghostToggled, this, &WhatIfPage::ghostChanged);
    connect(this->services().selection, &Selection::changed, this, &WhatIfPage::onSelectionChanged);
    retranslate();
}

QString WhatIfPage::id() const { return QStringLiteral("what_if"); }
QString WhatIfPage::title() const { return tr("What-if"); }
bool WhatIfPage::isBusy() const { return m_analysis.isBusy() || m_remedies->isBusy(); }

std::optional<Message> WhatIfPage::emptyReason() const {
    if (!m_known) {
        return Message("pipeline.empty.loading");
    }
    if (!m_model.study) {
        return emptyBecause(m_workspace, "pipeline.empty", "pipeline_cells");
    }
    return m_model.study->refusal();
}

const std::vector<IdealCell> &WhatIfPage::ghost() const {
    static const std::vector<IdealCell> none;
    return m_controls->showsGhost() ? m_model.ghost : none;
}

void WhatIfPage::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    m_model.study.reset();
    m_remedies->setWorkspace(m_workspace);
    ask();
}

void WhatIfPage::onSelectionChanged() {
    const auto &state = services().selection->state();
    if (m_workspace == nullptr || (state.group == m_group && state.step == m_step)) {
        return;
    }
    m_model.study.reset();
    ask();
}

void WhatIfPage::ask() {
    if (!m_workspace || m_workspace->mainRun() == nullptr) {
        adopt({});
        return;
    }
    const auto &state = services().selection->state();
    m_group = state.group;
    m_step = state.step;
    const Question question{
        m_workspace, m_model.study, {m_group, m_step}, RuleSettings::current().values(), m_controls->parameters()};
    m_analysis.start([question](const std::stop_token &stop) { return answer(question, stop); },
                     [this](Model model) { adopt(std::move(model)); });
    Q_EMIT busyChanged();
}

WhatIfPage::Model WhatIfPage::answer(const Question &question, const std::stop_token &stop) {
    Model model;
    const Run &run = *question.workspace->mainRun();
    model.study = question.study;
    const auto shown = shownPipeline(question.workspace, question.asked, question.values, stop);
    if (!model.study) {
        const std::vector<PipelineGroup> groups = groupsAskedFor(run, shown.group);
        auto study = groups.empty() ? fail(ErrorKind::NotFound, "no pipeline")
                                    : WhatIfStudy::make(run, groups.front(), shown.step, stop);
        if (!study) {
            return model;
        }
        model.study = std::make_shared<const WhatIfStudy>(std::move(*study));
    }
    const WhatIfStudy &study = *model.study;
    if (study.refusal()) {
        return model;
    }
    model.answers.push_back(study.measured());
    std::vector<WhatIfScenario> scenarios = {{Message("what_if.scenario.simulated"), {}}};
    Result<WhatIfScenario> asked = whatIfQuestion(question.parameters, run, study, stop);
    if (asked) {
        scenarios.push_back(std::move(*asked));
    } else {
        model.error = asked.error().detail;
    }
    for (const WhatIfScenario &scenario : scenarios) {
        if (auto result = study.answer(scenario, stop)) {
            model.answers.push_back(std::move(*result));
        }
    }
    const auto windows = stepWindows(study.chart(), run.clock);
    const auto step = shown.step ? shown.step : typicalStepOf(run, windows, stop);
    const std::optional<WhatIfResult> &result = model.answers.back().result;
    if (step && result && model.answers.size() == 3) {
        model.ghost = whatIfCells(*result, study.chart(), *step, run.clock);
    }
    return model;
}

void WhatIfPage::adopt(Model model) {
    m_known = true;
    m_model = std::move(model);
    if (m_model.study) {
        m_controls->showStudy(*m_model.study);
    }
    showAnswers();
    Q_EMIT ghostChanged();
    Q_EMIT titleOrReasonChanged();
    Q_EMIT busyChanged();
}

void WhatIfPage::showAnswers() {
    const auto &answers = m_model.answers;
    std::vector<WaterfallBar> bars;
    const bool isAsked = answers.size() == 3 && !answers[2].refusal;
    if (!answers.empty() && !answers[0].refusal) {
        if (const auto &causes = m_model.study->causes()) {
            const bool isGain = causes->variability() < Nanos{0};
            bars = {{tr("Work (mean of ranks)"), millis(causes->busyMean)},
                    {tr("Schedule bubble"), millis(causes->inherent())},
                    {tr("Stage imbalance"), millis(causes->stageImbalance())},
                    {isGain ? tr("Cells shorter than mean") : tr("Variability"), millis(causes->variability())},
                    {tr("Transfers"), millis(causes->transfer())},
                    {tr("Late starts"), millis(causes->launch())},
                    {tr("Other"), millis(causes->residual())}};
        }
        bars.push_back({tr("Window as measured"), millis(answers[0].makespan), true});
        if (isAsked) {
            const double change = millis(answers[2].change.value_or(Nanos{0}));
            bars.push_back({tr("Difference"), change});
            bars.push_back({tr("New window"), millis(answers[0].makespan) + change, true});
        }
    }
    m_chart->setBars(bars, tr("Pipeline window (ms per step)"));
    m_table->setColumnCount(int(answers.size()));
    for (int column = 0; column < int(answers.size()); ++column) {
        const WhatIfAnswer &answer = answers[std::size_t(column)];
        m_table->setHorizontalHeaderItem(column, new QTableWidgetItem(nameOf(answer)));
        const QStringList cells = figuresOf(answer);
        for (int row = 0; row < kFigures; ++row) {
            m_table->setItem(row, column, new QTableWidgetItem(cells[row]));
        }
    }
    m_table->updateGeometry();
    m_note->setText(noteText());
}

QString WhatIfPage::nameOf(const WhatIfAnswer &answer) {
    return answer.name.id == "what_if.scenario.question" ? tr("What-if") : messageText(answer.name);
}

QStringList WhatIfPage::figuresOf(const WhatIfAnswer &answer) const {
    if (answer.refusal) {
        return {tr("not possible"), {}, {}, {}, {}, {}, {}};
    }
    const bool isMeasured = &answer == &m_model.answers.front();
    const QString interval =
        answer.low && answer.high ? tr("%1 to %2").arg(millisText(*answer.low), millisText(*answer.high)) : QString();
    const auto activations = std::max_element(answer.activations.begin(), answer.activations.end());
    const char *verdict = answer.memory.verdict == MemoryFit::Verdict::Fits ? QT_TR_NOOP("fits in memory")
                          : answer.memory.verdict == MemoryFit::Verdict::DoesNotFit
                              ? QT_TR_NOOP("does not fit in memory")
                              : QT_TR_NOOP("unknown");
    return {QString::fromStdString(scheduleText(answer.schedule)),
            millisText(answer.makespan),
            interval,
            answer.change ? utf8Text(signedFigure(millisText(*answer.change).toStdString())) : QString(),
            tr("%1 %").arg(QLocale().toString(answer.bubbleShare * 100, 'f', 1)),
            activations == answer.activations.end() ? QString() : QLocale().toString(*activations),
            isMeasured ? QString() : tr(verdict)};
}

QString WhatIfPage::noteText() const {
    if (const auto reason = emptyReason()) {
        return messageText(*reason);
    }
    if (!m_model.error.empty()) {
        return messageText(Message("what_if.no.precondition", {m_model.error}));
    }
    if (m_model.answers.size() < 3) {
        return {};
    }
    const WhatIfAnswer &asked = m_model.answers.back();
    QStringList parts;
    if (asked.refusal) {
        parts << messageText(*asked.refusal);
    }
    if (asked.boundBy) {
        parts << tr("Limited by stage %1: more work than the others, hardly any wait between its cells.")
                     .arg(*asked.boundBy);
    }
    if (!asked.refusal) {
        parts << tr("Memory: %1.").arg(messageText(asked.memory.reason));
    }
    for (const Message &assumption : asked.assumptions) {
        parts << messageText(assumption);
    }
    return parts.join(QLatin1Char(' '));
}

/// As on the page: headings are the first row and the first column.
QString WhatIfPage::cellText(int row, int column) const {
    const auto *item = row == 0      ? m_table->horizontalHeaderItem(column - 1)
                       : column == 0 ? m_table->verticalHeaderItem(row - 1)
                                     : m_table->item(row - 1, column - 1);
    return item == nullptr || (row == 0 && column == 0) ? QString() : item->text();
}

/// Each column as wide as its widest text.
std::vector<int> WhatIfPage::columnWidths(const QFontMetrics &metrics) const {
    std::vector<int> widths;
    for (int column = 0; column <= m_table->columnCount(); ++column) {
        int width = 0;
        for (int row = 0; row <= kFigures; ++row) {
            width = std::max(width, metrics.horizontalAdvance(cellText(row, column)));
        }
        widths.push_back(width + kGap);
    }
    return widths;
}

void WhatIfPage::paintPicture(QPainter &painter, QSize size) {
    if (const auto reason = emptyReason()) {
        painter.setFont(font());
        paintScene(painter,
                   buildMessageScene(size.width(), size.height(), title().toStdString(),
                                     messageText(*reason).toStdString(), sceneStyle(font())),
                   Theme::current());
        return;
    }
    painter.save();
    painter.setFont(font());
    const Theme &theme = Theme::current();
    painter.fillRect(QRect({0, 0}, size), theme.color(ColorRole::Background));
    painter.setPen(theme.color(ColorRole::Text));
    const int line = painter.fontMetrics().height() + 4;
    const int lines = kFigures + 1;
    const auto widths = columnWidths(painter.fontMetrics());
    const int wanted = std::accumulate(widths.begin(), widths.end(), 2 * kPad);
    const QRect note = painter.fontMetrics().boundingRect(QRect(0, 0, size.width() - 16, size.height()),
                                                          Qt::TextWordWrap, m_note->text());
    // The chart beside the table, as on the page; the note below both. The chart gives way to the table, not for long.
    const int chart = std::clamp(size.width() - wanted, size.width() * 3 / 10, size.width() * 9 / 20);
    const QSize room(chart, std::max(size.height() - note.height() - 8, 0));
    m_chart->fit(room);
    m_chart->scene()->render(&painter, QRectF({0, 0}, room), QRectF({0, 0}, room), Qt::IgnoreAspectRatio);
    int left = room.width() + kPad;
    for (int column = 0; column < int(widths.size()); ++column) {
        const int width = std::clamp(size.width() - kPad - left, 0, widths[std::size_t(column)]);
        for (int row = 0; row < lines; ++row) {
            painter.drawText(left, row * line + painter.fontMetrics().ascent(),
                             painter.fontMetrics().elidedText(cellText(row, column), Qt::ElideRight, width - kGap / 2));
        }
        left += width;
    }
    painter.drawText(QRect(8, room.height(), size.width() - 16, note.height() + 4), Qt::TextWordWrap, m_note->text());
    painter.restore();
}

void WhatIfPage::retranslate() {
    m_controls->retranslate();
    m_remedies->retranslate();
    m_table->setVerticalHeaderLabels({tr("Schedule"), tr("Window (ms)"), tr("90 % interval"), tr("Change (ms)"),
                                      tr("Bubble of window"), tr("Activations held"), tr("Memory")});
    m_table->setAccessibleName(tr("What-if results"));
    m_chart->setAccessibleName(tr("Breakdown of the measured time, and its change by the what-if"));
    showAnswers();
}

}  // namespace stagescope
