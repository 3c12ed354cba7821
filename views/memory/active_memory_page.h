#pragma once

#include "core/scene/memory/memory_timeline_scene.h"
#include "views/common/view.h"

class QCheckBox;

namespace stagescope {

class PanZoomController;
class SceneCanvas;
class SnapshotDesk;

/// Memory over the history as stacked blocks, or as segments from the driver. GUI thread.
class ActiveMemoryPage : public View {
    Q_OBJECT
public:
    ActiveMemoryPage(const ViewServices &services, SnapshotDesk &desk, SnapshotSeries series,
                     QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] bool isBusy() const override;
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;

    /// For tests.
    [[nodiscard]] SceneCanvas *canvas() const { return m_canvas; }
    [[nodiscard]] const MemoryTimelineScene &layoutShown() const { return m_layout; }
    [[nodiscard]] QString tipAt(QPoint position) const;

private:
    void connectControls();
    void choose(QPoint position);
    void hover(QPoint position);
    void reveal();
    void paintSelection(QPainter &painter, const MemoryTimelineScene &layout) const;
    [[nodiscard]] std::optional<AlignedRange> selectedRange() const;
    [[nodiscard]] AlignedRange lifeOf(const BlockLife &life) const;
    [[nodiscard]] std::uint32_t momentAt(int x) const;
    [[nodiscard]] const LiveBlocks &live() const;
    [[nodiscard]] QString partTip(const MemoryBlocksPicture::Part &part, std::uint32_t moment) const;
    [[nodiscard]] MemoryTimelineScene sceneFor(QSize size) const;

    SnapshotDesk &m_desk;
    SnapshotSeries m_series;
    MemoryTimelineScene m_layout;  ///< as last built for the canvas
    SceneCanvas *m_canvas;
    QCheckBox *m_reserved;
    PanZoomController *m_gestures = nullptr;
};

}  // namespace stagescope
