#pragma once

#include "core/session/workspace.h"
#include "views/common/async_result.h"

#include <QtCore/QTimer>
#include <QtWidgets/QToolButton>

#include <map>
#include <memory>

class QAction;
class QDoubleSpinBox;
class QLabel;
class QSpinBox;

namespace stagescope {

/// How the clocks of the run that is looked at stand, and the menu that changes it: aligned (measured on the pool each
/// time that more has been loaded), as recorded, and an offset by hand for one rank. Asks by signal. GUI thread.
class ClockControl : public QToolButton {
    Q_OBJECT
public:
    explicit ClockControl(QWidget *parent = nullptr);

    void setWorkspace(std::shared_ptr<const Workspace> workspace);
    void retranslate();
    /// For tests: the clocks are being compared.
    [[nodiscard]] bool isBusy() const { return m_measuring.isBusy() || m_delay.isActive(); }

Q_SIGNALS:
    void clockRequested(stagescope::RunId run, const stagescope::ClockAlignment &clock);

private:
    struct State {
        bool isAligned = true;
        ClockAlignment measured;
        std::map<int, Nanos> byHand;
        std::uint64_t version = 0;  ///< sum over captures when last measured
    };

    void makeMenu();
    void measure();
    void adopt(RunId run, std::uint64_t version, const ClockAlignment &measured);
    void request();
    void showState();
    [[nodiscard]] State &state() { return m_states[m_workspace->mainRun()->id.value]; }

    std::shared_ptr<const Workspace> m_workspace;
    std::map<std::uint32_t, State> m_states;  ///< by run
    AsyncResult<ClockAlignment> m_measuring;
    QTimer m_delay;  ///< files arrive in bursts
    QAction *m_aligned = nullptr;
    QAction *m_recorded = nullptr;
    QLabel *m_rankLabel = nullptr;
    QSpinBox *m_rank = nullptr;
    QDoubleSpinBox *m_offset = nullptr;
};

}  // namespace stagescope
