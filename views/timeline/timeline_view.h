#pragma once

#include "views/common/view.h"
#include "views/timeline/label_drag.h"
#include "views/timeline/timeline_actions.h"
#include "views/timeline/timeline_chart.h"
#include "views/timeline/timeline_flows.h"
#include "views/timeline/timeline_focus.h"
#include "views/timeline/timeline_model.h"

#include <QtCore/QPoint>

#include <functional>
#include <vector>

class QKeyEvent;
class QStackedLayout;

namespace stagescope {

class CommandPalette;
class PanZoomController;
class TimelineAlignment;
class TimelineBar;
class TimelineEmptyPage;

/// Tracks of the loaded ranks over time. Shows the ranks of Selection (all loaded ones when none are chosen), selects
/// slices, ranks and ranges, and scrolls to what other views select. Puts its parts together: what is shown is the
/// model's, where it is drawn the chart's, what commands are about the focus's.
class TimelineView : public View {
    Q_OBJECT
public:
    explicit TimelineView(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override { return m_model->emptyReason(); }
    [[nodiscard]] bool hasOwnEmptyPage() const override { return true; }
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;
    [[nodiscard]] QByteArray arrangement() const override { return m_model->kept(); }
    void setArrangement(const QByteArray &kept) override { m_model->restore(kept); }

    /// What was done to the rows; `change` is shown at once.
    [[nodiscard]] const TimelineArrangement &arranged() const { return m_model->arrangement(); }
    void arrange(const std::function<void(TimelineArrangement &)> &change) { m_model->arrange(change); }
    /// Streams are being put into one row, slices left out, or coloured by bounds: rows show it when that is done.
    [[nodiscard]] bool isBusy() const override { return m_model->isBlending() || m_model->isColoring(); }

    /// What a search found, in any order: all of it is marked until the next call.
    void markFound(std::vector<SliceRef> found) { m_chart->setFound(std::move(found)); }
    /// Adds a track that was made of a result, and brings it into sight.
    void showTrack(const OwnTrack &track);
    void run(TimelineCommand command);
    /// The row that commands are about.
    [[nodiscard]] std::optional<TimelineNode> chosenRow() const { return m_focus->row(); }
    [[nodiscard]] TimelineActions *rowActions() const { return m_actions; }

    /// For tests.
    [[nodiscard]] SceneCanvas *canvas() const { return m_chart->canvas(); }
    [[nodiscard]] const TimelineLayout &layoutShown() const { return m_model->layout(); }
    [[nodiscard]] TimelineSceneOptions optionsFor(QSize size) const { return m_chart->optionsFor(size); }

    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    /// A name is to be searched for in all loaded ranks.
    void searchRequested(const QString &text);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void buildWidgets();
    void connectModel();
    void connectChart();
    void connectBar();
    void updateLimits();
    void updateEmptyPage();
    void updateActions();
    void paintOverlay(QPainter &painter, QSize size);

    bool pressKey(const QKeyEvent &key);
    bool foldKey(int key);
    void onClicked(QPoint position, Qt::KeyboardModifiers modifiers);
    void openMenu(QPoint position, bool byKey);
    void changeMarks(TimelineCommand command);
    void runOnOne(TimelineCommand command);
    void findTrack();
    void listTrack();

    TimelineBar *m_bar;
    TimelineModel *m_model;
    TimelineChart *m_chart;
    TimelineFocus *m_focus;
    TimelineFlows *m_flows;
    TimelineAlignment *m_alignment;
    TimelineEmptyPage *m_emptyPage;
    TimelineActions *m_actions;
    LabelDrag m_drag;
    QStackedLayout *m_pages = nullptr;
    PanZoomController *m_gestures = nullptr;
    CommandPalette *m_palette = nullptr;
    bool m_menuIsOfSlice = false;  ///< what the menu was opened on
    bool m_boxesByDepth = false;   ///< a drag selects depths within tracks rather than whole tracks
};

}  // namespace stagescope
