#pragma once

#include "core/analysis/tables/result_table.h"
#include "core/scene/memory/memory_peaks_scene.h"
#include "views/common/async_result.h"
#include "views/common/view.h"

#include <memory>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QModelIndex;

namespace stagescope {

class SceneCanvas;
class TableView;

/// The page "Peak of all ranks": the map stage x replica against the device's capacity, one rank's memory taken apart,
/// what lies outside the allocator, the shape that 1F1B would have; and all figures in a table. A click selects the
/// rank. GUI thread; the figures are made on the pool.
class MemoryPeaksPage : public View {
    Q_OBJECT
public:
    explicit MemoryPeaksPage(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString title() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] bool isBusy() const override;
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;
    /// What the map shows: peakMetricText() of it.
    void showPage(const QString &metric) override;

    /// For tests.
    [[nodiscard]] SceneCanvas *canvas() const { return m_canvas; }
    [[nodiscard]] QComboBox *metricPicker() const { return m_metric; }
    [[nodiscard]] QDoubleSpinBox *capacityField() const { return m_capacity; }
    [[nodiscard]] TableView *table() const { return m_table; }
    [[nodiscard]] const MemoryPeaksModel &model() const { return m_model->peaks; }
    [[nodiscard]] QString tipAt(QPoint position);

private:
    struct Model {
        MemoryPeaksModel peaks;
        ResultTable table;
    };
    using Shared = std::shared_ptr<const Model>;

    static Shared modelOf(const std::shared_ptr<const Workspace> &workspace, std::optional<std::int64_t> capacity,
                          const std::stop_token &stop);
    void build();
    void ask();
    void adopt(Shared model);
    void choose(const std::optional<ItemRef> &item);
    void chooseRow(const QModelIndex &index);
    void fillMetrics();
    [[nodiscard]] std::optional<std::int64_t> capacity() const;
    [[nodiscard]] PeakMetric metric() const;
    /// Whose memory is taken apart.
    [[nodiscard]] std::optional<int> selectedRank() const;
    void paintSelection(QPainter &painter, const Scene &scene) const;
    [[nodiscard]] Scene sceneFor(QSize size) const;

    std::shared_ptr<const Workspace> m_workspace;
    Shared m_model = std::make_shared<Model>();
    bool m_known = false;  ///< a model has come back
    AsyncResult<Shared> m_work;
    QLabel *m_metricLabel = nullptr;
    QComboBox *m_metric = nullptr;
    QLabel *m_capacityLabel = nullptr;
    QDoubleSpinBox *m_capacity = nullptr;
    SceneCanvas *m_canvas = nullptr;
    TableView *m_table = nullptr;
};

}  // namespace stagescope
