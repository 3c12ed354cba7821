#include "core/demo/demo_options.h"

#include "core/base/words/nearest_names.h"
#include "core/demo/kernel_model.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>

namespace stagescope {

namespace {

constexpr std::int64_t kMinFactorPpm = kPpm / 100;
constexpr std::int64_t kMaxFactorPpm = 1000 * kPpm;
constexpr int kMaxRanks = 4096;
constexpr int kMaxSteps = 10'000;
constexpr int kMaxMicrobatches = 10'000;
constexpr int kMaxLayers = 256;
constexpr int kMaxChunks = 64;
constexpr std::int64_t kMaxLayerCells = 400'000;  ///< about 16 KB on disk each: 1024 ranks of a DualPipeV fit
constexpr std::int64_t kMaxLeak = 1LL << 40;
constexpr std::int64_t kMaxBuckets = 1000;
constexpr std::int64_t kMaxPause = 1'000'000;  ///< ms, us

template <class Integer>
std::optional<Integer> integerFrom(std::string_view text) {
    Integer value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return value;
}

tl::unexpected<Error> bad(std::string sentence) { return fail(ErrorKind::BadArgument, std::move(sentence)); }

std::string quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

/// THE list of faults: how each is written and what its amount means.
struct FaultForm {
    DemoFault::Kind kind;
    std::string_view name;
    std::string_view value;  ///< "R:F"; place and amount
    std::string_view note = "";
};
constexpr FaultForm kFaultForms[] = {
    {DemoFault::Kind::SlowRank, "slow-rank", "R:F"},
    {DemoFault::Kind::SlowStage, "slow-stage", "S:F"},
    {DemoFault::Kind::SlowLink, "slow-link", "A-B:F"},
    {DemoFault::Kind::SlowHost, "slow-host", "R:F"},
    {DemoFault::Kind::SlowLoader, "slow-loader", "R:F"},
    {DemoFault::Kind::LowFrequency, "low-frequency", "R:F", "lower AI Core frequency"},
    {DemoFault::Kind::MemoryLeak, "memory-leak", "R:BYTES", "per step"},
    {DemoFault::Kind::UnevenCells, "uneven-cells", "R:F", "random factor between 1/F and 2 - 1/F"},
    {DemoFault::Kind::UnevenData, "uneven-data", "P:F", "same per microbatch of replica P, in all stages"},
    {DemoFault::Kind::SlowOperator, "slow-operator", "R:F", "FlashAttentionScore F times slower"},
    {DemoFault::Kind::ExtraKernel, "extra-kernel", "R:I", "after kernel I of each layer's forward"},
    {DemoFault::Kind::SwappedKernels, "swapped-kernels", "R:I", "kernel I of each layer's forward and the next"},
    {DemoFault::Kind::MissingKernel, "missing-kernel", "R:STEP"},
    {DemoFault::Kind::AiCpuKernel, "ai-cpu-kernel", "R:I", "after kernel I"},
    {DemoFault::Kind::GcPause, "gc-pause", "R:MS", "per step"},
    {DemoFault::Kind::Recompile, "recompile", "R:US", "per layer's forward"},
    {DemoFault::Kind::UnfusedNorm, "unfused-norm", "R:N", "in the first N layers of a stage"},
    {DemoFault::Kind::UnfusedSwiGlu, "unfused-swiglu", "R:N"},
    {DemoFault::Kind::UnfusedRotary, "unfused-rotary", "R:N"},
    {DemoFault::Kind::NoReduceOverlap, "no-reduce-overlap", "S:N", "N more gradient buckets after the last backward"},
};

const FaultForm &formOf(DemoFault::Kind kind) { return *std::ranges::find(kFaultForms, kind, &FaultForm::kind); }

std::string knownFaults() {
    std::string text;
    for (const FaultForm &entry : kFaultForms) {
        text += (text.empty() ? "" : ", ") + std::string(entry.name);
    }
    return text;
}

/// "1.5" for 1500000: the shortest text that reads back.
std::string factorText(std::int64_t ppm) {
    std::string fraction = std::to_string(kPpm + ppm % kPpm).substr(1);
    fraction.erase(fraction.find_last_not_of('0') + 1);
    return std::to_string(ppm / kPpm) + (fraction.empty() ? "" : "." + fraction);
}

/// "R" or, for links, "A-B".
bool readPlace(DemoFault &fault, std::string_view place) {
    const bool isLink = fault.kind == DemoFault::Kind::SlowLink;
    const std::size_t dash = isLink ? place.find('-') : place.size();
    if (dash == std::string_view::npos) {
        return false;
    }
    const std::optional<int> first = integerFrom<int>(place.substr(0, dash));
    const std::optional<int> second = isLink ? integerFrom<int>(place.substr(dash + 1)) : 0;
    if (!first || !second) {
        return false;
    }
    fault.first = *first;
    fault.second = *second;
    return true;
}

bool readAmount(DemoFault &fault, std::string_view amount) {
    if (hasAmount(fault.kind)) {
        const std::optional<std::int64_t> number = integerFrom<std::int64_t>(amount);
        fault.amount = number.value_or(0);
        return number.has_value();
    }
    const std::optional<std::int64_t> ppm = decimalToNs(amount, 6);
    fault.factorPpm = ppm.value_or(0);
    return ppm.has_value();
}

Status setInteger(int &target, std::string_view name, std::string_view value) {
    const std::optional<int> number = integerFrom<int>(value);
    if (!number) {
        return bad(std::string(name) + " needs a whole number, got " + quoted(value));
    }
    target = *number;
    return {};
}

Status setClockOffset(DemoOptions &options, std::string_view value) {
    // A bare number means milliseconds; with a unit it says itself.
    std::optional<Nanos> offset = parseDuration(value);
    if (!offset) {
        if (const std::optional<std::int64_t> ns = decimalToNs(value, 6)) {
            offset = Nanos{*ns};
        }
    }
    if (!offset || offset->count() < 0) {
        return bad("clock-offset needs milliseconds or a duration like 2ms, got " + quoted(value));
    }
    options.clockOffset = *offset;
    return {};
}

std::string knownSchedules() {
    std::string text;
    for (const ScheduleKind kind : scheduleKinds()) {
        text += (text.empty() ? "" : ", ") + std::string(scheduleKindText(kind));
    }
    return text;
}

Status setSchedule(DemoOptions &options, std::string_view value) {
    const std::optional<ScheduleKind> kind = scheduleKindFromText(value);
    if (!kind) {
        std::vector<std::string> names;
        for (const ScheduleKind known : scheduleKinds()) {
            names.emplace_back(scheduleKindText(known));
        }
        return bad("unknown schedule " + quoted(value) + nearestNames(value, names) + "; known are " +
                   knownSchedules());
    }
    options.schedule = *kind;
    return {};
}

const std::vector<std::string> kDrains{"ascending", "descending"};

Status setDrain(DemoOptions &options, std::string_view value) {
    if (value != "ascending" && value != "descending") {
        return bad("drain is ascending or descending, got " + quoted(value) + nearestNames(value, kDrains));
    }
    options.drain = value == "ascending" ? DrainOrder::Ascending : DrainOrder::Descending;
    return {};
}

constexpr std::string_view kRecomputes[] = {"none", "activation", "norm", "full"};  ///< by DemoRecompute

/// "full" or, of one stage, "full:0".
Status setRecompute(DemoOptions &options, std::string_view value) {
    const std::size_t colon = value.find(':');
    const auto *what = std::ranges::find(kRecomputes, value.substr(0, colon));
    const auto stage = colon == std::string_view::npos ? std::optional(-1) : integerFrom<int>(value.substr(colon + 1));
    if (what == std::end(kRecomputes) || !stage) {
        const std::vector<std::string> names(std::begin(kRecomputes), std::end(kRecomputes));
        return bad("recompute is none, activation, norm or full, of one stage full:0, got " + quoted(value) +
                   nearestNames(value.substr(0, colon), names));
    }
    options.recompute = DemoRecompute(what - std::begin(kRecomputes));
    options.recomputeStage = *stage;
    return {};
}

int *integerOption(DemoOptions &options, std::string_view name) {
    const std::pair<std::string_view, int *> targets[] = {
        {"pp", &options.pp},
        {"dp", &options.dp},
        {"microbatches", &options.microbatches},
        {"steps", &options.steps},
        {"layers", &options.layersPerStage},
        {"ranks-per-host", &options.ranksPerHost},
        {"chunks", &options.chunks},
        {"group-size", &options.groupSize},
    };
    for (const auto &[known, target] : targets) {
        if (known == name) {
            return target;
        }
    }
    return nullptr;
}

bool *flagOption(DemoOptions &options, std::string_view name) {
    const std::pair<std::string_view, bool *> targets[] = {
        {"overlap-moe", &options.overlapsMoe},
        {"detach", &options.detachesWeights},
        {"logits", &options.hasLogits},
        {"named", &options.isNamed},
        {"step-task-info", &options.hasStepTaskInfo},
    };
    for (const auto &[known, target] : targets) {
        if (known == name) {
            return target;
        }
    }
    return nullptr;
}

Status setFlag(bool &target, std::string_view name, std::string_view value) {
    if (!value.empty()) {
        return bad(std::string(name) + " takes no value, got " + quoted(value));
    }
    target = true;
    return {};
}

Status checkRange(std::string_view name, std::int64_t value, std::int64_t max) {
    if (value >= 1 && value <= max) {
        return {};
    }
    return bad(std::string(name) + " must be between 1 and " + std::to_string(max) + ", got " + std::to_string(value));
}

/// What its amount may be: bytes, places between the kernels of a layer, steps.
std::pair<std::int64_t, std::int64_t> amountsOf(DemoFault::Kind kind) {
    const auto kernels = std::int64_t(layerForwardKernels().size());
    switch (kind) {
        case DemoFault::Kind::ExtraKernel:
        case DemoFault::Kind::AiCpuKernel:
            return {0, kernels - 1};
        case DemoFault::Kind::SwappedKernels:
            return {0, kernels - 2};
        case DemoFault::Kind::MissingKernel:
            return {kDemoFirstStep, kDemoFirstStep + kMaxSteps};
        case DemoFault::Kind::GcPause:
        case DemoFault::Kind::Recompile:
            return {1, kMaxPause};
        case DemoFault::Kind::UnfusedNorm:
        case DemoFault::Kind::UnfusedSwiGlu:
        case DemoFault::Kind::UnfusedRotary:
            return {1, kMaxLayers};
        case DemoFault::Kind::NoReduceOverlap:
            return {1, kMaxBuckets};
        default:
            return {1, kMaxLeak};
    }
}

/// Of what a fault names one, and how many there are.
std::pair<std::string_view, int> placesOf(const DemoOptions &options, DemoFault::Kind kind) {
    switch (kind) {
        case DemoFault::Kind::NoReduceOverlap:
        case DemoFault::Kind::SlowStage:
            return {"stage", options.pp};
        case DemoFault::Kind::UnevenData:
            return {"replica", options.dp};
        default:
            return {"rank", options.ranks()};
    }
}

Status checkFault(const DemoOptions &options, const DemoFault &fault) {
    const bool isReduce = fault.kind == DemoFault::Kind::NoReduceOverlap;
    const bool isUneven = fault.kind == DemoFault::Kind::UnevenCells || fault.kind == DemoFault::Kind::UnevenData;
    const auto [place, places] = placesOf(options, fault.kind);
    const bool isLink = fault.kind == DemoFault::Kind::SlowLink;
    const std::string text = demoFaultText(fault);
    if (fault.first < 0 || fault.first >= places || fault.second < 0 || fault.second >= places) {
        return bad("fault " + text + " names a " + std::string(place) + " beyond the " + std::to_string(places) +
                   " that exist");
    }
    if (isLink && fault.first == fault.second) {
        return bad("fault " + text + " needs two different ranks");
    }
    if (isReduce && options.dp < 2) {
        return bad("fault " + text + " needs replicas that reduce gradients: dp of 2 or more");
    }
    if (hasAmount(fault.kind)) {
        const auto [least, most] = amountsOf(fault.kind);
        if (fault.amount < least || fault.amount > most) {
            return bad("fault " + text + " needs an amount from " + std::to_string(least) + " to " +
                       std::to_string(most));
        }
    } else if (fault.factorPpm < kMinFactorPpm || fault.factorPpm > kMaxFactorPpm) {
        return bad("fault " + text + " needs a factor between 0.01 and 1000");
    } else if (isUneven && fault.factorPpm < kPpm) {
        return bad("fault " + text + " needs a factor of at least 1");
    }
    return {};
}

}  // namespace

ScheduleOptions DemoOptions::scheduleOptions() const {
    return {.kind = schedule,
            .stages = pp,
            .microbatches = microbatches,
            .drain = drain,
            .chunks = chunks,
            .groupSize = groupSize,
            .overlapsMoe = overlapsMoe,
            .detachesWeights = detachesWeights,
            .hasLogits = hasLogits};
}

bool hasAmount(DemoFault::Kind kind) { return !formOf(kind).value.ends_with(":F"); }

std::string demoFaultText(const DemoFault &fault) {
    std::string text = std::string(formOf(fault.kind).name) + "=" + std::to_string(fault.first);
    if (fault.kind == DemoFault::Kind::SlowLink) {
        text += "-" + std::to_string(fault.second);
    }
    return text + ":" + (hasAmount(fault.kind) ? std::to_string(fault.amount) : factorText(fault.factorPpm));
}

Result<DemoFault> demoFaultFromText(std::string_view text) {
    const std::size_t equals = text.find('=');
    const std::size_t colon = text.find(':', equals == std::string_view::npos ? 0 : equals);
    if (equals == std::string_view::npos || colon == std::string_view::npos) {
        return bad("a fault reads NAME=WHERE:AMOUNT, like slow-rank=3:1.4, got " + quoted(text));
    }
    for (const FaultForm &entry : kFaultForms) {
        if (entry.name != text.substr(0, equals)) {
            continue;
        }
        DemoFault fault;
        fault.kind = entry.kind;
        if (readPlace(fault, text.substr(equals + 1, colon - equals - 1)) &&
            readAmount(fault, text.substr(colon + 1))) {
            return fault;
        }
        return bad("cannot read the fault " + quoted(text));
    }
    std::vector<std::string> names;
    std::transform(std::begin(kFaultForms), std::end(kFaultForms), std::back_inserter(names),
                   [](const FaultForm &form) { return std::string(form.name); });
    const auto name = text.substr(0, equals);
    return bad("unknown fault " + quoted(name) + nearestNames(name, names) + "; known are " + knownFaults());
}

std::string demoFaultLines() {
    std::size_t width = 0;
    for (const FaultForm &entry : kFaultForms) {
        width = std::max(width, entry.name.size() + 1 + entry.value.size());
    }
    std::string text;
    for (const FaultForm &entry : kFaultForms) {
        const auto form = std::string(entry.name) + "=" + std::string(entry.value);
        const auto gap = entry.note.empty() ? std::string() : std::string(width - form.size() + 2, ' ');
        text += "  " + form + gap + std::string(entry.note) + "\n";
    }
    return text;
}

const std::vector<DemoOptionSpec> &demoOptionSpecs() {
    static const std::vector<DemoOptionSpec> specs = {
        {"schedule", "1f1b", "pipeline schedule: " + knownSchedules(), "KIND"},
        {"drain", "ascending", "backward order of gpipe: ascending, descending", "ORDER"},
        {"chunks", "2", "virtual chunks per rank of interleaved, interleaved-zb and looped-bfs", "N"},
        {"group-size", "0", "microbatches per group, interleaved only (0: pp)", "N"},
        {"overlap-moe", "", "interleaved: overlap forward and backward"},
        {"detach", "", "mindspeed-dualpipev: separate weight backward in the cool-down"},
        {"logits", "", "mindspeed-dualpipev: loss head as a separate cell"},
        {"pp", "4", "pipeline-parallel size", "N"},
        {"dp", "2", "data-parallel size", "N"},
        {"microbatches", "8", "microbatches per step", "N"},
        {"steps", "3", "training steps", "N"},
        {"layers", "2", "layers per stage and chunk", "N"},
        {"ranks-per-host", "8", "ranks per host", "N"},
        {"clock-offset", "0", "maximum clock error of a host in ms", "MS"},
        {"named", "", "put microbatch numbers into cell marks"},
        {"step-task-info", "", "add table StepTaskInfo, as written by the pp_chart recipe"},
        {"recompute", "none", "recomputation: none, activation, norm, full; one stage: full:0", "WHAT"},
        {"seed", "1", "random seed of jitter and clock errors", "N"},
        {"fault", "", "plant a fault, see below (repeatable)", "FAULT", true},
    };
    return specs;
}

Status setDemoOption(DemoOptions &options, std::string_view name, std::string_view value) {
    if (int *target = integerOption(options, name)) {
        return setInteger(*target, name, value);
    }
    if (bool *target = flagOption(options, name)) {
        return setFlag(*target, name, value);
    }
    if (name == "schedule") {
        return setSchedule(options, value);
    }
    if (name == "drain") {
        return setDrain(options, value);
    }
    if (name == "clock-offset") {
        return setClockOffset(options, value);
    }
    if (name == "recompute") {
        return setRecompute(options, value);
    }
    if (name == "seed") {
        const std::optional<std::uint64_t> seed = integerFrom<std::uint64_t>(value);
        if (!seed) {
            return bad("seed needs a whole number, got " + quoted(value));
        }
        options.seed = *seed;
        return {};
    }
    if (name == "fault") {
        const Result<DemoFault> fault = demoFaultFromText(value);
        RETURN_IF_ERROR(fault);
        options.faults.push_back(*fault);
        return {};
    }
    return bad("unknown option " + quoted(name));
}

Result<DemoOptions> parseDemoOptions(const std::vector<std::pair<std::string, std::string>> &pairs) {
    DemoOptions options;
    for (const auto &[name, value] : pairs) {
        if (const Status status = setDemoOption(options, name, value); !status) {
            return tl::make_unexpected(status.error());
        }
    }
    if (const Status status = checkDemoOptions(options); !status) {
        return tl::make_unexpected(status.error());
    }
    return options;
}

Status checkDemoOptions(const DemoOptions &options) {
    const std::int64_t ranks = std::int64_t{options.pp} * options.dp;
    for (const Status &status :
         {checkRange("pp", options.pp, kMaxRanks), checkRange("dp", options.dp, kMaxRanks),
          checkRange("pp x dp", ranks, kMaxRanks), checkRange("microbatches", options.microbatches, kMaxMicrobatches),
          checkRange("steps", options.steps, kMaxSteps), checkRange("layers", options.layersPerStage, kMaxLayers),
          checkRange("ranks-per-host", options.ranksPerHost, kMaxRanks)}) {
        if (!status) {
            return status;
        }
    }
    if (options.clockOffset < Nanos{0} || options.clockOffset > std::chrono::hours{1}) {
        return bad("clock-offset must be between 0 and one hour");
    }
    if (options.recomputeStage >= options.pp) {
        return bad("recompute names a stage beyond the " + std::to_string(options.pp) + " that exist");
    }
    if (options.chunks < 0 || options.chunks > kMaxChunks) {
        return bad("chunks must be between 0 and " + std::to_string(kMaxChunks) + ", got " +
                   std::to_string(options.chunks));
    }
    if (const Status status = checkSchedule(options.scheduleOptions()); !status) {
        return status;
    }
    // The two directions of DualPipe share the microbatches.
    const bool isDual = placementOf(options.schedule) == StagePlacement::Dual;
    const std::int64_t layers =
        std::int64_t{options.layersPerStage} * (isDual ? 1 : chunksOf(options.scheduleOptions()));
    if (ranks * options.microbatches * options.steps * layers > kMaxLayerCells) {
        return bad("so many ranks, microbatches, steps and layers would fill the disk; reduce them");
    }
    for (const DemoFault &fault : options.faults) {
        if (const Status status = checkFault(options, fault); !status) {
            return status;
        }
    }
    return {};
}

}  // namespace stagescope
