#pragma once

#include "core/scene/memory/memory_minimap_scene.h"

#include <QtWidgets/QWidget>

class QPainter;

namespace stagescope {

class SceneCanvas;
class SnapshotSession;

/// The whole history below the pickers: where the moment, the range and what is in sight lie. A slider: pressing and
/// dragging moves the moment, as do the arrow keys (an event), with Ctrl (a hundredth), Home and End. GUI thread.
class MemoryMinimap : public QWidget {
    Q_OBJECT
public:
    static constexpr int kHeight = 56;

    explicit MemoryMinimap(SnapshotSession &session, QWidget *parent = nullptr);

    void paintPicture(QPainter &painter, QSize size);
    void retranslate();
    [[nodiscard]] QSize sizeHint() const override { return {400, kHeight}; }
    /// For tests.
    [[nodiscard]] SceneCanvas *canvas() const { return m_canvas; }
    [[nodiscard]] const MemoryMinimapScene &layoutShown() const { return m_layout; }

    bool eventFilter(QObject *watched, QEvent *event) override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void paintPlaces(QPainter &painter, const MemoryMinimapScene &layout) const;
    void scrubTo(int x);
    bool key(int key, bool isCoarse);
    [[nodiscard]] MemoryMinimapScene sceneFor(QSize size) const;

    SnapshotSession &m_session;
    SceneCanvas *m_canvas;
    MemoryMinimapScene m_layout;
};

}  // namespace stagescope
