#pragma once

#include "core/formats/training_log/log_sentences.h"
#include "core/formats/training_log/logged_line.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>

namespace stagescope {

/// How the lines of a program that trains look: a row of one table of patterns.
struct LogDialect {
    enum class Shape : std::uint8_t {
        Parts,   ///< "name: value", between separators: names may have blanks
        Pairs,   ///< "name: value" with blanks between
        Object,  ///< names in quotes, as Python and JSON write them
    };
    std::string_view name;
    std::string_view mark{};  ///< stands in such lines
    std::string_view also{};  ///< this, too
    Shape shape = Shape::Parts;
    /// Behind it the number of the step stands, then (after "/TOTAL" and a bracket) `after`; of an object: its key.
    /// Empty: the lines belong to the step before them.
    std::string_view before{};
    std::string_view after{};
    /// Not empty: the first number is that of the epoch, and behind this that of the step in it stands.
    std::string_view stepInEpoch{};
    std::string_view between{};  ///< parts
    char sign = ':';             ///< between name and value
    std::string_view unit{};     ///< of numbers that tell none
    std::string_view prefix{};   ///< of names
};

/// THE table. The first row that fits a line decides.
[[nodiscard]] std::span<const LogDialect> logDialects();

/// Reads one line after the other, since some belong to those before them: times of ranks and values of a step below a
/// heading, and progress bars that tell the steps of lines without one. One thread.
class LogReader {
public:
    /// False for a line that logs nothing. O(length * rows of the table).
    [[nodiscard]] bool read(std::string_view line, LoggedLine &out);

private:
    [[nodiscard]] bool readTimer(std::string_view line, LoggedLine &out);
    [[nodiscard]] bool readObject(const LogDialect &dialect, std::string_view line, LoggedLine &out);
    [[nodiscard]] bool readBelowStep(std::string_view line, bool isIndented, LoggedLine &out);
    [[nodiscard]] bool readBelowBanner(std::string_view line, bool isIndented, LoggedLine &out);
    void readBar(std::string_view line);
    void countStep(LoggedLine &out);

    bool m_isInTimers = false;
    /// Of a line that tells a step and nothing else.
    std::optional<std::int64_t> m_heading;
    std::int64_t m_headingTime = kNoLoggedTime;
    bool m_isBanner = false;          ///< the heading; what is written below it may have other lines between
    bool m_isOpenBanner = false;      ///< and no line of something else has followed
    std::int64_t m_bannerEpoch = -1;  ///< -1: no banner told one
    LogColumns m_columns;
    /// Of the bar of the training: its last number and its total; those of evaluations have another total.
    std::int64_t m_bar = -1;
    std::int64_t m_total = -1;
    std::map<int, EpochCount> m_epochs;  ///< of sentences, by rank
    // Of lines that tell no step:
    std::int64_t m_counted = 0;
    std::int64_t m_stride = 1;
    double m_epoch = 0;
};

/// Whether a text that a file begins with is such a log: several lines say so.
[[nodiscard]] bool looksLikeTrainingLog(std::string_view text, const std::stop_token &stop = {});

}  // namespace stagescope
