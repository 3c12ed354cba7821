#include "core/formats/training_log/log_sentences.h"

#include "core/base/text.h"
#include "core/formats/training_log/log_numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace stagescope {

namespace {

constexpr std::string_view kBlanksOfLog = " \t\"'";
constexpr std::string_view kParting = "|,[]{}<>";
constexpr std::size_t kLongestName = 160;

/// What a step is called, surest first.
constexpr auto kStepWords = std::to_array<std::string_view>(
    {"global_step", "num_updates", "completed step", "step", "steps", "iteration", "iter", "update", "batch"});

bool isBlankOfLog(char c) { return contains(kBlanksOfLog, std::string_view(&c, 1)); }
bool parts(char c) { return contains(kParting, std::string_view(&c, 1)); }

/// "INFO:trainer:loss" -> "loss"
std::string_view lastName(std::string_view text) {
    text = trimmed(text, " \t\"':=#[");
    const auto sign = text.find_last_of(":=");
    return trimmed(sign == std::string_view::npos ? text : text.substr(sign + 1), kBlanksOfLog);
}

bool isLoss(std::string_view name) {
    const auto small = lowerCase(name);
    return small.ends_with("loss") || small.starts_with("loss ");
}

bool isEpoch(std::string_view name) {
    const auto small = lowerCase(name);
    return small == "epoch" || small.ends_with(" epoch");
}

/// Whether the words before a ratio say that it counts no training: "Evaluating: 40%|##  | ". Not a word of a path.
bool isOfEvaluation(std::string_view title) {
    constexpr std::size_t kFarthest = 512;
    const auto small = lowerCase(title.substr(0, kFarthest));
    const auto isLetterAt = [&](std::size_t at) { return at < small.size() && small[at] >= 'a' && small[at] <= 'z'; };
    for (std::size_t at = 0; at < small.size(); ++at) {
        const auto begin = at;
        while (isLetterAt(at)) {
            ++at;
        }
        const auto word = std::string_view(small).substr(begin, at - begin);
        const bool isPath = (begin > 0 && contains("/.", std::string_view(&small[begin - 1], 1))) ||
                            (at < small.size() && contains("/.", std::string_view(&small[at], 1)));
        const bool isName = at < small.size() && (small[at] == '_' || small[at] == '=');  // "val_loss=0.5"
        const bool isIt = (word == "val" && !isName) || word.starts_with("eval") || word.starts_with("valid") ||
                          word.starts_with("test") || word.starts_with("predict");
        if (isIt && !isPath) {
            return true;
        }
    }
    return false;
}

class Sentence {
public:
    Sentence(std::string_view line, LoggedLine &out) : m_line(line), m_out(out) {}

    [[nodiscard]] bool read(EpochCount &epochs) {
        while (m_at < m_line.size()) {
            const char c = m_line[m_at];
            const bool mayBegin = m_at == 0 || parts(m_line[m_at - 1]) || isBlankOfLog(m_line[m_at - 1]) ||
                                  m_line[m_at - 1] == ':' || m_line[m_at - 1] == '=' || m_line[m_at - 1] == '#';
            if (c == '[' && isEpoch(nameBefore())) {  // "Epoch: [0]"
                ++m_at;
            } else if (parts(c) || m_line.substr(m_at).starts_with(" - ")) {
                m_at += parts(c) ? 1 : 3;
                m_name = m_at;
            } else if (c == '(') {
                passBrackets();
            } else if (!mayBegin || !takeNumber()) {
                ++m_at;
            }
        }
        m_out.dialect = "program";
        m_out.step = m_step ? m_step : stepOfRatio(epochs.first);
        const bool isOne = m_out.step && std::ranges::any_of(
                                             m_out.values, [](const LoggedValue &value) { return isLoss(value.name); });
        if (isOne && m_step && m_epoch) {
            m_out.step = epochs.goneOn(m_epoch->step, *m_step);
        }
        return isOne;
    }

private:
    /// "(6.93)" is a mean of what stands before it; "(s)" and "(ms)" belong to a name.
    void passBrackets() {
        const auto close = std::min(m_line.find(')', m_at), m_line.size() - 1);
        const auto inner = m_line.substr(m_at + 1, close - m_at - 1);
        m_at = close + 1;
        m_name = inner.find_first_of("0123456789+") < inner.size() ? m_at : m_name;
    }
    /// Of the number at the place. O(1): only the end of a long span, which is too long for a name all the same.
    [[nodiscard]] std::string_view nameBefore() const {
        const auto span = m_line.substr(m_name, m_at - m_name);
        return lastName(span.substr(span.size() - std::min(span.size(), 2 * kLongestName)));
    }
    /// False where no number begins here. The name is only looked for where one does: lines of many words are long.
    [[nodiscard]] bool takeNumber() {
        const auto rest = m_line.substr(m_at);
        const bool isDigits = isDigit(rest.front());
        if (const auto place = isDigits ? loggedStep(rest) : std::nullopt; place && takeStep(rest, *place)) {
            return true;
        }
        const bool isSigned = rest.size() > 1 && (rest.front() == '-' || rest.front() == '.') && isDigit(rest[1]);
        const bool mayBeWord = !isBlankOfLog(rest.front());  // "nan"
        const auto number = isDigits || isSigned || mayBeWord
                                ? loggedNumber(rest.substr(0, kLongestName), !m_line.substr(0, m_at).ends_with('='))
                                : std::nullopt;
        const auto name = number ? nameBefore() : std::string_view{};
        if (!number || (!isDigits && !isSigned && name.empty())) {
            pass(isDigits ? endOf(rest) : 0);  // a date, a time
            return isDigits;
        }
        if (number->length == 0) {
            give(name, *number);
            pass(std::max<std::size_t>(endOf(rest), 1));
            return true;
        }
        const auto unit =
            number->unit.empty() ? rest.data() + number->length : number->unit.data() + number->unit.size();
        const auto used = static_cast<std::size_t>(unit - rest.data());
        const bool isOfBar = number->unit == "%" && rest.substr(used).starts_with('|');
        if (!isOfBar) {
            give(name, *number);
        }
        pass(used);
        return true;
    }
    /// False where a number that may be one of a step is none.
    [[nodiscard]] bool takeStep(std::string_view rest, const StepPlace &place) {
        if (place.total < 0 && !isWhole(rest, place)) {
            return false;
        }
        const auto name = nameBefore();
        const bool isOfEpoch = isEpoch(name);
        if (isOfEpoch && !m_epoch) {
            m_epoch = place;
        }
        if (isOfEpoch && place.total < 0) {
            give(name, {static_cast<double>(place.step)});  // a word behind it is no unit: "epoch 0 batch 10"
        } else if (place.total < 0 && !priorityOf(name)) {
            return false;
        }
        if (!isOfEpoch) {
            giveStep(name, place);
        }
        pass(place.end);
        return true;
    }
    [[nodiscard]] static std::size_t endOf(std::string_view rest) {
        return std::min(rest.find_first_of(" \t|,[]{}<>"), rest.size());
    }
    /// Bars of epochs count anew in each: what would be read as a training that began again. `firstEpoch`: the least
    /// that was named so far, for programs count them from 0 or from 1.
    [[nodiscard]] std::optional<std::int64_t> stepOfRatio(std::int64_t &firstEpoch) const {
        constexpr std::int64_t kMost = std::int64_t{1} << 24;
        if (!m_ratio) {
            return !m_isOfEvaluation && m_epoch && m_epoch->total > 1 ? std::optional(m_epoch->step) : std::nullopt;
        }
        if (!m_epoch || m_epoch->step > kMost || m_ratio->total > kMost) {
            return m_ratio->step;
        }
        firstEpoch = std::min(firstEpoch, m_epoch->step);
        return (m_epoch->step - firstEpoch) * m_ratio->total + m_ratio->step;
    }
    void pass(std::size_t length) {
        m_at += length;
        m_name = length > 0 ? m_at : m_name;
    }
    /// "10" of "iter 10: ", not of "10.5" or "10ms".
    [[nodiscard]] static bool isWhole(std::string_view text, const StepPlace &place) {
        const auto behind = text.substr(std::min(text.find_first_not_of("0123456789"), text.size()));
        return place.end > 0 && (behind.empty() || isBlankOfLog(behind.front()) || parts(behind.front()) ||
                                 behind.front() == ':' || behind.front() == ')');
    }
    [[nodiscard]] static std::optional<std::size_t> priorityOf(std::string_view name) {
        const auto small = lowerCase(name);
        if (containsAny(small, {"per ", "total", "max", "warmup", "remaining"})) {
            return std::nullopt;
        }
        for (std::size_t i = 0; i < kStepWords.size(); ++i) {
            const auto word = kStepWords[i];
            const bool isWord =
                small == word || (small.ends_with(word) && small[small.size() - word.size() - 1] == ' ');
            if (isWord) {
                return i;
            }
        }
        return std::nullopt;
    }
    void giveStep(std::string_view name, const StepPlace &place) {
        if (const auto priority = priorityOf(name); priority && *priority < m_priority) {
            m_priority = *priority;
            m_step = place.step;
        } else if (!priority && place.total > 1 && !m_ratio && !m_isOfEvaluation) {
            m_isOfEvaluation = isOfEvaluation(m_line.substr(0, m_at));
            m_ratio = m_isOfEvaluation ? std::nullopt : std::optional(place);
        }
    }
    void give(std::string_view name, const LoggedNumber &number) {
        if (priorityOf(name)) {  // "global_step=10.000", "Steps: 1%"
            const bool isCount = number.unit.empty() && number.value >= 0 && number.value == std::floor(number.value) &&
                                 number.value < static_cast<double>(kMostLoggedStep);
            if (isCount) {
                giveStep(name, {static_cast<std::int64_t>(number.value), -1, 0});
            }
            return;
        }
        const auto unit = number.unit;
        if (name.empty()) {
            const auto per = unit.find('/');
            const bool isOfStep =
                per != std::string_view::npos && (unit.substr(per + 1) == "it" || unit.substr(per + 1) == "step");
            const auto time = isOfStep ? unit.substr(0, per) : unit;
            if (time == "ms" || time == "s") {
                m_out.values.push_back({"step_time", number.value, std::string(time)});
            }
            return;
        }
        if (const char first = lowerCase(name.front()); first >= 'a' && first <= 'z' && name.size() <= kLongestName) {
            m_out.values.push_back(loggedValue(name, number.value, unit));
        }
    }

    std::string_view m_line;
    LoggedLine &m_out;
    std::size_t m_at = 0;
    std::size_t m_name = 0;  ///< where the name of the next number begins
    std::optional<std::int64_t> m_step;
    std::optional<StepPlace> m_ratio;  ///< of a bar: "10/1000"
    std::optional<StepPlace> m_epoch;  ///< "Epoch 1", "Epoch 1/3"
    bool m_isOfEvaluation = false;     ///< a ratio was one of those
    std::size_t m_priority = kStepWords.size();
};

}  // namespace

std::int64_t EpochCount::goneOn(std::int64_t lineEpoch, std::int64_t lineStep) {
    constexpr std::int64_t kMost = std::int64_t{1} << 40;
    if (lineStep > kMost) {
        return lineStep;
    }
    const bool isNext = epoch >= 0 && lineEpoch > epoch;
    if (isNext && lineStep < step) {
        ended = std::min(ended + step + stride - lineStep, kMost);
    } else if (lineEpoch < epoch) {
        ended = 0;  // the training began again
    } else if (lineStep > step) {
        stride = lineStep - step;
    }
    epoch = lineEpoch;
    step = lineStep;
    return ended + lineStep;
}

std::optional<std::int64_t> epochIn(std::string_view line) {
    constexpr std::string_view kWord = "epoch";
    constexpr std::size_t kFarthest = 512;
    const auto small = lowerCase(line.substr(0, kFarthest));
    const auto at = small.find(kWord);
    const auto rest = at == std::string::npos ? std::string_view{} : std::string_view(small).substr(at + kWord.size());
    const auto begin = std::min(rest.find_first_not_of(" :=#[(\"'"), rest.size());
    const auto place = loggedStep(rest.substr(begin));
    const auto behind = rest.substr(std::min(rest.find_first_not_of("0123456789", begin), rest.size()));
    return place && begin < rest.size() && isDigit(rest[begin]) && !behind.starts_with('.') ? std::optional(place->step)
                                                                                            : std::nullopt;
}

LoggedValue loggedValue(std::string_view name, double value, std::string_view unit) {
    name = trimmed(name, " \t|,{}'\"");
    const auto open = name.rfind('(');
    if (open != std::string_view::npos && open > 0 && name.ends_with(')')) {
        unit = name.substr(open + 1, name.size() - open - 2);
        name = trimmed(name.substr(0, open));
    }
    constexpr std::string_view kSeconds = " in s";
    if (name.ends_with(kSeconds)) {
        name.remove_suffix(kSeconds.size());
        unit = "s";
    }
    return {std::string(name), value, std::string(unit)};
}

bool readSentence(std::string_view line, EpochCount &epochs, LoggedLine &out) {
    out.values.clear();
    const bool isOne = Sentence(line, out).read(epochs);
    out.time = isOne ? loggedTime(line).value_or(kNoLoggedTime) : out.time;
    return isOne;
}

namespace {

constexpr std::string_view kSeveralBlanks = "  ";
/// Between cells, surest first.
constexpr std::array<std::string_view, 5> kBetween{",", "|", "\u2502", "\t", kSeveralBlanks};

std::vector<std::string_view> cellsOf(std::string_view line, std::string_view between) {
    std::vector<std::string_view> cells;
    const bool isFramed = between == "|" || between == "\u2502";
    line = trimmed(line, " \t\r");
    line.remove_prefix(isFramed && line.starts_with(between) ? between.size() : 0);
    line.remove_suffix(isFramed && line.ends_with(between) ? between.size() : 0);
    for (auto rest = line; cells.empty() || !rest.empty();) {
        const auto end = std::min(rest.find(between), rest.size());
        cells.push_back(trimmed(rest.substr(0, end), kBlanksOfLog));
        rest.remove_prefix(std::min(end + between.size(), rest.size()));
        rest = between == kSeveralBlanks ? trimmed(rest, " ") : rest;
    }
    return cells;
}

/// "run-a - train/loss" of wandb's exports, where all columns but the step's are of a run: the name without it, of the
/// first run that has it. Empty: no curve of its own ("... __MIN").
std::vector<std::string> withoutRuns(const std::vector<std::string_view> &cells) {
    const auto ofRuns = std::ranges::count_if(cells, [](auto cell) { return contains(cell, " - "); });
    if (ofRuns + 1 < static_cast<std::ptrdiff_t>(cells.size())) {
        return {cells.begin(), cells.end()};
    }
    std::vector<std::string> names;
    for (const auto cell : cells) {
        const auto run = cell.find(" - ");
        const auto name = std::string(run == std::string_view::npos ? cell : cell.substr(run + 3));
        const bool isBound = run != std::string_view::npos && (cell.ends_with("__MIN") || cell.ends_with("__MAX"));
        const bool isKnown = std::ranges::find(names, name) != names.end();
        names.push_back(isBound ? std::string() : isKnown ? std::string(cell) : name);
    }
    return names;
}

}  // namespace

bool LogColumns::takeNames(std::string_view line) {
    constexpr auto kCounts =
        std::to_array<std::string_view>({"step", "_step", "global_step", "iteration", "steps", "iter", "epoch"});
    if (!containsAny(line, {"step", "Step", "STEP", "iter", "Iter", "epoch", "Epoch"})) {
        return false;
    }
    for (const auto between : kBetween) {
        const auto cells = contains(line, between) ? cellsOf(line, between) : std::vector<std::string_view>{};
        const auto hasLoss = [](auto cell) { return contains(lowerCase(cell), "loss"); };  // "train_loss_step"
        const bool areNames = std::ranges::any_of(cells, hasLoss) &&
                              std::ranges::none_of(cells, [](auto cell) { return loggedNumber(cell).has_value(); });
        for (const auto count :
             areNames ? std::span<const std::string_view>(kCounts) : std::span<const std::string_view>{}) {
            const auto step = std::ranges::find_if(cells, [&](auto cell) { return lowerCase(cell) == count; });
            if (step != cells.end()) {
                m_names = withoutRuns(cells);
                m_step = static_cast<std::size_t>(step - cells.begin());
                m_between = between;
                return true;
            }
        }
    }
    return false;
}

bool LogColumns::read(std::string_view line, LoggedLine &out) {
    if (takeNames(line) || m_names.empty() || !contains(line, m_between)) {
        return false;
    }
    auto cells = cellsOf(line, m_between);
    if (m_between == kSeveralBlanks && cells.size() == m_names.size() + 1) {
        cells.erase(cells.begin());
    }
    const bool isRow = m_step < cells.size() && cells.size() <= m_names.size() && cells.size() > 1;
    out.step = isRow ? wholeNumber<std::int64_t>(cells[m_step]) : std::nullopt;
    for (std::size_t i = 0; out.step && i < cells.size(); ++i) {
        const bool isOther = i == m_step || m_names[i].empty() || m_names[i].front() == '_';  // the logger's own
        const auto number = isOther ? std::nullopt : loggedNumber(cells[i]);
        if (number) {
            out.values.push_back({m_names[i], number->value, std::string(number->unit)});
        }
    }
    out.dialect = m_between == "," ? "csv" : "table";
    return out.step && *out.step >= 0 && *out.step < kMostLoggedStep && !out.values.empty();
}

}  // namespace stagescope
