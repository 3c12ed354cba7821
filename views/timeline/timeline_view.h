#pragma once

#include "core/scene/timeline/arrow_bundles.h"
#include "core/scene/timeline/timeline_arrows.h"
#include "core/scene/timeline/timeline_box.h"
#include "views/common/async_result.h"
#include "views/common/view.h"
#include "views/timeline/kept_arrangements.h"
#include "views/timeline/timeline_actions.h"

#include <QtCore/QPoint>

#include <array>
#include <functional>
#include <utility>
#include <vector>

class QKeyEvent;
class QMenu;
class QMouseEvent;
class QScrollBar;
class QStackedLayout;

namespace stagescope {

class CommandPalette;
class OffsetField;
class PanZoomController;
class SceneCanvas;
class TimelineBar;
class TimelineEmptyPage;

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
    [[nodiscard]] QByteArray arrangement() const override;
    void setArrangement(const QByteArray &kept) override;

    /// What was done to the rows; `change` is shown at once.
    [[nodiscard]] const TimelineArrangement &arranged() const { return m_arrangement; }
    void arrange(const std::function<void(TimelineArrangement &)> &change);
    /// Streams are being put into one row, or slices left out: rows show them when that is done.
    [[nodiscard]] bool isBlending() const { return m_blending.isBusy(); }

    /// What a search found, in any order: all of it is marked until the next call.
    void markFound(std::vector<SliceRef> found);
    void run(TimelineCommand command);
    /// All arrows of a category of the traces; null = none.
    void showArrowsOf(const QString &category);
    [[nodiscard]] const ArrowBundles &bundlesShown() const { return m_bundles; }
    /// The row that commands are about.
    [[nodiscard]] std::optional<TimelineNode> chosenRow() const;
    [[nodiscard]] TimelineActions *rowActions() const { return m_actions; }

    /// For tests.
    [[nodiscard]] SceneCanvas *canvas() const { return m_canvas; }
    [[nodiscard]] const TimelineLayout &layoutShown() const { return m_layout; }
    [[nodiscard]] TimelineSceneOptions optionsFor(QSize size) const;

    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    /// A name is to be searched for in all loaded ranks.
    void searchRequested(const QString &text);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void buildWidgets();
    void connectWidgets();
    void makeActions();
    void rebuildSources();
    void rebuildLayout();
    void layOut(std::vector<TimelineSource> sources);
    void startBlending();
    void refitDepths();
    [[nodiscard]] TimelineShifts shifts() const;
    void updateLimits();
    void updateScrollBar();
    void scrollRows(int pixels);
    void updateEmptyPage();
    [[nodiscard]] std::vector<RankRef> ranksShown() const;
    [[nodiscard]] std::vector<int> ranksToLoad() const;
    [[nodiscard]] const TextRuler &ruler();
    [[nodiscard]] Scene drawn(QSize size);

    void onClicked(QPoint position, Qt::KeyboardModifiers modifiers);
    void onSelectionChanged(QObject *origin);
    void adoptTarget(const std::optional<TimelineHighlight> &target);
    void reveal();
    void onShown();
    void zoomToChosen();
    void revealRange(AlignedRange range);
    void revealRows(const SceneBox &box);
    void keepInSight(QSize before);
    void unfold(const SliceRef &slice);
    void toggleFold(const TimelineRow &row);
    bool foldKey(int key);
    void chooseRow(const std::optional<TimelineNode> &node);
    void stepRow(int by);
    void revealChosenRow();
    void updateActions();
    void runOnTime(TimelineCommand command);
    void findTrack();
    void revealTrack(const TimelineNode &node);
    void openMenu(QPoint position, bool byKey);
    [[nodiscard]] QMenu *makeJumps(QMenu *menu, ArrowDirection direction);
    void runOnOne(TimelineCommand command);
    [[nodiscard]] QString nameOfChosen() const;
    bool labelDrag(const QMouseEvent &event);
    [[nodiscard]] std::optional<TimelineNode> dropTarget(const TimelineNode &node, int y) const;
    void setBase();
    void alignToBase(bool ends);
    void typeOffset();
    void toggleLock();
    [[nodiscard]] bool isWithinLock(const SliceRef &slice) const;
    void updateArrows();
    void fillArrowsMenu();
    void loadBundles();
    bool arrowKey(const QKeyEvent &key);
    void stepSlice(bool next);
    void connectMarks();
    void runOnMarks(TimelineCommand command);
    void listTrack();
    [[nodiscard]] std::optional<AlignedTime> pointedTime() const;
    [[nodiscard]] std::optional<AlignedRange> itemRange() const;
    [[nodiscard]] std::optional<SliceRef> selectedSlice() const;

    void paintOverlay(QPainter &painter, QSize size);
    void paintArrows(QPainter &painter, const TimelineSceneOptions &options) const;
    void paintDrop(QPainter &painter, const TimelineSceneOptions &options) const;
    void paintBundles(QPainter &painter, const TimelineSceneOptions &options) const;
    void showTip(QPoint position);

    std::shared_ptr<const Workspace> m_workspace;
    TimelineShifts m_shifts;  ///< of whole runs against each other
    TimelineArrangement m_arrangement;
    KeptArrangements m_kept;
    std::vector<SliceRef> m_found;  ///< in the order of tracks
    BlendedTracks m_blended;
    AsyncResult<BlendedTracks> m_blending;
    TimelineLayout m_layout;
    int m_pinnedScroll = 0;
    std::optional<TimelineNode> m_chosenRow;
    std::optional<TimelineNode> m_dragged;  ///< whose label is being dragged
    QPoint m_dragFrom;
    int m_dropY = -1;                ///< where it would be dropped; -1 while it is only pressed
    std::optional<SliceRef> m_base;  ///< that others are aligned to
    std::optional<TextRuler> m_ruler;
    QString m_rulerFont;
    std::vector<int> m_rankFilter;
    std::optional<TimelineHighlight> m_target;  ///< of a selected item that is not a slice
    std::optional<ItemRef> m_primary;           ///< what m_target belongs to
    std::vector<RankRef> m_ranksWanted;
    std::array<std::vector<SliceArrow>, 2> m_arrows;  ///< of the selected slice, by ArrowDirection
    std::array<std::size_t, 2> m_chosenArrow{};
    QString m_category;  ///< whose arrows are shown; null = none
    ArrowBundles m_bundles;
    AsyncResult<ArrowBundles> m_bundling;
    bool m_revealPending = false;
    bool m_showPending = false;    ///< what is chosen is to be brought into sight at a readable size
    bool m_menuIsOfSlice = false;  ///< what the menu was opened on
    bool m_boxesByDepth = false;   ///< a drag selects depths within tracks rather than whole tracks
    AsyncResult<std::optional<TimelineHighlight>> m_search;

    TimelineBar *m_bar = nullptr;
    TimelineActions *m_actions = nullptr;
    CommandPalette *m_palette = nullptr;
    OffsetField *m_offsetField = nullptr;
    TimelineEmptyPage *m_emptyPage = nullptr;
    QStackedLayout *m_pages = nullptr;
    SceneCanvas *m_canvas = nullptr;
    QScrollBar *m_scroll = nullptr;
    PanZoomController *m_gestures = nullptr;
};

}  // namespace stagescope
