#include "views/timeline/timeline_flows.h"

#include "core/store/trace/trace_store.h"
#include "views/common/texts/utf8_text.h"
#include "views/common/theme.h"
#include "views/timeline/timeline_model.h"

#include <QtCore/QLocale>
#include <QtGui/QActionGroup>
#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>
#include <QtGui/QPainterPath>
#include <QtWidgets/QMenu>

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::size_t kMostArrows = 200;  ///< of one slice and direction; more would be a black stretch
constexpr std::size_t kMostLines = 800;   ///< of a category in sight; more would be a grey stretch
constexpr std::size_t kMostJumps = 20;    ///< in a menu
constexpr int kBend = 24;                 ///< how far an arrow leaves its slice sideways
constexpr int kHead = 6;
const QString kPeers = QStringLiteral("\x01peers");  ///< no category of a file is called so

void clipToData(QPainter &painter, const TimelineSceneOptions &options) {
    painter.setClipRect(options.labelWidth, TimelineSceneOptions::kRulerHeight, options.width - options.labelWidth,
                        options.height - TimelineSceneOptions::kRulerHeight);
}

void paintArrow(QPainter &painter, const ArrowLine &line) {
    QPainterPath path(QPointF(line.fromX, line.fromY));
    const int bend = std::max(kBend, std::abs(line.toX - line.fromX) / 3);
    path.cubicTo(line.fromX + bend, line.fromY, line.toX - bend, line.toY, line.toX, line.toY);
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    painter.setBrush(painter.pen().color());
    const QPoint tip(line.toX, line.toY);
    painter.drawPolygon(QPolygon({tip, tip + QPoint(-kHead, -kHead / 2), tip + QPoint(-kHead, kHead / 2)}));
}

/// An "&" in it is no mark of a key.
QString menuText(QString text) { return text.replace(QLatin1Char('&'), QStringLiteral("&&")); }

const SliceRef &farEnd(const SliceArrow &arrow, ArrowDirection direction) {
    return direction == ArrowDirection::Out ? arrow.to : arrow.from;
}

}  // namespace

TimelineFlows::TimelineFlows(Selection *selection, TimelineModel *model, QObject *parent)
    : QObject(parent), m_selection(selection), m_model(model) {
    connect(m_selection, &Selection::changed, this, &TimelineFlows::followSelection);
    connect(m_selection, &Selection::lockChanged, this, &TimelineFlows::updateOfSlice);
    connect(m_model, &TimelineModel::sourcesChanged, this, [this] {
        loadCategory();
        updateOfSlice();
    });
    followSelection();
}

void TimelineFlows::followSelection() {
    const auto &items = m_selection->state().items;
    const auto *first = items.empty() ? nullptr : std::get_if<SliceRef>(&items.front());
    const auto slice = first == nullptr ? std::nullopt : std::optional(*first);
    if (slice != m_slice) {
        m_slice = slice;
        m_chosen = {};
        updateOfSlice();
    }
}

/// Kept until the selection or the traces change: a step has arrows by the ten thousand to look through.
void TimelineFlows::updateOfSlice() {
    for (const auto direction : {ArrowDirection::Out, ArrowDirection::In}) {
        auto &arrows = m_arrows[static_cast<std::size_t>(direction)];
        arrows =
            m_slice ? timelineArrows(m_model->layout(), *m_slice, direction, kMostArrows) : std::vector<SliceArrow>{};
        std::erase_if(arrows, [&](const SliceArrow &a) { return !isWithinLock(a.from) || !isWithinLock(a.to); });
    }
    Q_EMIT changed();
}

bool TimelineFlows::isWithinLock(const SliceRef &slice) const {
    const auto &lock = m_selection->lock();
    const auto *source = timelineSourceOf(m_model->layout(), slice);
    if (!lock || source == nullptr) {
        return true;
    }
    const auto &slices = source->trace->slices(slice.track);
    const auto i = slice.slice.value;
    const auto *run = m_model->workspace()->run(slice.run);
    const auto time = run->clock.toAligned(source->rank.rank, RankRange{slices.begin(i), slices.end(i)});
    return lock->touches(source->rank, time) && lock->touches(slice, slices.depthOf(i));
}

bool TimelineFlows::key(const QKeyEvent &event) {
    const bool isOut = event.key() == Qt::Key_BracketRight;
    if ((!isOut && event.key() != Qt::Key_BracketLeft) || !m_slice) {
        return false;
    }
    const auto direction = isOut ? ArrowDirection::Out : ArrowDirection::In;
    const auto &arrows = m_arrows[static_cast<std::size_t>(direction)];
    auto &chosen = m_chosen[static_cast<std::size_t>(direction)];
    if (arrows.empty()) {
        return true;
    }
    if ((event.modifiers() & Qt::ControlModifier) != 0) {
        chosen = (chosen + 1) % arrows.size();
        Q_EMIT changed();
    } else {
        const SliceRef target = farEnd(arrows[chosen % arrows.size()], direction);
        Q_EMIT followed(target);
    }
    return true;
}

QMenu *TimelineFlows::makeJumps(QMenu *parent, ArrowDirection direction) {
    const auto &arrows = m_arrows[static_cast<std::size_t>(direction)];
    if (arrows.empty()) {
        return nullptr;
    }
    auto *jumps =
        new QMenu(direction == ArrowDirection::Out ? tr("Follow Flow To") : tr("Follow Flow Back To"), parent);
    for (std::size_t i = 0; i < std::min(arrows.size(), kMostJumps); ++i) {
        const auto &target = farEnd(arrows[i], direction);
        const auto &trace = *timelineSourceOf(m_model->layout(), target)->trace;
        const auto name = utf8Text(trace.text(trace.slices(target.track).name(target.slice.value)));
        const auto category = QString::fromStdString(arrows[i].category);
        connect(jumps->addAction(menuText(name + QStringLiteral(" (%1)").arg(category))), &QAction::triggered, this,
                [this, target] { Q_EMIT followed(target); });
    }
    return jumps;
}

void TimelineFlows::fillCategories(QMenu *menu) {
    menu->clear();
    auto *group = new QActionGroup(menu);
    const auto add = [&](const QString &text, const QString &category) {
        auto *action = group->addAction(menu->addAction(text));
        action->setCheckable(true);
        action->setChecked(category == m_category);
        connect(action, &QAction::triggered, this, [this, category] { showCategory(category); });
    };
    add(tr("Only flows of the selected slice"), {});
    menu->addSeparator();
    for (const auto &category : arrowCategories(m_model->layout().sources())) {
        const auto name = QString::fromStdString(category.name);
        const auto shown = name.isEmpty() ? tr("(no name)") : menuText(name);
        add(tr("%1: %2").arg(shown, QLocale().toString(static_cast<qulonglong>(category.count))), name);
    }
    add(tr("Communication between ranks"), kPeers);
}

void TimelineFlows::showCategory(const QString &category) {
    m_category = category;
    loadCategory();
}

void TimelineFlows::loadCategory() {
    if (m_category.isNull()) {
        m_bundles.clear();
        Q_EMIT changed();
        return;
    }
    m_bundling.start(
        [workspace = m_model->workspace(), sources = m_model->layout().sources(),
         category = m_category](const std::stop_token &stop) {
            return category == kPeers ? peerBundles(*workspace, sources, stop)
                                      : arrowBundles(sources, category.toStdString(), stop);
        },
        [this](ArrowBundles bundles) {
            m_bundles = std::move(bundles);
            if (m_bundles.empty()) {
                Q_EMIT noticed(tr("No such flows between the visible ranks"));
            }
            Q_EMIT changed();
        });
}

void TimelineFlows::paintCategory(QPainter &painter, const TimelineSceneOptions &options) const {
    if (m_bundles.empty() || options.range.isEmpty()) {
        return;
    }
    const auto &lock = m_selection->lock();
    const auto lines = bundleLines(m_model->layout(), options, m_bundles, kMostLines,
                                   lock ? std::optional(lock->range) : std::nullopt);
    painter.save();
    clipToData(painter, options);
    auto color = Theme::current().color(ColorRole::Accent);
    color.setAlpha(150);
    painter.setPen(color);
    for (const auto &line : lines) {
        painter.drawLine(line.fromX, line.fromY, line.toX, line.toY);
        painter.fillRect(line.toX - 1, line.toY - 1, 3, 3, color);
    }
    painter.restore();
}

void TimelineFlows::paintOfSlice(QPainter &painter, const TimelineSceneOptions &options) const {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    clipToData(painter, options);
    for (std::size_t direction = 0; direction < m_arrows.size(); ++direction) {
        for (std::size_t i = 0; i < m_arrows[direction].size(); ++i) {
            // The one that a key follows is the thicker.
            painter.setPen(QPen(Theme::current().color(ColorRole::Accent), i == m_chosen[direction] ? 2 : 1));
            const auto &arrow = m_arrows[direction][i];
            const auto line =
                timelineLineOf(m_model->layout(), options, {arrow.from, arrow.begin}, {arrow.to, arrow.end});
            if (line) {
                paintArrow(painter, *line);
            }
        }
    }
    painter.restore();
}

}  // namespace stagescope
