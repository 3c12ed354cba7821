#include "views/memory/memory_curves_page.h"

#include "core/scene/memory_holders_scene.h"
#include "core/scene/message_scene.h"
#include "core/scene/signed_bytes.h"
#include "core/session/marks.h"
#include "core/session/open_runs.h"
#include "core/session/time_bounds.h"
#include "views/common/empty_reason.h"
#include "views/common/message_texts.h"
#include "views/common/pan_zoom.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/theme.h"
#include "views/memory/curve_bar.h"
#include "views/memory/memory_pages.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QToolTip>

#include <algorithm>
#include <cmath>

namespace stagescope {

namespace {

constexpr int kPad = 8;
constexpr int kHolders = 300;     ///< pixels
constexpr std::size_t kLoad = 8;  ///< ranks at once

QString textOf(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

/// Hues far from one another for curves that lie over one another, as strong as the theme bears.
QColor curveColor(std::size_t index, std::size_t shade) {
    constexpr std::array kHues{212, 30, 150, 285, 350, 185, 60, 320};
    const bool isDark = Theme::current().kind() == ThemeKind::Dark;
    const auto full = QColor::fromHsv(kHues[index % kHues.size()], isDark ? 150 : 215, isDark ? 245 : 195);
    const auto &background = Theme::current().color(ColorRole::Background);
    return shade == 0 ? full : mixed(full, background, shade == 1 ? 0.35 : 0.55);
}

}  // namespace

MemoryCurvesPage::MemoryCurvesPage(const ViewServices &services, QWidget *parent) : View(services, parent) {
    build();
    connectControls();
    retranslate();
}

void MemoryCurvesPage::build() {
    m_bar = new CurveBar(services().selection, this);
    m_heading = new QLabel(this);
    m_heading->setContentsMargins(kPad, 2, kPad, 2);
    m_heading->setWordWrap(true);
    m_stack = new QStackedWidget(this);
    m_message = new SceneCanvas;
    m_content = new QWidget;
    m_chart = new CurveChart(m_content);
    m_holderList = new SceneCanvas(m_content);
    m_holderList->setFixedWidth(kHolders);
    auto *content = new QHBoxLayout(m_content);
    content->setContentsMargins(0, 0, 0, 0);
    content->setSpacing(0);
    content->addWidget(m_chart, 1);
    content->addWidget(m_holderList);
    m_stack->addWidget(m_message);
    m_stack->addWidget(m_content);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_heading);
    layout->addWidget(m_stack, 1);
}

void MemoryCurvesPage::connectControls() {
    m_message->setBuilder([this](QSize size) { return messageFor(size); });
    m_holderList->setBuilder([this](QSize size) { return holdersFor(size); });
    m_chart->setOverlay([this](QPainter &painter, const CurvePlot &plot) {
        paintMarks(painter, plot);
        m_gestures->paint(painter);
    });
    if (const auto *marks = services().marks) {
        connect(marks, &Marks::changed, m_chart, qOverload<>(&QWidget::update));
    }
    m_chart->installEventFilter(this);
    m_gestures = new PanZoomController(
        m_chart, services().timeView, services().selection, [this] { return m_chart->plot().axis; }, this);
    m_gestures->setItemRange([this] { return m_itemRange; });
    connect(m_chart, &CurveChart::clicked, this, &MemoryCurvesPage::choose);
    connect(m_chart, &CurveChart::doubleClicked, this, &MemoryCurvesPage::showInTimeline);
    connect(m_chart, &CurveChart::hovered, this, [this](QPoint position) {
        const auto text = position.x() < 0 ? QString() : tipAt(position);
        QToolTip::showText(m_chart->mapToGlobal(position + QPoint(12, 16)), text, m_chart);
    });
    connect(m_bar, &CurveBar::changed, this, &MemoryCurvesPage::ask);
    connect(m_bar, &CurveBar::loadRequested, this, &MemoryCurvesPage::loadRanks);
    connect(services().timeView, &TimeView::rangeChanged, this, &MemoryCurvesPage::showWindow);
    connect(services().selection, &Selection::changed, this, &MemoryCurvesPage::follow);
}

QString MemoryCurvesPage::id() const { return QStringLiteral("memory-curves"); }
QString MemoryCurvesPage::title() const { return tr("Memory curves"); }
bool MemoryCurvesPage::isBusy() const { return m_work.isBusy() || m_holderWork.isBusy() || m_itemWork.isBusy(); }

std::optional<Message> MemoryCurvesPage::emptyReason() const {
    if (!m_model->curves.empty()) {
        return std::nullopt;
    }
    if (m_known && m_model->ranksKnown.empty() && m_model->ranksUnread.empty()) {
        return emptyBecause(m_workspace, "memory.empty.record");
    }
    return Message(!m_known                       ? "memory.empty.record_loading"
                   : !m_model->ranksKnown.empty() ? "memory.empty.choice"
                                                  : "memory.empty.record_unread");
}

void MemoryCurvesPage::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    ask();
}

void MemoryCurvesPage::ask() {
    m_asked = m_bar->question();
    m_work.start(
        [workspace = m_workspace, question = m_asked](const std::stop_token &stop) {
            const auto *run = workspace ? workspace->mainRun() : nullptr;
            return std::make_shared<const MemoryCurves>(run ? memoryCurves(*run, question, stop) : MemoryCurves{});
        },
        [this](Model model) { adopt(std::move(model)); });
    Q_EMIT busyChanged();
}

void MemoryCurvesPage::adopt(Model model) {
    m_known = true;
    m_model = std::move(model);
    m_moment.reset();
    m_bar->setModel(*m_model);
    const bool hasCurves = !m_model->curves.empty();
    m_stack->setCurrentWidget(hasCurves ? m_content : m_message);
    m_heading->setVisible(hasCurves);
    m_message->invalidate();
    coverLimits();
    showCurves();
    askItem();
    askHolders();
    Q_EMIT titleOrReasonChanged();
    Q_EMIT busyChanged();
}

/// Records may begin before and end after all else that tells times.
void MemoryCurvesPage::coverLimits() {
    auto *time = services().timeView;
    if (const auto &bounds = m_model->bounds) {
        const auto limits = time->limits();
        const AlignedRange wanted{std::min(limits.begin, bounds->begin), std::max(limits.end, bounds->end)};
        if (limits.isEmpty()) {
            time->setLimits(*bounds);
        } else if (wanted != limits) {
            time->setLimits(wanted);
        }
    }
}

/// Ranks differ in colour and keys in its strength; of a single rank keys differ in colour.
void MemoryCurvesPage::showCurves() {
    std::vector<ChartCurve> curves;
    for (const auto &curve : m_model->curves) {
        const auto key = m_model->keyIndex(curve.key);
        const auto rank = static_cast<std::size_t>(std::find(m_model->ranks.begin(), m_model->ranks.end(), curve.rank) -
                                                   m_model->ranks.begin());
        const bool isOne = m_model->ranks.size() == 1;
        curves.push_back({curveName(curve), curveColor(isOne ? key : rank, isOne ? 0 : std::min<std::size_t>(key, 2)),
                          curve.key.measure != MemoryMeasure::Allocated});
    }
    m_chart->setCurves(std::move(curves),
                       [model = m_model](std::size_t i, AlignedRange window, int pixels, std::size_t most) {
                           const auto &curve = model->curves[i];
                           return curvePoints(*curve.samples, curve.offset, window, pixels, most);
                       });
    showWindow();
}

AlignedTime MemoryCurvesPage::origin() const {
    const auto bounds = m_workspace ? timeBounds(*m_workspace) : std::nullopt;
    return bounds ? bounds->begin : m_model->bounds ? m_model->bounds->begin : AlignedTime{};
}

AlignedRange MemoryCurvesPage::rangeShown() const {
    const auto range = services().timeView->range();
    return m_model->bounds && !range.overlaps(*m_model->bounds) ? *m_model->bounds : range;
}

void MemoryCurvesPage::showWindow() {
    if (!m_model->curves.empty()) {
        m_chart->setWindow(rangeShown(), origin());
    }
}

void MemoryCurvesPage::follow() {
    if (m_workspace != nullptr && m_bar->question() != m_asked) {
        ask();
        return;
    }
    askItem();
    m_chart->update();
    askHolders();
}

void MemoryCurvesPage::askHolders() {
    const auto moment = momentMeant();
    const bool isSame = moment && m_moment && moment->rank == m_moment->rank && moment->peak.at == m_moment->peak.at;
    m_moment = moment;
    m_heading->setText(heading());
    if (isSame || !moment) {
        m_holderList->invalidate();
        return;
    }
    m_holderWork.start(
        [workspace = m_workspace, run = m_model->run, moment = *moment](const std::stop_token &stop) {
            return memoryHolders(*workspace->run(run)->capture(moment.rank), moment.peak.at, stop);
        },
        [this](MemoryHolders holders) {
            m_holders = std::move(holders);
            m_holderList->invalidate();
            Q_EMIT busyChanged();
        });
    Q_EMIT busyChanged();
}

QString MemoryCurvesPage::curveName(const RankCurve &curve) const {
    const auto rank = messageText(Message("rank.label", {std::to_string(curve.rank)}));
    auto of = textOf(curve.key.owner.component);
    if (!curve.key.owner.stream.empty()) {
        of += QLatin1Char(' ') + tr("stream %1").arg(textOf(curve.key.owner.stream));
    }
    return rank + QStringLiteral(": ") + of + QLatin1Char(' ') +
           messageText(Message("memory.measure." + std::string(memoryMeasureText(curve.key.measure))));
}

QString MemoryCurvesPage::heading() const {
    const auto moment = momentMeant();
    if (!moment) {
        return {};
    }
    const auto &curve = *m_model->mainCurve(moment->rank);
    const auto at = alignedTime(ns(moment->peak.at) + curve.offset.count());
    auto text =
        (selectedMoment() ? tr("At the selected moment: %1, %2 at %3.")
         : rangeMeant()   ? tr("Peak of what is selected: %1, %2 at %3.")
                          : tr("Peak: %1, %2 at %3."))
            .arg(curveName(curve), textOf(signedBytesText(moment->peak.value)), textOf(durationText(at - origin())));
    if (m_model->baseline) {
        text += QLatin1Char(' ') + tr("Differences to rank %1 at the same moment.").arg(*m_model->baseline);
    }
    const auto known = m_model->ranksKnown.size();
    if (known > MemoryCurves::kMostRanks && m_model->ranks.size() >= MemoryCurves::kMostRanks - 1) {
        text += QLatin1Char(' ') + tr("Of %n rank(s) those with the greatest peaks.", nullptr, static_cast<int>(known));
    }
    return text + QLatin1Char(' ') + tr("MiB = 2^20 bytes.");
}

QString MemoryCurvesPage::holdersHeading() const {
    if (!m_moment) {
        return {};
    }
    const auto at = alignedTime(ns(m_moment->peak.at) + m_model->mainCurve(m_moment->rank)->offset.count());
    return tr("Who held it: rank %1 at %2").arg(m_moment->rank).arg(textOf(durationText(at - origin())));
}

void MemoryCurvesPage::loadRanks() {
    auto ranks = m_model->ranksUnread;
    ranks.resize(std::min(ranks.size(), kLoad));
    if (services().runs != nullptr) {
        services().runs->requestDeep(m_model->run, ranks);
    }
}

bool MemoryCurvesPage::eventFilter(QObject *watched, QEvent *event) {
    if (watched == m_chart && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            showInTimeline();
            return true;
        }
    }
    return View::eventFilter(watched, event);
}

Scene MemoryCurvesPage::messageFor(QSize size) const {
    const auto why = emptyReason().value_or(Message("memory.empty.choice"));
    return buildMessageScene(size.width(), size.height(), title().toStdString(), messageText(why).toStdString(),
                             sceneStyle(font()));
}

Scene MemoryCurvesPage::holdersFor(QSize size) const {
    return buildMemoryHoldersScene(m_holders, {size.width(), size.height(), holdersHeading().toStdString()},
                                   sceneStyle(font()));
}

void MemoryCurvesPage::paintPicture(QPainter &painter, QSize size) {
    painter.setFont(font());
    if (emptyReason()) {
        paintScene(painter, messageFor(size), Theme::current());
        return;
    }
    painter.fillRect(QRect({0, 0}, size), Theme::current().color(ColorRole::Background));
    painter.setPen(Theme::current().color(ColorRole::MutedText));
    const QRect room(kPad, 4, size.width() - 2 * kPad, size.height());
    const QRect used = painter.boundingRect(room, Qt::TextWordWrap, heading());
    painter.drawText(room, Qt::TextWordWrap, heading());
    const int top = used.bottom() + 4;
    const int holders = std::min(kHolders, size.width() / 3);
    m_chart->paint(painter, QRect(0, top, size.width() - holders, size.height() - top));
    painter.save();
    painter.translate(size.width() - holders, top);
    paintScene(painter, holdersFor({holders, size.height() - top}), Theme::current());
    painter.restore();
}

void MemoryCurvesPage::retranslate() {
    m_bar->retranslate();
    m_chart->setAccessibleName(tr("Memory of each rank over time"));
    m_holderList->setAccessibleName(tr("Who held the memory at the peak"));
    m_message->invalidate();
    m_holderList->invalidate();
    m_heading->setText(heading());
    if (!m_model->curves.empty()) {
        showCurves();
    }
}

View *makeMemoryCurvesPage(const ViewServices &services, SnapshotDesk &, QWidget *parent) {
    return new MemoryCurvesPage(services, parent);
}

}  // namespace stagescope
