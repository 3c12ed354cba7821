#pragma once

#include "core/base/message.h"

#include <QtWidgets/QWidget>

#include <vector>

class QLabel;
class QPushButton;

namespace stagescope {

/// In place of the timeline while there is nothing to draw: why, and buttons that load ranks. GUI thread.
class TimelineEmptyPage : public QWidget {
    Q_OBJECT
public:
    explicit TimelineEmptyPage(QWidget *parent);

    /// `ranks` could be loaded now; none means no buttons. `isDigest`: the first of them also from its source.
    void setReason(const Message &reason, std::vector<int> ranks, bool isDigest);

Q_SIGNALS:
    void loadAsked(const std::vector<int> &ranks);
    void sourceAsked(int rank);

private:
    std::vector<int> m_ranks;
    QLabel *m_reason;
    QPushButton *m_loadFirst;
    QPushButton *m_loadAll;
    QPushButton *m_loadSource;
};

}  // namespace stagescope
