#include "views/memory/memory_peaks_page.h"

#include "core/analysis/tables/analysis.h"
#include "core/base/byte_text.h"
#include "core/base/number_text.h"
#include "core/base/signed_bytes.h"
#include "core/scene/kit/message_scene.h"
#include "views/common/empty_reason.h"
#include "views/common/scene_canvas.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/table_view.h"
#include "views/common/texts/message_texts.h"
#include "views/common/theme.h"

#include <QtCore/QAbstractProxyModel>
#include <QtCore/QSignalBlocker>
#include <QtGui/QPainter>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDoubleSpinBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QTableView>
#include <QtWidgets/QToolTip>

#include <algorithm>
#include <cmath>

namespace stagescope {

namespace {

constexpr double kMostGiB = 4096;
constexpr int kTable = 100;  ///< pixels: a share of the height

QString metricName(PeakMetric metric) {
    return messageText(Message("memory.peaks.metric." + std::string(peakMetricText(metric))));
}

}  // namespace

MemoryPeaksPage::MemoryPeaksPage(const ViewServices &services, QWidget *parent) : View(services, parent) {
    build();
    m_canvas->setBuilder([this](QSize size) { return sceneFor(size); });
    m_canvas->setOverlay([this](QPainter &painter, const Scene &scene) { paintSelection(painter, scene); });
    connect(m_metric, &QComboBox::activated, m_canvas, &SceneCanvas::invalidate);
    connect(m_capacity, &QDoubleSpinBox::valueChanged, this, &MemoryPeaksPage::ask);
    connect(m_canvas, &SceneCanvas::clicked, this,
            [this](QPoint, const std::optional<ItemRef> &item) { choose(item); });
    connect(m_canvas, &SceneCanvas::hovered, this, [this](QPoint position) {
        const auto text = position.x() < 0 ? QString() : tipAt(position);
        QToolTip::showText(m_canvas->mapToGlobal(position + QPoint(12, 16)), text, m_canvas);
    });
    connect(m_table->table(), &QTableView::clicked, this, &MemoryPeaksPage::chooseRow);
    connect(m_table->table(), &QTableView::activated, this, &MemoryPeaksPage::chooseRow);
    connect(this->services().selection, &Selection::changed, m_canvas, &SceneCanvas::invalidate);
    retranslate();
}

void MemoryPeaksPage::build() {
    m_metricLabel = new QLabel(this);
    m_metric = new QComboBox(this);
    m_capacityLabel = new QLabel(this);
    m_capacity = new QDoubleSpinBox(this);
    m_metricLabel->setBuddy(m_metric);
    m_capacityLabel->setBuddy(m_capacity);
    m_metric->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_capacity->setRange(0, kMostGiB);
    m_capacity->setDecimals(2);
    m_capacity->setKeyboardTracking(false);
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 4);
    bar->setSpacing(8);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_metricLabel, m_metric, m_capacityLabel, m_capacity}) {
        bar->addWidget(widget);
    }
    bar->addStretch(1);
    m_canvas = new SceneCanvas;
    m_table = new TableView;
    auto *split = new QSplitter(Qt::Vertical, this);
    split->addWidget(m_canvas);
    split->addWidget(m_table);
    split->setSizes({3 * kTable, 2 * kTable});
    split->setStretchFactor(0, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(split, 1);
}

QString MemoryPeaksPage::id() const { return QStringLiteral("memory-peaks"); }
QString MemoryPeaksPage::title() const { return tr("Peak of all ranks"); }
bool MemoryPeaksPage::isBusy() const { return m_work.isBusy(); }

std::optional<Message> MemoryPeaksPage::emptyReason() const {
    if (!m_model->peaks.peaks.ranks.empty()) {
        return std::nullopt;
    }
    const auto *run = m_workspace ? m_workspace->mainRun() : nullptr;
    const bool isUnread = run != nullptr && needsDeepForMemory(*run);
    if (m_known && !isUnread) {
        return emptyBecause(m_workspace, "memory.empty.record");
    }
    return Message(m_known ? "memory.empty.record_unread" : "memory.empty.record_loading");
}

void MemoryPeaksPage::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    ask();
}

std::optional<std::int64_t> MemoryPeaksPage::capacity() const {
    return m_capacity->value() > 0 ? std::optional<std::int64_t>(std::llround(m_capacity->value() * kGiB))
                                   : std::nullopt;
}

PeakMetric MemoryPeaksPage::metric() const { return static_cast<PeakMetric>(m_metric->currentData().toInt()); }

MemoryPeaksPage::Shared MemoryPeaksPage::modelOf(const std::shared_ptr<const Workspace> &workspace,
                                                 std::optional<std::int64_t> capacity, const std::stop_token &stop) {
    auto model = std::make_shared<Model>();
    if (workspace == nullptr || workspace->mainRun() == nullptr) {
        return model;
    }
    model->peaks = memoryPeaksModel(*workspace->mainRun(), capacity, stop, workspace->baseline());
    AnalysisInput input;
    input.workspace = workspace.get();
    input.parameters["capacity_bytes"] = std::to_string(capacity.value_or(0));
    if (auto table = analysisById("memory_peak")->run(input, stop)) {
        model->table = std::move(*table);
    }
    return model;
}

void MemoryPeaksPage::ask() {
    m_work.start([workspace = m_workspace,
                  capacity = capacity()](const std::stop_token &stop) { return modelOf(workspace, capacity, stop); },
                 [this](Shared model) { adopt(std::move(model)); });
    Q_EMIT busyChanged();
}

void MemoryPeaksPage::adopt(Shared model) {
    m_known = true;
    m_model = std::move(model);
    m_table->setTable(m_model->table);
    m_table->setVisible(!emptyReason());
    m_canvas->invalidate();
    Q_EMIT titleOrReasonChanged();
    Q_EMIT busyChanged();
}

void MemoryPeaksPage::choose(const std::optional<ItemRef> &item) {
    auto state = services().selection->state();
    state.items.clear();
    state.ranks.clear();
    if (const auto *rank = item ? std::get_if<RankRef>(&*item) : nullptr) {
        state.items = {*rank};
        state.ranks = {*rank};
    }
    services().selection->set(std::move(state), this);
}

void MemoryPeaksPage::chooseRow(const QModelIndex &index) {
    const auto *sorted = static_cast<const QAbstractProxyModel *>(m_table->table()->model());
    const auto row = static_cast<std::size_t>(sorted->mapToSource(index).row());
    choose(itemFromText(m_table->model()->table().text(row, "evidence")));
}

void MemoryPeaksPage::showPage(const QString &metric) {
    for (const auto each : peakMetrics()) {
        if (metric == QLatin1String(peakMetricText(each))) {
            m_metric->setCurrentIndex(m_metric->findData(static_cast<int>(each)));
            m_canvas->invalidate();
        }
    }
}

/// Of several ranks that are blamed the one that is chosen among them.
std::optional<int> MemoryPeaksPage::selectedRank() const {
    const auto &ranks = services().selection->state().ranks;
    const auto &items = services().selection->state().items;
    const auto *first = items.empty() ? nullptr : std::get_if<RankRef>(&items.front());
    if (first != nullptr && first->run == m_model->peaks.run) {
        return first->rank;
    }
    return ranks.size() == 1 && ranks[0].run == m_model->peaks.run ? std::optional(ranks[0].rank) : std::nullopt;
}

void MemoryPeaksPage::paintSelection(QPainter &painter, const Scene &scene) const {
    const QRect area(0, 0, scene.width, scene.height);
    for (const auto &rank : services().selection->state().ranks) {
        paintItemOutlines(painter, scene, rank, area);
    }
}

QString MemoryPeaksPage::tipAt(QPoint position) {
    const auto item = m_canvas->scene().itemAt(position.x(), position.y());
    const auto *ref = item ? std::get_if<RankRef>(&*item) : nullptr;
    if (ref == nullptr) {
        return {};
    }
    QStringList lines{messageText(Message("rank.label", {std::to_string(ref->rank)}))};
    const auto *rank = m_model->peaks.peaks.of(ref->rank);
    for (const auto each : peakMetrics()) {
        const auto value = rank == nullptr ? std::nullopt : metricOf(*rank, each);
        lines += tr("%1: %2").arg(metricName(each), value ? QString::fromStdString(valueText(*value))
                                                          : messageText(Message("pipeline.no_data")));
    }
    return lines.join(QLatin1Char('\n'));
}

Scene MemoryPeaksPage::sceneFor(QSize size) const {
    const auto style = sceneStyle(font());
    if (const auto reason = emptyReason()) {
        return buildMessageScene(size.width(), size.height(), title().toStdString(), messageText(*reason).toStdString(),
                                 style);
    }
    return buildMemoryPeaksScene(m_model->peaks, {size.width(), size.height(), metric(), selectedRank()}, style);
}

void MemoryPeaksPage::paintPicture(QPainter &painter, QSize size) {
    painter.setFont(font());
    const auto scene = sceneFor(size);
    paintScene(painter, scene, Theme::current());
    paintSelection(painter, scene);
}

void MemoryPeaksPage::fillMetrics() {
    const int chosen = m_metric->currentIndex();
    const QSignalBlocker blocker(m_metric);
    m_metric->clear();
    for (const auto each : peakMetrics()) {
        m_metric->addItem(metricName(each), static_cast<int>(each));
    }
    m_metric->setCurrentIndex(std::max(0, chosen));
}

void MemoryPeaksPage::retranslate() {
    m_metricLabel->setText(tr("Colour"));
    m_capacityLabel->setText(tr("Memory of a device"));
    m_capacity->setSpecialValueText(tr("as the files tell"));
    m_capacity->setSuffix(QStringLiteral(" GiB"));
    m_canvas->setAccessibleName(tr("Peak of memory of each rank, by stage and replica"));
    m_table->retranslate();
    fillMetrics();
    m_canvas->invalidate();
}

}  // namespace stagescope
