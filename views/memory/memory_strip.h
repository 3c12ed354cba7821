#pragma once

#include "core/scene/memory/memory_strip_scene.h"

#include <QtWidgets/QWidget>

class QPainter;

namespace stagescope {

class SceneCanvas;
class SnapshotDesk;

/// The whole history below the pickers: where the moment, the range and what is in sight lie. A slider: pressing and
/// dragging moves the moment, as do the arrow keys (an event), with Ctrl (a hundredth), Home and End. GUI thread.
class MemoryStrip : public QWidget {
    Q_OBJECT
public:
    static constexpr int kHeight = 56;

    explicit MemoryStrip(SnapshotDesk &desk, QWidget *parent = nullptr);

    void paintPicture(QPainter &painter, QSize size);
    void retranslate();
    [[nodiscard]] QSize sizeHint() const override { return {400, kHeight}; }
    /// For tests.
    [[nodiscard]] SceneCanvas *canvas() const { return m_canvas; }
    [[nodiscard]] const MemoryStripScene &layoutShown() const { return m_layout; }

    bool eventFilter(QObject *watched, QEvent *event) override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void paintPlaces(QPainter &painter, const MemoryStripScene &layout) const;
    void scrubTo(int x);
    bool key(int key, bool isCoarse);
    [[nodiscard]] MemoryStripScene sceneFor(QSize size) const;

    SnapshotDesk &m_desk;
    SceneCanvas *m_canvas;
    MemoryStripScene m_layout;
};

}  // namespace stagescope
