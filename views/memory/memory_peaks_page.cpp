#include "views/memory/memory_peaks_page.h"

#include "core/analysis/tables/analysis.h"
#include "core/base/byte_text.h"
#include "core/base/number_text.h"
#include "core/base/signed_bytes.h"
#include "views/common/control_bar.h"
#include "views/common/empty/empty_reason.h"
#include "views/common/table_view.h"
#include "views/common/texts/message_texts.h"

#include <QtWidgets/QComboBox>
#include <QtWidgets/QDoubleSpinBox>
#include <QtWidgets/QTableView>

#include <cmath>

namespace stagescope {

namespace {

constexpr double kMostGiB = 4096;

QString metricName(PeakMetric metric) {
    return messageText(Message("memory.peaks.metric." + std::string(peakMetricText(metric))));
}

std::vector<ControlBar::Choice> metricChoices() {
    std::vector<ControlBar::Choice> choices;
    for (const auto each : peakMetrics()) {
        choices.push_back({metricName(each), static_cast<int>(each)});
    }
    return choices;
}

PeaksPageModel peaksPageModel(const std::shared_ptr<const Workspace> &workspace, std::optional<std::int64_t> capacity,
                              const std::stop_token &stop) {
    PeaksPageModel model;
    if (workspace == nullptr || workspace->mainRun() == nullptr) {
        return model;
    }
    model.peaks = memoryPeaksModel(*workspace->mainRun(), capacity, stop, workspace->baseline());
    AnalysisInput input;
    input.workspace = workspace.get();
    input.parameters["capacity_bytes"] = std::to_string(capacity.value_or(0));
    if (auto table = analysisById("memory_peak")->run(input, stop)) {
        model.table = std::move(*table);
    }
    return model;
}

}  // namespace

MemoryPeaksPage::MemoryPeaksPage(const ViewServices &services, QWidget *parent)
    : ModelPage(services, "memory-peaks", Extent::Rows, parent) {
    addControls();
    setTable(new TableView, 3, 2);
    connect(table(), &TableView::rowChosen, this, &MemoryPeaksPage::chooseRow);
    retranslate();
}

void MemoryPeaksPage::addControls() {
    auto *bar = new ControlBar(this);
    m_metric = bar->addPicker(
        "peakMetric", [] { return tr("Color"); }, metricChoices);
    m_capacity = new QDoubleSpinBox(this);
    m_capacity->setRange(0, kMostGiB);
    m_capacity->setDecimals(2);
    m_capacity->setKeyboardTracking(false);
    m_capacity->setSuffix(QStringLiteral(" GiB"));
    bar->addField([] { return tr("Device memory"); }, m_capacity);
    bar->addText([this] { m_capacity->setSpecialValueText(tr("From files")); });
    connect(m_capacity, &QDoubleSpinBox::valueChanged, this, &MemoryPeaksPage::ask);
    setBar(bar);
}

QString MemoryPeaksPage::title() const { return tr("Memory peaks"); }
QString MemoryPeaksPage::canvasName() const { return tr("Peak memory of each rank, by stage and replica"); }

std::optional<Message> MemoryPeaksPage::emptyReason() const {
    if (!model().peaks.peaks.ranks.empty()) {
        return std::nullopt;
    }
    const bool isUnread = run() != nullptr && needsDeepForMemory(*run());
    if (isKnown() && !isUnread) {
        return emptyBecause(workspace(), "memory.empty.record", "memory_curve");
    }
    return Message(isKnown() ? "memory.empty.record_unread" : "memory.empty.record_loading");
}

std::optional<std::int64_t> MemoryPeaksPage::capacity() const {
    return m_capacity->value() > 0 ? std::optional<std::int64_t>(std::llround(m_capacity->value() * kGiB))
                                   : std::nullopt;
}

void MemoryPeaksPage::ask() {
    start([workspace = workspace(), capacity = capacity()](const std::stop_token &stop) {
        return peaksPageModel(workspace, capacity, stop);
    });
}

void MemoryPeaksPage::onModel() {
    table()->setTable(model().table);
    table()->setVisible(!emptyReason());
}

/// Another rank is taken apart.
void MemoryPeaksPage::onSelectionChanged(const QObject *) { refresh(); }

void MemoryPeaksPage::onClicked(QPoint, const std::optional<ItemRef> &item) { choose(item); }

void MemoryPeaksPage::choose(const std::optional<ItemRef> &item) {
    select(item && std::holds_alternative<RankRef>(*item) ? item : std::nullopt);
}

void MemoryPeaksPage::chooseRow(const QModelIndex &index) {
    choose(itemFromText(table()->model()->table().text(tableRow(index), "evidence")));
}

void MemoryPeaksPage::showPage(const QString &metric) {
    for (const auto each : peakMetrics()) {
        if (metric == QLatin1String(peakMetricText(each))) {
            m_metric->setCurrentIndex(m_metric->findData(static_cast<int>(each)));
            refresh();
        }
    }
}

QStringList MemoryPeaksPage::pageIds() const {
    QStringList ids;
    for (const auto each : peakMetrics()) {
        ids << QLatin1String(peakMetricText(each));
    }
    return ids;
}

/// Of several ranks that are blamed the one that is chosen among them.
std::optional<int> MemoryPeaksPage::selectedRank() const {
    const auto &ranks = services().selection->state().ranks;
    const auto &items = services().selection->state().items;
    const auto *first = items.empty() ? nullptr : std::get_if<RankRef>(&items.front());
    if (first != nullptr && first->run == model().peaks.run) {
        return first->rank;
    }
    return ranks.size() == 1 && ranks[0].run == model().peaks.run ? std::optional(ranks[0].rank) : std::nullopt;
}

QString MemoryPeaksPage::tipAt(QPoint position) const {
    const auto item = layoutShown().scene.itemAt(position.x(), position.y());
    const auto *ref = item ? std::get_if<RankRef>(&*item) : nullptr;
    if (ref == nullptr) {
        return {};
    }
    QStringList lines{messageText(Message("rank.label", {std::to_string(ref->rank)}))};
    const auto *rank = model().peaks.peaks.of(ref->rank);
    for (const auto each : peakMetrics()) {
        const auto value = rank == nullptr ? std::nullopt : metricOf(*rank, each);
        lines += tr("%1: %2").arg(metricName(each), value ? QString::fromStdString(valueText(*value))
                                                          : messageText(Message("pipeline.no_data")));
    }
    return lines.join(QLatin1Char('\n'));
}

PlainLayout MemoryPeaksPage::layoutFor(QSize size) const {
    const auto metric = static_cast<PeakMetric>(m_metric->currentData().toInt());
    return {buildMemoryPeaksScene(model().peaks, {size.width(), size.height(), metric, selectedRank()},
                                  sceneStyle(font()))};
}

}  // namespace stagescope
