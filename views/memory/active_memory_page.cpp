#include "views/memory/active_memory_page.h"

#include "core/base/byte_text.h"
#include "core/scene/kit/message_scene.h"
#include "views/common/pan_zoom.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"
#include "views/common/theme.h"
#include "views/memory/snapshot_desk.h"
#include "views/memory/snapshot_empty.h"

#include <QtGui/QPainter>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QToolTip>

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::size_t kOutlined = 400;  ///< boxes of a stack that are outlined at most

}  // namespace

ActiveMemoryPage::ActiveMemoryPage(const ViewServices &services, SnapshotDesk &desk, SnapshotSeries series,
                                   QWidget *parent)
    : View(services, parent),
      m_desk(desk),
      m_series(series),
      m_canvas(new SceneCanvas(this)),
      m_reserved(new QCheckBox(this)) {
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_canvas, 1);
    layout->addWidget(m_reserved);
    m_reserved->setChecked(true);
    m_reserved->setVisible(series == SnapshotSeries::Blocks);
    connectControls();
    retranslate();
}

void ActiveMemoryPage::connectControls() {
    m_canvas->setBuilder([this](QSize size) {
        m_layout = sceneFor(size);
        return m_layout.scene;
    });
    m_canvas->setOverlay([this](QPainter &painter, const Scene &) {
        paintSelection(painter, m_layout);
        m_gestures->paint(painter);
    });
    m_gestures = new PanZoomController(
        m_canvas, &m_desk.view(), nullptr, [this] { return m_layout.axis; }, this);
    m_gestures->setItemRange([this] { return selectedRange(); });
    const auto rangeInSight = [this]() -> std::optional<AlignedRange> {
        const auto range = m_desk.range();
        return range && m_desk.history() ? std::optional(AlignedRange{m_desk.axis().placeOf(range->begin + 1),
                                                                      m_desk.axis().placeOf(range->end + 1)})
                                         : std::nullopt;
    };
    const auto keepRange = [this](std::optional<AlignedRange> range) {
        if (!range || m_desk.history() == nullptr) {
            m_desk.setRange(std::nullopt);
            return;
        }
        // Events whose outcome begins within.
        const auto first = std::max(1U, m_desk.axis().momentAt(range->begin));
        m_desk.setRange(SnapshotDesk::Range{first - 1, std::max(first, m_desk.axis().momentAt(range->end))});
    };
    m_gestures->setOwnRange(
        {rangeInSight, keepRange, [this](Nanos length) { return utf8Text(m_desk.axis().lengthText(length)); }});
    connect(m_canvas, &SceneCanvas::clicked, this, &ActiveMemoryPage::choose);
    connect(m_canvas, &SceneCanvas::hovered, this, &ActiveMemoryPage::hover);
    connect(m_reserved, &QCheckBox::toggled, m_canvas, &SceneCanvas::invalidate);
    connect(&m_desk.view(), &TimeView::rangeChanged, m_canvas, &SceneCanvas::invalidate);
    connect(&m_desk, &SnapshotDesk::axisChanged, m_canvas, &SceneCanvas::invalidate);
    connect(&m_desk, &SnapshotDesk::selectionChanged, this, &ActiveMemoryPage::reveal);
    connect(&m_desk, &SnapshotDesk::historyChanged, this, [this] {
        m_canvas->invalidate();
        Q_EMIT titleOrReasonChanged();
    });
}

QString ActiveMemoryPage::id() const {
    return m_series == SnapshotSeries::Blocks ? QStringLiteral("active-memory") : QStringLiteral("cached-segments");
}
QString ActiveMemoryPage::title() const {
    return m_series == SnapshotSeries::Blocks ? tr("Active memory") : tr("Cached segments");
}
bool ActiveMemoryPage::isBusy() const { return false; }
std::optional<Message> ActiveMemoryPage::emptyReason() const { return snapshotEmptyReason(m_desk); }
void ActiveMemoryPage::setWorkspace(std::shared_ptr<const Workspace>) { m_canvas->invalidate(); }

const LiveBlocks &ActiveMemoryPage::live() const {
    return m_series == SnapshotSeries::Blocks ? m_desk.history()->blocks() : m_desk.history()->segments();
}

MemoryTimelineScene ActiveMemoryPage::sceneFor(QSize size) const {
    const auto style = sceneStyle(font());
    if (const auto reason = snapshotPageText(m_desk)) {
        MemoryTimelineScene empty;
        empty.scene = buildMessageScene(size.width(), size.height(), title().toStdString(),
                                        messageText(*reason).toStdString(), style);
        return empty;
    }
    const MemoryTimelineOptions options{size.width(), size.height(), m_series, m_desk.view().range(),
                                        m_reserved->isChecked()};
    return buildMemoryTimelineScene(*m_desk.history(), m_desk.axis(), options, style);
}

std::uint32_t ActiveMemoryPage::momentAt(int x) const { return m_desk.axis().momentAt(m_layout.axis.timeOf(x)); }

void ActiveMemoryPage::choose(QPoint position) {
    if (m_desk.history() == nullptr || !m_layout.plot.contains(position.x(), position.y())) {
        return;
    }
    const auto moment = momentAt(position.x());
    const auto index = m_layout.picture.partAt(position.x(), position.y());
    if (!index || m_layout.picture.parts[*index].isMany) {
        m_desk.setMoment(moment);
        return;
    }
    const auto &part = m_layout.picture.parts[*index];
    if (!m_layout.picture.isExact) {
        m_desk.setMoment(moment);
        if (const auto stack = m_desk.history()->stackOf(part.group)) {
            m_desk.selectStack(*stack);
        }
    } else if (m_series == SnapshotSeries::Blocks) {
        m_desk.selectBlock(part.block, moment);
    } else {
        m_desk.selectSegment(part.block, moment);
    }
}

/// The moment or the selected block may lie beyond what is in sight: then the window moves there.
void ActiveMemoryPage::reveal() {
    if (m_desk.history() != nullptr && !m_canvas->hasFocus()) {
        auto &view = m_desk.view();
        const auto place = m_desk.axis().placeOf(m_desk.moment());
        if (place < view.range().begin || place > view.range().end) {
            const auto half = view.range().duration() / 2;
            view.setRange({place - half, place + half});
        }
    }
    m_canvas->update();
}

AlignedRange ActiveMemoryPage::lifeOf(const BlockLife &life) const {
    const auto last = m_desk.history()->events() + 1;
    const auto end = m_desk.axis().placeOf(std::min(life.end, last));
    return {m_desk.axis().placeOf(life.begin), end};
}

std::optional<AlignedRange> ActiveMemoryPage::selectedRange() const {
    if (m_desk.history() == nullptr) {
        return std::nullopt;
    }
    const auto allocation = m_desk.selectedAllocation();
    const auto span = m_desk.selectedSpan();
    const auto block = m_series == SnapshotSeries::Blocks
                           ? (allocation ? m_desk.history()->blockOf(*allocation) : std::nullopt)
                           : (span ? m_desk.history()->segmentOf(*span) : std::nullopt);
    return block ? std::optional(lifeOf(live().blocks()[*block])) : std::nullopt;
}

void ActiveMemoryPage::paintSelection(QPainter &painter, const MemoryTimelineScene &layout) const {
    if (m_desk.history() == nullptr || layout.plot.isEmpty()) {
        return;
    }
    const auto &plot = layout.plot;
    const auto accent = Theme::current().color(ColorRole::Accent);
    const auto pixel = [&](std::uint32_t moment) {
        return std::clamp(layout.axis.pixelOf(m_desk.axis().placeOf(moment)), plot.x, plot.right());
    };
    if (const auto range = m_desk.range()) {
        auto tint = accent;
        tint.setAlpha(kRangeTint);
        const int from = pixel(range->begin + 1);
        painter.fillRect(QRect(from, plot.y, std::max(1, pixel(range->end + 1) - from), plot.height), tint);
    }
    const int x = pixel(m_desk.moment());
    if (x < plot.right()) {
        painter.fillRect(QRect(x, plot.y, 1, plot.height), accent);
    }
    std::vector<Box> boxes;
    const auto allocation = m_desk.selectedAllocation();
    const auto span = m_desk.selectedSpan();
    const auto &history = *m_desk.history();
    if (m_series == SnapshotSeries::Blocks && allocation && history.blockOf(*allocation)) {
        boxes = layout.boxesOfBlock(*history.blockOf(*allocation));
    } else if (m_series == SnapshotSeries::Segments && span && history.segmentOf(*span)) {
        boxes = layout.boxesOfBlock(*history.segmentOf(*span));
    } else if (m_desk.isStackSelected()) {
        boxes = layout.boxesOfGroup(m_desk.selectedStack()->value);
    }
    boxes.resize(std::min(boxes.size(), kOutlined));
    const QRect area(plot.x, plot.y, plot.width, plot.height);
    for (const auto &box : boxes) {
        paintOutline(painter, QRect(box.x, box.y, box.width, box.height), area);
    }
}

void ActiveMemoryPage::hover(QPoint position) {
    const auto text = position.x() < 0 ? QString() : tipAt(position);
    if (text.isEmpty()) {
        QToolTip::hideText();
    } else {
        QToolTip::showText(m_canvas->mapToGlobal(position + QPoint(12, 16)), text, m_canvas);
    }
}

/// What lies there, and the totals after the event below the pointer.
QString ActiveMemoryPage::tipAt(QPoint position) const {
    if (m_desk.history() == nullptr || !m_layout.plot.contains(position.x(), position.y())) {
        return {};
    }
    const auto &history = *m_desk.history();
    const auto moment = momentAt(position.x());
    const auto index = m_layout.picture.partAt(position.x(), position.y());
    auto tip = index ? partTip(m_layout.picture.parts[*index], moment) + QLatin1Char('\n') : QString();
    const auto when =
        moment == 0 ? tr("before the first event") : tr("after event %1").arg(utf8Text(groupedText(moment - 1)));
    return tip + tr("%1: %2 in use, %3 reserved")
                     .arg(when, utf8Text(bytesText(history.activeAt(moment))),
                          utf8Text(bytesText(history.reservedAt(moment))));
}

QString ActiveMemoryPage::partTip(const MemoryBlocksPicture::Part &part, std::uint32_t moment) const {
    const auto &history = *m_desk.history();
    if (part.isMany) {
        return m_layout.picture.isExact ? tr("blocks too small to draw") : tr("all other stacks");
    }
    auto name = utf8Text(groupText(history, part.group, sceneStyle(font())));
    if (!m_layout.picture.isExact) {
        const auto groups = live().groups();
        const auto place = std::find(groups.begin(), groups.end(), part.group) - groups.begin();
        const auto bytes = live().groupBytes(moment / LiveBlocks::kBucket);
        const auto of = static_cast<std::size_t>(place) < bytes.size() ? bytes[static_cast<std::size_t>(place)] : 0;
        return tr("%1: %2 at the peak nearby").arg(name, utf8Text(bytesText(of)));
    }
    const auto &life = live().blocks()[part.block];
    const auto from =
        life.begin == 0 ? tr("older than the history") : tr("from event %1").arg(utf8Text(groupedText(life.begin - 1)));
    const auto to = life.end == BlockLife::kForever ? tr("never freed")
                                                    : tr("freed by event %1").arg(utf8Text(groupedText(life.end - 1)));
    return tr("%1, %2").arg(utf8Text(bytesText(life.size)), name) + QLatin1Char('\n') + tr("%1, %2").arg(from, to);
}

void ActiveMemoryPage::paintPicture(QPainter &painter, QSize size) {
    const auto layout = sceneFor(size);
    painter.setFont(font());
    paintScene(painter, layout.scene, Theme::current());
    paintSelection(painter, layout);
}

void ActiveMemoryPage::retranslate() {
    m_canvas->setAccessibleName(title());
    m_reserved->setText(tr("Show reserved memory"));
    m_canvas->invalidate();
}

}  // namespace stagescope
