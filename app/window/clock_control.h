#pragma once

#include "core/session/loading/open_runs.h"

#include <QtWidgets/QToolButton>

#include <map>
#include <memory>

class QAction;
class QDoubleSpinBox;
class QLabel;
class QSpinBox;

namespace stagescope {

/// How the clocks of the run that is looked at stand, and the menu that changes it: aligned, as recorded, and an offset
/// by hand for one rank. Asks by signal. GUI thread.
class ClockControl : public QToolButton {
    Q_OBJECT
public:
    explicit ClockControl(QWidget *parent = nullptr);

    void setWorkspace(std::shared_ptr<const Workspace> workspace);
    void retranslate();

Q_SIGNALS:
    void clockRequested(stagescope::RunId run, const stagescope::ClockWish &wish);

private:
    void makeMenu();
    void request();
    void showState();
    [[nodiscard]] ClockWish &wish() { return m_wishes[m_workspace->mainRun()->id.value]; }

    std::shared_ptr<const Workspace> m_workspace;
    std::map<std::uint32_t, ClockWish> m_wishes;  ///< by run
    QAction *m_aligned = nullptr;
    QAction *m_recorded = nullptr;
    QLabel *m_rankLabel = nullptr;
    QSpinBox *m_rank = nullptr;
    QDoubleSpinBox *m_offset = nullptr;
};

}  // namespace stagescope
