#pragma once

#include "core/scene/cluster/rank_time_scene.h"
#include "views/common/chart_page.h"

class QComboBox;

namespace stagescope {

class ControlBar;
class PanZoomController;

/// The page "Ranks over time": a figure of all ranks on the shared time axis, as a raster in which warm is bad. A click
/// selects the worst rank at that place, a double click or Enter shows it there in the timeline. Signals are worked out
/// on the pool once for each figure and workspace, the raster for each range in sight; until that comes the one before
/// is drawn where its times lie. GUI thread.
class RankTimePage : public ModelPage<RankTimeModel, RankTimeScene> {
    Q_OBJECT
public:
    explicit RankTimePage(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] QString tipAt(QPoint position) const override;
    /// By the id of a figure: "waiting_for".
    void showPage(const QString &metric) override;
    [[nodiscard]] QStringList pageIds() const override;

protected:
    void ask() override;
    void onModel() override;
    void onResized() override;
    void onClicked(QPoint position, const std::optional<ItemRef> &item) override;
    void onDoubleClicked(QPoint position, const std::optional<ItemRef> &item) override;
    bool onKey(const QKeyEvent &key) override;
    [[nodiscard]] QString canvasName() const override;
    [[nodiscard]] RankTimeScene layoutFor(QSize size) const override;
    void paintMarks(QPainter &painter, const RankTimeScene &layout) const override;
    void paintShown(QPainter &painter) const override;

private:
    /// A place of the raster under a pixel.
    struct Place {
        std::size_t row = 0;
        std::size_t column = 0;
        AlignedTime time;
    };

    void addControls();
    void askAgain();
    void showInTimeline();
    [[nodiscard]] std::optional<Place> placeAt(QPoint position) const;
    [[nodiscard]] RankTimeModel modelFor(RankTimeModel model, QSize size) const;
    [[nodiscard]] bool isRankByRank() const;
    [[nodiscard]] QString caption() const;
    [[nodiscard]] AlignedRange rangeShown() const;

    std::optional<AlignedTime> m_origin;       ///< first event of all that is open
    std::shared_ptr<const Workspace> m_asked;  ///< that the signals are of
    std::optional<AlignedTime> m_chosenTime;   ///< where the last click was
    bool m_isStale = false;                    ///< something changed while work was under way
    SignalMetric m_metric = signalMetricList().front();
    QComboBox *m_order = nullptr;
    QComboBox *m_rows = nullptr;
    PanZoomController *m_panZoom = nullptr;
};

}  // namespace stagescope
