#pragma once

#include "core/scene/timeline_arrows.h"
#include "views/common/async_result.h"
#include "views/common/view.h"

#include <QtCore/QPoint>

#include <array>
#include <vector>

class QKeyEvent;
class QLabel;
class QPushButton;
class QScrollBar;
class QStackedLayout;

namespace stagescope {

class PanZoomController;
class SceneCanvas;
class TimelineBar;

/// Tracks of the loaded ranks over time. Shows the ranks of Selection (all loaded ones when none are chosen), selects
/// slices, ranks and ranges, and scrolls to what other views select. Frames are built on the GUI thread: their cost
/// does not depend on the number of slices.
class TimelineView : public View {
    Q_OBJECT
public:
    explicit TimelineView(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] bool hasOwnEmptyPage() const override { return true; }
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;

    /// For tests.
    [[nodiscard]] SceneCanvas *canvas() const { return m_canvas; }
    [[nodiscard]] const TimelineLayout &layoutShown() const { return m_layout; }
    [[nodiscard]] TimelineSceneOptions optionsFor(QSize size) const;

    bool eventFilter(QObject *watched, QEvent *event) override;

protected:
    void showEvent(QShowEvent *event) override;

private:
    void buildWidgets();
    [[nodiscard]] QWidget *makeEmptyPage();
    void connectWidgets();
    void rebuildSources();
    void rebuildLayout();
    void updateLimits();
    void updateScrollBar();
    void updateEmptyPage();
    [[nodiscard]] std::vector<RankRef> ranksShown() const;
    [[nodiscard]] std::vector<int> ranksToLoad() const;
    void askForRanks(std::size_t most);
    [[nodiscard]] const TextRuler &ruler();
    [[nodiscard]] Scene buildScene(QSize size);

    void onClicked(QPoint position, Qt::KeyboardModifiers modifiers);
    void onSelectionChanged(QObject *origin);
    void adoptTarget(const std::optional<TimelineHighlight> &target);
    void reveal();
    void revealRange(AlignedRange range);
    void revealRows(int top, int bottom);
    void unfold(const SliceRef &slice);
    void toggleFold(const TimelineRow &row);
    bool foldKey(int key);
    void updateArrows();
    bool arrowKey(const QKeyEvent &key);
    void stepSlice(bool next);
    [[nodiscard]] std::optional<AlignedRange> itemRange() const;
    [[nodiscard]] std::optional<SliceRef> selectedSlice() const;

    void paintOverlay(QPainter &painter, QSize size);
    void paintRange(QPainter &painter, const TimelineSceneOptions &options);
    void paintArrows(QPainter &painter, const TimelineSceneOptions &options) const;
    void showTip(QPoint position);
    [[nodiscard]] QString tipAt(QPoint position) const;
    [[nodiscard]] QString sliceTip(const SliceRef &slice) const;
    [[nodiscard]] QString counterTip(const TimelineRow &row, int x) const;

    std::shared_ptr<const Workspace> m_workspace;
    TimelineShifts m_shifts;
    TimelineFolds m_folds;
    TimelineLayout m_layout;
    std::optional<TextRuler> m_ruler;
    QString m_rulerFont;
    std::vector<int> m_rankFilter;
    std::optional<TimelineHighlight> m_target;  ///< of a selected item that is not a slice
    std::optional<ItemRef> m_primary;           ///< what m_target belongs to
    std::vector<RankRef> m_ranksWanted;
    std::array<std::vector<SliceArrow>, 2> m_arrows;  ///< of the selected slice, by ArrowDirection
    std::array<std::size_t, 2> m_chosenArrow{};
    bool m_revealPending = false;
    AsyncResult<std::optional<TimelineHighlight>> m_search;

    TimelineBar *m_bar = nullptr;
    QStackedLayout *m_pages = nullptr;
    SceneCanvas *m_canvas = nullptr;
    QScrollBar *m_scroll = nullptr;
    PanZoomController *m_gestures = nullptr;
    QLabel *m_reason = nullptr;
    QPushButton *m_loadFirst = nullptr;
    QPushButton *m_loadAll = nullptr;
};

}  // namespace stagescope
