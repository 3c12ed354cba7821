#include "core/scene/operators/loading_scene.h"

#include "core/analysis/data/data_pipeline.h"
#include "core/analysis/data/data_supply.h"
#include "core/analysis/data/data_waits.h"
#include "core/base/number_text.h"
#include "core/scene/kit/spacing.h"
#include "core/scene/kit/stacked_bars.h"
#include "core/store/tables/table_store.h"

#include <algorithm>
#include <cmath>

namespace stagescope {

namespace {

constexpr int kQueueRow = 22;      ///< height
constexpr int kNamePercent = 35;   ///< of a row, at most
constexpr int kBoldPercent = 120;  ///< of what the same text takes in plain
constexpr int kIndent = 14;        ///< by level
constexpr int kMostIndents = 8;    ///< deeper ones stand below one another
constexpr int kMostQueuePart = 2;  ///< queues take at most one part of so many where there are bars, too

std::optional<double> ifThere(double value) { return value < 0 ? std::nullopt : std::optional(value); }

std::string percentIn(double share) { return percentText(share, 1.0); }

class LoadingPainter {
public:
    LoadingPainter(LoadingLayout &built, ScenePen &pen, const RankLoading &loading)
        : m_built(built), m_pen(pen), m_loading(loading), m_line(pen.style().lineHeight) {}

    void drawQueues(Box &area) {
        if (m_loading.operators.empty()) {
            return;
        }
        head(area, "loading.queues");
        const int room = m_loading.portions.empty() ? area.height : area.height / kMostQueuePart;
        const auto fitting = static_cast<std::size_t>(std::max(1, room / kQueueRow));
        const auto count = std::min(fitting, m_loading.operators.size());
        int names = 0;
        int values = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const auto &op = m_loading.operators[i];
            names = std::max(names, indentOf(op) + m_pen.widthOf(op.name) * kBoldPercent / 100);
            values = std::max(values, m_pen.widthOf(valueOf(op)));
        }
        names = std::min(names, area.width * kNamePercent / 100);
        for (std::size_t i = 0; i < count; ++i) {
            drawOperator(area.takeTop(kQueueRow), i, names, values);
        }
        if (count < m_loading.operators.size()) {
            m_pen.text(area.takeTop(m_line),
                       m_pen.words(Message("loading.more", {std::to_string(m_loading.operators.size() - count)})),
                       ColorRole::MutedText);
        }
        area.takeTop(2 * kPad);
    }

    void drawPortions(Box area) {
        if (m_loading.portions.empty()) {
            return;
        }
        head(area, m_loading.areSteps ? "loading.steps" : "loading.batches");
        const Box legend = area.takeTop(m_line);
        const auto entry = [&](int x, ColorRole role, const char *steps, const char *batches) {
            return m_pen.legendEntry(x, legend.y, role, m_pen.words(Message(m_loading.areSteps ? steps : batches)));
        };
        const int first = entry(legend.x, ColorRole::Warning, "loading.waited", "loading.fetched");
        entry(legend.x + first, ColorRole::Counter, "loading.beside", "loading.pushed");
        area.takeTop(kPad);
        StackedBars bars;
        for (const auto &portion : m_loading.portions) {
            const auto number = portion.number < 0 ? std::string("-") : std::to_string(portion.number);
            bars.bars.push_back({.label = number,
                                 .shortLabel = number,
                                 .parts = {{ColorRole::Warning, portion.waited}, {ColorRole::Counter, portion.beside}},
                                 .item = portion.item});
        }
        bars.format = MillisFormat::forSize(Nanos{bars.longest()});
        bars.draw(m_pen, area);
    }

private:
    void head(Box &area, const char *id) {
        m_pen.text(area.takeTop(m_line), m_pen.words(Message(id, {std::to_string(m_loading.rank)})), ColorRole::Text,
                   TextAlign::Left, true);
    }
    [[nodiscard]] static int indentOf(const RankLoading::Operator &op) {
        return kIndent * static_cast<int>(std::min<std::size_t>(op.depth, kMostIndents));
    }
    [[nodiscard]] std::string valueOf(const RankLoading::Operator &op) const {
        std::string text = op.fill ? m_pen.words(Message("loading.fill", {percentIn(*op.fill)})) : std::string();
        if (op.busy) {
            const auto busy =
                m_pen.words(Message("loading.workers", {std::to_string(op.workers), percentIn(*op.busy)}));
            text += (text.empty() ? "" : " · ") + busy;
        }
        return text;
    }

    void drawOperator(Box row, std::size_t index, int names, int values) {
        const auto &op = m_loading.operators[index];
        m_built.rows.push_back({index, row});
        Box name = row.takeLeft(names);
        name.takeLeft(std::min(indentOf(op), name.width / 2));
        m_pen.text(name, op.name, ColorRole::Text, TextAlign::Left, op.isBottleneck);
        row.takeLeft(kPad);
        m_pen.text(row.takeRight(std::min(row.width / 2, values)), valueOf(op), ColorRole::Text, TextAlign::Right);
        row.takeRight(kPad);
        Box queue = row.inset(0, 3);
        if (!op.fill) {
            return;
        }
        m_pen.fill(queue, ColorRole::AlternateBackground);
        const Box whole = queue;
        const double fill = std::min(1.0, *op.fill);
        m_pen.fill(queue.takeLeft(static_cast<int>(std::lround(whole.width * fill))),
                   op.isBottleneck ? ColorRole::Error : ColorRole::Counter);
        m_pen.frame(whole, op.isBottleneck ? ColorRole::Error : ColorRole::Grid);
    }

    LoadingLayout &m_built;
    ScenePen &m_pen;
    const RankLoading &m_loading;
    int m_line;
};

}  // namespace

RankLoading rankLoading(const Run &run, const RankCapture &capture, const std::stop_token &stop) {
    RankLoading result;
    result.rank = capture.rank;
    const auto pipeline = dataPipeline(capture);
    const auto *bottleneck = pipeline.bottleneck();
    for (const auto &op : pipeline.operators) {
        result.operators.push_back({op.name(), op.depth, ifThere(op.is.queueUse), ifThere(op.is.queueEmpty),
                                    op.is.workers, op.busyWorkers(), &op == bottleneck});
    }
    for (const auto &wait : dataWaits(capture, loaderCalls(run, capture, Nanos{0}, stop), stop)) {
        const auto waited = wait.idle.value_or(Nanos{0});
        result.areSteps = true;
        result.portions.push_back({wait.step.value_or(-1), waited.count(), (wait.loading - waited).count(),
                                   wait.longest ? std::optional<ItemRef>(wait.longest->slice) : std::nullopt});
    }
    for (const auto &table : capture.tables(TableKind::DataEvents)) {
        result.events += table->rowCount();
    }
    const auto batches = result.areSteps ? std::vector<FeedBatchRecord>{} : dataBatches(capture);
    for (const auto &batch : batches) {
        if (batch.station != batches.front().station) {
            break;
        }
        const auto waited = std::max({std::int64_t{0}, batch.fetch, batch.wait});
        result.portions.push_back({batch.batch, waited, std::max(std::int64_t{0}, batch.push)});
    }
    return result;
}

const LoadingLayout::Row *LoadingLayout::rowAt(int x, int y) const {
    const auto it = std::find_if(rows.begin(), rows.end(), [&](const Row &row) { return row.box.contains(x, y); });
    return it == rows.end() ? nullptr : &*it;
}

LoadingLayout layOutLoading(const RankLoading &loading, int width, int height, const SceneStyle &style) {
    LoadingLayout built;
    built.scene.width = width;
    built.scene.height = height;
    ScenePen pen(built.scene, style);
    pen.fill(pen.clip(), ColorRole::Background);
    Box area = pen.clip().inset(kPad, kPad);
    if (!loading.isPictured()) {
        pen.text(area.takeTop(style.lineHeight), pen.words(Message("loading.events", {std::to_string(loading.events)})),
                 ColorRole::MutedText);
    }
    LoadingPainter painter(built, pen, loading);
    painter.drawQueues(area);
    painter.drawPortions(area);
    return built;
}

}  // namespace stagescope
