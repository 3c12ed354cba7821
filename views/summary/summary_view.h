#pragma once

#include "core/scene/pages/summary_scene.h"
#include "core/session/run_list.h"
#include "views/common/async_result.h"
#include "views/common/findings_model.h"
#include "views/common/view.h"

#include <QtCore/QPoint>

#include <set>

class QComboBox;
class QScrollArea;

namespace stagescope {

class HeadroomStudy;
class SceneCanvas;

/// The first page of a run: facts, where the step goes, parallel strategy, findings, thumbnail of the pipeline,
/// steps, environment, and what this profile can answer. From shallow loading only. Ranks, steps and cells that are
/// clicked go to Selection. GUI thread; the model is made on the pool.
class SummaryView : public View {
    Q_OBJECT
public:
    explicit SummaryView(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] bool isBusy() const override;
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;

    /// The page, for tests.
    [[nodiscard]] SceneCanvas *canvas() const { return m_canvas; }
    [[nodiscard]] const SummaryScene &layoutShown() const { return m_layout; }

Q_SIGNALS:
    /// All of a run was read and judged, and what of it is worth remembering is this.
    void seen(const stagescope::RunGist &gist);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    /// What the chosen findings save together.
    struct Priced {
        std::shared_ptr<const HeadroomStudy> study;
        Nanos saved{0};
    };
    void analyse();
    void layOut();
    [[nodiscard]] SummaryScene sceneFor(QSize size, const FindingsModel &findings) const;
    void paintSelection(QPainter &painter, const Scene &scene) const;
    void judge();
    void tellGist();
    void showFocus();
    [[nodiscard]] bool showEvidenceAt(QPoint position);
    [[nodiscard]] bool loadAt(QPoint position);
    [[nodiscard]] bool collectAt(QPoint position);
    [[nodiscard]] bool fixAt(QPoint position);
    void priceChosen();
    void onClicked(const std::optional<ItemRef> &item);
    void onSelectionChanged(QObject *origin);
    void reveal();
    void showTip(QPoint position);
    [[nodiscard]] QString tipOf(const ItemRef &item) const;
    [[nodiscard]] QString splitTip(int rank) const;
    [[nodiscard]] SplitOrder order() const;

    std::shared_ptr<const Workspace> m_workspace;
    std::optional<SummaryModel> m_model;  ///< nothing before the first analysis
    std::optional<std::int64_t> m_step;
    SummaryPipeline m_pipeline;  ///< that is drawn
    SummaryScene m_layout;
    std::shared_ptr<const Advice> m_advice;  ///< of this run; null until the rules are through
    std::optional<Message> m_unjudged;       ///< why they do not run yet
    FindingsModel m_findings;
    AsyncResult<SummaryModel> m_analysis;
    AsyncResult<std::shared_ptr<const Advice>> m_judging;
    std::set<std::size_t> m_left;  ///< findings that are not counted in what all save
    AsyncResult<Priced> m_pricing;
    std::shared_ptr<const HeadroomStudy> m_study;  ///< of the workspace; null until it is needed
    QScrollArea *m_scroll = nullptr;
    SceneCanvas *m_canvas = nullptr;
    QComboBox *m_order = nullptr;
};

}  // namespace stagescope
