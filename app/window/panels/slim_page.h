#pragma once

#include "core/export/slim/slim_loss.h"
#include "core/session/workspace.h"
#include "views/common/async_result.h"

#include <QtCore/QStringList>
#include <QtCore/QTimer>
#include <QtWidgets/QWidget>

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

class QCheckBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace stagescope {

class ControlBar;
class RowsPanel;

/// The window that writes a smaller copy of the run that is open, as `stagescope slim` does: for what, of which ranks
/// and steps, where to, how much that is at most, and at the end what was left out and what the copy does not answer
/// any more. The profile is only read; a copy appears whole or not at all. Writing goes on while the window is closed.
/// Not modal. GUI thread.
class SlimPage : public QWidget {
    Q_OBJECT
public:
    explicit SlimPage(QWidget *parent = nullptr);

    /// Its main run is what copies are made of, from the next one on.
    void setWorkspace(std::shared_ptr<const Workspace> workspace);
    void setTarget(const QString &folder);
    [[nodiscard]] bool isWriting() const { return m_writing.isBusy(); }
    /// The plan for what is chosen by now is there, or there is none.
    [[nodiscard]] bool isPlanned() const { return !m_planTimer.isActive() && !m_planning.isBusy(); }

Q_SIGNALS:
    void written(const QString &folder);
    void openRequested(const QString &path);

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Progress {
        std::atomic<std::size_t> done = 0;
        std::atomic<std::size_t> all = 0;
    };
    struct Outcome {
        SlimCopy copy;
        std::vector<Message> lostAnswers;
    };
    void makeBar();
    void makeKinds();
    void makeChoices();
    void makePlace();
    void layOut();
    void planSoon();
    void plan();
    void takePlan(const Result<std::vector<SlimPart>> &plan);
    void write();
    void takeOutcome(const Result<Outcome> &outcome);
    void askForFolder();
    void tell(const QString &text, bool isTrouble);
    void showSums(const SlimSums &sums, const std::vector<Message> &lost);
    void updateButtons();
    void retranslate();
    [[nodiscard]] const Run *run() const { return m_workspace->mainRun(); }
    [[nodiscard]] Result<SlimChoice> choice() const;
    [[nodiscard]] Status place() const;
    static Result<Outcome> makeCopy(const Run &run, const SlimChoice &choice, const std::string &folder,
                                    Progress &progress, const std::stop_token &stop);

    std::shared_ptr<const Workspace> m_workspace = std::make_shared<Workspace>();
    ControlBar *m_bar;
    QLabel *m_profile;
    std::map<SlimAnswer, QCheckBox *> m_answers;
    QLineEdit *m_ranks = nullptr;
    QLineEdit *m_steps = nullptr;
    QLineEdit *m_target = nullptr;
    QPushButton *m_write = nullptr;
    QPushButton *m_cancel = nullptr;
    QPushButton *m_open = nullptr;
    QLabel *m_message;
    QProgressBar *m_bytes;
    RowsPanel *m_sums;
    QTimer m_planTimer;
    QTimer m_progressTimer;
    bool m_isPossible = false;  ///< the plan keeps something
    QString m_made;             ///< the copy that was written last
    std::shared_ptr<Progress> m_progress;
    AsyncResult<Result<std::vector<SlimPart>>> m_planning;
    AsyncResult<Result<Outcome>> m_writing;
};

/// Bytes of all files of a run that are known to readers.
[[nodiscard]] std::uint64_t knownBytes(const Run &run);

}  // namespace stagescope
