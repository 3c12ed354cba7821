#include "core/formats/training_log/log_dialects.h"

#include "core/base/text.h"
#include "core/formats/training_log/log_bytes.h"
#include "core/formats/training_log/log_metrics.h"
#include "core/formats/training_log/log_numbers.h"
#include "core/formats/training_log/log_sentences.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace stagescope {

namespace {

using enum LogDialect::Shape;

// Sources: Megatron-LM, megatron/training/training.py; verl, verl/utils/logger; DeepSpeed, runtime/engine.py; xtuner;
// mmengine, LoggerHook; torchtitan, components/metrics.py; MindFormers, core/callback; LLaMA-Factory, callbacks.py;
// transformers, trainer_callback.py; ms-swift, logging.jsonl; OLMo, olmo/train.py; Composer,
// loggers/console_logger.py.
constexpr auto kDialects = std::to_array<LogDialect>({
    {.name = "megatron",
     .mark = "validation loss at iteration",
     .before = "iteration",
     .between = "|",
     .prefix = "validation "},
    {.name = "megatron", .mark = "iteration", .also = "|", .before = "iteration", .after = "|", .between = "|"},
    {.name = "megatron",
     .mark = "memory (MB) |",
     .before = "(after ",
     .after = "iterations",
     .between = "|",
     .unit = "MB",
     .prefix = "memory "},
    {.name = "megatron", .mark = "time (ms) |", .between = "|", .unit = "ms"},
    {.name = "verl", .mark = "step:", .also = " - ", .before = "step:", .after = "- ", .between = " - "},
    {.name = "deepspeed", .mark = ", skipped=", .before = "step=", .after = ", skipped=", .between = ", ", .sign = '='},
    {.name = "deepspeed",
     .mark = "SamplesPerSec=",
     .before = "global_step=",
     .after = ", ",
     .between = ", ",
     .sign = '='},
    {.name = "xtuner", .mark = "[XTuner]", .also = "lr: ", .shape = Pairs, .before = "Step "},
    {.name = "mmengine",
     .mark = "Epoch(train)",
     .also = "lr: ",
     .shape = Pairs,
     .before = "Epoch(train)",
     .stepInEpoch = "["},
    {.name = "mmengine", .mark = "Iter(train)", .also = "lr: ", .shape = Pairs, .before = "Iter(train)"},
    {.name = "mindformers",
     .mark = "Epoch:[",
     .also = "loss:",
     .before = "Epoch:[",
     .stepInEpoch = ", step:[",
     .between = ", "},
    {.name = "torchtitan", .mark = "step:", .also = "loss:", .shape = Pairs, .before = "step:"},
    {.name = "llama_factory", .mark = "\"current_steps\"", .shape = Object, .before = "current_steps"},
    {.name = "ms_swift", .mark = "global_step/max_steps", .shape = Object, .before = "global_step/max_steps"},
    {.name = "json_lines", .mark = "\"step\"", .shape = Object, .before = "step"},
    {.name = "json_lines", .mark = "\"_step\"", .shape = Object, .before = "_step"},
    {.name = "json_lines", .mark = "\"global_step\"", .shape = Object, .before = "global_step"},
    {.name = "json_lines", .mark = "\"iteration\"", .shape = Object, .before = "iteration"},
    {.name = "json_lines", .mark = "\"iter\"", .shape = Object, .before = "iter"},
    {.name = "hugging_face", .mark = "'epoch'", .shape = Object},
    {.name = "hugging_face", .mark = "'train_runtime'", .shape = Object},
});

/// The epoch first, then the step in it.
std::optional<StepPlace> stepInEpoch(const LogDialect &dialect, std::string_view text, const StepPlace &epoch) {
    const auto rest = text.substr(epoch.end);
    const auto inner =
        rest.starts_with(dialect.stepInEpoch) ? loggedStep(rest.substr(dialect.stepInEpoch.size())) : std::nullopt;
    constexpr std::int64_t kMost = std::int64_t{1} << 31;
    if (!inner || inner->total <= 0 || inner->total > kMost || epoch.step < 1 || epoch.step > kMost) {
        return std::nullopt;
    }
    return StepPlace{(epoch.step - 1) * inner->total + inner->step, -1,
                     epoch.end + dialect.stepInEpoch.size() + inner->end};
}

/// "loss: 1.5"
bool holdsValue(std::string_view text) {
    for (auto at = text.find(": "); at != std::string_view::npos; at = text.find(": ", at + 1)) {
        if (at + 2 < text.size() && (isDigit(text[at + 2]) || text[at + 2] == '-')) {
            return true;
        }
    }
    return false;
}

std::optional<StepPlace> stepIn(const LogDialect &dialect, std::string_view line) {
    for (auto at = line.find(dialect.before); at != std::string_view::npos; at = line.find(dialect.before, at + 1)) {
        const auto behind = at + dialect.before.size();
        // "global_step:" may stand behind what it is of; "time_per_step:" is none.
        const auto above = line.substr(0, at);
        if (above.ends_with("per_") || (above.ends_with('_') && holdsValue(above))) {
            continue;
        }
        auto place = loggedStep(line.substr(behind));
        if (place && !dialect.stepInEpoch.empty()) {
            place = stepInEpoch(dialect, line.substr(behind), *place);
        }
        if (!place) {
            continue;
        }
        const auto rest = line.substr(behind + place->end);
        const auto text = rest.substr(std::min(rest.find_first_not_of(" \t"), rest.size()));
        if (rest.starts_with(dialect.after) || text.starts_with(dialect.after)) {
            place->end += behind;
            return place;
        }
    }
    return std::nullopt;
}

/// "(TaskRunner pid=123, ip=..) ", "[rank0]: ", "[default0]:", "12: " and "[1,0]<stdout>:" before what a program
/// printed, several behind each other. The rank that they tell, else -1, and whether the rest stood below another line.
struct Prefixes {
    int rank = -1;
    bool isIndented = false;
};
Prefixes takePrefixes(std::string_view &line) {
    Prefixes result;
    auto &rank = result.rank;
    for (;;) {
        result.isIndented = line.starts_with("  ") || line.substr(0, 2).find('\t') != std::string_view::npos;
        line = trimmed(line, " \t");
        const auto close = line.find(line.starts_with('(') ? ')' : ']');
        if (line.starts_with('(') && close != std::string_view::npos && contains(line.substr(0, close), " pid=")) {
            line.remove_prefix(close + 1);
            continue;
        }
        const bool isTagged = line.starts_with("[rank") || line.starts_with("[default");
        const auto digits = line.find_first_of("0123456789");
        if (isTagged && digits < close && close != std::string_view::npos) {
            rank = wholeNumber<int>(line.substr(digits, close - digits)).value_or(rank);
            line.remove_prefix(close + 1);
            line.remove_prefix(line.starts_with(':') ? 1 : 0);
            continue;
        }
        const auto stream = line.substr(0, 32).find("]<std");
        if (line.starts_with('[') && stream != std::string_view::npos) {  // mpirun --tag-output
            const auto comma = line.find(',');
            rank = comma < stream ? wholeNumber<int>(line.substr(comma + 1, stream - comma - 1)).value_or(rank) : rank;
            line.remove_prefix(std::min(line.find('>', stream) + 2, line.size()));
            continue;
        }
        const auto task = std::min(line.find_first_not_of("0123456789"), line.size());
        constexpr std::size_t kMostDigits = 6;
        if (task > 0 && task <= kMostDigits && line.substr(task).starts_with(": ")) {  // srun --label
            rank = wholeNumber<int>(line.substr(0, task)).value_or(rank);
            line.remove_prefix(task + 2);
            continue;
        }
        return result;
    }
}

/// "[Rank 0]", "[RANK 2]" near its beginning.
int rankWithin(std::string_view line) {
    constexpr std::size_t kFarthest = 160;
    const auto begin = lowerCase(line.substr(0, kFarthest));
    const auto at = begin.find("[rank ");
    const auto close = at == std::string::npos ? at : begin.find(']', at);
    constexpr std::size_t kWord = 6;
    return close == std::string::npos
               ? -1
               : wholeNumber<int>(std::string_view(begin).substr(at + kWord, close - at - kWord)).value_or(-1);
}

bool isName(std::string_view name) {
    constexpr std::size_t kLongest = 160;
    return !name.empty() && name.size() <= kLongest &&
           (lowerCase(name.front()) >= 'a' && lowerCase(name.front()) <= 'z');
}

void addValue(std::string_view name, const LoggedNumber &number, const LogDialect &dialect, LoggedLine &out) {
    auto value = loggedValue(name, number.value, number.unit.empty() ? dialect.unit : number.unit);
    if (isName(value.name)) {
        value.name.insert(0, dialect.prefix);
        out.values.push_back(std::move(value));
    }
}

void readParts(const LogDialect &dialect, std::string_view text, LoggedLine &out) {
    const auto between = trimmed(dialect.between);
    text = trimmed(text);
    text.remove_prefix(text.starts_with(between) ? between.size() : 0);  // behind the step
    while (!text.empty()) {
        const auto end = std::min(text.find(dialect.between), text.size());
        const auto part = text.substr(0, end);
        text.remove_prefix(std::min(end + dialect.between.size(), text.size()));
        for (auto sign = part.find(dialect.sign); sign != std::string_view::npos;
             sign = part.find(dialect.sign, sign + 1)) {
            if (const auto number = loggedNumber(part.substr(sign + 1))) {
                addValue(part.substr(0, sign), *number, dialect, out);
                break;
            }
        }
    }
}

void readPairs(const LogDialect &dialect, std::string_view text, LoggedLine &out) {
    for (auto sign = text.find(dialect.sign); sign != std::string_view::npos;
         sign = text.find(dialect.sign, sign + 1)) {
        const auto blank = text.substr(0, sign).find_last_of(" \t");
        const auto name = text.substr(blank == std::string_view::npos ? 0 : blank + 1, sign - (blank + 1));
        if (const auto number = loggedNumber(text.substr(sign + 1), true)) {
            addValue(name, *number, dialect, out);
        }
    }
}

/// The text between quotes that begins at a quote, and where it ends (behind the quote).
std::pair<std::string_view, std::size_t> quotedAt(std::string_view text, std::size_t at) {
    const char quote = text[at];
    auto end = at + 1;
    while (end < text.size() && text[end] != quote) {
        end += text[end] == '\\' ? 2 : 1;
    }
    end = std::min(end, text.size());
    return {text.substr(at + 1, end - at - 1), std::min(end + 1, text.size())};
}

/// Calls give(key, value) for what is no list or object itself, however deep; texts come without quotes.
template <class Give>
void forEachMember(std::string_view text, Give give) {
    std::size_t at = 0;
    while ((at = text.find_first_of("'\"", at)) != std::string_view::npos) {
        const auto [key, behind] = quotedAt(text, at);
        const auto sign = std::min(text.find_first_not_of(" \t", behind), text.size());
        at = behind;
        if (sign == text.size() || text[sign] != ':') {
            continue;
        }
        const auto value = std::min(text.find_first_not_of(" \t", sign + 1), text.size());
        if (value < text.size() && (text[value] == '\'' || text[value] == '"')) {
            const auto [words, end] = quotedAt(text, value);
            give(key, words, true);
            at = end;
        } else if (value < text.size() && text[value] != '{' && text[value] != '[') {
            at = std::min(text.find_first_of(",}", value), text.size());
            give(key, text.substr(value, at - value), false);
        }
    }
}

/// " 10%|#         | 6/60 [00:01<00:10,  5.1it/s]"; nothing for bars that have a title.
std::optional<StepPlace> barOf(std::string_view line) {
    line = trimmed(line, " \t");
    const auto percent = line.find("%|");
    constexpr std::size_t kDigits = 3;
    if (percent == std::string_view::npos || percent > kDigits || !wholeNumber<int>(line.substr(0, percent))) {
        return std::nullopt;
    }
    const auto bar = line.find('|', percent + 2);
    return bar == std::string_view::npos ? std::nullopt : loggedStep(line.substr(bar + 1));
}

bool hasName(const LoggedLine &line, std::string_view name) {
    return std::any_of(line.values.begin(), line.values.end(), [&](const auto &value) { return value.name == name; });
}

/// Whether an object is of a training: it has a figure of one, or of an evaluation.
bool isOfTraining(const LoggedLine &line) {
    return std::any_of(line.values.begin(), line.values.end(), [](const LoggedValue &value) {
        return value.name != "epoch" && (commonMetric("json_lines", value.name) != nullptr ||
                                         contains(value.name, "loss") || value.name == "train_runtime");
    });
}

}  // namespace

std::span<const LogDialect> logDialects() { return kDialects; }

/// "    forward-backward ....: (1134.22, 1134.53)" below a heading: the slowest rank counts.
bool LogReader::readTimer(std::string_view line, LoggedLine &out) {
    const auto dots = line.find(" ..");
    const auto sign = dots == std::string_view::npos ? dots : line.find(':', dots);
    if (sign == std::string_view::npos) {
        m_isInTimers = line.empty();
        return false;
    }
    auto text = line.substr(sign + 1);
    if (const auto comma = text.rfind(','); comma != std::string_view::npos) {
        text.remove_prefix(comma + 1);
    }
    const auto number = loggedNumber(text);
    if (number) {
        addValue(line.substr(0, dots), {number->value, "ms"}, {.name = "megatron"}, out);
    }
    out.dialect = "megatron";
    return number.has_value();
}

namespace {

/// "[step=10/1000,epoch=0]" of OLMo, "[epoch=2][batch=10/500]:" of Composer; nothing for other lines.
std::optional<std::int64_t> stepOfHeading(std::string_view line, EpochCount &epochs) {
    const auto numberBehind = [&](std::string_view key) {
        const auto at = line.find(key);
        return at == std::string_view::npos ? std::nullopt : loggedStep(line.substr(at + key.size()));
    };
    line.remove_suffix(line.ends_with(':') ? 1 : 0);
    const auto step = line.ends_with(']') ? numberBehind("[step=") : std::nullopt;
    const auto batch = line.ends_with(']') && !step ? numberBehind("[batch=") : std::nullopt;
    const auto epoch = batch ? numberBehind("[epoch=") : std::nullopt;
    constexpr std::int64_t kMost = std::int64_t{1} << 31;
    const bool goesOn = epoch && epoch->step > 0 && epoch->step < kMost && batch->total > 0 && batch->total < kMost;
    return step     ? std::optional(step->step)
           : goesOn ? std::optional((epoch->step - 1) * batch->total + batch->step)
           : epoch  ? std::optional(epochs.goneOn(epoch->step, batch->step))
           : batch  ? std::optional(batch->step)
                    : std::nullopt;
}

}  // namespace

namespace {

constexpr std::string_view kRules = "=-#*~";

/// "======== Step 3/100 ========", of NeMo-RL: the step; of an epoch, in which steps count anew, nothing yet.
std::optional<std::int64_t> stepOfBanner(std::string_view line, std::int64_t &epoch, EpochCount &epochs) {
    constexpr std::size_t kLeast = 3;
    const auto open = line.find_first_not_of(kRules);
    const auto close = line.find_last_not_of(kRules);
    if (open == std::string_view::npos || open < kLeast || line.size() - close - 1 < kLeast) {
        return std::nullopt;
    }
    const auto title = trimmed(line.substr(open, close + 1 - open), " \t");
    const auto digits = std::min(title.find_first_of("0123456789"), title.size());
    const auto place = loggedStep(title.substr(digits));
    const auto word = lowerCase(trimmed(title.substr(0, digits), " \t:#"));
    if (!place || digits + place->end < title.size()) {
        return std::nullopt;
    }
    epoch = word == "epoch" ? place->step : epoch;
    const bool isStep = word == "step" || word == "iteration" || word.ends_with(" step");
    return !isStep ? std::nullopt : std::optional(epoch < 0 ? place->step : epochs.goneOn(epoch, place->step));
}

}  // namespace

/// "  • Loss: 0.0123", "  • generation: 20.11s (44.5%)" below a banner. Behind a line of something else that begins
/// with a letter nothing counts but such bullets, and what stands below a title that begins with a sign: "📊 Results:".
bool LogReader::readBelowBanner(std::string_view line, bool isIndented, LoggedLine &out) {
    const auto bullet = std::min(line.find(' '), line.size());
    const bool isSign = !line.empty() && (static_cast<unsigned char>(line.front()) & 0x80U) != 0;
    const bool isTitle = !isIndented && line.ends_with(':');
    const bool isDot = line.starts_with("\u2022");
    const bool isBullet = isDot || (bullet == 1 && containsAny(line.substr(0, 1), {"-", "*", "+"}));
    m_isOpenBanner =
        isSign && isTitle ? true : m_isOpenBanner && (line.empty() || isIndented || isBullet || isTitle || isSign);
    line = isBullet ? trimmed(line.substr(bullet), " \t") : line;
    const auto sign = line.find(": ");
    const bool isValue = isDot || (m_isOpenBanner && (isBullet || isIndented));
    const auto number = isValue && sign < line.size() ? loggedNumber(line.substr(sign + 1), true) : std::nullopt;
    out.dialect = "program";
    out.step = m_heading;
    out.time = m_headingTime;
    if (number) {
        addValue(line.substr(0, sign), *number, {.name = out.dialect}, out);
    }
    return !out.values.empty();
}

/// A heading, and below it "    train/CrossEntropyLoss=2.5" or "    Train loss/train/total: 2.5", a line each.
bool LogReader::readBelowStep(std::string_view line, bool isIndented, LoggedLine &out) {
    if (const auto step = stepOfHeading(line, m_epochs[-1])) {
        m_heading = step;
        m_headingTime = loggedTime(line).value_or(kNoLoggedTime);
        m_isBanner = false;
        return false;
    }
    if (const auto step = stepOfBanner(line, m_bannerEpoch, m_epochs[-1])) {
        m_heading = step;
        m_headingTime = kNoLoggedTime;
        m_isBanner = m_isOpenBanner = true;
        return false;
    }
    if (m_isBanner) {
        return readBelowBanner(line, isIndented, out);
    }
    const bool isOlmo = contains(line, "=");
    const auto sign = m_heading ? line.rfind(isOlmo ? '=' : ':') : std::string_view::npos;
    // "Saved to /checkpoints/step=1000" is the next message, "s3://b/step=1000" no name: names of metrics are one word
    // where blanks were lost, behind that of Composer for what they are of.
    const auto name = line.substr(0, sign);
    const auto word = name.substr(name.starts_with("Train ") ? 6 : name.starts_with("Eval ") ? 5 : 0);
    const bool isWord = contains(word, "/") && !containsAny(word, {" ", "\t"});
    const bool isBelow = sign != std::string_view::npos && !contains(line, "//") && (isIndented || isWord);
    const auto number = isBelow ? loggedNumber(line.substr(sign + 1), true) : std::nullopt;
    out.dialect = isOlmo ? "olmo" : "composer";
    if (number) {
        addValue(name, *number, {.name = out.dialect}, out);
    }
    if (out.values.empty()) {
        m_heading.reset();
        return false;
    }
    out.step = m_heading;
    out.time = m_headingTime;
    return true;
}

void LogReader::readBar(std::string_view line) {
    const auto bar = contains(line, "%|") ? barOf(line) : std::nullopt;
    if (bar && bar->total > 1 && (m_total < 0 || m_total == bar->total)) {
        m_total = bar->total;
        m_bar = bar->step;
    }
}

/// By the bar that stands before the line, else lines are counted: every so many steps one.
void LogReader::countStep(LoggedLine &out) {
    const bool isTraining = hasName(out, "loss");
    const auto epoch =
        std::find_if(out.values.begin(), out.values.end(), [](const auto &v) { return v.name == "epoch"; });
    if (isTraining && m_bar > 0 && m_bar != m_counted) {
        m_stride = m_bar > m_counted ? m_bar - m_counted : m_bar;
        m_counted = m_bar;
    } else if (isTraining) {
        const bool isAnew = epoch != out.values.end() && epoch->value < m_epoch;
        m_counted = (isAnew ? 0 : m_counted) + m_stride;
    }
    m_epoch = isTraining && epoch != out.values.end() ? epoch->value : m_epoch;
    out.step = m_counted > 0 ? std::optional(m_counted) : std::nullopt;
}

bool LogReader::readObject(const LogDialect &dialect, std::string_view line, LoggedLine &out) {
    const auto open = line.find('{');
    if (open == std::string_view::npos) {
        return false;
    }
    const auto before = line.substr(0, open);  // a bar that the line replaces, a date
    if (open > 0 && dialect.name != "hugging_face") {
        return false;
    }
    readBar(before);
    forEachMember(line.substr(open), [&](std::string_view key, std::string_view value, bool isText) {
        if (!dialect.before.empty() && key == dialect.before) {
            const auto step = loggedCount(value);
            out.step = step && !out.step ? std::optional(step->first) : out.step;
            return;
        }
        if (const auto duration = isText ? loggedDuration(value) : std::nullopt; duration && contains(key, "time")) {
            out.values.push_back({std::string(key), static_cast<double>(*duration), "ns"});
        } else if (const auto number = loggedNumber(value);
                   number && (!isText || number->unit.empty() || number->unit == "%")) {
            addValue(key, *number, dialect, out);
        }
    });
    out.dialect = dialect.name;
    const bool isSound = isOfTraining(out) && (dialect.before.empty() || out.step);
    if (isSound && dialect.before.empty()) {
        countStep(out);
    }
    return isSound;
}

bool LogReader::read(std::string_view line, LoggedLine &out) {
    out.dialect = {};
    out.step.reset();
    out.time = kNoLoggedTime;
    out.values.clear();
    const auto prefixes = takePrefixes(line);
    out.rank = prefixes.rank;
    if (contains(line, "time across ranks (ms):")) {
        m_isInTimers = true;
        return false;
    }
    if ((m_isInTimers && readTimer(line, out)) || readBelowStep(line, prefixes.isIndented, out)) {
        return true;
    }
    for (const auto &dialect : kDialects) {
        if (!contains(line, dialect.mark) || !contains(line, dialect.also)) {
            continue;
        }
        if (dialect.shape == Object) {
            if (readObject(dialect, line, out)) {
                return true;
            }
            out.values.clear();
            out.step.reset();
            continue;
        }
        const auto place = dialect.before.empty() ? StepPlace{0, -1, line.find(dialect.mark) + dialect.mark.size()}
                                                  : stepIn(dialect, line).value_or(StepPlace{});
        if (place.end == 0) {
            continue;
        }
        (dialect.shape == Parts ? readParts : readPairs)(dialect, line.substr(place.end), out);
        if (!out.values.empty()) {
            out.dialect = dialect.name;
            const auto epoch = dialect.stepInEpoch.empty() ? epochIn(line) : std::nullopt;
            out.step = dialect.before.empty() ? std::nullopt
                       : epoch                ? std::optional(m_epochs[out.rank].goneOn(*epoch, place.step))
                                              : std::optional(place.step);
            out.rank = out.rank < 0 ? rankWithin(line) : out.rank;
            out.time = loggedTime(line).value_or(kNoLoggedTime);
            return true;
        }
    }
    readBar(line);  // even where the line is one of a step: lines of objects behind it tell none
    if (m_columns.read(line, out) || readSentence(line, m_epochs[out.rank], out)) {
        out.rank = out.rank < 0 ? rankWithin(line) : out.rank;
        return true;
    }
    out.values.clear();
    out.step.reset();
    return false;
}

bool looksLikeTrainingLog(std::string_view text, const std::stop_token &stop) {
    constexpr std::size_t kEnough = 2;
    if (contains(text, std::string_view("\0", 1))) {
        return false;
    }
    LogReader reader;
    LoggedLine logged;
    std::string plain;
    std::size_t found = 0;
    while (!text.empty() && found < kEnough && !stop.stop_requested()) {
        const auto end = std::min(text.find_first_of("\r\n"), text.size());
        const auto line = withoutColours(text.substr(0, std::min(end, LogLines::kMostLine)), plain);
        found += reader.read(line, logged) && logged.step ? 1 : 0;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return found >= kEnough;
}

}  // namespace stagescope
