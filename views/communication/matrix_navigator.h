#pragma once

#include "core/scene/communication/matrix_scene.h"
#include "views/common/input_filter.h"

#include <QtCore/QPoint>

#include <functional>
#include <vector>

class QPainter;

namespace stagescope {

/// Gestures of a matrix: Ctrl+wheel, W and S zoom, A and D and Shift+wheel pan across, the wheel down, drag = box zoom,
/// Ctrl-, Shift- or middle-drag = pan, Backspace = zoom back, Ctrl+0 = all, arrows = to the next place with a value,
/// Enter = jump. Filters the events of one widget and leaves plain clicks to it. GUI thread.
class MatrixNavigator : public InputFilter {
    Q_OBJECT
public:
    /// `layout` gives the picture as shown now, `matrix` what it shows; both are asked at each event.
    MatrixNavigator(QWidget *widget, std::function<const MatrixScene &()> layout,
                    std::function<const HeatMatrix &()> matrix);

    [[nodiscard]] const MatrixWindow &window() const { return m_window; }
    /// All of another matrix.
    void reset();
    /// Moves the window so that a place is in sight.
    void reveal(HeatMatrix::Place place);
    /// The rubber band of a drag under way.
    void paint(QPainter &painter) const;

Q_SIGNALS:
    void windowChanged();
    /// Arrow keys: to the next place in this direction.
    void stepped(int rows, int columns);
    void activated();

private:
    bool press(const QMouseEvent &event) override;
    bool move(const QMouseEvent &event) override;
    bool release(const QMouseEvent &event) override;
    bool wheel(const QWheelEvent &event) override;
    bool key(const QKeyEvent &event) override;
    void zoom(double factor, QPoint at);
    void pan(double rows, double columns);
    void setWindow(const MatrixWindow &window, bool isUndoable);

    enum class Drag : std::uint8_t { None, Pressed, Box, Pan };

    QWidget *m_widget;
    std::function<const MatrixScene &()> m_layout;
    std::function<const HeatMatrix &()> m_matrix;
    MatrixWindow m_window;
    std::vector<MatrixWindow> m_undo;
    Drag m_drag = Drag::None;
    Drag m_wanted = Drag::None;
    QPoint m_from;
    QPoint m_to;
};

}  // namespace stagescope
