#pragma once

#include "core/analysis/difference/ledger.h"
#include "core/scene/kit/scene_pen.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

/// Rows of a ledger that are drawn as one: kernels that changed in the same way for the same reason; what lies within
/// the noise; what is too small for a row of its own.
struct LedgerBar {
    enum class Kind : std::uint8_t { Change, WithinNoise, Others };
    Kind kind = Kind::Change;
    ChangeKind change = ChangeKind::KernelTime;
    Significance significance = Significance::Unknown;
    Nanos difference{0};
    std::vector<std::size_t> rows{};  ///< into Ledger::rows, the largest change first
    std::size_t operators = 0;        ///< of kernels: different names
};
/// The largest first, at most `most` changes; then others, then what lies within the noise. Their differences sum up to
/// the change of the step. O(rows log rows).
[[nodiscard]] std::vector<LedgerBar> ledgerBars(const Ledger &ledger, std::size_t most);
/// "Kernels of equal shape: longer or shorter (23 operators)", "Waiting in collectives of dp, for rank 1".
[[nodiscard]] Message barName(const Ledger &ledger, const LedgerBar &bar, const SceneStyle &style);

struct LedgerOptions {
    int width = 0;
    int height = 0;
    std::string before{};  ///< what the sides are called
    std::string after{};
    std::optional<std::size_t> selected{};  ///< a bar
};
struct LedgerLayout {
    struct Row {
        std::size_t bar = 0;  ///< into `bars`
        Box box{};            ///< all of its line
        Box filled{};         ///< the bar
    };
    Scene scene{};
    std::vector<LedgerBar> bars{};
    std::vector<Row> rows{};

    /// The row at a point.
    [[nodiscard]] std::optional<std::size_t> barAt(int x, int y) const;
};
/// How long a step took before and after; between them, from top to bottom, what made the difference, each bar from
/// where the one above it ends. The axis begins where it must, not at 0. Longer is red, shorter green, what may be
/// chance is hatched. Draws as many changes as there is room for. O(rows log rows).
[[nodiscard]] LedgerLayout layOutLedger(const Ledger &ledger, const LedgerOptions &options, const SceneStyle &style);

}  // namespace stagescope
