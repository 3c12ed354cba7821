#pragma once

#include "core/scene/pipeline_scene.h"

#include <QtWidgets/QWidget>

#include <optional>
#include <string>
#include <vector>

class QActionGroup;
class QComboBox;
class QLabel;
class QMenu;
class QPushButton;
class QToolButton;

namespace stagescope {

/// The line above the pipeline chart: which group and step, what schedule was recognised, and how it is drawn. Knows no
/// run; asks by signals. GUI thread.
class PipelineBar : public QWidget {
    Q_OBJECT
public:
    explicit PipelineBar(QWidget *parent = nullptr);

    void showGroups(const std::vector<PipelineGroup> &groups, const std::string &current);
    void showSteps(const PipelineInput &input);
    void showSchedule(const PipelineChart &chart);
    void setReady(bool ready);
    void retranslate();

    [[nodiscard]] bool isChoosingStep() const;
    [[nodiscard]] std::optional<IdealCosts> ideal() const;
    [[nodiscard]] PipelineRowOrder order() const { return m_order; }

Q_SIGNALS:
    /// One of the groups shown, or ranks in the order of their stages: "0,2".
    void groupAsked(const QString &group);
    void stepAsked(qint64 step);
    void fitAsked();
    /// ideal() or order() changed.
    void lookChanged();

private:
    void makeLayout();
    void connectPickers();
    void fillLookMenu();
    void chooseGroup();

    QLabel *m_groupLabel;
    QComboBox *m_group;
    QLabel *m_stepLabel;
    QComboBox *m_step;
    QPushButton *m_fit;
    QLabel *m_schedule;
    QLabel *m_idealLabel;
    QComboBox *m_ideal;
    QToolButton *m_look;
    QMenu *m_lookMenu;
    PipelineRowOrder m_order = PipelineRowOrder::Stage;
};

}  // namespace stagescope
