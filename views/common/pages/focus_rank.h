#pragma once

#include "core/advice/focus.h"
#include "core/session/workspace.h"
#include "views/common/async_result.h"

#include <QtCore/QObject>

#include <memory>
#include <optional>

class QWidget;

namespace stagescope {

struct Advice;

/// What a page of one rank, or of two, shows where none is chosen: those of the first finding, as soon as rules have
/// judged what is open; they do so on the pool while the page is in sight. Lives as long as the page. GUI thread.
class FocusRank : public QObject {
    Q_OBJECT
public:
    explicit FocusRank(QWidget *page);

    /// Of the main run of this workspace.
    void judge(const std::shared_ptr<const Workspace> &workspace);
    /// Nothing without a finding about a rank of the main run, and before that is known.
    [[nodiscard]] std::optional<int> rank() const { return m_isFound ? mainRank(m_focus.rank) : std::nullopt; }
    /// Also where nothing was found; empty before that is known.
    [[nodiscard]] const Focus &focus() const { return m_focus; }
    /// A rank of the focus, as far as it is one of the main run.
    [[nodiscard]] std::optional<int> mainRank(const std::optional<RankRef> &rank) const;
    [[nodiscard]] bool isBusy() const { return m_judging.isBusy(); }

    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    /// Judging has ended; `isOther`: the focus is another one now.
    void judged(bool isOther);

private:
    void judgeNow();

    QWidget *m_page;
    std::shared_ptr<const Workspace> m_workspace;
    std::weak_ptr<const Workspace> m_judged;  ///< or being judged
    Focus m_focus;
    bool m_isFound = false;
    AsyncResult<std::shared_ptr<const Advice>> m_judging;
};

}  // namespace stagescope
