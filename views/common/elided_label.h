#pragma once

#include <QtWidgets/QLabel>

namespace stagescope {

/// A line of plain text that ends in an ellipsis where there is too little room; the whole of it then stands above the
/// tool tip. text() is the whole. GUI thread.
class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget *parent = nullptr);

    [[nodiscard]] QSize minimumSizeHint() const override;
    /// What is seen of the text.
    [[nodiscard]] QString shownText() const;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
};

}  // namespace stagescope
