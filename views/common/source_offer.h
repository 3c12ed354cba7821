#pragma once

#include "views/common/view.h"

#include <QtWidgets/QWidget>

#include <vector>

class QPushButton;

namespace stagescope {

/// Buttons on an empty page that read digests from their sources, for as long as what the view misses may be there
/// (isOfDigest): of the selected rank, else of the first, and of all where they are few. They pass it on as
/// View::sourceRequested. Pictures without a window have none. Owned by what it lies on; GUI thread.
class SourceOffer : public QWidget {
    Q_OBJECT
public:
    /// Lies on `area`, below what is said in its middle.
    SourceOffer(const ViewServices &services, View *view, QWidget *area);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void follow();
    void place();
    [[nodiscard]] std::vector<int> ranksOfDigests(const Run &run) const;

    ViewServices m_services;
    View *m_view;
    QPushButton *m_one;
    QPushButton *m_all;
    RunId m_run{};
    std::vector<int> m_ranks;  ///< the one that is offered alone comes first
};

}  // namespace stagescope
