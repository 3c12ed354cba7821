#pragma once

#include "core/advice/memory/snapshot_verdict.h"
#include "core/session/workspace.h"
#include "views/common/async_result.h"
#include "views/common/elided_label.h"

#include <memory>
#include <optional>

class QPainter;

namespace stagescope {

class OpenRuns;
class SnapshotSession;

/// One sentence on the snapshot that is analyzed, above its pages, in one line; the tip has all of it. A click leads to
/// the finding and its remedy. Rules run on the pool; until they are through it says so. GUI thread.
class MemoryVerdict : public ElidedLabel {
    Q_OBJECT
public:
    MemoryVerdict(SnapshotSession &session, const OpenRuns *runs, QWidget *parent = nullptr);

    void setWorkspace(std::shared_ptr<const Workspace> workspace);
    /// False while pages of something else than snapshots are in front.
    void setShown(bool isShown);
    void retranslate();
    [[nodiscard]] bool isBusy() const { return m_work.isBusy(); }
    /// Empty where no snapshot is chosen.
    [[nodiscard]] QString sentence() const;
    /// Height that a picture gives it; 0 without a snapshot.
    [[nodiscard]] int pictureHeight() const;
    void paintPicture(QPainter &painter, QSize size) const;

Q_SIGNALS:
    void busyChanged();
    void clicked();

protected:
    void mouseReleaseEvent(QMouseEvent *event) override;

private:
    void judge();
    /// There is a finding that a click leads to.
    [[nodiscard]] bool hasFinding() const { return m_verdict && m_verdict->severity; }

    SnapshotSession &m_session;
    const OpenRuns *m_runs;  ///< null in pictures
    std::shared_ptr<const Workspace> m_workspace;
    std::optional<SnapshotVerdict> m_verdict;
    std::optional<Message> m_unjudged;  ///< why the rules do not run yet
    bool m_isShown = false;
    AsyncResult<std::optional<SnapshotVerdict>> m_work;
};

}  // namespace stagescope
