#pragma once

#include "core/advice/findings.h"
#include "core/session/selection.h"
#include "core/session/workspace.h"
#include "views/common/async_result.h"

#include <QtCore/QObject>

#include <memory>

namespace stagescope {

class OpenRuns;

/// From one finding to the next, wherever one is: selects its evidence, asks for the tab that shows it and says which
/// one it is. Starts anew with another run. GUI thread; the rules run on the pool.
class FindingNavigator : public QObject {
    Q_OBJECT
public:
    FindingNavigator(Selection *selection, const OpenRuns *runs, QObject *parent = nullptr);

    void setWorkspace(std::shared_ptr<const Workspace> workspace);
    /// The next finding with evidence, after the last one the first.
    void goToNext();
    [[nodiscard]] bool isBusy() const { return m_judging.isBusy(); }

Q_SIGNALS:
    void viewRequested(const QString &id);
    /// "Finding 2 of 3: ...", or that there is none.
    void told(const QString &text);

private:
    void show(const Advice &advice);

    Selection *m_selection;
    const OpenRuns *m_runs;
    std::shared_ptr<const Workspace> m_workspace;
    AsyncResult<std::shared_ptr<const Advice>> m_judging;
    std::size_t m_next = 0;
};

}  // namespace stagescope
