#include "core/settings/environment_check.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace stagescope {

namespace {

using Variables = std::map<std::string, std::string>;
using Problems = std::vector<SettingProblem>;

std::string_view valueOf(const Variables &variables, const std::string &name) {
    const auto it = variables.find(name);
    return it == variables.end() ? std::string_view{} : std::string_view(it->second);
}

void addTo(Problems &problems, SettingVerdict verdict, const char *name, const char *id,
           std::vector<std::string> args = {}) {
    problems.push_back({verdict, 0, name, Message("settings.problem.env." + std::string(id), std::move(args))});
}

/// Parts between commas; those in brackets do not count: "a:[1,2],b".
std::vector<std::string_view> listOf(std::string_view text) {
    std::vector<std::string_view> parts;
    int depth = 0;
    std::size_t from = 0;
    for (std::size_t i = 0; i <= text.size() && !text.empty(); ++i) {
        if (i == text.size() || (text[i] == ',' && depth <= 0)) {
            parts.push_back(trimmed(text.substr(from, i - from)));
            from = i + 1;
            continue;
        }
        depth += text[i] == '[' ? 1 : text[i] == ']' ? -1 : 0;
    }
    return parts;
}

/// One range of cores that a card is bound to, ends included.
struct CoreRange {
    int card = 0;
    int first = 0;
    int last = 0;
};

constexpr const char *kAffinity = "CPU_AFFINITY_CONF";

/// "npu3:10-19", "npu3:7".
std::optional<CoreRange> coreRangeOf(std::string_view name, std::string_view value) {
    const auto card = wholeNumber<int>(name.substr(3));
    const auto dash = value.find('-');
    const auto first = wholeNumber<int>(value.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : wholeNumber<int>(value.substr(dash + 1));
    const bool isFit = card && *card >= 0 && *card <= 99 && first && *first >= 0 && last && *last >= 0;
    return isFit ? std::optional(CoreRange{*card, *first, *last}) : std::nullopt;
}

struct Affinity {
    std::optional<int> mode{};
    std::vector<CoreRange> ranges{};
    bool isForced = false;
};

void readAffinityPart(std::string_view part, Affinity &affinity, Problems &problems) {
    const auto colon = std::min(part.find(':'), part.size());
    const auto name = part.substr(0, colon);
    const auto value = part.substr(std::min(colon + 1, part.size()));
    constexpr std::array<std::string_view, 4> kSwitches{"npu_affine", "force", "lazy_bind", "bind_irq"};
    const auto mode = colon == part.size() ? wholeNumber<int>(part)
                      : name == "mode"     ? wholeNumber<int>(value)
                                           : std::nullopt;
    const bool isSwitch = std::find(kSwitches.begin(), kSwitches.end(), name) != kSwitches.end();
    if (mode && *mode >= 0 && *mode <= 2) {
        affinity.mode = mode;
    } else if (isSwitch && (value == "0" || value == "1")) {
        affinity.isForced = name == "force" ? value == "1" : affinity.isForced;
    } else if (const auto range = name.starts_with("npu") ? coreRangeOf(name, value) : std::nullopt) {
        affinity.ranges.push_back(*range);
    } else {
        addTo(problems, SettingVerdict::Ignored, kAffinity, "affinity_part", {std::string(part.substr(0, 60))});
    }
}

void checkRanges(const Affinity &affinity, const HostSizes &host, Problems &problems) {
    const auto &ranges = affinity.ranges;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        const auto &range = ranges[i];
        const auto card = std::to_string(range.card);
        if (range.last < range.first) {
            addTo(problems, SettingVerdict::Ignored, kAffinity, "affinity_reversed",
                  {card, std::to_string(range.first), std::to_string(range.last)});
        }
        if (host.devices && range.card >= *host.devices) {
            addTo(problems, SettingVerdict::Ignored, kAffinity, "affinity_card", {card, std::to_string(*host.devices)});
        }
        if (host.cores && std::max(range.first, range.last) >= *host.cores) {
            addTo(problems, affinity.isForced ? SettingVerdict::Warning : SettingVerdict::Stops, kAffinity,
                  affinity.isForced ? "affinity_forced" : "affinity_cores", {card, std::to_string(*host.cores)});
        }
        const auto other =
            std::find_if(ranges.begin(), ranges.begin() + static_cast<std::ptrdiff_t>(i), [&](const CoreRange &before) {
                return before.card != range.card && before.first <= range.last && range.first <= before.last;
            });
        if (other != ranges.begin() + static_cast<std::ptrdiff_t>(i)) {
            addTo(problems, SettingVerdict::Warning, kAffinity, "affinity_overlap",
                  {std::to_string(other->card), card});
        }
    }
}

/// In mode 2 each of the four busiest threads has a core of its own, the others share the rest.
void checkFineCores(const Affinity &affinity, Problems &problems) {
    constexpr std::int64_t kFewest = 5;
    std::map<int, std::int64_t> cores;
    for (const auto &range : affinity.ranges) {
        cores[range.card] += std::max<std::int64_t>(std::int64_t{1} + range.last - range.first, 0);
    }
    for (const auto &[card, count] : cores) {
        if (affinity.mode == 2 && count > 0 && count < kFewest) {
            addTo(problems, SettingVerdict::Warning, kAffinity, "affinity_few", {std::to_string(card)});
        }
    }
}

void checkAffinity(const Variables &variables, const HostSizes &host, Problems &problems) {
    constexpr std::size_t kMaxParts = 1024;
    auto parts = listOf(valueOf(variables, kAffinity));
    if (parts.empty()) {
        return;
    }
    parts.resize(std::min(parts.size(), kMaxParts));
    Affinity affinity;
    for (const auto part : parts) {
        readAffinityPart(part, affinity, problems);
    }
    if (affinity.mode.value_or(0) == 0) {
        addTo(problems, affinity.ranges.empty() ? SettingVerdict::Warning : SettingVerdict::Ignored, kAffinity,
              affinity.mode ? "affinity_off" : "affinity_no_mode");
    }
    checkRanges(affinity, host, problems);
    checkFineCores(affinity, problems);
}

void checkQueue(const Variables &variables, Problems &problems) {
    constexpr const char *kQueue = "TASK_QUEUE_ENABLE";
    const auto text = valueOf(variables, kQueue);
    const auto value = text.empty() ? std::optional(1) : wholeNumber<int>(text);
    const bool isBlocking = valueOf(variables, "ASCEND_LAUNCH_BLOCKING") == "1";
    if (!value || *value < 0 || *value > 2) {
        addTo(problems, SettingVerdict::Stops, kQueue, "queue", {std::string(text.substr(0, 60))});
    } else if (isBlocking && *value > 0 && !text.empty()) {
        addTo(problems, SettingVerdict::Ignored, kQueue, "queue_blocking");
    } else if (*value == 0) {
        addTo(problems, SettingVerdict::Warning, kQueue, "queue_off");
        for (const auto *name : {"PER_STREAM_QUEUE", "TORCH_NPU_LAZY_FUSION"}) {
            const auto other = valueOf(variables, name);
            if (other == "1" || other == "True") {
                addTo(problems, SettingVerdict::Ignored, name, "needs_queue");
            }
        }
    }
    if (isBlocking) {
        addTo(problems, SettingVerdict::Warning, "ASCEND_LAUNCH_BLOCKING", "blocking");
    }
}

struct AllocatorKey {
    std::string_view name;
    double least;  ///< of a number; least > most: a word
    double most;
    std::string_view words{};  ///< "True|False"
};
constexpr std::string_view kBool = "True|False";
constexpr std::array<AllocatorKey, 9> kAllocatorKeys{{
    {"expandable_segments", 1, 0, kBool},
    {"max_split_size_mb", 21, 1e9},
    {"garbage_collection_threshold", 1e-9, 1 - 1e-9},
    {"base_addr_aligned_kb", 0, 16},
    {"page_size", 1, 0, "1g"},
    {"segment_size_mb", 20, 512},
    {"large_segment_size_mb", 20, 512},
    {"multi_stream_lazy_reclaim", 1, 0, kBool},
    {"pinned_use_background_threads", 1, 0, kBool},
}};

bool fitsAllocator(const AllocatorKey &key, std::string_view value) {
    if (!key.words.empty()) {
        const auto at = key.words.find(value);
        const bool isWhole = at != std::string_view::npos && (at == 0 || key.words[at - 1] == '|') &&
                             (at + value.size() == key.words.size() || key.words[at + value.size()] == '|');
        return !value.empty() && isWhole;
    }
    double number = 0;
    const auto [end, status] = std::from_chars(value.data(), value.data() + value.size(), number);
    return status == std::errc{} && end == value.data() + value.size() && number >= key.least && number <= key.most;
}

void checkAllocator(const Variables &variables, Problems &problems) {
    constexpr const char *kAllocator = "PYTORCH_NPU_ALLOC_CONF";
    if (!variables.contains(kAllocator)) {
        return;
    }
    if (variables.contains("PYTORCH_ALLOC_CONF")) {
        addTo(problems, SettingVerdict::Stops, kAllocator, "two_allocators");
    }
    for (const auto part : listOf(valueOf(variables, kAllocator))) {
        const auto colon = std::min(part.find(':'), part.size());
        const auto name = trimmed(part.substr(0, colon));
        const auto value = trimmed(part.substr(std::min(colon + 1, part.size())));
        const auto *key = std::find_if(kAllocatorKeys.begin(), kAllocatorKeys.end(),
                                       [&](const AllocatorKey &known) { return known.name == name; });
        const bool isRounding = name == "roundup_power2_divisions";
        if (key == kAllocatorKeys.end() ? !isRounding : !fitsAllocator(*key, value)) {
            addTo(problems, SettingVerdict::Stops, kAllocator, "allocator", {std::string(part.substr(0, 60))});
        } else if (name == "segment_size_mb") {
            addTo(problems, SettingVerdict::Warning, kAllocator, "allocator_renamed",
                  {std::string(name), "large_segment_size_mb"});
        }
    }
}

/// Where dynamic_profile of torch_npu looks for its settings.
void checkConfigPath(const Variables &variables, Problems &problems) {
    constexpr const char *kConfigPath = "PROF_CONFIG_PATH";
    const auto path = valueOf(variables, kConfigPath);
    const auto bad = std::find_if(path.begin(), path.end(), [](char c) {
        return !isDigit(c) && !(lowerCase(c) >= 'a' && lowerCase(c) <= 'z') && c != '_' && c != '/';
    });
    if (bad != path.end()) {
        addTo(problems, SettingVerdict::Stops, kConfigPath, "config_path", {std::string("'") + *bad + "'"});
    }
}

}  // namespace

std::vector<SettingProblem> checkEnvironment(const std::map<std::string, std::string> &variables,
                                             const HostSizes &host) {
    Problems problems;
    checkAffinity(variables, host, problems);
    checkQueue(variables, problems);
    checkAllocator(variables, problems);
    checkConfigPath(variables, problems);
    return problems;
}

}  // namespace stagescope
