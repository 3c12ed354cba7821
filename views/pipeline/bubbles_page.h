#pragma once

#include "core/scene/pipeline/bubble_scene.h"
#include "views/common/chart_page.h"
#include "views/pipeline/shown_pipeline.h"

namespace stagescope {

/// The page "Bubbles by cause" below the pipeline chart. GUI thread; the model is made on the pool.
class BubblesPage : public ModelPage<BubbleModel, BubbleScene> {
    Q_OBJECT
public:
    explicit BubblesPage(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] QString tipAt(QPoint position) const override;

protected:
    void ask() override;
    void onSelectionChanged(const QObject *origin) override;
    void onClicked(QPoint position, const std::optional<ItemRef> &item) override;
    [[nodiscard]] QString canvasName() const override;
    [[nodiscard]] BubbleScene layoutFor(QSize size) const override;

private:
    void showRange(AlignedRange range);

    ShownPipeline m_asked;
};

}  // namespace stagescope
