#pragma once

#include "core/formats/training_log/logged_line.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// "elapsed time per iteration (ms)", "train_step_timing in s": the unit goes to the value.
[[nodiscard]] LoggedValue loggedValue(std::string_view name, double value, std::string_view unit);

/// Steps that count anew in each epoch go on.
struct EpochCount {
    std::int64_t first = 1;   ///< the least that was named so far, for programs count them from 0 or from 1
    std::int64_t epoch = -1;  ///< of the line before
    std::int64_t step = 0;    ///< of it, within its epoch
    std::int64_t stride = 1;  ///< from the one before it
    std::int64_t ended = 0;   ///< steps of the epochs before, as far as lines tell

    /// The step of a line whose number may be less than that of an earlier epoch.
    [[nodiscard]] std::int64_t goneOn(std::int64_t lineEpoch, std::int64_t lineStep);
};
/// "2" of "Epoch: 2, step: 10"; nothing for parts of epochs ("epoch: 0.5"). O(length).
[[nodiscard]] std::optional<std::int64_t> epochIn(std::string_view line);

/// Lines of programs that no row of logDialects() knows: what names a step and a loss is a line of a training, whatever
/// stands between names and numbers. "iter 10: loss 2.31, time 120.5ms"; "step 5/1000 | loss 11.2 | 3056.36 ms";
/// "Steps: 1%|#| 10/1000 [00:12<16:30, 1.00s/it, step_loss=0.11]". A number without a name is the time of a step where
/// its unit says so. Bars of evaluations tell no step, and those of epochs ("Epoch 1: 20%|##  | 10/50") count on from
/// the least epoch named so far; so do numbers of steps that begin anew in a later epoch. `epochs` is kept from line to
/// line. O(length).
[[nodiscard]] bool readSentence(std::string_view line, EpochCount &epochs, LoggedLine &out);

/// Tables of numbers by step: a line of names, then one of numbers for each step, with commas between as CSV loggers
/// write them, tabs as notebooks ("Step  Training Loss  Validation Loss"), bars as model cards, or several blanks as
/// pandas, which puts the number of the row first. Where only epochs are counted they stand for steps.
class LogColumns {
public:
    /// False for what is neither the line of names, which logs nothing itself, nor below one.
    [[nodiscard]] bool read(std::string_view line, LoggedLine &out);

private:
    [[nodiscard]] bool takeNames(std::string_view line);

    std::vector<std::string> m_names;
    std::string_view m_between;  ///< cells
    std::size_t m_step = 0;      ///< which column
};

}  // namespace stagescope
