#pragma once

#include "core/scene/pipeline/pipeline_scene.h"

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

class ElidedLabel;

/// The line above the pipeline chart: which group and step are shown, what schedule was recognised, and how it is
/// drawn. Knows no run; asks by signals. GUI thread.
class PipelineBar : public QWidget {
    Q_OBJECT
public:
    explicit PipelineBar(QWidget *parent = nullptr);

    /// Group and step of the chart, which the selection need not name.
    void showPlace(const PipelineInput &input);
    [[nodiscard]] QString placeShown() const;
    /// Cells that belong to no step are shown instead of a step; offered where a chart has both.
    [[nodiscard]] bool showsOutside() const;
    void leaveOutside();
    void showSchedule(const PipelineChart &chart);
    /// How the measured step compares with what stands below it; hidden when empty.
    void showLoss(const QString &text);
    /// How the measured step compares with that of the baseline; hidden when empty.
    void showBaseline(const QString &text, const QString &tip);
    void setReady(bool ready);
    void retranslate();

    [[nodiscard]] std::optional<IdealCosts> ideal() const;
    [[nodiscard]] PipelineRowOrder order() const { return m_order; }
    /// Rows show all replicas of a stage instead of one group.
    [[nodiscard]] bool showsReplicas() const { return m_showsReplicas; }
    [[nodiscard]] bool showsOverview() const;
    /// Shown without being asked where there are many groups; what the user chose stays.
    void proposeOverview(bool shown);
    /// The critical path is drawn.
    [[nodiscard]] bool showsPath() const { return m_showsPath; }
    void setShowsPath(bool shown);
    /// The memory of each rank is drawn below what it did.
    [[nodiscard]] bool showsMemory() const { return m_showsMemory; }
    void setShowsMemory(bool shown);
    [[nodiscard]] bool showsPages() const;
    void setShowsPages(bool shown);

Q_SIGNALS:
    void fitAsked();
    /// ideal(), order() or showsReplicas() changed.
    void lookChanged();
    void overviewToggled();
    void outsideToggled();
    void pagesToggled();

private:
    void makeLayout();
    void connectPickers();
    void fillLookMenu();
    void addReplicaChoice();

    QLabel *m_place;
    QToolButton *m_outside;
    QPushButton *m_fit;
    ElidedLabel *m_schedule;
    QLabel *m_idealLabel;
    QComboBox *m_ideal;
    ElidedLabel *m_loss;
    ElidedLabel *m_baseline;
    QToolButton *m_overview;
    QToolButton *m_pages;
    QToolButton *m_look;
    QMenu *m_lookMenu;
    PipelineRowOrder m_order = PipelineRowOrder::Stage;
    bool m_showsReplicas = false;
    bool m_showsPath = true;
    bool m_showsMemory = true;
    bool m_overviewChosen = false;  ///< by the user
};

}  // namespace stagescope
