#include "views/memory/active_memory_page.h"

#include "core/base/byte_text.h"
#include "views/common/pan_zoom.h"
#include "views/common/scene_canvas.h"
#include "views/common/texts/utf8_text.h"
#include "views/memory/snapshot_empty.h"
#include "views/memory/snapshot_session.h"

#include <QtGui/QPainter>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QLayout>

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::size_t kOutlined = 400;  ///< boxes of a stack that are outlined at most

}  // namespace

ActiveMemoryPage::ActiveMemoryPage(const ViewServices &services, SnapshotSession &session, SnapshotSeries series,
                                   QWidget *parent)
    : ScenePage(services, series == SnapshotSeries::Blocks ? "active-memory" : "cached-segments", Extent::Page, parent),
      m_session(session),
      m_series(series),
      m_reserved(new QCheckBox(this)) {
    layout()->addWidget(m_reserved);
    m_reserved->setChecked(true);
    m_reserved->setVisible(series == SnapshotSeries::Blocks);
    addGestures();
    connect(m_reserved, &QCheckBox::toggled, this, &ActiveMemoryPage::refresh);
    connect(&m_session.view(), &TimeView::rangeChanged, this, &ActiveMemoryPage::refresh);
    connect(&m_session, &SnapshotSession::axisChanged, this, &ActiveMemoryPage::refresh);
    connect(&m_session, &SnapshotSession::selectionChanged, this, &ActiveMemoryPage::reveal);
    connect(&m_session, &SnapshotSession::historyChanged, this, [this] {
        refresh();
        Q_EMIT titleOrReasonChanged();
    });
    retranslate();
}

void ActiveMemoryPage::addGestures() {
    m_gestures = new PanZoomController(
        canvas(), &m_session.view(), nullptr, [this] { return layoutShown().axis; }, this);
    m_gestures->setItemRange([this] { return selectedRange(); });
    const auto rangeInSight = [this]() -> std::optional<AlignedRange> {
        const auto range = m_session.range();
        return range && m_session.history() ? std::optional(AlignedRange{m_session.axis().placeOf(range->begin + 1),
                                                                         m_session.axis().placeOf(range->end + 1)})
                                            : std::nullopt;
    };
    const auto keepRange = [this](std::optional<AlignedRange> range) {
        if (!range || m_session.history() == nullptr) {
            m_session.setRange(std::nullopt);
            return;
        }
        // Events whose outcome begins within.
        const auto first = std::max(1U, m_session.axis().momentAt(range->begin));
        m_session.setRange(SnapshotSession::Range{first - 1, std::max(first, m_session.axis().momentAt(range->end))});
    };
    m_gestures->setOwnRange(
        {rangeInSight, keepRange, [this](Nanos length) { return utf8Text(m_session.axis().lengthText(length)); }});
}

QString ActiveMemoryPage::title() const {
    return m_series == SnapshotSeries::Blocks ? tr("Active memory") : tr("Cached segments");
}
std::optional<Message> ActiveMemoryPage::emptyReason() const { return snapshotEmptyReason(m_session); }
std::optional<Message> ActiveMemoryPage::shownReason() const { return snapshotPageText(m_session); }

const LiveBlocks &ActiveMemoryPage::live() const {
    return m_series == SnapshotSeries::Blocks ? m_session.history()->blocks() : m_session.history()->segments();
}

MemoryTimelineScene ActiveMemoryPage::layoutFor(QSize size) const {
    const MemoryTimelineOptions options{size.width(), size.height(), m_series, m_session.view().range(),
                                        m_reserved->isChecked()};
    return buildMemoryTimelineScene(*m_session.history(), m_session.axis(), options, sceneStyle(font()));
}

std::uint32_t ActiveMemoryPage::momentAt(int x) const {
    return m_session.axis().momentAt(layoutShown().axis.timeOf(x));
}

void ActiveMemoryPage::onClicked(QPoint position, const std::optional<ItemRef> &) {
    if (m_session.history() == nullptr || !layoutShown().plot.contains(position.x(), position.y())) {
        return;
    }
    const auto moment = momentAt(position.x());
    const auto index = layoutShown().picture.partAt(position.x(), position.y());
    if (!index || layoutShown().picture.parts[*index].isMany) {
        m_session.setMoment(moment);
        return;
    }
    const auto &part = layoutShown().picture.parts[*index];
    if (!layoutShown().picture.isExact) {
        m_session.setMoment(moment);
        if (const auto stack = m_session.history()->stackOf(part.group)) {
            m_session.selectStack(*stack);
        }
    } else if (m_series == SnapshotSeries::Blocks) {
        m_session.selectBlock(part.block, moment);
    } else {
        m_session.selectSegment(part.block, moment);
    }
}

/// The moment or the selected block may lie beyond what is in sight: then the window moves there.
void ActiveMemoryPage::reveal() {
    if (m_session.history() != nullptr && !canvas()->hasFocus()) {
        auto &view = m_session.view();
        const auto place = m_session.axis().placeOf(m_session.moment());
        if (place < view.range().begin || place > view.range().end) {
            const auto half = view.range().duration() / 2;
            view.setRange({place - half, place + half});
        }
    }
    canvas()->update();
}

AlignedRange ActiveMemoryPage::lifeOf(const BlockLife &life) const {
    const auto last = m_session.history()->events() + 1;
    const auto end = m_session.axis().placeOf(std::min(life.end, last));
    return {m_session.axis().placeOf(life.begin), end};
}

std::optional<AlignedRange> ActiveMemoryPage::selectedRange() const {
    if (m_session.history() == nullptr) {
        return std::nullopt;
    }
    const auto allocation = m_session.selectedAllocation();
    const auto span = m_session.selectedSpan();
    const auto block = m_series == SnapshotSeries::Blocks
                           ? (allocation ? m_session.history()->blockOf(*allocation) : std::nullopt)
                           : (span ? m_session.history()->segmentOf(*span) : std::nullopt);
    return block ? std::optional(lifeOf(live().blocks()[*block])) : std::nullopt;
}

void ActiveMemoryPage::paintMarks(QPainter &painter, const MemoryTimelineScene &layout) const {
    if (m_session.history() == nullptr || layout.plot.isEmpty()) {
        return;
    }
    const auto &plot = layout.plot;
    const auto accent = Theme::current().color(ColorRole::Accent);
    const auto pixel = [&](std::uint32_t moment) {
        return std::clamp(layout.axis.pixelOf(m_session.axis().placeOf(moment)), plot.x, plot.right());
    };
    if (const auto range = m_session.range()) {
        auto tint = accent;
        tint.setAlpha(kRangeTint);
        const int from = pixel(range->begin + 1);
        painter.fillRect(QRect(from, plot.y, std::max(1, pixel(range->end + 1) - from), plot.height), tint);
    }
    const int x = pixel(m_session.moment());
    if (x < plot.right()) {
        painter.fillRect(QRect(x, plot.y, 1, plot.height), accent);
    }
    std::vector<Box> boxes;
    const auto allocation = m_session.selectedAllocation();
    const auto span = m_session.selectedSpan();
    const auto &history = *m_session.history();
    if (m_series == SnapshotSeries::Blocks && allocation && history.blockOf(*allocation)) {
        boxes = layout.boxesOfBlock(*history.blockOf(*allocation));
    } else if (m_series == SnapshotSeries::Segments && span && history.segmentOf(*span)) {
        boxes = layout.boxesOfBlock(*history.segmentOf(*span));
    } else if (m_session.isStackSelected()) {
        boxes = layout.boxesOfGroup(m_session.selectedStack()->value);
    }
    boxes.resize(std::min(boxes.size(), kOutlined));
    const QRect area(plot.x, plot.y, plot.width, plot.height);
    for (const auto &box : boxes) {
        paintOutline(painter, QRect(box.x, box.y, box.width, box.height), area);
    }
}

void ActiveMemoryPage::paintShown(QPainter &painter) const {
    ScenePage::paintShown(painter);
    m_gestures->paint(painter);
}

/// What lies there, and the totals after the event below the pointer.
QString ActiveMemoryPage::tipAt(QPoint position) const {
    if (m_session.history() == nullptr || !layoutShown().plot.contains(position.x(), position.y())) {
        return {};
    }
    const auto &history = *m_session.history();
    const auto moment = momentAt(position.x());
    const auto index = layoutShown().picture.partAt(position.x(), position.y());
    auto tip = index ? partTip(layoutShown().picture.parts[*index], moment) + QLatin1Char('\n') : QString();
    const auto when =
        moment == 0 ? tr("before the first event") : tr("after event %1").arg(utf8Text(groupedText(moment - 1)));
    return tip + tr("%1: %2 in use, %3 reserved")
                     .arg(when, utf8Text(bytesText(history.activeAt(moment))),
                          utf8Text(bytesText(history.reservedAt(moment))));
}

QString ActiveMemoryPage::partTip(const MemoryBlocksPicture::Part &part, std::uint32_t moment) const {
    const auto &history = *m_session.history();
    if (part.isMany) {
        return layoutShown().picture.isExact ? tr("Blocks too small to draw") : tr("all other stacks");
    }
    auto name = utf8Text(groupText(history, part.group, sceneStyle(font())));
    if (!layoutShown().picture.isExact) {
        const auto groups = live().groups();
        const auto place = std::find(groups.begin(), groups.end(), part.group) - groups.begin();
        const auto bytes = live().groupBytes(moment / LiveBlocks::kBucket);
        const auto of = static_cast<std::size_t>(place) < bytes.size() ? bytes[static_cast<std::size_t>(place)] : 0;
        return tr("%1: %2 at the nearest peak").arg(name, utf8Text(bytesText(of)));
    }
    const auto &life = live().blocks()[part.block];
    const auto from = life.begin == 0 ? tr("allocated before the history")
                                      : tr("from event %1").arg(utf8Text(groupedText(life.begin - 1)));
    const auto to = life.end == BlockLife::kForever ? tr("never freed")
                                                    : tr("freed by event %1").arg(utf8Text(groupedText(life.end - 1)));
    return tr("%1, %2").arg(utf8Text(bytesText(life.size)), name) + QLatin1Char('\n') + tr("%1, %2").arg(from, to);
}

void ActiveMemoryPage::retranslate() {
    m_reserved->setText(tr("Show reserved memory"));
    ScenePage::retranslate();
}

}  // namespace stagescope
