#include "core/session/discovery/number_words.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace stagescope {

namespace {

/// What may stand between a word and its number: "rank[3]", "rank=3".
bool leadsToNumber(char c) { return isSeparator(c) || c == '[' || c == '(' || c == '=' || c == ':'; }

/// THE table of words that stand before a number in names of ranks; the first that fits counts.
constexpr auto kWords = std::to_array<NumberWord>({
    {"global_rank", NumberAxis::Rank, 7},
    {"local_rank", NumberAxis::Local, 3},
    {"node_rank", NumberAxis::Node, 5},
    {"localid", NumberAxis::Local, 3},  // of Slurm, as procid is the rank and nodeid the node
    {"gpu", NumberAxis::Local, 3},
    {"npu", NumberAxis::Local, 3},
    {"procid", NumberAxis::Rank, 7},
    {"nodeid", NumberAxis::Node, 5},
    {kModelParallel, NumberAxis::Tp, 2},
    {"tp_rank", NumberAxis::Tp, 5},
    {"cp_rank", NumberAxis::Cp, 5},
    {"pcp_rank", NumberAxis::Cp, 5},
    {"sp_rank", NumberAxis::Cp, 5},
    {"pp_rank", NumberAxis::Pp, 5},
    {"dp_rank", NumberAxis::Dp, 5},
    {"ep_rank", NumberAxis::Ep, 5},
    {"tensor_parallel_rank", NumberAxis::Tp, 5},
    {"context_parallel_rank", NumberAxis::Cp, 5},
    {"pipeline_parallel_rank", NumberAxis::Pp, 5},
    {"data_parallel_rank", NumberAxis::Dp, 5},
    {"expert_parallel_rank", NumberAxis::Ep, 5},
    {"tensor_model_parallel_rank", NumberAxis::Tp, 5},
    {"pipeline_model_parallel_rank", NumberAxis::Pp, 5},
    {"expert_model_parallel_rank", NumberAxis::Ep, 5},
    {"rank_id", NumberAxis::Rank, 7},
    {"device_id", NumberAxis::Local, 3},
    {"node_id", NumberAxis::Node, 5},
    {"卡", NumberAxis::Local, 3},
    {"节点", NumberAxis::Node, 5},
    {"lora_rank", NumberAxis::Setting, 5},
    {"lora_r", NumberAxis::Setting, 5},
    {"zero_stage", NumberAxis::Setting, 2},
    // Places within the others, which name no rank of their own.
    {"dcp_rank", NumberAxis::Other, 5},
    {"etp_rank", NumberAxis::Other, 5},
    {"dcp", NumberAxis::Other, 4},
    {"etp", NumberAxis::Other, 4},
    {"vp_stage", NumberAxis::Other, 3},
    {"vpp", NumberAxis::Other, 3},
    {"ranks", NumberAxis::Rank, 7},
    {"rank", NumberAxis::Rank, 7},
    {"pp_stage", NumberAxis::Pp, 4},
    {"pipe_stage", NumberAxis::Pp, 4},
    {"pipeline_stage", NumberAxis::Pp, 4},
    {"tp", NumberAxis::Tp, 4},
    {"pp", NumberAxis::Pp, 4},
    {"dp", NumberAxis::Dp, 4},
    {"cp", NumberAxis::Cp, 4},
    {"pcp", NumberAxis::Cp, 4},
    {"ep", NumberAxis::Ep, 4},
    {"node", NumberAxis::Node, 5},
    {"host", NumberAxis::Node, 5},
    {"stage_id", NumberAxis::Stage, 4},
    {"stage", NumberAxis::Stage, 4},
    {"_r", NumberAxis::Letter, 7},  // "trace_r0.json"
    // Words of programs that name a process by them.
    {"worker", NumberAxis::Worker, 4},
    {"trainer", NumberAxis::Worker, 4},
    {"actor", NumberAxis::Worker, 4},
    {"process", NumberAxis::Worker, 4},
    {"proc", NumberAxis::Worker, 4},
});

/// Further words of devices. They are none of THE table: "card2" alone names no rank, only beside "card3" of the same
/// time.
constexpr auto kDeviceWords = std::to_array<std::string_view>({"device", "card"});
/// Numbers behind these tell captures or parts of one run apart, also of programs that run side by side.
constexpr auto kCountingWords = std::to_array<std::string_view>(
    {"start", "stop",  "begin",  "end",    "step",    "steps", "iter",  "iteration", "iterations", "epoch", "round",
     "phase", "cycle", "repeat", "window", "session", "part",  "slice", "shard",     "chunk",      "pid",   "port"});
/// Behind these, settings of runs, or runs.
constexpr auto kSettingWords = std::to_array<std::string_view>(
    {"seed",    "bs",      "mbs",   "gbs",     "batch",      "size", "lr",         "rate",  "layer",
     "layers",  "version", "ver",   "v",       "run",        "exp",  "experiment", "trial", "try",
     "attempt", "test",    "case",  "config",  "cfg",        "job",  "task",       "len",   "length",
     "seq",     "seqlen",  "ctx",   "context", "hidden",     "dim",  "head",       "heads", "depth",
     "width",   "tokens",  "world", "micro",   "microbatch", "zero", "stage",      "rank",  "r"});

/// How many short numbers hang together with the one at `begin`: 3 in "12-00-01". One behind "_" may be a rank:
/// "job_99_2".
std::size_t numbersTogether(std::string_view path, std::size_t begin) {
    constexpr std::size_t kMostDigits = 4;
    std::size_t count = 1;
    bool isTight = false;
    const auto isJoint = [&](char c) {
        const bool joins = isSeparator(c) || c == ':';
        isTight = isTight || (joins && c != '_');
        return joins;
    };
    auto end = begin + digitsAt(path, begin).size();
    while (end + 1 < path.size() && isDigit(path[end + 1]) && digitsAt(path, end + 1).size() <= kMostDigits &&
           isJoint(path[end])) {
        end += 1 + digitsAt(path, end + 1).size();
        ++count;
    }
    while (begin > 1 && isDigit(path[begin - 2]) && isJoint(path[begin - 1])) {
        for (--begin; begin > 0 && isDigit(path[begin - 1]);) {
            --begin;
        }
        ++count;
    }
    return count == 2 && !isTight ? 1 : count;
}

/// "8" of "8gpu_0" says how many devices there are; "node0gpu1" and "cn012gpu1" tell places.
bool isBehindCount(std::string_view name, std::size_t at, const std::vector<FoundNumber> &known) {
    auto begin = at;
    while (begin > 0 && isDigit(name[begin - 1])) {
        --begin;
    }
    const bool isPlace = (!known.empty() && known.back().end == at) || (begin > 0 && isLetter(name[begin - 1]));
    return begin < at && !isPlace;
}

}  // namespace

NumberMeaning meaningOfNumber(std::string_view path, std::size_t begin) {
    const auto end = begin + digitsAt(path, begin).size();
    const auto slash = path.substr(0, begin).rfind('/');
    const auto part = slash == std::string_view::npos ? 0 : slash + 1;
    for (const auto &found : numbersIn(path.substr(part, path.find('/', end) - part))) {
        const bool isOfRank = found.axis == NumberAxis::Rank || found.axis == NumberAxis::Local ||
                              found.axis == NumberAxis::Worker || found.axis == NumberAxis::Letter ||
                              found.axis == NumberAxis::Stage;
        if (part + found.end == end) {
            return isOfRank ? NumberMeaning::Rank : NumberMeaning::Other;
        }
    }
    auto wordEnd = begin - (begin > part && leadsToNumber(path[begin - 1]) ? 1 : 0);
    auto wordBegin = wordEnd;
    while (wordBegin > part && isLetter(path[wordBegin - 1])) {
        --wordBegin;
    }
    const auto word = lowerCase(path.substr(wordBegin, wordEnd - wordBegin));
    if (std::ranges::find(kDeviceWords, word) != kDeviceWords.end()) {
        return NumberMeaning::Rank;
    }
    const bool isSize = end < path.size() && isLetter(path[end]) && !path.substr(end).starts_with("of");
    const bool isCounting = std::ranges::find(kCountingWords, word) != kCountingWords.end();
    return isSize || isCounting || isSettingWord(word) || numbersTogether(path, begin) > 1 ? NumberMeaning::Other
                                                                                           : NumberMeaning::Unknown;
}

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isSeparator(char c) { return c == '_' || c == '-' || c == '.' || c == ' '; }
std::string_view digitsAt(std::string_view text, std::size_t from) {
    auto end = from;
    while (end < text.size() && isDigit(text[end])) {
        ++end;
    }
    return text.substr(from, end - from);
}

std::optional<int> toRank(std::string_view digits, std::size_t most) {
    if (digits.empty() || digits.size() > most) {
        return std::nullopt;
    }
    int value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
}

std::size_t lengthOfWord(std::string_view text, std::string_view word) {
    std::size_t at = 0;
    for (const char c : word) {
        const bool isHere = at < text.size() && (c == '_' ? isSeparator(text[at]) : lowerCase(text[at]) == c);
        if (!isHere && c != '_') {
            return 0;
        }
        at += isHere ? 1 : 0;
    }
    return at;
}

std::optional<FoundNumber> wordAndNumber(std::string_view name, std::size_t at, const NumberWord &word) {
    const bool inWord = at > 0 && isLetter(name[at - 1]);
    const auto length = inWord ? 0 : lengthOfWord(name.substr(at), word.word);
    if (length == 0) {
        return std::nullopt;
    }
    auto from = at + length;
    if (from < name.size() && leadsToNumber(name[from]) && word.axis != NumberAxis::Letter) {
        ++from;
    }
    const auto digits = digitsAt(name, from);
    const auto end = from + digits.size();
    const bool isGuess = word.axis == NumberAxis::Letter || word.axis == NumberAxis::Worker;
    const bool mayBe = !isGuess || end == name.size() || isSeparator(name[end]);
    const auto number = mayBe ? toRank(digits, word.mostDigits) : std::nullopt;
    return number ? std::optional(FoundNumber{at, end, word.axis, *number}) : std::nullopt;
}

bool isSettingWord(std::string_view word) { return std::ranges::find(kSettingWords, word) != kSettingWords.end(); }

bool isWorkerWord(std::string_view word) {
    return std::ranges::any_of(
        kWords, [&](const NumberWord &known) { return known.axis == NumberAxis::Worker && known.word == word; });
}

std::optional<FoundNumber> rankAmong(const std::vector<FoundNumber> &numbers, NumberAxis axis) {
    const auto it =
        std::find_if(numbers.begin(), numbers.end(), [axis](const FoundNumber &found) { return found.axis == axis; });
    return it == numbers.end() ? std::nullopt : std::optional(*it);
}

std::vector<FoundNumber> numbersIn(std::string_view name) {
    std::vector<FoundNumber> result;
    for (std::size_t i = 0; i < name.size();) {
        std::optional<FoundNumber> found;
        const bool inWord = i > 0 && isLetter(name[i - 1]);
        const bool isCount = isBehindCount(name, i, result);
        for (auto word = inWord ? kWords.end() : kWords.begin(); word != kWords.end() && !found; ++word) {
            found = isCount && word->axis == NumberAxis::Local ? std::nullopt : wordAndNumber(name, i, *word);
        }
        if (found) {
            result.push_back(*found);
        }
        const bool hasPlaceBehind = found && lengthOfWord(name.substr(i), kModelParallel) > 0 &&
                                    found->end < name.size() && isSeparator(name[found->end]);
        const auto behind = hasPlaceBehind ? digitsAt(name, found->end + 1) : std::string_view{};
        if (const auto stage = toRank(behind, 3)) {
            result.push_back({found->end, found->end + 1 + behind.size(), NumberAxis::Pp, *stage});
        }
        i = found ? result.back().end : i + 1;
    }
    // "llama_gpu8_rank0": a size of the run.
    if (rankAmong(result)) {
        std::erase_if(result, [&](const FoundNumber &each) {
            const auto word = name.substr(each.begin);
            return each.axis == NumberAxis::Local && (lengthOfWord(word, "gpu") > 0 || lengthOfWord(word, "npu") > 0);
        });
    }
    return result;
}

}  // namespace stagescope
