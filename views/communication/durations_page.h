#pragma once

#include "core/scene/communication/comm_durations_scene.h"
#include "views/common/chart_page.h"

namespace stagescope {

class PanZoomController;
class ScopeBar;

/// The page "Durations": communication operators of each rank on the shared time axis, and below what their time was
/// made of. A click selects an operator, a double click or Enter shows it in the timeline. GUI thread; the model is
/// made on the pool.
class DurationsPage : public ModelPage<CommDurations, CommDurationsScene> {
    Q_OBJECT
public:
    /// `shared`: a bar that stands above several pages; null: the page has its own.
    explicit DurationsPage(const ViewServices &services, QWidget *parent = nullptr, ScopeBar *shared = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString ownFilter() const override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] QString tipAt(QPoint position) const override;

protected:
    void ask() override;
    void onModel() override;
    void onResized() override;
    void onClicked(QPoint position, const std::optional<ItemRef> &item) override;
    void onDoubleClicked(QPoint position, const std::optional<ItemRef> &item) override;
    bool onKey(const QKeyEvent &key) override;
    [[nodiscard]] QString canvasName() const override;
    [[nodiscard]] CommDurationsScene layoutFor(QSize size) const override;
    void paintMarks(QPainter &painter, const CommDurationsScene &layout) const override;
    void paintShown(QPainter &painter) const override;

private:
    void showInTimeline();
    [[nodiscard]] std::optional<AlignedRange> selectedRange() const;
    /// The range of the shared time axis, or all of the operators where that shows none of them.
    [[nodiscard]] AlignedRange rangeShown() const;
    [[nodiscard]] CommDurationsScene sceneFrom(std::size_t row, QSize size) const;

    std::optional<AlignedTime> m_origin;  ///< first event of all that is open
    ScopeBar *m_bar = nullptr;
    PanZoomController *m_panZoom = nullptr;
};

}  // namespace stagescope
