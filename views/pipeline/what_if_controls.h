#pragma once

#include "core/analysis/pipeline/replay/what_if_study.h"

#include <QtWidgets/QWidget>

#include <map>
#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QSpinBox;

namespace stagescope {

/// What the what-if page lets one change, as parameters of the table what_if. GUI thread.
class WhatIfControls : public QWidget {
    Q_OBJECT
public:
    explicit WhatIfControls(QWidget *parent = nullptr);

    /// Takes what was measured as the start, when it is of another pipeline than before.
    void showStudy(const WhatIfStudy &study);
    /// By name, as for `table what_if --set`; only what differs from what was measured.
    [[nodiscard]] std::map<std::string, std::string> parameters() const;
    [[nodiscard]] bool showsGhost() const;
    void retranslate();

Q_SIGNALS:
    void changed();
    void ghostToggled();

private:
    void fillChoices();
    [[nodiscard]] bool asksChunks() const;
    void addRow(QWidget *field);

    QFormLayout *m_form = nullptr;
    std::vector<QLabel *> m_labels;
    QComboBox *m_schedule = nullptr;
    QSpinBox *m_microbatches = nullptr;
    QSpinBox *m_chunks = nullptr;
    QComboBox *m_stages = nullptr;
    QComboBox *m_mend = nullptr;
    QComboBox *m_transfer = nullptr;
    QComboBox *m_launch = nullptr;
    QComboBox *m_exchange = nullptr;
    QCheckBox *m_ghost = nullptr;
    std::string m_group;  ///< of the study shown
    ScheduleOptions m_measured;
    std::vector<int> m_ranks;
    std::string m_proposed;  ///< layers; empty = none
};

}  // namespace stagescope
