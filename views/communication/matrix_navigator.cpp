#include "views/communication/matrix_navigator.h"

#include "views/common/physical_key.h"
#include "views/common/theme.h"

#include <QtGui/QCursor>
#include <QtGui/QKeyEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <QtGui/QWheelEvent>
#include <QtWidgets/QApplication>
#include <QtWidgets/QWidget>

#include <algorithm>
#include <cmath>

namespace stagescope {

namespace {

constexpr double kKeyZoom = 0.75;
constexpr double kWheelZoom = 0.8;  ///< for one notch
constexpr double kPanStep = 0.1;    ///< of what is in sight
constexpr double kNotch = 120.0;
constexpr std::size_t kMostUndo = 100;
constexpr int kBandAlpha = 50;

}  // namespace

MatrixNavigator::MatrixNavigator(QWidget *widget, std::function<const MatrixScene &()> layout,
                                 std::function<const HeatMatrix &()> matrix)
    : InputFilter(widget, widget), m_widget(widget), m_layout(std::move(layout)), m_matrix(std::move(matrix)) {}

void MatrixNavigator::reset() {
    m_window = {};
    m_undo.clear();
}

void MatrixNavigator::reveal(HeatMatrix::Place place) {
    const auto &window = m_layout().window;
    const auto by = [](double at, double first, double count) {
        const bool isIn = at >= first && at + 1 <= first + count;
        return isIn ? 0 : at + 0.5 - (first + count / 2);
    };
    const double rows = by(static_cast<double>(place.row), window.firstRow, window.rows);
    const double columns = by(static_cast<double>(place.column), window.firstColumn, window.columns);
    if (rows != 0 || columns != 0) {
        pan(rows, columns);
    }
}

void MatrixNavigator::setWindow(const MatrixWindow &window, bool isUndoable) {
    if (window == m_layout().window) {
        return;
    }
    if (isUndoable && m_undo.size() < kMostUndo) {
        m_undo.push_back(m_layout().window);
    }
    m_window = window;
    Q_EMIT windowChanged();
}

void MatrixNavigator::zoom(double factor, QPoint at) {
    const auto &layout = m_layout();
    const Box &area = layout.area;
    const QPoint anchor =
        area.contains(at.x(), at.y()) ? at : QPoint(area.x + area.width / 2, area.y + area.height / 2);
    setWindow(zoomed(layout.window, factor, layout.rowAt(anchor.y()), layout.columnAt(anchor.x()), m_matrix()), true);
}

void MatrixNavigator::pan(double rows, double columns) {
    setWindow(moved(m_layout().window, rows, columns, m_matrix()), false);
}

bool MatrixNavigator::press(const QMouseEvent &event) {
    m_from = m_to = event.position().toPoint();
    const bool isPan = event.button() == Qt::MiddleButton ||
                       (event.button() == Qt::LeftButton &&
                        (event.modifiers() & (Qt::ControlModifier | Qt::ShiftModifier)) != Qt::NoModifier);
    m_wanted = isPan ? Drag::Pan : event.button() == Qt::LeftButton ? Drag::Box : Drag::None;
    m_drag = m_wanted == Drag::None ? Drag::None : Drag::Pressed;
    return false;
}

bool MatrixNavigator::move(const QMouseEvent &event) {
    if (m_drag == Drag::None || event.buttons() == Qt::NoButton) {
        m_drag = Drag::None;
        return false;
    }
    const auto position = event.position().toPoint();
    if (m_drag == Drag::Pressed && (position - m_from).manhattanLength() >= QApplication::startDragDistance()) {
        m_drag = m_wanted;
    }
    if (m_drag == Drag::Pan) {
        const auto &layout = m_layout();
        pan(layout.rowAt(m_to.y()) - layout.rowAt(position.y()),
            layout.columnAt(m_to.x()) - layout.columnAt(position.x()));
    }
    m_to = position;
    if (m_drag == Drag::Box) {
        m_widget->update();
    }
    return m_drag != Drag::Pressed;
}

bool MatrixNavigator::release(const QMouseEvent &event) {
    const auto drag = m_drag;
    m_drag = Drag::None;
    m_to = event.position().toPoint();
    if (drag == Drag::Box) {
        const auto &layout = m_layout();
        const auto [left, right] = std::minmax({layout.columnAt(m_from.x()), layout.columnAt(m_to.x())});
        const auto [top, bottom] = std::minmax({layout.rowAt(m_from.y()), layout.rowAt(m_to.y())});
        // Whole places, at least one.
        const MatrixWindow box{std::floor(top), std::ceil(bottom) - std::floor(top), std::floor(left),
                               std::ceil(right) - std::floor(left)};
        setWindow(moved(box, 0, 0, m_matrix()), true);
    }
    m_widget->update();
    return drag == Drag::Box || drag == Drag::Pan;
}

bool MatrixNavigator::wheel(const QWheelEvent &event) {
    const QPoint angle = event.angleDelta();
    const int vertical = angle.y() != 0 ? angle.y() : angle.x();
    const auto &window = m_layout().window;
    if (event.modifiers() & Qt::ControlModifier) {
        zoom(std::pow(kWheelZoom, vertical / kNotch), event.position().toPoint());
    } else if (event.modifiers() & Qt::ShiftModifier) {
        pan(0, -kPanStep * window.columns * vertical / kNotch);
    } else {
        pan(-kPanStep * window.rows * angle.y() / kNotch, -kPanStep * window.columns * angle.x() / kNotch);
    }
    return true;
}

bool MatrixNavigator::key(const QKeyEvent &event) {
    if (event.modifiers() == Qt::ControlModifier && event.key() == Qt::Key_0) {
        setWindow(zoomed({}, 1, 0, 0, m_matrix()), true);
        return true;
    }
    if (event.modifiers() != Qt::NoModifier && event.modifiers() != Qt::KeypadModifier) {
        return false;
    }
    const QPoint pointer = m_widget->mapFromGlobal(QCursor::pos());
    const double across = kPanStep * m_layout().window.columns;
    switch (physicalLetter(event)) {
        case Qt::Key_W:
            zoom(kKeyZoom, pointer);
            return true;
        case Qt::Key_S:
            zoom(1 / kKeyZoom, pointer);
            return true;
        case Qt::Key_A:
            pan(0, -across);
            return true;
        case Qt::Key_D:
            pan(0, across);
            return true;
        default:
            break;
    }
    switch (event.key()) {
        case Qt::Key_Left:
        case Qt::Key_Right:
            Q_EMIT stepped(0, event.key() == Qt::Key_Right ? 1 : -1);
            return true;
        case Qt::Key_Up:
        case Qt::Key_Down:
            Q_EMIT stepped(event.key() == Qt::Key_Down ? 1 : -1, 0);
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            Q_EMIT activated();
            return true;
        case Qt::Key_Backspace:
            if (!m_undo.empty()) {
                const auto before = m_undo.back();
                m_undo.pop_back();
                setWindow(before, false);
            }
            return true;
        default:
            return false;
    }
}

void MatrixNavigator::paint(QPainter &painter) const {
    if (m_drag == Drag::Box) {
        auto color = Theme::current().color(ColorRole::Accent);
        painter.setPen(color);
        color.setAlpha(kBandAlpha);
        painter.setBrush(color);
        painter.drawRect(QRect(m_from, m_to).normalized());
        painter.setBrush(Qt::NoBrush);
    }
}

}  // namespace stagescope
