#include "views/memory/allocator_page.h"

#include "core/base/byte_text.h"
#include "core/scene/kit/message_scene.h"
#include "core/scene/memory/memory_timeline_scene.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"
#include "views/common/theme.h"
#include "views/memory/snapshot_desk.h"
#include "views/memory/snapshot_empty.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QToolTip>

#include <algorithm>

namespace stagescope {

namespace {}  // namespace

AllocatorPage::AllocatorPage(const ViewServices &services, SnapshotDesk &desk, QWidget *parent)
    : View(services, parent), m_desk(desk), m_canvas(new SceneCanvas(this)) {
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_canvas);
    m_canvas->setBuilder([this](QSize size) {
        if (m_desk.history() != nullptr && (m_surfaceOf != m_desk.history() || m_surfaceSize != size)) {
            m_surfaceOf = m_desk.history();
            m_surfaceSize = size;
            m_surface = surfaceFor(*m_surfaceOf, size.width(), size.height(), sceneStyle(font()));
        }
        m_layout = sceneFor(size, m_surface);
        return m_layout.scene;
    });
    m_canvas->setOverlay([this](QPainter &painter, const Scene &) { paintSelection(painter, m_layout, m_surface); });
    m_canvas->installEventFilter(this);
    connect(m_canvas, &SceneCanvas::clicked, this, &AllocatorPage::choose);
    connect(m_canvas, &SceneCanvas::hovered, this, &AllocatorPage::hover);
    connect(&m_desk, &SnapshotDesk::selectionChanged, m_canvas, &SceneCanvas::invalidate);
    connect(&m_desk, &SnapshotDesk::historyChanged, this, [this] {
        m_canvas->invalidate();
        Q_EMIT titleOrReasonChanged();
    });
    retranslate();
}

QString AllocatorPage::id() const { return QStringLiteral("allocator-state"); }
QString AllocatorPage::title() const { return tr("Allocator state"); }
std::optional<Message> AllocatorPage::emptyReason() const { return snapshotEmptyReason(m_desk); }
void AllocatorPage::setWorkspace(std::shared_ptr<const Workspace>) { m_canvas->invalidate(); }

AllocatorScene AllocatorPage::sceneFor(QSize size, const AddressSurface &surface) const {
    const auto style = sceneStyle(font());
    if (const auto reason = snapshotPageText(m_desk)) {
        AllocatorScene empty;
        empty.scene = buildMessageScene(size.width(), size.height(), title().toStdString(),
                                        messageText(*reason).toStdString(), style);
        return empty;
    }
    return buildAllocatorScene(*m_desk.history(), surface, {size.width(), size.height(), m_desk.moment()}, style);
}

void AllocatorPage::choose(QPoint position) {
    const auto place = m_layout.placeAt(m_surface, position.x(), position.y());
    if (m_desk.history() == nullptr || !place) {
        return;
    }
    const auto moment = m_desk.moment();
    if (const auto block = blockAt(*m_desk.history(), moment, *place)) {
        m_desk.selectBlock(*block, moment);
    } else if (const auto segment = segmentAt(*m_desk.history(), moment, *place)) {
        m_desk.selectSegment(*segment, moment);
    }
}

void AllocatorPage::hover(QPoint position) {
    const auto text = position.x() < 0 ? QString() : tipAt(position);
    if (text.isEmpty()) {
        QToolTip::hideText();
    } else {
        QToolTip::showText(m_canvas->mapToGlobal(position + QPoint(12, 16)), text, m_canvas);
    }
}

QString AllocatorPage::tipAt(QPoint position) const {
    const auto place = m_layout.placeAt(m_surface, position.x(), position.y());
    if (m_desk.history() == nullptr || !place) {
        return {};
    }
    const auto &history = *m_desk.history();
    const auto moment = m_desk.moment();
    if (const auto block = blockAt(history, moment, *place)) {
        const auto &allocation = history.allocation(*block);
        const bool isPending = SnapshotHistory::momentOf(allocation.freeRequested) <= moment;
        const auto group = history.blocks().blocks()[*block].group;
        return tr("block %1, %2, stream %3, pool %4")
                   .arg(utf8Text(addressText(allocation.address)), utf8Text(bytesText(allocation.size)))
                   .arg(history.store().streams()[allocation.stream])
                   .arg(utf8Text(poolText(history.store(), allocation.pool))) +
               QLatin1Char('\n') + utf8Text(groupText(history, group, sceneStyle(font()))) +
               (isPending ? QLatin1Char('\n') + tr("freed, still needed by another stream") : QString());
    }
    if (const auto segment = segmentAt(history, moment, *place)) {
        const auto &span = history.device().allocations.spans[history.spanOf(*segment)];
        return tr("free, in %1 reserved at %2")
            .arg(utf8Text(bytesText(span.size)), utf8Text(addressText(span.address)));
    }
    return tr("not reserved at this moment");
}

void AllocatorPage::paintSelection(QPainter &painter, const AllocatorScene &layout,
                                   const AddressSurface &surface) const {
    const auto &history = m_desk.history();
    if (history == nullptr || layout.plot.isEmpty()) {
        return;
    }
    const QRect area(layout.plot.x, layout.plot.y, layout.plot.width, layout.plot.height);
    const auto outline = [&](std::uint16_t stream, std::uint64_t address, std::uint64_t size) {
        for (const auto &box : layout.boxesOf(surface, stream, address, size)) {
            paintOutline(painter, QRect(box.x, box.y, box.width, box.height), area);
        }
    };
    const auto &table = history->device().allocations;
    if (const auto index = m_desk.selectedAllocation()) {
        const auto &allocation = table.allocations[*index];
        const auto moment = m_desk.moment();
        if (SnapshotHistory::momentOf(allocation.begin) <= moment &&
            SnapshotHistory::momentOf(allocation.end) > moment) {
            outline(allocation.stream, allocation.address, allocation.size);
        }
    } else if (const auto span = m_desk.selectedSpan()) {
        outline(table.spans[*span].stream, table.spans[*span].address, table.spans[*span].size);
    } else if (m_desk.isStackSelected()) {
        const auto stack = m_desk.selectedStack()->value;
        for (const auto block : history->blocks().aliveAt(m_desk.moment())) {
            if (history->blocks().blocks()[block].group == stack) {
                const auto &allocation = history->allocation(block);
                outline(allocation.stream, allocation.address, allocation.size);
            }
        }
    } else if (m_desk.moment() > 0) {  // what the event did
        const auto event = history->store().events().at(history->device().firstEvent + m_desk.moment() - 1);
        outline(event.stream, event.address, event.size);
    }
}

bool AllocatorPage::eventFilter(QObject *watched, QEvent *event) {
    if (watched == m_canvas && event->type() == QEvent::KeyPress && m_desk.history() != nullptr) {
        const auto *press = static_cast<QKeyEvent *>(event);
        const auto events = m_desk.history()->events();
        const auto stride = (press->modifiers() & Qt::ControlModifier) != 0 ? std::max(1U, events / 100) : 1;
        if (press->key() == Qt::Key_Left) {
            m_desk.setMoment(m_desk.moment() - std::min(m_desk.moment(), stride));
            return true;
        }
        if (press->key() == Qt::Key_Right) {
            m_desk.setMoment(m_desk.moment() + stride);
            return true;
        }
    }
    return View::eventFilter(watched, event);
}

void AllocatorPage::resizeEvent(QResizeEvent *event) {
    View::resizeEvent(event);
    m_canvas->invalidate();
}

void AllocatorPage::paintPicture(QPainter &painter, QSize size) {
    painter.setFont(font());
    const auto surface = m_desk.history() == nullptr
                             ? AddressSurface()
                             : surfaceFor(*m_desk.history(), size.width(), size.height(), sceneStyle(font()));
    const auto layout = sceneFor(size, surface);
    paintScene(painter, layout.scene, Theme::current());
    paintSelection(painter, layout, surface);
}

void AllocatorPage::retranslate() {
    m_canvas->setAccessibleName(tr("Segments with blocks and gaps at the moment"));
    m_canvas->invalidate();
}

}  // namespace stagescope
