#pragma once

#include <QtCore/QObject>
#include <QtCore/QSet>

class QAbstractItemView;
class QHeaderView;

namespace stagescope {

/// Widths of the columns of a table: what their heads and the first rows need, whichever rows come first, until the
/// user drags one. A child of the header. GUI thread.
class ColumnFit : public QObject {
    Q_OBJECT
public:
    /// `items` shows the columns of `header`, and lives as long.
    ColumnFit(QAbstractItemView *items, QHeaderView *header);

    /// After other rows, heads or columns have come. Columns grow where these need more; those that were hidden, and
    /// all when the columns are others (`areOthers`), are fitted from the beginning, dragged or not. Heads are always
    /// whole; rows make no column wider than `most` pixels. Reads as many rows as the header's precision.
    void fit(bool areOthers, int most);

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QAbstractItemView *m_items;
    QHeaderView *m_header;
    QSet<int> m_fitted;
    QSet<int> m_dragged;
    bool m_isPressed = false;  ///< on the heads
};

}  // namespace stagescope
