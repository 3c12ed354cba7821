#pragma once

#include "core/scene/memory/allocator_scene.h"
#include "views/common/view.h"

namespace stagescope {

class SceneCanvas;
class SnapshotDesk;

/// The allocator at the moment that the desk looks at: segments with blocks and gaps. Memory keeps its place while
/// moments go by. A click selects a block, on a gap its segment; arrow keys go from event to event. GUI thread.
class AllocatorPage : public View {
    Q_OBJECT
public:
    AllocatorPage(const ViewServices &services, SnapshotDesk &desk, QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;

    /// For tests.
    [[nodiscard]] SceneCanvas *canvas() const { return m_canvas; }
    [[nodiscard]] const AllocatorScene &layoutShown() const { return m_layout; }
    [[nodiscard]] const AddressSurface &surfaceShown() const { return m_surface; }
    [[nodiscard]] QString tipAt(QPoint position) const;

    bool eventFilter(QObject *watched, QEvent *event) override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void choose(QPoint position);
    void hover(QPoint position);
    void paintSelection(QPainter &painter, const AllocatorScene &layout, const AddressSurface &surface) const;
    [[nodiscard]] AllocatorScene sceneFor(QSize size, const AddressSurface &surface) const;

    SnapshotDesk &m_desk;
    SceneCanvas *m_canvas;
    AddressSurface m_surface;
    std::shared_ptr<const SnapshotHistory> m_surfaceOf;
    QSize m_surfaceSize;
    AllocatorScene m_layout;
};

}  // namespace stagescope
