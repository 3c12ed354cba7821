#include "core/scene/memory/memory_peaks_scene.h"

#include "core/base/byte_text.h"
#include "core/base/number_text.h"
#include "core/base/signed_bytes.h"
#include "core/scene/kit/heat_map.h"
#include "core/scene/kit/spacing.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stagescope {

namespace {

constexpr int kPeakBar = 22;
constexpr int kBaselineBar = 6;
constexpr int kMinStage = 8;
constexpr int kMaxStage = 26;
constexpr double kMapShare = 0.5;
constexpr int kShapeTitle = 3;  ///< lines
constexpr int kShapeGap = 4;
constexpr int kTallest = 1 << 20;    ///< cut once the height is known
constexpr double kNearlyFull = 0.9;  ///< of the capacity
constexpr std::array kMetrics{PeakMetric::Occupied,   PeakMetric::CapacityPercent, PeakMetric::Allocated,
                              PeakMetric::AboveLeast, PeakMetric::Outside,         PeakMetric::AgainstBaseline};
constexpr std::array<std::string_view, kMetrics.size()> kNames{"occupied",    "capacity", "allocated",
                                                               "above_least", "outside",  "against_baseline"};

std::string bytesOf(double bytes) { return signedBytesText(bytes); }
std::string bytesOf(std::int64_t bytes) { return bytesOf(static_cast<double>(bytes)); }

struct BudgetPart {
    std::string_view id;  ///< message "memory.peaks.part.<id>"
    ColorRole role;
    std::int64_t bytes = 0;
};

/// From the ground up; each part is the difference of two peaks, so that they sum up to the last of them.
std::vector<BudgetPart> budgetOf(const MemoryPeak &peak) {
    std::vector<BudgetPart> parts;
    std::int64_t below = 0;
    const auto add = [&](std::string_view id, ColorRole role, const std::optional<std::int64_t> &top) {
        if (top && *top >= below) {
            parts.push_back({id, role, *top - below});
            below = *top;
        }
    };
    add("least", ColorRole::Optimizer, peak.allocatedLeast);
    add("above_least", ColorRole::Forward, peak.allocated);
    add("reserved", ColorRole::CounterPeak, peak.reserved);
    add("outside", ColorRole::Preparing, peak.process);
    add("left", ColorRole::Free, peak.capacity);
    return parts;
}

class PeaksPainter {
public:
    PeaksPainter(ScenePen &pen, const MemoryPeaksModel &model, const MemoryPeaksOptions &options)
        : m_pen(pen), m_model(model), m_options(options) {}

    /// How high it has become.
    int draw(Box area) {
        m_pen.fill(area, ColorRole::Background);
        area = area.inset(kPad, kPad / 2);
        drawHighest(area);
        const auto *chosen = m_options.selected ? m_model.peaks.of(*m_options.selected) : nullptr;
        if (const auto *rank = chosen != nullptr ? chosen : m_model.highest()) {
            drawBudget(area, *rank);
        }
        area.height = std::max(m_options.height - kPad / 2 - area.y, lowerHeight(area.width));
        const int height = area.bottom() + kPad / 2;
        Box map = area.takeLeft(static_cast<int>(area.width * (m_model.peaks.stages.empty() ? 1.0 : kMapShare)));
        drawMap(map);
        if (!m_model.peaks.stages.empty()) {
            area.takeLeft(std::min(area.width, 2 * kPad));
            drawShape(area);
        }
        return height;
    }

private:
    /// At which all stages can be read.
    [[nodiscard]] int lowerHeight(int width) const {
        const int stages = static_cast<int>(m_model.peaks.stages.size());
        const int map = heatMapHeight(m_model.stages, m_pen.style());
        const int titleWidth = width - static_cast<int>(width * kMapShare) - 2 * kPad;
        const auto lines = static_cast<int>(wrapped(shapeTitle(), titleWidth, m_pen.style().metrics).size());
        const int title = std::min(lines, kShapeTitle) * line() + kShapeGap;
        return stages == 0 ? map : std::max(map, title + stages * std::max(kMinStage, line()));
    }
    [[nodiscard]] std::string shapeTitle() const {
        const auto &unit = m_model.peaks.perMicrobatch;
        return m_pen.words(unit ? Message("memory.peaks.shape", {bytesOf(*unit)})
                                : Message("memory.peaks.shape_unknown"));
    }
    [[nodiscard]] int line() const { return m_pen.style().lineHeight; }

    void drawHighest(Box &area) {
        const auto *rank = m_model.highest();
        if (rank == nullptr) {
            return;
        }
        const auto most = *rank->occupied();
        const auto &capacity = rank->peak.capacity;
        const auto text =
            capacity ? m_pen.words(Message("memory.peaks.highest_of",
                                           {std::to_string(rank->rank), bytesOf(most), bytesOf(*capacity),
                                            percentText(static_cast<double>(most), static_cast<double>(*capacity))}))
                     : m_pen.words(Message("memory.peaks.highest", {std::to_string(rank->rank), bytesOf(most)}));
        area.takeTop(m_pen.paragraph(area, text, ColorRole::Text, 2) + 2);
        const MemoryPeaks::RankPeak *outside = nullptr;
        for (const auto &each : m_model.peaks.ranks) {
            const bool isMore =
                each.peak.outside && (outside == nullptr || *each.peak.outside > *outside->peak.outside);
            outside = isMore ? &each : outside;
        }
        if (outside != nullptr) {
            const auto &peak = outside->peak;
            auto told =
                m_pen.words(Message("memory.peaks.outside", {bytesOf(*peak.outside), std::to_string(outside->rank)}));
            if (peak.outsideOwned) {
                told += " " + m_pen.words(Message("memory.peaks.outside_owner",
                                                  {peak.outsideOwner, bytesOf(*peak.outsideOwned)}));
            }
            area.takeTop(m_pen.paragraph(area, told, ColorRole::Text, 2) + kPad);
        }
    }

    /// One bar of the whole, and below it each part with its figure.
    void drawBudget(Box &area, const MemoryPeaks::RankPeak &rank) {
        const auto parts = budgetOf(rank.peak);
        std::int64_t whole = 0;
        for (const auto &part : parts) {
            whole += part.bytes;
        }
        if (whole <= 0) {
            return;
        }
        m_pen.text(area.takeTop(line()),
                   m_pen.words(Message("memory.peaks.budget", {std::to_string(rank.rank), bytesOf(whole)})),
                   ColorRole::MutedText);
        const Box bar = area.takeTop(kPeakBar);
        std::int64_t below = 0;
        for (const auto &part : parts) {
            const auto at = [&](std::int64_t bytes) {
                return bar.x + static_cast<int>(
                                   std::lround(static_cast<double>(bytes) / static_cast<double>(whole) * bar.width));
            };
            const Box box{at(below), bar.y, at(below + part.bytes) - at(below), bar.height};
            below += part.bytes;
            if (!box.isEmpty()) {
                m_pen.fill(box, part.role);
                m_pen.label(box, bytesOf(part.bytes), part.role);
            }
        }
        drawBaseline(area, rank, whole);
        area.takeTop(2);
        int x = area.x;
        for (const auto &part : parts) {
            const auto name = m_pen.words(Message("memory.peaks.part." + std::string(part.id), {bytesOf(part.bytes)}));
            const int width = m_pen.widthOf(name) + 2 * line();
            if (x > area.x && x + width > area.right()) {
                area.takeTop(line());
                x = area.x;
            }
            x += m_pen.legendEntry(x, area.y, part.role, name);
        }
        area.takeTop(line() + kPad);
    }

    /// A thin bar on the same scale, and the difference: run minus baseline.
    void drawBaseline(Box &area, const MemoryPeaks::RankPeak &rank, std::int64_t whole) {
        const auto theirs = rank.baselineOccupied();
        const auto ours = rank.occupied();
        if (!theirs || !ours) {
            return;
        }
        area.takeTop(2);
        const Box bar = area.takeTop(kBaselineBar);
        const double share = static_cast<double>(*theirs) / static_cast<double>(whole);
        m_pen.fill({bar.x, bar.y, static_cast<int>(std::lround(std::min(1.0, share) * bar.width)), bar.height},
                   ColorRole::Baseline);
        const auto more = *ours - *theirs;
        const auto text = Message("memory.peaks.baseline", {bytesOf(*theirs), signedFigure(bytesOf(more))});
        m_pen.text(area.takeTop(line()), m_pen.words(text), ColorRole::Text);
    }

    /// Memory that is used is good or bad by the capacity alone: stages differ by design.
    [[nodiscard]] HeatRange rangeOf(const std::vector<double> &values) const {
        if (m_options.metric == PeakMetric::AgainstBaseline) {
            double most = 0;
            for (const double value : values) {
                most = std::max(most, std::abs(value));
            }
            return values.empty() ? HeatRange() : HeatRange::ofDifferences(most, true);
        }
        const HeatRange range(values, true);
        if (m_options.metric == PeakMetric::Outside) {
            return range;
        }
        if (m_options.metric == PeakMetric::CapacityPercent) {
            return range.withLimit(100 * kNearlyFull);
        }
        std::optional<double> least;
        for (const auto &rank : m_model.peaks.ranks) {
            if (rank.peak.capacity && *rank.peak.capacity > 0) {
                const double capacity = static_cast<double>(*rank.peak.capacity) / kGiB;
                least = std::min(least.value_or(capacity), capacity);
            }
        }
        return range.withLimit(least && m_options.metric != PeakMetric::AboveLeast ? std::optional(kNearlyFull * *least)
                                                                                   : std::nullopt);
    }

    void drawMap(const Box &box) {
        HeatMap map{
            .run = m_model.run, .stages = m_model.stages, .replicas = m_model.replicas, .places = {}, .name = {}};
        for (const auto &place : m_model.places) {
            const auto *rank = m_model.peaks.of(place.rank);
            map.places.push_back({place.rank, place.stage, place.replica,
                                  rank == nullptr ? std::nullopt : metricOf(*rank, m_options.metric)});
        }
        map.range = rangeOf(map.values());
        map.name = m_pen.words(Message("memory.peaks.metric." + std::string(peakMetricText(m_options.metric))));
        const int wanted = heatMapHeight(map.stages, m_pen.style());
        drawHeatMap(m_pen, map, {box.x, box.y, box.width, std::min(box.height, wanted)});
    }

    /// What each stage keeps above its least, as a bar, and what p - s microbatches of the unit that fits best make, as
    /// an outline.
    void drawShape(Box area) {
        const auto &peaks = m_model.peaks;
        area.takeTop(m_pen.paragraph(area, shapeTitle(), ColorRole::MutedText, kShapeTitle) + kShapeGap);
        double most = 1;
        for (const auto &stage : peaks.stages) {
            most = std::max({most, static_cast<double>(stage.aboveLeast.value_or(0)), stage.expected.value_or(0)});
        }
        const int count = static_cast<int>(peaks.stages.size());
        const int height = std::clamp(area.height / count, kMinStage, kMaxStage);
        const auto last = m_pen.words(Message("stage.label", {std::to_string(count - 1)}));
        const int labels = m_pen.widthOf(last) + kPad;
        const int figures = std::min(2 * area.width / 3,
                                     m_pen.widthOf(m_pen.words(Message(
                                         "memory.peaks.stage", {"100.00 GiB", "100.00 GiB", std::to_string(count)}))) +
                                         kPad);
        for (const auto &stage : peaks.stages) {
            if (area.height < height) {
                break;
            }
            Box row = area.takeTop(height);
            const bool hasText = height >= line() - 2;
            const Box label = row.takeLeft(labels);
            const Box figure = row.takeRight(figures);
            const auto widthOf = [&](double bytes) { return static_cast<int>(std::lround(bytes / most * row.width)); };
            if (stage.aboveLeast) {
                const Box bar{row.x, row.y + 3, widthOf(static_cast<double>(*stage.aboveLeast)),
                              std::max(1, height - 6)};
                m_pen.fill(bar, ColorRole::Forward);
                m_pen.hit({label.x, row.y, area.width, height}, RankRef{m_model.run, stage.rank});
            }
            if (stage.expected) {
                m_pen.frame({row.x, row.y + 1, std::max(2, widthOf(*stage.expected)), height - 2}, ColorRole::Text);
            }
            if (hasText) {
                m_pen.text(label, m_pen.words(Message("stage.label", {std::to_string(stage.stage)})),
                           ColorRole::MutedText);
                const auto unknown = m_pen.words(Message("pipeline.no_data"));
                m_pen.text(
                    figure,
                    m_pen.words(Message("memory.peaks.stage", {stage.aboveLeast ? bytesOf(*stage.aboveLeast) : unknown,
                                                               stage.expected ? bytesOf(*stage.expected) : unknown,
                                                               std::to_string(stage.inFlight)})),
                    ColorRole::Text, TextAlign::Right);
            }
        }
    }

    ScenePen &m_pen;
    const MemoryPeaksModel &m_model;
    const MemoryPeaksOptions &m_options;
};

}  // namespace

std::span<const PeakMetric> peakMetrics() { return kMetrics; }

std::string_view peakMetricText(PeakMetric metric) { return kNames[static_cast<std::size_t>(metric)]; }

std::optional<double> metricOf(const MemoryPeaks::RankPeak &rank, PeakMetric metric) {
    const auto gib = [](const std::optional<std::int64_t> &bytes) {
        return bytes ? std::optional(static_cast<double>(*bytes) / kGiB) : std::nullopt;
    };
    switch (metric) {
        case PeakMetric::Occupied:
            return gib(rank.occupied());
        case PeakMetric::CapacityPercent:
            return rank.occupied() && rank.peak.capacity && *rank.peak.capacity > 0
                       ? std::optional(100.0 * static_cast<double>(*rank.occupied()) /
                                       static_cast<double>(*rank.peak.capacity))
                       : std::nullopt;
        case PeakMetric::Allocated:
            return gib(rank.peak.allocated);
        case PeakMetric::AboveLeast:
            return gib(rank.aboveLeast());
        case PeakMetric::Outside:
            return gib(rank.peak.outside);
        case PeakMetric::AgainstBaseline: {
            const auto ours = rank.occupied();
            const auto theirs = rank.baselineOccupied();
            return ours && theirs ? gib(*ours - *theirs) : std::nullopt;
        }
    }
    return std::nullopt;
}

const MemoryPeaks::RankPeak *MemoryPeaksModel::highest() const {
    const MemoryPeaks::RankPeak *best = nullptr;
    for (const auto &rank : peaks.ranks) {
        if (rank.occupied() && (best == nullptr || *rank.occupied() > *best->occupied())) {
            best = &rank;
        }
    }
    return best;
}

MemoryPeaksModel memoryPeaksModel(const Run &run, std::optional<std::int64_t> capacity, const std::stop_token &stop,
                                  const Run *baseline) {
    MemoryPeaksModel model;
    model.run = run.id;
    model.peaks = memoryPeaks(run, capacity, stop, baseline);
    const auto &sizes = run.parallel;
    int unplaced = 0;
    for (const int rank : run.ranks()) {
        const auto at = rankIndices(sizes, rank);
        model.places.push_back(
            {rank, at ? at->pp : 0,
             at ? (at->dp * std::max(1, sizes.cp) + at->cp) * std::max(1, sizes.tp) + at->tp : unplaced++});
        model.stages = std::max(model.stages, model.places.back().stage + 1);
        model.replicas = std::max(model.replicas, model.places.back().replica + 1);
    }
    return model;
}

Scene buildMemoryPeaksScene(const MemoryPeaksModel &model, const MemoryPeaksOptions &options, const SceneStyle &style) {
    Scene scene;
    scene.width = options.width;
    scene.height = kTallest;
    ScenePen pen(scene, style);
    scene.height = PeaksPainter(pen, model, options).draw({0, 0, options.width, kTallest});
    scene.rects.front().height = scene.height;
    return scene;
}

}  // namespace stagescope
