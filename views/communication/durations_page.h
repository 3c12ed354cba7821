#pragma once

#include "core/scene/communication/comm_durations_scene.h"
#include "views/common/async_result.h"
#include "views/common/view.h"

#include <memory>

class QScrollBar;

namespace stagescope {

class PanZoomController;
class SceneCanvas;
class ScopeBar;

/// The page "Durations": communication operators of each rank on the shared time axis, and below what their time was
/// made of. A click selects an operator, a double click or Enter shows it in the timeline. GUI thread; the model is
/// made on the pool.
class DurationsPage : public View {
    Q_OBJECT
public:
    explicit DurationsPage(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] bool isBusy() const override;
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;

    /// For tests.
    [[nodiscard]] SceneCanvas *canvas() const { return m_canvas; }
    [[nodiscard]] const CommDurations &model() const { return *m_model; }
    [[nodiscard]] const CommDurationsScene &layoutShown() const { return m_layout; }
    [[nodiscard]] QString tipAt(QPoint position) const;

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    using Model = std::shared_ptr<const CommDurations>;

    void build();
    void ask();
    void adopt(Model model);
    void onClicked(QPoint position, const std::optional<ItemRef> &item);
    void showInTimeline();
    void updateScrollBar();
    void paintSelection(QPainter &painter, const CommDurationsScene &layout) const;
    [[nodiscard]] std::optional<AlignedRange> selectedRange() const;
    /// The range of the shared time axis, or all of the operators where that shows none of them.
    [[nodiscard]] AlignedRange rangeShown() const;
    [[nodiscard]] CommDurationsScene sceneFor(QSize size, std::size_t firstRow) const;

    std::shared_ptr<const Workspace> m_workspace;
    Model m_model = std::make_shared<CommDurations>();
    bool m_known = false;                 ///< a model has come back
    std::optional<AlignedTime> m_origin;  ///< first event of all that is open
    CommDurationsScene m_layout;
    AsyncResult<Model> m_analysis;
    ScopeBar *m_bar = nullptr;
    SceneCanvas *m_canvas = nullptr;
    QScrollBar *m_scroll = nullptr;
    PanZoomController *m_panZoom = nullptr;
};

}  // namespace stagescope
