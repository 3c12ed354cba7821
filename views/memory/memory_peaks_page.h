#pragma once

#include "core/analysis/tables/result_table.h"
#include "core/scene/memory/memory_peaks_scene.h"
#include "views/common/chart_page.h"

class QComboBox;
class QDoubleSpinBox;

namespace stagescope {

/// What the page "Peak of all ranks" shows.
struct PeaksPageModel {
    MemoryPeaksModel peaks;
    ResultTable table;
};

/// The page "Peak of all ranks": the map stage x replica against the device's capacity, one rank's memory taken apart,
/// what lies outside the allocator, the shape that 1F1B would have; and all figures in a table. A click selects the
/// rank. GUI thread; the figures are made on the pool.
class MemoryPeaksPage : public ModelPage<PeaksPageModel> {
    Q_OBJECT
public:
    explicit MemoryPeaksPage(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    /// What the map shows: peakMetricText() of it.
    void showPage(const QString &metric) override;
    [[nodiscard]] QStringList pageIds() const override;
    [[nodiscard]] QString tipAt(QPoint position) const override;

    /// For tests.
    [[nodiscard]] QComboBox *metricPicker() const { return m_metric; }
    [[nodiscard]] QDoubleSpinBox *capacityField() const { return m_capacity; }
    using ChartPage::table;

protected:
    void ask() override;
    void onControls() override { refresh(); }
    void onModel() override;
    void onSelectionChanged(const QObject *origin) override;
    void onClicked(QPoint position, const std::optional<ItemRef> &item) override;
    [[nodiscard]] QString canvasName() const override;
    [[nodiscard]] PlainLayout layoutFor(QSize size) const override;

private:
    void addControls();
    void choose(const std::optional<ItemRef> &item);
    void chooseRow(const QModelIndex &index);
    [[nodiscard]] std::optional<std::int64_t> capacity() const;
    /// Whose memory is taken apart.
    [[nodiscard]] std::optional<int> selectedRank() const;

    QComboBox *m_metric = nullptr;
    QDoubleSpinBox *m_capacity = nullptr;
};

}  // namespace stagescope
