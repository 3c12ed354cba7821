#include "core/analysis/pipeline/name_trust.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace stagescope {

namespace {

constexpr std::size_t kPasses = 4;

std::optional<std::size_t> passOf(const PipelineCell &cell) {
    if (cell.numbering != Numbering::Named || cell.microbatch < 0) {
        return std::nullopt;
    }
    if (!isScheduled(cell.kind)) {
        return 3;  // logits and losses, which a schedule may number too
    }
    return cell.kind == CellKind::BackwardWeight ? 2 : givesGradient(cell.kind) ? 1 : 0;
}

using Counts = std::map<int, std::size_t>;  ///< cells by microbatch, of one rank, step and pass

/// A single cell cannot contradict its name.
bool canTell(const Counts &counts) { return counts.size() > 1 || counts.begin()->second > 1; }

bool contradicts(const Counts &counts, std::size_t stages) {
    std::vector<std::size_t> times;
    for (const auto &[microbatch, count] : counts) {
        times.push_back(count);
    }
    std::sort(times.begin(), times.end());
    const auto usual = times[times.size() / 2];
    return times.back() >= kUneven * usual || (usual > 1 && times.size() < stages);
}

}  // namespace

std::size_t distrustNames(PipelineChart &chart) {
    std::array<std::map<std::pair<int, std::int64_t>, Counts>, kPasses> named;
    for (const auto &cell : chart.cells) {
        if (const auto pass = passOf(cell)) {
            ++named[*pass][{cell.rank, cell.step}][cell.microbatch];
        }
    }
    std::array<bool, kPasses> isWrong{};
    std::array<bool, kPasses> isSilent{};
    for (std::size_t pass = 0; pass < kPasses; ++pass) {
        std::ptrdiff_t told = 0;
        std::ptrdiff_t wrong = 0;
        for (const auto &[place, counts] : named[pass]) {
            told += canTell(counts) ? 1 : 0;
            wrong += contradicts(counts, chart.group.ranks.size()) ? 1 : 0;
        }
        isWrong[pass] = 2 * wrong > told;
        isSilent[pass] = told == 0;
    }
    // One writer names all passes: where a pass has too few cells to tell, the others do.
    const bool isAnyWrong = std::find(isWrong.begin(), isWrong.end(), true) != isWrong.end();
    for (std::size_t pass = 0; pass < kPasses; ++pass) {
        isWrong[pass] = isWrong[pass] || (isSilent[pass] && isAnyWrong);
    }
    std::size_t count = 0;
    for (auto &cell : chart.cells.edit()) {
        if (const auto pass = passOf(cell); pass && isWrong[*pass]) {
            cell.microbatch = cell.backwardMicrobatch = -1;
            cell.numbering = Numbering::Unknown;
            ++count;
        }
    }
    return count;
}

}  // namespace stagescope
