#pragma once

#include <QtWidgets/QLayout>

#include <vector>

namespace stagescope {

/// Items from left to right, in as many lines as they need at the width there is: nothing is cut where a window is
/// narrow. Its least height is that of its lines at the width it has. Owns its items. GUI thread.
class FlowLayout : public QLayout {
    Q_OBJECT
public:
    explicit FlowLayout(int gap) { setSpacing(gap); }
    ~FlowLayout() override;

    /// Stay in one line.
    void addTogether(const std::vector<QWidget *> &widgets);

    /// Takes what room its line has left.
    void addWide(QWidget *widget);

    void addItem(QLayoutItem *item) override { m_items.push_back(item); }
    [[nodiscard]] int count() const override { return static_cast<int>(m_items.size()); }
    [[nodiscard]] QLayoutItem *itemAt(int index) const override;
    QLayoutItem *takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
    [[nodiscard]] QSize minimumSize() const override;
    [[nodiscard]] QSize sizeHint() const override;
    void setGeometry(const QRect &area) override;

private:
    /// Places the items, or only says how high they are at a width.
    int place(const QRect &area, bool isMeant) const;

    std::vector<QLayoutItem *> m_items;
    const QLayoutItem *m_wide = nullptr;
    int m_width = 0;  ///< that was last given; 0: none yet
};

}  // namespace stagescope
