#include "core/session/discovery/role_names.h"

#include "core/base/text.h"
#include "core/session/discovery/number_words.h"
#include "core/session/discovery/rank_names.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <ranges>
#include <vector>

namespace stagescope {

namespace {

/// What programs call the first process, beside workers that are counted without it.
constexpr auto kMasters = std::to_array<std::string_view>({"master", "head", "leader", "chief"});

/// The words and numbers of a name, in lower case: "17-TP-0.x" -> "17", "tp", "0", "x"; a decimal is one: "lr0.1".
std::vector<std::string> wordsOf(std::string_view name) {
    std::vector<std::string> words(1);
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        const bool isDecimal = c == '.' && i > 0 && i + 1 < name.size() && isDigit(name[i - 1]) && isDigit(name[i + 1]);
        if ((isSeparator(c) && !isDecimal) || c == '=') {
            words.emplace_back();
        } else {
            words.back() += lowerCase(c);
        }
    }
    std::erase(words, "");
    return words;
}

/// What a number may stand behind in names of captures, and what such names are made of.
constexpr auto kCaptureWords = std::to_array<std::string_view>(
    {"start",  "stop",  "end",   "begin",  "step",    "steps",      "iter", "iteration", "iterations", "epoch",
     "round",  "phase", "cycle", "repeat", "profile", "profiler",   "prof", "capture",   "captures",   "trace",
     "traces", "pt",    "json",  "window", "session", "checkpoint", "ckpt", "迭代",      "步",         "轮"});
/// Of them those that count the steps of one program.
constexpr auto kStepWords =
    std::to_array<std::string_view>({"start", "stop", "step", "steps", "iter", "iteration", "iterations", "epoch",
                                     "round", "cycle", "checkpoint", "ckpt", "迭代", "步", "轮"});
/// Phases of serving and of reinforcement learning: one run goes through all of them.
constexpr auto kPhases = std::to_array<std::string_view>(
    {"decode",     "extend",     "prefill",  "generate", "generation", "rollout",    "actor", "critic", "ref",
     "reward",     "update",     "train",    "trainer",  "training",   "infer",      "eval",  "prob",   "warmup",
     "evaluation", "validate",   "logprob",  "e2e",      "rm",         "preprocess", "idle",  "refit",  "gae",
     "inference",  "validation", "logprobs", "logp",     "scoring",    "val"});
/// Of them those that nothing but reinforcement learning has.
constexpr auto kRlRoles =
    std::to_array<std::string_view>({"rollout", "actor", "critic", "ref", "reward", "rm", "experience", "advantage"});
/// Roles in one job where they ran at once, else what runs are called: a baseline, a student after its teacher.
constexpr auto kRoles = std::to_array<std::string_view>(
    {"policy",   "reference", "teacher",    "student",   "learner",    "sampler",  "explorer",  "generator",
     "draft",    "target",    "gen",        "adv",       "scorer",     "verifier", "judge",     "sampling",
     "learning", "sync",      "experience", "advantage", "advantages", "reshard",  "resharding"});
/// What serves requests or rounds, several beside one another, each with its own ranks: "prefill-0",
/// "rollout-engine-2".
constexpr auto kEngines = std::to_array<std::string_view>({"engine", "replica", "server", "instance", "worker"});
/// Of roles those that serve requests: a number behind them counts engines, behind others it may count steps.
constexpr auto kServing = std::to_array<std::string_view>({"prefill", "decode", "extend"});
/// Beside them: "compute_log_prob", "reward_model".
constexpr auto kPhaseFillers = std::to_array<std::string_view>(
    {"compute", "log", "old", "adv", "values", "model", "engine", "make", "get", "weight", "weights"});
constexpr auto kHostWords =
    std::to_array<std::string_view>({"async_llm", "coordinator", "api_server", "router", "driver", "controller",
                                     "tokenizer", "detokenizer", "frontend", "dispatcher", "proxy", "launcher"});
/// What names of machines begin with.
constexpr auto kMachines = std::to_array<std::string_view>(
    {"node", "host", "server", "machine", "pod", "box", "vm", "algo", "instance", "节点", "主机", "机器"});
/// Words of machines that may as well stand behind a role: "prefill-server-0".
constexpr auto kServers = std::to_array<std::string_view>({"server", "instance"});
/// Before "node" these make a setting: "multinode2".
constexpr auto kNodeSettings = std::to_array<std::string_view>({"multi", "single", "per", "inter", "intra"});
/// Of clusters, with a number: "cn012", "nid001234", "dgx03".
constexpr auto kMachineLetters = std::to_array<std::string_view>({"n", "cn", "gn", "nid", "dgx", "hgx"});
constexpr auto kMergedWords =
    std::to_array<std::string_view>({"merged", "merge", "combined", "all_ranks", "aggregated", "perfetto_trace"});
constexpr auto kGraphWords = std::to_array<std::string_view>({"graph_capture", "capture_traces", "graph_captures"});

/// Whether a word stands in the name by itself: no letter at either side.
bool hasWord(std::string_view name, std::string_view word) {
    for (std::size_t i = 0; i < name.size(); ++i) {
        const auto length = lengthOfWord(name.substr(i), word);
        const auto end = i + length;
        if (length > 0 && (i == 0 || !isLetter(name[i - 1])) && (end == name.size() || !isLetter(name[end]))) {
            return true;
        }
    }
    return false;
}

template <class Words>
bool hasAnyWord(std::string_view name, const Words &words) {
    return std::any_of(words.begin(), words.end(), [name](std::string_view word) { return hasWord(name, word); });
}

template <class Words>
bool isOneOf(std::string_view word, const Words &words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool isPhase(std::string_view word, bool atOnce) { return isOneOf(word, kPhases) || (atOnce && isOneOf(word, kRoles)); }

/// What a word with a number counts: "step" of "step3", and in Chinese also what stands behind it.
std::string_view countedBy(std::string_view word) {
    constexpr auto kBehind = std::to_array<std::string_view>({"迭代", "步", "轮"});
    constexpr std::string_view kOrdinal = "第";
    const auto letters = word.substr(0, word.find_first_of("0123456789"));
    const auto behind = word.substr(std::min(word.find_last_of("0123456789") + 1, word.size()));
    return (letters.empty() || letters == kOrdinal) && isOneOf(behind, kBehind) ? behind : letters;
}

/// "17", "start2", "decode", "3f09ab": what tells captures of one run apart.
bool isOfCapture(std::string_view word) {
    const auto letters = word.substr(0, std::min(word.find_first_of("0123456789"), word.size()));
    const auto rest = word.substr(letters.size());
    const bool isHex = word.size() >= 6 && word.find_first_not_of("0123456789abcdef") == std::string_view::npos &&
                       word.find_first_of("0123456789") != std::string_view::npos;
    const bool isBehind = countedBy(word) != letters;
    const bool isCounted =
        isBehind || (rest.find_first_not_of("0123456789.") == std::string_view::npos &&
                     (letters.empty() || isOneOf(letters, kCaptureWords) || isOneOf(letters, kPhases)));
    return isHex || isCounted || isOneOf(word, kPhases);
}

/// "2.10.0" -> "2", "10", "0".
std::vector<std::string_view> partsOf(std::string_view word) {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= word.size(); begin += parts.back().size() + 1) {
        parts.push_back(word.substr(begin, word.find('.', begin) - begin));
    }
    return parts;
}

constexpr std::size_t kPartsOfAddress = 4;

/// Words that a version stands behind; such behind which an address may stand are those of machines and these.
constexpr auto kVersioned =
    std::to_array<std::string_view>({"v",      "ver",  "version",   "release", "cuda",     "cudnn",    "cann", "nccl",
                                     "hccl",   "rocm", "torch",     "pytorch", "driver",   "tensorrt", "trt",  "trtllm",
                                     "python", "py",   "mindspore", "toolkit", "firmware", "fw",       "build"});
constexpr auto kAddressed =
    std::to_array<std::string_view>({"ip", "addr", "address", "gpu", "npu", "worker", "master"});

/// "10.0.0.1", "gpu_192.168.3.17". Of a version the parts are small, or a word of software stands before it; days have
/// zeros before their digits.
bool isDottedAddress(std::string_view word, std::string_view before) {
    constexpr int kLeastFirst = 10;
    constexpr int kMostOfPart = 255;
    constexpr int kMostOfVersion = 99;
    const auto parts = partsOf(word);
    const auto valueOf = [](std::string_view part) { return wholeNumber<int>(part).value_or(kMostOfPart + 1); };
    const auto isOf = [&](int most) {
        return std::ranges::all_of(parts, [&](std::string_view part) { return valueOf(part) <= most; });
    };
    const bool isOne = parts.size() == kPartsOfAddress && valueOf(parts.front()) >= kLeastFirst && isOf(kMostOfPart) &&
                       std::ranges::all_of(parts, [](std::string_view part) {
                           return isBareNumber(part) && (part.size() == 1 || part.front() != '0');
                       });
    const bool isNamed = before.empty() || isOneOf(before, kAddressed) || startsWithAny(before, kMachines);
    return isOne && !isOneOf(before, kVersioned) && (isNamed || parts.front() == "10" || !isOf(kMostOfVersion));
}

/// "2.10.0" of "torch-2.10.0", "0.0001" of "lr_0.0001", "8" of "bs_8": a setting. What counts seconds has more digits,
/// or begins the name; days and clocks have two digits everywhere, or those of a year before them.
bool isSetting(const std::string &word, const std::string *before, Sameness sameness) {
    constexpr std::size_t kMostDigits = 6;
    constexpr std::size_t kMostBefore = 3;
    const auto parts = partsOf(word);
    if (before != nullptr && isBareNumber(word) && isSettingWord(*before)) {
        return sameness != Sameness::OneProcess;
    }
    const bool isClock = parts.size() > 2 && std::ranges::all_of(parts, [](auto part) { return part.size() == 2; });
    return parts.size() > 1 && parts.front().size() <= kMostBefore && !isClock &&
           std::ranges::all_of(parts, [](auto part) { return part.size() <= kMostDigits; }) && before != nullptr &&
           !isOfCapture(*before);
}

/// "nodea", "lnode12", "cn012"; "n16" may be a number of ranks, "n03" is none.
bool isMachineWord(std::string_view word) {
    constexpr std::string_view kNode = "node";
    const auto letters = word.substr(0, word.find_first_of("0123456789"));
    const auto digits = word.substr(letters.size());
    const bool isCounted = isBareNumber(digits) && (letters.size() > 1 || digits.front() == '0');
    const bool isNode =
        letters.ends_with(kNode) && !isOneOf(letters.substr(0, letters.size() - kNode.size()), kNodeSettings);
    return startsWithAny(word, kMachines) || (isCounted && (isNode || isOneOf(letters, kMachineLetters)));
}

/// Likewise of a word of a name: "compute", "log" of actor_compute_log_prob stand beside the name of a phase.
bool isOfCapture(const std::string &word, const std::vector<std::string> &words, bool atOnce,
                 Sameness sameness = Sameness::NotKnown) {
    const auto isOther = [atOnce](const std::string &other) { return isPhase(other, atOnce); };
    const auto *before = &word == words.data() ? nullptr : std::prev(&word);
    return (isOfCapture(word) && !isSetting(word, before, sameness)) || isOther(word) ||
           (isOneOf(word, kPhaseFillers) && std::any_of(words.begin(), words.end(), isOther));
}

}  // namespace

std::optional<EngineName> engineInName(std::string_view name) {
    constexpr std::size_t kMostDigits = 4;
    EngineName result;
    std::string words;
    std::string_view before;
    const auto all = wordsOf(name);
    for (const std::string_view word : all) {
        const auto letters = word.substr(0, word.find_first_of("0123456789"));
        const auto digits = word.substr(letters.size());
        const auto named = letters.empty() ? before : letters;
        const bool isRole = isPhase(named, true);
        const bool isEngine = isOneOf(named, kEngines);
        words += (isRole || isEngine) && !letters.empty() ? std::string(letters) + ' ' : std::string();
        result.hasRole = result.hasRole || (isRole && !isWorkerWord(named));
        if ((isRole || isEngine) && isBareNumber(digits) && digits.size() <= kMostDigits && result.name.empty()) {
            result.name = words + std::string(digits);
            result.role = words.substr(0, std::min(words.find_last_not_of(' ') + 1, words.size()));
            result.isCertain = isEngine;
            result.isServing = isEngine || isOneOf(named, kServing);
        }
        before = digits.empty() ? letters : std::string_view{};
    }
    return result.name.empty() ? std::nullopt : std::optional(result);
}

std::optional<WorkerName> workerInName(std::string_view name) {
    WorkerName result;
    bool isOfWorkers = false;
    bool isWorker = false;  // "multi_head_worker1" is one
    bool isBehind = false;
    for (const auto &word : wordsOf(name)) {
        const auto letters = std::string_view(word).substr(0, word.find_first_of("0123456789"));
        result.isMaster = result.isMaster || isOneOf(letters, kMasters);
        isWorker = isWorker || isWorkerWord(letters);
        const bool isNamed = isOneOf(letters, kMasters) || isWorkerWord(letters);
        isOfWorkers = isOfWorkers || isNamed;
        result.isNumbered =
            result.isNumbered || (isNamed && letters.size() < word.size()) || (isBehind && isBareNumber(word));
        isBehind = isNamed;
        result.others += letters.empty() || isNamed ? std::string() : word + ' ';
    }
    result.isMaster = result.isMaster && !isWorker;
    return isOfWorkers && !tellsRank(name) ? std::optional(result) : std::nullopt;
}

TraceRole roleInName(std::string_view name) {
    if (hasAnyWord(name, kGraphWords)) {
        return TraceRole::GraphCapture;
    }
    if (hasAnyWord(name, kMergedWords) && !tellsRank(name)) {
        return TraceRole::Merged;
    }
    return hasAnyWord(name, kHostWords) && !tellsRank(name) ? TraceRole::HostProcess : TraceRole::Rank;
}

bool isRoleFolder(std::string_view name, bool atOnce) {
    const auto words = wordsOf(name);
    const auto isRole = [atOnce](const std::string &word) { return isPhase(word, atOnce) || isOneOf(word, kRlRoles); };
    const auto isAny = [&](const std::string &word) { return isRole(word) || isOneOf(word, kPhaseFillers); };
    return hasAnyWord(name, kGraphWords) ||
           (std::any_of(words.begin(), words.end(), isRole) && std::all_of(words.begin(), words.end(), isAny));
}

bool isCaptureFolder(std::string_view name) {
    bool isNamed = false;
    bool isCounted = false;
    for (const auto &word : wordsOf(name)) {
        const auto counted = countedBy(word);
        isNamed = isNamed || isOneOf(counted, kCaptureWords);
        isCounted = isCounted || isDigit(word.back()) || (!isDigit(word.back()) && word.size() > counted.size());
        if (!isOfCapture(word) && word != "global") {
            return false;
        }
    }
    return isNamed && isCounted;
}

bool countsSteps(std::string_view name) {
    return std::ranges::any_of(wordsOf(name),
                               [](const std::string &word) { return isOneOf(countedBy(word), kStepWords); });
}

bool isMachineFolder(std::string_view name) {
    const auto words = wordsOf(name);
    const bool isAddress = words.size() > kPartsOfAddress && words.front() == "ip" &&
                           std::all_of(words.begin() + 1, words.begin() + 1 + kPartsOfAddress, isBareNumber);
    const auto engine = engineInName(name);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto before = i == 0 ? std::string_view{} : std::string_view(words[i - 1]);
        if (isDottedAddress(words[i], before.substr(0, before.find_first_of("0123456789")))) {
            return true;
        }
    }
    const bool hasRole = engine && engine->hasRole;
    return isAddress || std::ranges::any_of(words, [hasRole](const std::string &word) {
               return isMachineWord(word) && !(hasRole && startsWithAny(word, kServers));
           });
}

bool areCapturesOfOneRun(std::string_view label, std::string_view other, bool atOnce, Sameness sameness) {
    const auto one = wordsOf(label);
    const auto two = wordsOf(other);
    const auto isOwn = [=](const std::vector<std::string> &words, const std::vector<std::string> &others) {
        return std::all_of(words.begin(), words.end(), [&](const std::string &word) {
            return isOfCapture(word, words, atOnce, sameness) ||
                   std::find(others.begin(), others.end(), word) != others.end();
        });
    };
    return isOwn(one, two) && isOwn(two, one);
}

std::string runWords(std::string_view label) {
    std::string text;
    const auto words = wordsOf(label);
    for (const auto &word : words) {
        text += isOfCapture(word, words, false) ? std::string() : word + ' ';
    }
    return text;
}

bool tellsPhase(std::string_view name, bool atOnce) {
    return std::ranges::any_of(wordsOf(name), [atOnce](const std::string &word) { return isPhase(word, atOnce); });
}

bool tellsRlRole(std::string_view folder) {
    return isRoleFolder(folder, false) &&
           std::ranges::any_of(wordsOf(folder), [](const std::string &word) { return isOneOf(word, kRlRoles); });
}

bool tellOtherPhases(std::string_view name, std::string_view other) {
    const auto phasesIn = [](std::string_view text) {
        auto words = wordsOf(text);
        for (auto &word : words) {
            word.resize(std::min(word.find_first_of("0123456789"), word.size()));
        }
        std::erase_if(words, [](const std::string &word) { return !isPhase(word, true); });
        return words;
    };
    const auto own = phasesIn(name);
    const auto others = phasesIn(other);
    return !own.empty() && !others.empty() && own != others;
}

}  // namespace stagescope
