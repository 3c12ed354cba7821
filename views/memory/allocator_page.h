#pragma once

#include "core/scene/memory/allocator_scene.h"
#include "views/common/chart_page.h"

namespace stagescope {

class SnapshotSession;

/// The picture, and where addresses stand in it.
struct AllocatorPicture : AllocatorScene {
    AddressSurface surface;
};

/// The allocator at the moment that the session looks at: segments with blocks and gaps. Memory keeps its place while
/// moments go by. A click selects a block, on a gap its segment; arrow keys go from event to event. GUI thread.
class AllocatorPage : public ScenePage<AllocatorPicture> {
    Q_OBJECT
public:
    AllocatorPage(const ViewServices &services, SnapshotSession &session, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] QString tipAt(QPoint position) const override;

protected:
    void ask() override { refresh(); }
    void onSelectionChanged(const QObject *) override {}  // the session says what of it concerns this page
    void onClicked(QPoint position, const std::optional<ItemRef> &item) override;
    bool onKey(const QKeyEvent &key) override;
    [[nodiscard]] std::optional<Message> shownReason() const override;
    [[nodiscard]] QString canvasName() const override;
    [[nodiscard]] AllocatorPicture layoutFor(QSize size) const override;
    void paintMarks(QPainter &painter, const AllocatorPicture &layout) const override;

private:
    [[nodiscard]] const AddressSurface &surfaceFor(QSize size) const;

    SnapshotSession &m_session;
    mutable AddressSurface m_surface;  ///< stays while moments go by
    mutable std::shared_ptr<const SnapshotHistory> m_surfaceOf;
    mutable QSize m_surfaceSize;
};

}  // namespace stagescope
