#include "views/memory/memory_curves_page.h"

#include "core/analysis/tables/time_bounds.h"
#include "core/base/number_text.h"
#include "core/base/signed_bytes.h"
#include "core/scene/kit/message_scene.h"
#include "core/scene/kit/spacing.h"
#include "core/scene/memory/memory_holders_scene.h"
#include "core/session/loading/open_runs.h"
#include "core/session/marks.h"
#include "views/common/empty/empty_reason.h"
#include "views/common/pan_zoom.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"
#include "views/common/theme.h"
#include "views/memory/curve_bar.h"
#include "views/memory/curve_names.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QToolTip>

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kHolders = 300;  ///< pixels
constexpr int kLeastHolders = 180;
constexpr int kLeastChart = 280;
constexpr int kLeastLines = 13;   ///< of text, that a chart is to be as high as
constexpr std::size_t kLoad = 8;  ///< ranks at once

QColor shaded(const QColor &full, std::size_t shade) {
    const auto &background = Theme::current().color(ColorRole::Background);
    return shade == 0 ? full : mixed(full, background, shade == 1 ? 0.35 : 0.55);
}

constexpr std::size_t kColors = 9;

/// Far from one another, also for those who do not tell red from green; as strong as the theme bears. `shade` of what
/// belongs to the same rank.
QColor curveColor(std::size_t index, std::size_t shade) {
    constexpr std::array<QRgb, kColors> kLight{0xff0062b2, 0xffd55e00, 0xff00845f, 0xffb0408f, 0xff8a6d00,
                                               0xff2e9fd4, 0xff6a3fb5, 0xff8c564b, 0xff5f6b7a};
    constexpr std::array<QRgb, kColors> kDark{0xff5aa9ff, 0xffff9a4d, 0xff3ed3a3, 0xfff08cd0, 0xffe6c94c,
                                              0xff8fe0ff, 0xffb79bff, 0xffd3a79b, 0xffa9b4c2};
    const bool isDark = Theme::current().kind() == ThemeKind::Dark;
    return shaded(QColor((isDark ? kDark : kLight)[index % kColors]), shade);
}

/// Of so many stages: more than there are colours follow one another from blue to red.
QColor bandColor(std::size_t stage, std::size_t stages) {
    if (stages < kColors) {
        return curveColor(stage, 0);
    }
    constexpr float kBlue = 0.66F;
    const bool isDark = Theme::current().kind() == ThemeKind::Dark;
    const auto hue = kBlue * (1.0F - static_cast<float>(stage) / static_cast<float>(stages - 1));
    return QColor::fromHsvF(hue, isDark ? 0.55F : 0.85F, isDark ? 0.95F : 0.75F);
}
/// Of a line over so many bands: where those have all colours, the first line has that of texts.
QColor lineColor(std::size_t line, std::size_t bands, std::size_t shade) {
    return bands < kColors ? curveColor(bands + line, shade)
           : line == 0     ? shaded(Theme::current().color(ColorRole::Text), shade)
                           : curveColor(line, shade);
}

/// Records may begin before and end after all else that tells times.
void coverLimits(TimeView &time, const MemoryCurves &model) {
    if (const auto &bounds = model.bounds) {
        const auto limits = time.limits();
        const AlignedRange wanted{std::min(limits.begin, bounds->begin), std::max(limits.end, bounds->end)};
        if (limits.isEmpty()) {
            time.setLimits(*bounds);
        } else if (wanted != limits) {
            time.setLimits(wanted);
        }
    }
}

void loadRanks(OpenRuns *runs, const MemoryCurves &model) {
    const auto request = [runs](RunId run, std::vector<int> ranks) {
        ranks.resize(std::min(ranks.size(), kLoad));
        if (runs != nullptr && !ranks.empty()) {
            runs->requestDeep(run, ranks);
        }
    };
    request(model.run, model.ranksUnread);
    if (model.baselineRun) {
        request(*model.baselineRun, model.baselineUnread);
    }
}

/// Whether one of several ranks alone is selected: then its peak is told, and others may be higher.
bool isOfOneRank(const MemoryCurves &model, const std::vector<RankRef> &ranks,
                 const std::optional<AlignedRange> &range) {
    return ranks.size() == 1 && ranks[0].run == model.run && model.ranks.size() > 1 &&
           model.peakOf(ranks[0].rank, range).has_value();
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
    m_chart->setMinimumWidth(kLeastChart);
    m_holderList->setMinimumWidth(kLeastHolders);
    m_holderList->setMaximumWidth(kHolders);
    auto *content = new QHBoxLayout(m_content);
    content->setContentsMargins(0, 0, 0, 0);
    content->setSpacing(0);
    content->addWidget(m_chart, 2);
    content->addWidget(m_holderList, 1);
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
    connect(m_bar, &CurveBar::loadRequested, this, [this] { loadRanks(services().runs, *m_model); });
    connect(services().timeView, &TimeView::rangeChanged, this, [this] {
        showWindow();
        askHolders();
    });
    connect(services().selection, &Selection::changed, this, &MemoryCurvesPage::follow);
    connect(services().selection, &Selection::shown, this, [this] {
        m_showPending = isVisible();
        reveal();
    });
}

QString MemoryCurvesPage::id() const { return QStringLiteral("memory-curves"); }
QString MemoryCurvesPage::ownFilter() const { return m_bar->ownFilter(); }
QString MemoryCurvesPage::title() const { return tr("Memory curves"); }
bool MemoryCurvesPage::isBusy() const { return m_work.isBusy() || m_holderWork.isBusy() || m_itemWork.isBusy(); }

void MemoryCurvesPage::keepReadable() { m_stack->setMinimumHeight(kLeastLines * fontMetrics().height()); }

QWidget *MemoryCurvesPage::emptyArea() { return m_message; }

std::optional<Message> MemoryCurvesPage::emptyReason() const {
    if (!m_model->curves.empty()) {
        return std::nullopt;
    }
    if (m_known && m_model->ranksKnown.empty() && m_model->ranksUnread.empty()) {
        return emptyBecause(m_workspace, "memory.empty.record", "memory_curve");
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
            return std::make_shared<const MemoryCurves>(workspace ? memoryCurves(*workspace, question, stop)
                                                                  : MemoryCurves{});
        },
        [this](Model model) { adopt(std::move(model)); });
    Q_EMIT busyChanged();
}

void MemoryCurvesPage::adopt(Model model) {
    m_known = true;
    m_model = std::move(model);
    m_moment.reset();
    m_bar->setModel(*m_model);
    if (m_bar->question().byCategory != m_asked.byCategory) {
        ask();  // categories have come up
    }
    const bool hasCurves = !m_model->curves.empty();
    m_stack->setCurrentWidget(hasCurves ? m_content : m_message);
    m_heading->setVisible(hasCurves);
    m_message->invalidate();
    coverLimits(*services().timeView, *m_model);
    showCurves();
    askItem();
    askHolders();
    reveal();
    Q_EMIT titleOrReasonChanged();
    Q_EMIT busyChanged();
}

/// Bands differ in colour by stage; over them and without them ranks differ in colour and keys in their dashes, of a
/// single rank without bands in colour, too: no two lines look alike.
void MemoryCurvesPage::showCurves() {
    const auto &model = *m_model;
    std::vector<ChartCurve> curves;
    std::vector<const RankCurve *> lines;
    for (std::size_t i = 0; i < model.bands.size(); ++i) {
        curves.push_back({bandName(model.bands[i]), bandColor(i, model.bands.size()), 0, true});
    }
    for (const auto &curve : model.curves) {
        if (!model.isLine(curve.rank)) {
            continue;
        }
        const auto key = model.keyIndex(curve.key);
        const auto line = static_cast<std::size_t>(std::find(model.lines.begin(), model.lines.end(), curve.rank) -
                                                   model.lines.begin());
        const bool isOne = model.lines.size() == 1 && model.bands.empty();
        const auto color = isOne ? curveColor(key, 0)
                                 : lineColor(line, model.bands.size(), std::min<std::size_t>(key / kCurveDashes, 2));
        const bool isMain = &curve == model.mainCurve(curve.rank);
        curves.push_back({curveName(curve), color, key % kCurveDashes, false, isMain && !model.bands.empty() ? 2 : 1});
        lines.push_back(&curve);
    }
    m_chart->setCurves(std::move(curves), [model = m_model, lines](std::size_t i, AlignedRange window, int pixels) {
        if (i >= model->bands.size()) {
            const auto &curve = *lines[i - model->bands.size()];
            return curveColumns(*curve.samples, curve.offset, window, pixels);
        }
        auto columns = curveColumns(model->bands[i].of.least, Nanos{0}, window, pixels);
        const auto most = curveColumns(model->bands[i].of.most, Nanos{0}, window, pixels);
        for (std::size_t x = 0; x < columns.size(); ++x) {
            columns[x].most = most[x].most;
        }
        return columns;
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
    if (isSame || !moment || m_workspace->run(m_model->run) == nullptr) {
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

QString MemoryCurvesPage::heading() const {
    const auto moment = momentMeant();
    if (!moment) {
        return {};
    }
    const auto &curve = *m_model->mainCurve(moment->rank);
    const auto at = alignedTime(ns(moment->peak.at) + curve.offset.count());
    const bool isOne = isOfOneRank(*m_model, services().selection->state().ranks, rangeOfPeaks());
    auto text = (selectedMoment() ? tr("At the selected time: %1, %2 at %3.")
                 : rangeMeant()   ? tr("Peak of the selection: %1, %2 at %3.")
                 : isOne          ? tr("Peak of the selected rank: %1, %2 at %3.")
                 : rangeOfPeaks() ? tr("Peak of the curves shown: %1, %2 at %3.")
                                  : tr("Peak: %1, %2 at %3."))
                    .arg(curveName(curve), utf8Text(signedBytesText(moment->peak.value)),
                         utf8Text(shownDuration(at - origin())));
    if (m_model->baseline) {
        text += QLatin1Char(' ') + curveBaselineText(*m_model, *m_workspace);
    }
    return text + QLatin1Char(' ') + tr("MiB = 2^20 bytes.");
}

QString MemoryCurvesPage::holdersHeading() const {
    if (!m_moment) {
        return {};
    }
    const auto at = alignedTime(ns(m_moment->peak.at) + m_model->mainCurve(m_moment->rank)->offset.count());
    return tr("Owners: rank %1 at %2").arg(m_moment->rank).arg(utf8Text(shownDuration(at - origin())));
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
    m_chart->setAccessibleName(tr("Memory over time, by rank"));
    m_holderList->setAccessibleName(tr("Memory owners at the peak"));
    m_message->invalidate();
    m_holderList->invalidate();
    m_heading->setText(heading());
    if (!m_model->curves.empty()) {
        showCurves();
    }
}

}  // namespace stagescope
