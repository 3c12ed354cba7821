#pragma once

#include "core/advice/memory/snapshot_verdict.h"
#include "core/session/workspace.h"
#include "views/common/async_result.h"

#include <QtWidgets/QLabel>

#include <memory>
#include <optional>

class QPainter;

namespace stagescope {

class OpenRuns;
class SnapshotSession;

/// One sentence on the snapshot that is looked at, above its pages, in one line; the tip has all of it. Rules run on
/// the pool; until they are through it says so. GUI thread.
class MemoryVerdict : public QLabel {
    Q_OBJECT
public:
    MemoryVerdict(SnapshotSession &session, const OpenRuns *runs, QWidget *parent = nullptr);

    void setWorkspace(std::shared_ptr<const Workspace> workspace);
    /// False while pages of something else than snapshots are in front.
    void setShown(bool isShown);
    void retranslate();
    [[nodiscard]] bool isBusy() const { return m_work.isBusy(); }
    /// Not cut to the width; empty where no snapshot is looked at.
    [[nodiscard]] QString sentence() const;
    /// Height that a picture gives it; 0 without a snapshot.
    [[nodiscard]] int pictureHeight() const;
    void paintPicture(QPainter &painter, QSize size) const;

Q_SIGNALS:
    void busyChanged();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void judge();
    void cut();

    SnapshotSession &m_session;
    const OpenRuns *m_runs;  ///< null in pictures
    std::shared_ptr<const Workspace> m_workspace;
    std::optional<SnapshotVerdict> m_verdict;
    std::optional<Message> m_unjudged;  ///< why the rules do not run yet
    bool m_isShown = false;
    AsyncResult<std::optional<SnapshotVerdict>> m_work;
};

}  // namespace stagescope
