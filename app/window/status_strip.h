#pragma once

#include "core/session/loading/load_job.h"

#include <QtCore/QTimer>
#include <QtWidgets/QWidget>

#include <functional>

class QLabel;
class QProgressBar;
class QToolButton;

namespace stagescope {

/// The status bar: how far loading is, how long it will take, pause and cancel, memory in use, the last trouble. Shows
/// what it is given; asks by signals. GUI thread.
class StatusStrip : public QWidget {
    Q_OBJECT
public:
    explicit StatusStrip(QWidget *parent = nullptr);

    void setStatus(const LoadStatus &status);
    /// A sentence that stays until the next one or until `clearMessage`; troubles are shown in the colour of errors.
    void showMessage(const QString &text, bool trouble = false);
    /// The same with a button behind it, for what may be done about it; the button goes with the sentence.
    void showOffer(const QString &text, const QString &button, const std::function<void()> &take);
    void clearMessage() { showMessage({}); }
    /// Where it still is this one.
    void clearMessage(const QString &text);
    /// Thread CPU time of the last frame; empty text hides it.
    void setFrameTime(const QString &text);
    void retranslate();
    /// "shallow 4/4, deep 1/4, 38 MB/s, 2 min left"
    [[nodiscard]] static QString statusText(const LoadStatus &status);

Q_SIGNALS:
    void pauseRequested(bool paused);
    void cancelRequested();

private:
    void layOut();
    void showMemory();

    LoadStatus m_status;
    QLabel *m_text;
    QLabel *m_message;
    QToolButton *m_offer;
    std::function<void()> m_take;  ///< what the button does
    QLabel *m_frame;
    QLabel *m_memory;
    QProgressBar *m_progress;
    QToolButton *m_pause;
    QToolButton *m_cancel;
    QTimer m_memoryTimer;
};

/// Memory that belongs to the process alone (RssAnon), bytes; 0 when the system does not tell.
[[nodiscard]] std::uint64_t anonymousMemory();

}  // namespace stagescope
