#include "core/advice/remedies/layer_passes.h"

#include "core/advice/remedies/layer_kernels.h"
#include "core/analysis/run/kernels.h"
#include "core/analysis/run/large_copies.h"
#include "core/analysis/run/steps.h"
#include "core/base/statistics.h"
#include "core/session/rank_facts.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <utility>

namespace stagescope {

namespace {

bool computes(const DeviceKernel &kernel) { return !kernel.communicates && kernel.kind == DeviceKernel::Kind::Kernel; }

/// Each figure by itself.
ExchangedPart medianOf(const std::vector<LayerPass> &passes, Exchange exchange) {
    ExchangedPart part;
    const auto take = [&](auto member) {
        std::vector<std::remove_reference_t<decltype(part.*member)>> values;
        for (const auto &pass : passes) {
            values.push_back(pass.parts[static_cast<std::size_t>(exchange)].*member);
        }
        part.*member = upperMedian(std::move(values));
    };
    take(&ExchangedPart::kernels);
    take(&ExchangedPart::again);
    take(&ExchangedPart::time);
    take(&ExchangedPart::againTime);
    take(&ExchangedPart::bytes);
    take(&ExchangedPart::atATime);
    return part;
}

/// The passes of one chunk, measured.
struct ChunkSamples {
    std::vector<LayerPass> forwards{};
    std::vector<LayerPass> backwards{};
    std::vector<Nanos> backwardTimes{};
    std::vector<const DeviceKernel *> forward{};  ///< of one of its forward passes
    std::size_t backwardCells = 0;

    [[nodiscard]] ChunkPasses medians(std::size_t steps) const {
        ChunkPasses result;
        std::vector<Nanos> layers;
        for (const auto &pass : forwards) {
            layers.insert(layers.end(), pass.layers.begin(), pass.layers.end());
        }
        for (std::size_t i = 0; i < kExchanges; ++i) {
            const auto exchange = static_cast<Exchange>(i);
            result.parts[i] = medianOf(forwards, exchange);
            const auto again = medianOf(backwards, exchange);
            result.parts[i].again = again.again;
            result.parts[i].againTime = again.againTime;
        }
        const auto &full = result.parts[static_cast<std::size_t>(Exchange::FullRecompute)];
        result.layers = full.kernels;
        result.backwards = static_cast<double>(backwardCells) / static_cast<double>(std::max<std::size_t>(1, steps));
        if (result.layers > 0) {
            const auto count = static_cast<std::int64_t>(result.layers);
            result.layer = layers.empty() ? full.time / count : upperMedian(std::move(layers));
            result.backwardLayer = upperMedian(backwardTimes) / count;
        }
        return result;
    }
};

/// Kernels of cells, which are sorted by begin. A kernel belongs to the last cell that had begun.
class CellWalk {
public:
    CellWalk(std::span<const PipelineCell *const> cells, std::span<const DeviceKernel> kernels)
        : m_cells(cells), m_kernels(kernels) {}

    /// Of the next cell.
    [[nodiscard]] std::vector<const DeviceKernel *> next() {
        const auto &range = m_cells[m_at]->range;
        const auto end = m_at + 1 < m_cells.size() ? std::min(range.end, m_cells[m_at + 1]->range.begin) : range.end;
        ++m_at;
        std::vector<const DeviceKernel *> own;
        for (; m_kernel < m_kernels.size() && m_kernels[m_kernel].begin < ns(end); ++m_kernel) {
            if (m_kernels[m_kernel].begin >= ns(range.begin) && computes(m_kernels[m_kernel])) {
                own.push_back(&m_kernels[m_kernel]);
            }
        }
        return own;
    }

private:
    std::span<const PipelineCell *const> m_cells;
    std::span<const DeviceKernel> m_kernels;
    std::size_t m_at = 0;
    std::size_t m_kernel = 0;
};

/// Passes of each chunk that wait for their backward, and those whose weights wait after it: what was computed once
/// more for these is there.
class OpenPasses {
public:
    OpenPasses(bool isSplit, RankPasses &passes)
        : m_passes(passes), m_waiting(passes.chunks.size()), m_halfDone(passes.chunks.size()) {
        for (auto &chunk : passes.chunks) {
            for (auto &part : chunk.parts) {
                part.atATime = isSplit ? 0 : part.atATime;
            }
        }
    }
    void clear() {
        std::ranges::fill(m_waiting, 0);
        std::ranges::fill(m_halfDone, 0);
    }
    void open(int chunk) {
        ++at(m_waiting, chunk);
        look();
    }
    void beginBackward(int chunk) { --at(m_waiting, chunk); }
    void keepForWeights(int chunk) {
        ++at(m_halfDone, chunk);
        look();
    }
    void endWeights(int chunk) { --at(m_halfDone, chunk); }

    /// The highest peak with all that layers keep less the one without what a remedy does not keep.
    void finish() {
        for (std::size_t i = 0; i < kExchanges; ++i) {
            m_passes.inFlightBytes[i] = m_mostWith - m_mostWithout[i];
        }
    }

private:
    [[nodiscard]] static std::int64_t &at(std::vector<std::int64_t> &counts, int chunk) {
        return counts[std::min(static_cast<std::size_t>(std::max(chunk, 0)), counts.size() - 1)];
    }
    void look() {
        double with = 0;
        std::array<double, kExchanges> less{};
        std::int64_t count = 0;
        for (std::size_t chunk = 0; chunk < m_waiting.size(); ++chunk) {
            const auto &parts = m_passes.chunks[chunk].parts;
            const auto most = *std::ranges::max_element(parts, {}, &ExchangedPart::bytes);
            with += static_cast<double>(m_waiting[chunk] + m_halfDone[chunk]) * most.bytes;
            count += m_waiting[chunk] + m_halfDone[chunk];
            for (std::size_t i = 0; i < kExchanges; ++i) {
                less[i] += static_cast<double>(m_waiting[chunk]) * parts[i].bytes;
            }
        }
        m_mostWith = std::max(m_mostWith, with);
        for (std::size_t i = 0; i < kExchanges; ++i) {
            m_mostWithout[i] = std::max(m_mostWithout[i], with - less[i]);
        }
        m_passes.inFlight = std::max(m_passes.inFlight, static_cast<std::size_t>(std::max<std::int64_t>(count, 0)));
    }

    RankPasses &m_passes;
    std::vector<std::int64_t> m_waiting;
    std::vector<std::int64_t> m_halfDone;
    double m_mostWith = 0;
    std::array<double, kExchanges> m_mostWithout{};
};

/// What W will need stays until then.
void addInFlight(std::span<const PipelineCell *const> cells, RankPasses &passes) {
    using Key = std::tuple<std::int64_t, int, int>;  ///< step, chunk, microbatch
    std::set<Key> weights;
    for (const auto *cell : cells) {
        if (cell->kind == CellKind::BackwardWeight) {
            weights.insert({cell->step, cell->chunk, cell->microbatch});
        }
    }
    OpenPasses open(!weights.empty(), passes);
    std::int64_t step = kNoStep;
    for (const auto *cell : cells) {
        if (cell->step != step) {
            open.clear();
            step = cell->step;
        }
        const bool isBoth = cell->kind == CellKind::Overlapped;
        if (isBoth || cell->kind == CellKind::Forward) {
            open.open(cell->chunk);
        }
        if (isBoth || givesGradient(cell->kind)) {
            open.beginBackward(isBoth ? cell->backwardChunk : cell->chunk);
        }
        if (givesGradient(cell->kind) && weights.contains({cell->step, cell->chunk, cell->microbatch})) {
            open.keepForWeights(cell->chunk);
        } else if (cell->kind == CellKind::BackwardWeight) {
            open.endWeights(cell->chunk);
        }
    }
    open.finish();
}

RankPasses passesOfCells(std::span<const PipelineCell *const> cells, std::span<const DeviceKernel> kernels) {
    std::map<int, ChunkSamples> samples;
    std::set<std::int64_t> steps;
    CellWalk walk(cells, kernels);
    for (const auto *cell : cells) {
        const auto own = walk.next();
        auto &chunk = samples[std::max(cell->chunk, 0)];
        steps.insert(cell->step);
        if (cell->kind == CellKind::Forward) {
            chunk.forwards.push_back(forwardPass(own));
            chunk.forward = chunk.forward.empty() ? own : chunk.forward;
        } else if (givesGradient(cell->kind)) {
            chunk.backwards.push_back(backwardPass(own, chunk.forward));
            chunk.backwardTimes.push_back(cell->range.duration());
        }
        const auto backward = cell->kind == CellKind::Overlapped ? std::max(cell->backwardChunk, 0) : -1;
        samples[backward < 0 ? std::max(cell->chunk, 0) : backward].backwardCells +=
            backward >= 0 || givesGradient(cell->kind) ? 1 : 0;
    }
    RankPasses passes;
    for (const auto &[chunk, own] : samples) {
        passes.chunks.resize(static_cast<std::size_t>(chunk) + 1);
        passes.chunks.back() = own.medians(steps.size());
    }
    if (!passes.chunks.empty()) {
        addInFlight(cells, passes);
    }
    return passes;
}

/// Rows of forward kernels of one sign without a backward one among them. Where layers are computed once more, the row
/// of a forward pass ends with those of its last layer, which are repeated, and all other rows are.
class SignRows {
public:
    void add(const DeviceKernel &kernel, bool isBackward) {
        if (!isBackward) {
            m_row.push_back(&kernel);
            ++m_forwards;
        } else if (++m_backwards; !m_row.empty()) {
            m_rows.push_back(std::exchange(m_row, {}));
        }
    }
    /// Both as they ran: first time, and once more.
    [[nodiscard]] std::pair<std::vector<const DeviceKernel *>, std::vector<const DeviceKernel *>> split() const {
        std::pair<std::vector<const DeviceKernel *>, std::vector<const DeviceKernel *>> result;
        for (const auto &row : m_rows) {
            const auto once = row.begin() + static_cast<std::ptrdiff_t>(row.size() - repeatedIn(row.size()));
            result.first.insert(result.first.end(), row.begin(), once);
            result.second.insert(result.second.end(), once, row.end());
        }
        return result;
    }
    /// Whose outputs wait for the backward pass at once, at most.
    [[nodiscard]] std::size_t inFlight() const {
        const auto longest = lengths().second;
        return longest - repeatedIn(longest);
    }

private:
    [[nodiscard]] std::pair<std::size_t, std::size_t> lengths() const {
        if (m_rows.empty()) {
            return {};
        }
        const auto [least, most] =
            std::ranges::minmax(m_rows, {}, [](const std::vector<const DeviceKernel *> &row) { return row.size(); });
        return {least.size(), most.size()};
    }
    [[nodiscard]] std::size_t repeatedIn(std::size_t row) const {
        const auto [shortest, longest] = lengths();
        const auto ofLayer = shortest < longest ? shortest : longest / 2;
        return m_forwards > m_backwards ? std::min(row, ofLayer) : 0;
    }

    std::vector<std::vector<const DeviceKernel *>> m_rows;
    std::vector<const DeviceKernel *> m_row;
    std::size_t m_forwards = 0;
    std::size_t m_backwards = 0;
};

Nanos timeOf(PassKernels kernels) {
    Nanos sum{0};
    for (const auto *kernel : kernels) {
        sum += Nanos{kernel->duration};
    }
    return sum;
}

/// A rank without cells: means of its steps, as rows of kernels tell.
RankPasses passesOfSteps(std::span<const DeviceKernel> kernels, std::size_t steps) {
    std::array<SignRows, kLayerSigns> rows{};
    for (const auto &kernel : kernels) {
        if (const auto *sign = computes(kernel) ? layerSignOf(kernel) : nullptr) {
            rows[static_cast<std::size_t>(sign->sign)].add(kernel, sign->isBackward);
        }
    }
    std::vector<const DeviceKernel *> once;
    std::array<std::vector<const DeviceKernel *>, kLayerSigns> again;
    for (std::size_t sign = 0; sign < kLayerSigns; ++sign) {
        auto [first, repeated] = rows[sign].split();
        once.insert(once.end(), first.begin(), first.end());
        again[sign] = std::move(repeated);
    }
    std::ranges::sort(once, {}, &DeviceKernel::begin);
    auto pass = forwardPass(once);
    RankPasses passes{.chunks = {ChunkPasses{}}};
    auto &chunk = passes.chunks.front();
    const auto count = std::max<std::size_t>(1, steps);
    chunk.backwards = 1;
    // Between passes attentions lie further apart.
    std::ranges::sort(pass.layers);
    chunk.layer = pass.layers.empty() ? Nanos{0} : pass.layers[(pass.layers.size() - 1) / 4];
    for (std::size_t i = 0; i < kExchanges; ++i) {
        const auto exchange = static_cast<Exchange>(i);
        const auto own = static_cast<std::size_t>(std::ranges::find(kExchangeOf, exchange) - std::begin(kExchangeOf));
        const auto sign = own < kLayerSigns ? own : static_cast<std::size_t>(LayerSign::Attention);
        const auto &all = pass.parts[i];
        const bool isFull = exchange == Exchange::FullRecompute;
        auto &part = chunk.parts[i];
        part = {.kernels = all.kernels / count, .again = again[sign].size() / count, .atATime = all.atATime};
        const auto timeOfLayers = [&](std::size_t layers) { return chunk.layer * static_cast<std::int64_t>(layers); };
        part.time = isFull ? timeOfLayers(part.kernels) : all.time / static_cast<std::int64_t>(count);
        part.againTime = isFull ? timeOfLayers(part.again) : timeOf(again[sign]) / static_cast<std::int64_t>(count);
        part.bytes = all.bytes / static_cast<double>(count);
        if (all.kernels > 0) {
            passes.inFlightBytes[i] =
                all.bytes / static_cast<double>(all.kernels) * static_cast<double>(rows[sign].inFlight());
        }
    }
    chunk.layers = chunk.parts[static_cast<std::size_t>(Exchange::FullRecompute)].kernels;
    return passes;
}

}  // namespace

std::string_view exchangeText(Exchange exchange) {
    constexpr std::array<std::string_view, kExchanges> kTexts{
        "recompute_full", "recompute_attention", "recompute_activation", "recompute_norm", "swap_attention"};
    return kTexts[static_cast<std::size_t>(exchange)];
}

static std::optional<RankPasses> measuredPasses(const RankCapture &capture, const PipelineChart *chart,
                                                const std::stop_token &stop) {
    const auto kernels = deviceKernels(capture, stop);
    std::array<bool, 2> isSeen{};
    bool hasShapes = false;
    for (const auto &kernel : kernels) {
        if (const auto *sign = layerSignOf(kernel)) {
            isSeen[sign->isBackward ? 1 : 0] = true;
            hasShapes = hasShapes || !kernel.value<&KernelRecord::outputShapes>().empty();
        }
    }
    if (!isSeen[0] || !isSeen[1]) {
        return std::nullopt;
    }
    std::vector<const PipelineCell *> cells;
    for (std::size_t i = 0; chart != nullptr && i < chart->cells.size(); ++i) {
        if (chart->cells[i].rank == capture.rank && isScheduled(chart->cells[i].kind)) {
            cells.push_back(&chart->cells[i]);
        }
    }
    const auto steps = rankSteps(capture).size();
    auto passes = cells.empty() ? passesOfSteps(kernels, steps) : passesOfCells(cells, kernels);
    passes.hasShapes = hasShapes;
    const auto copies = largeCopies(capture);
    passes.copyRate = copies.rate;
    passes.copiedBytes = copies.toHost / static_cast<double>(std::max<std::size_t>(1, steps));
    return passes;
}

std::optional<RankPasses> rankPasses(const RankCapture &capture, const PipelineChart *chart,
                                     const std::stop_token &stop) {
    return measuredOnce(capture, stop, [&] { return measuredPasses(capture, chart, stop); });
}

}  // namespace stagescope
