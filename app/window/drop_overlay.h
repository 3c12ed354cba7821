#pragma once

#include <QtWidgets/QWidget>

namespace stagescope {

/// Lies over the window while files are dragged over it and says what dropping them would do: one target while nothing
/// is open, else two side by side, to open them or to compare with them. Takes no events itself. GUI thread.
class DropOverlay : public QWidget {
    Q_OBJECT
public:
    enum class Target { Open, Baseline };

    explicit DropOverlay(QWidget *parent);

    /// Covers the parent and marks the target at a point of the parent.
    void showFor(QPoint at, bool canCompare);
    /// What a drop at a point of the parent means.
    [[nodiscard]] static Target targetAt(QPoint at, int width, bool canCompare);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] QRect box(Target target) const;

    Target m_target = Target::Open;
    bool m_canCompare = false;
};

}  // namespace stagescope
