#pragma once

#include <QtWidgets/QWidget>

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace stagescope {

class SnapshotSession;

/// The line of pickers of the tab Memory: snapshot and device, axis, moment; beside them what the file lacks. GUI
/// thread.
class MemoryBar : public QWidget {
    Q_OBJECT
public:
    explicit MemoryBar(SnapshotSession &session, QWidget *parent = nullptr);

    void retranslate();
    /// For tests.
    [[nodiscard]] QComboBox *snapshotPicker() const { return m_snapshot; }
    [[nodiscard]] QSpinBox *momentPicker() const { return m_moment; }
    [[nodiscard]] QPushButton *peakButton() const { return m_peak; }
    [[nodiscard]] QPushButton *oomButton() const { return m_oom; }
    [[nodiscard]] QString qualityText() const;

private:
    void connectControls();
    void goToNextFailure();
    void showChoices();
    void showHistory();
    void showMoment();
    void showAxis();

    SnapshotSession &m_session;
    QComboBox *m_snapshot;
    QLabel *m_axisLabel;
    QComboBox *m_axis;
    QLabel *m_momentLabel;
    QSpinBox *m_moment;
    QPushButton *m_peak;
    QPushButton *m_oom;
    QPushButton *m_end;
    QLabel *m_quality;
};

}  // namespace stagescope
