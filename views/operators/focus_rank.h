#pragma once

#include "core/session/workspace.h"
#include "views/common/async_result.h"

#include <QtCore/QObject>

#include <memory>
#include <optional>

class QWidget;

namespace stagescope {

/// The rank that a page of one rank shows where none is chosen: the one of the first finding, as soon as rules have
/// judged what is open; they do so on the pool while the page is in sight. Lives as long as the page. GUI thread.
class FocusRank : public QObject {
    Q_OBJECT
public:
    explicit FocusRank(QWidget *page);

    /// Of the main run of this workspace.
    void judge(const std::shared_ptr<const Workspace> &workspace);
    /// Nothing without a finding about a rank, and before that is known.
    [[nodiscard]] std::optional<int> rank() const { return m_rank; }
    [[nodiscard]] bool isBusy() const { return m_judging.isBusy(); }

    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    /// The rank is another one now, or judging has ended.
    void judged();

private:
    void judgeNow();

    QWidget *m_page;
    std::shared_ptr<const Workspace> m_workspace;
    std::weak_ptr<const Workspace> m_judged;  ///< or being judged
    std::optional<int> m_rank;
    AsyncResult<std::optional<int>> m_judging;
};

}  // namespace stagescope
