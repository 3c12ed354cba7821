#pragma once

#include "core/scene/kit/scene.h"

#include <QtGui/QImage>
#include <QtWidgets/QWidget>

#include <chrono>
#include <functional>
#include <optional>

namespace stagescope {

/// A widget that shows one Scene: builds it when size or content changed, keeps it as an image, and draws overlays
/// (hover, selection, rubber band) live above it, so that hovering and selecting never rebuild. GUI thread.
class SceneCanvas : public QWidget {
    Q_OBJECT
public:
    /// Builds the scene for a size in device-independent pixels.
    using Builder = std::function<Scene(QSize size)>;
    /// Draws above the scene; called in paintEvent.
    using Overlay = std::function<void(QPainter &painter, const Scene &scene)>;

    explicit SceneCanvas(QWidget *parent = nullptr);

    void setBuilder(Builder builder);
    void setOverlay(Overlay overlay);
    /// The content changed: rebuild before the next paint.
    void invalidate();
    /// The scene as shown now; builds it when stale.
    [[nodiscard]] const Scene &scene();
    /// Thread CPU time of the last build and replay, for the frame-time overlay (F12).
    [[nodiscard]] std::chrono::nanoseconds lastFrameTime() const { return m_frameTime; }
    void setFrameTimeShown(bool shown);

Q_SIGNALS:
    /// The item under a plain click, or nothing for a click on the background.
    void clicked(QPoint position, std::optional<stagescope::ItemRef> item, Qt::KeyboardModifiers modifiers);
    void doubleClicked(QPoint position, std::optional<stagescope::ItemRef> item);
    /// The pointer moved (no button) or left ((-1,-1)).
    void hovered(QPoint position);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void refresh();

    Builder m_builder;
    Overlay m_overlay;
    Scene m_scene;
    QImage m_image;
    bool m_stale = true;
    bool m_frameTimeShown = false;
    bool m_focusShown = false;  ///< keys have led here
    QPoint m_pressed;
    std::chrono::nanoseconds m_frameTime{0};
};

}  // namespace stagescope
