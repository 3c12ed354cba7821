#include "views/memory/allocator_page.h"

#include "core/base/byte_text.h"
#include "core/scene/memory/memory_timeline_scene.h"
#include "views/common/texts/utf8_text.h"
#include "views/memory/snapshot_empty.h"
#include "views/memory/snapshot_session.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>

#include <algorithm>

namespace stagescope {

AllocatorPage::AllocatorPage(const ViewServices &services, SnapshotSession &session, QWidget *parent)
    : ScenePage(services, "allocator-state", Extent::Page, parent), m_session(session) {
    connect(&m_session, &SnapshotSession::selectionChanged, this, &AllocatorPage::refresh);
    connect(&m_session, &SnapshotSession::historyChanged, this, [this] {
        refresh();
        Q_EMIT titleOrReasonChanged();
    });
    retranslate();
}

QString AllocatorPage::title() const { return tr("Allocator state"); }
QString AllocatorPage::canvasName() const { return tr("Segments, blocks and gaps at the selected time"); }
std::optional<Message> AllocatorPage::emptyReason() const { return snapshotEmptyReason(m_session); }
std::optional<Message> AllocatorPage::shownReason() const { return snapshotPageText(m_session); }

const AddressSurface &AllocatorPage::surfaceFor(QSize size) const {
    if (m_surfaceOf != m_session.history() || m_surfaceSize != size) {
        m_surfaceOf = m_session.history();
        m_surfaceSize = size;
        m_surface = stagescope::surfaceFor(*m_surfaceOf, size.width(), size.height(), sceneStyle(font()));
    }
    return m_surface;
}

AllocatorPicture AllocatorPage::layoutFor(QSize size) const {
    const auto &surface = surfaceFor(size);
    return {buildAllocatorScene(*m_session.history(), surface, {size.width(), size.height(), m_session.moment()},
                                sceneStyle(font())),
            surface};
}

void AllocatorPage::onClicked(QPoint position, const std::optional<ItemRef> &) {
    const auto place = layoutShown().placeAt(layoutShown().surface, position.x(), position.y());
    if (m_session.history() == nullptr || !place) {
        return;
    }
    const auto moment = m_session.moment();
    if (const auto block = blockAt(*m_session.history(), moment, *place)) {
        m_session.selectBlock(*block, moment);
    } else if (const auto segment = segmentAt(*m_session.history(), moment, *place)) {
        m_session.selectSegment(*segment, moment);
    }
}

QString AllocatorPage::tipAt(QPoint position) const {
    const auto place = layoutShown().placeAt(layoutShown().surface, position.x(), position.y());
    if (m_session.history() == nullptr || !place) {
        return {};
    }
    const auto &history = *m_session.history();
    const auto moment = m_session.moment();
    if (const auto block = blockAt(history, moment, *place)) {
        const auto &allocation = history.allocation(*block);
        const bool isPending = SnapshotHistory::momentOf(allocation.freeRequested) <= moment;
        const auto group = history.blocks().blocks()[*block].group;
        return tr("block %1, %2, stream %3, pool %4")
                   .arg(utf8Text(addressText(allocation.address)), utf8Text(bytesText(allocation.size)))
                   .arg(history.store().streams()[allocation.stream])
                   .arg(utf8Text(poolText(history.store(), allocation.pool))) +
               QLatin1Char('\n') + utf8Text(groupText(history, group, sceneStyle(font()))) +
               (isPending ? QLatin1Char('\n') + tr("Freed, still used by another stream") : QString());
    }
    if (const auto segment = segmentAt(history, moment, *place)) {
        const auto &span = history.device().allocations.spans[history.spanOf(*segment)];
        return tr("free, in the %1 segment at %2")
            .arg(utf8Text(bytesText(span.size)), utf8Text(addressText(span.address)));
    }
    return tr("not reserved at this time");
}

void AllocatorPage::paintMarks(QPainter &painter, const AllocatorPicture &layout) const {
    const auto &history = m_session.history();
    if (history == nullptr || layout.plot.isEmpty()) {
        return;
    }
    const QRect area(layout.plot.x, layout.plot.y, layout.plot.width, layout.plot.height);
    const auto outline = [&](std::uint16_t stream, std::uint64_t address, std::uint64_t size) {
        for (const auto &box : layout.boxesOf(layout.surface, stream, address, size)) {
            paintOutline(painter, QRect(box.x, box.y, box.width, box.height), area);
        }
    };
    const auto &table = history->device().allocations;
    if (const auto index = m_session.selectedAllocation()) {
        const auto &allocation = table.allocations[*index];
        const auto moment = m_session.moment();
        if (SnapshotHistory::momentOf(allocation.begin) <= moment &&
            SnapshotHistory::momentOf(allocation.end) > moment) {
            outline(allocation.stream, allocation.address, allocation.size);
        }
    } else if (const auto span = m_session.selectedSpan()) {
        outline(table.spans[*span].stream, table.spans[*span].address, table.spans[*span].size);
    } else if (m_session.isStackSelected()) {
        const auto stack = m_session.selectedStack()->value;
        for (const auto block : history->blocks().aliveAt(m_session.moment())) {
            if (history->blocks().blocks()[block].group == stack) {
                const auto &allocation = history->allocation(block);
                outline(allocation.stream, allocation.address, allocation.size);
            }
        }
    } else if (m_session.moment() > 0) {  // what the event did
        const auto event = history->store().events().at(history->device().firstEvent + m_session.moment() - 1);
        outline(event.stream, event.address, event.size);
    }
}

bool AllocatorPage::onKey(const QKeyEvent &key) {
    if (m_session.history() == nullptr || (key.key() != Qt::Key_Left && key.key() != Qt::Key_Right)) {
        return false;
    }
    const auto events = m_session.history()->events();
    const auto stride = (key.modifiers() & Qt::ControlModifier) != 0 ? std::max(1U, events / 100) : 1;
    m_session.setMoment(key.key() == Qt::Key_Left ? m_session.moment() - std::min(m_session.moment(), stride)
                                                  : m_session.moment() + stride);
    return true;
}

}  // namespace stagescope
