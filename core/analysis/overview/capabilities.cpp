#include "core/analysis/overview/capabilities.h"

#include "core/analysis/overview/capability_list.h"
#include "core/analysis/run/platform.h"
#include "core/analysis/run/source_format.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/base/words/message_list.h"
#include "core/base/words/ranges_text.h"
#include "core/session/rank_facts.h"
#include "core/store/tables/table_store.h"

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

/// What supplies it on a platform; that it cannot, where there is no such text.
Message advice(Platform platform, std::string_view need) {
    const auto of = "remedy." + std::string(platformName(platform)) + ".";
    auto own = of + std::string(need);
    return Message(englishOf(own) == nullptr ? of + "none" : std::move(own));
}
/// Torch names activities and calls after the device: that one, where a remedy of torch.profiler names it.
Message onDevice(Message remedy, const Run &run) {
    const auto is = [&](std::string_view need) {
        return std::ranges::any_of(
            std::array{Platform::Torch, Platform::TorchRocm, Platform::TorchOther}, [&](Platform platform) {
                return remedy.id == "remedy." + std::string(platformName(platform)) + '.' + std::string(need);
            });
    };
    const bool isActivity = is("device") || is("level1");
    if (!isActivity && !is("snapshot")) {
        return remedy;
    }
    const auto other = otherTorchDevice(run);
    std::string device(other.empty() ? "cuda" : other);
    if (!isActivity && device != "cuda" && device != "xpu") {
        return Message("remedy.torch_other.none");  // no other device's allocator writes such files
    }
    if (isActivity) {
        std::transform(device.begin(), device.end(), device.begin(),
                       [](char c) { return static_cast<char>(c - 'a' + 'A'); });
    }
    remedy.args = {std::move(device)};
    return remedy;
}
bool canSupply(Platform platform, std::string_view need) { return !advice(platform, need).id.ends_with(".none"); }

/// Where nothing that was read tells: what may still be read.
bool isPromised(const CapabilitySpec &spec, const CaptureFacts &facts, Platform platform) {
    if (!facts.isOpen()) {
        return false;
    }
    if (facts.fromContents(spec.promisedBy).answer == Answer::Yes) {
        return true;
    }
    const bool isOff = spec.isOn != nullptr && !spec.isOn(facts).value_or(true);
    const bool isGeneral = platform == Platform::Job || canSupply(platform, spec.need);
    return !isOff && isGeneral && facts.hasFile([&](const FormatDescriptor &format) {
        return !format.listsContents && format.deep.hasAny(spec.from);
    });
}

CaptureAnswer answerOf(const CapabilitySpec &spec, const CaptureFacts &facts, Platform platform) {
    auto answer = measuredOnce(
        facts.capture(), std::stop_token(), [&] { return spec.read(facts); }, spec.id);
    if (answer.answer != Answer::Yes && isPromised(spec, facts, platform)) {
        return {Answer::OnDemand, std::move(answer.source)};
    }
    return answer;
}

/// What a digest does not tell, and the lowest level of one that might (core/export/bundle_level.h): by calls of Python
/// and snapshots the full one alone.
Message leftOutOf(std::string level, std::string_view capability) {
    const bool isFull = level != "summary" || capability == "call_stacks" || capability == "snapshot";
    return Message("remedy.level", {std::move(level), isFull ? "full" : "pipeline"});
}

/// What supplies calls of the host.
constexpr std::string_view kHostNeed = "data";

/// Whether it is told by calls of the host, and a trace of a device has none: then no other setting would help. Where
/// the settings say that the host was recorded, it is the file that is missing.
bool lacksHost(const CapabilitySpec &spec, const CaptureFacts &facts, Platform platform) {
    constexpr std::array<std::string_view, 5> kOfHost{"steps", "pipeline", "call_stacks", "shapes", "data_loading"};
    const bool isOfHost = std::find(kOfHost.begin(), kOfHost.end(), spec.id) != kOfHost.end();
    const bool wasOn = facts.setting("activities").find("CPU") != std::string::npos;
    return isOfHost && !wasOn && (isOfTorch(platform) || platform == Platform::TorchNpu) &&
           facts.fromDeviceWork().answer == Answer::Yes && facts.fromHost().answer != Answer::Yes;
}

bool isOfHostAlone(const CapabilitySpec &spec, const CaptureFacts &facts) {
    return !spec.needIfOfHost.empty() && facts.fromHost().answer == Answer::Yes &&
           facts.fromDeviceWork().answer != Answer::Yes;
}

/// Why a capture does not tell: it is damaged, a file of it is not read, nothing occurred, or a setting was off.
Message reasonOf(const CapabilitySpec &spec, const CaptureFacts &facts, const Run &run, Platform platform) {
    if (const auto level = facts.capture().environmentValue("bundle", kBundledLevel); !level.empty()) {
        return leftOutOf(level, spec.id);
    }
    if (const auto lost = facts.lostFile(spec.from, run.log.get())) {
        return Message("remedy.lost", {*lost});
    }
    for (const auto begin : spec.unread) {
        if (const auto file = facts.unreadFile(begin)) {
            return Message("remedy.unread", {*file});
        }
    }
    if (lacksHost(spec, facts, platform)) {
        return advice(platform, kHostNeed);
    }
    const bool isDevice = spec.need == "device" || (isOfGpus(platform) && spec.need == "level1");
    const bool isOn = spec.isOn != nullptr && spec.isOn(facts).value_or(false);
    const bool isRecorded = facts.fromRows({TableKind::CommOps}).answer == Answer::Yes;
    if (isOn && !spec.needIfOn.empty() && (spec.need == "marks" || isRecorded)) {
        return advice(platform, spec.needIfOn);
    }
    const bool wasOn = isOn || (isDevice && facts.fromDeviceWork().answer == Answer::Yes);
    // A call that would be recorded tells as much as a setting, and no file can lack where none is of its own.
    const bool hasFile = facts.setting("activities").empty() || facts.hasFile([&](const FormatDescriptor &format) {
        return format.usual().hasAny(spec.from);
    });
    return !wasOn ? advice(platform, spec.need) : Message(hasFile ? "remedy.none_occurred" : "remedy.no_file");
}

/// Whether each rank of a job answers it, or none: what one rank lacks was lost, not left out. Data are loaded on some
/// ranks only.
bool isToldByAll(const CapabilitySpec &spec) { return spec.id != "data_loading"; }

std::string fileName(std::string_view path) { return std::string(path.substr(path.find_last_of('/') + 1)); }

/// Snapshots belong to the run, not to a capture.
void askSnapshots(const Run &run, Platform platform, Capability &result) {
    for (const auto &snapshot : run.snapshots) {
        const bool isOpen =
            snapshot.state != LoadState::Deep && snapshot.state != LoadState::Damaged && !snapshot.file.format.empty();
        const auto own = snapshot.store != nullptr ? Answer::Yes : isOpen ? Answer::OnDemand : Answer::No;
        if (own > result.answer) {
            result.answer = own;
            result.source = fileName(snapshot.file.path);
        }
    }
    const bool isLost = result.answer == Answer::No && !run.snapshots.empty();
    const auto level =
        run.captures.empty() ? std::string() : run.captures.front().environmentValue("bundle", kBundledLevel);
    result.remedy = !level.empty() ? leftOutOf(level, "snapshot")
                    : isLost       ? Message("remedy.lost", {fileName(run.snapshots.front().file.path)})
                                   : advice(platform, "snapshot");
}

void askCluster(const Run &run, const CapabilitySpec &spec, Capability &result) {
    const bool tells = spec.clusterKind != nullptr &&
                       std::any_of(run.clusterTables.begin(), run.clusterTables.end(), [&](const auto &table) {
                           return table->kind() == *spec.clusterKind && table->rowCount() > 0;
                       });
    if (tells && result.answer != Answer::Yes) {
        result.answer =
            *spec.clusterKind == TableKind::StepTraceTime || result.ranks > 0 ? Answer::Partly : Answer::Yes;
        result.source = run.clusterFiles.empty() ? std::string() : fileName(run.clusterFiles.front().path);
    }
}

/// What occurs wherever it is recorded: a profile without it has lost it.
bool alwaysOccurs(const CapabilitySpec &spec) {
    constexpr std::array<std::string_view, 4> kAlways{"time_split", "timeline", "memory_curve", "operators"};
    return std::find(kAlways.begin(), kAlways.end(), spec.id) != kAlways.end();
}

/// Of ranks that answer no where most answer: unless their settings say that it was off, what has no file that could
/// tell, or a damaged one, was not copied as a whole.
void addLacking(const Run &run, const CapabilitySpec &spec, const std::vector<const CaptureFacts *> &silent,
                Capability &result) {
    for (const auto *facts : silent) {
        const bool isOff = spec.isOn != nullptr && !spec.isOn(*facts).value_or(true);
        const bool hasFile =
            facts->hasFile([&](const FormatDescriptor &format) { return format.usual().hasAny(spec.from); });
        const auto &capture = facts->capture();
        const bool isCopied = capture.digest.empty() && !capture.files.empty();
        if (!isOff && isCopied && (!hasFile || facts->lostFile(spec.from, run.log.get()))) {
            result.lacking.push_back(capture.rank);
        }
    }
    if (!result.lacking.empty()) {
        result.remedy = againMessage("remedy.ranks", result.lacking);
    }
}

/// Of ranks whose settings say that they recorded what always occurs.
void addLost(const CapabilitySpec &spec, const std::vector<const CaptureFacts *> &silent, Capability &result) {
    for (const auto *facts : silent) {
        const auto &capture = facts->capture();
        const bool isOn = spec.isOn != nullptr && spec.isOn(*facts).value_or(false);
        const bool isKnown =
            std::find(result.lacking.begin(), result.lacking.end(), capture.rank) != result.lacking.end();
        if (isOn && !isKnown && capture.digest.empty() && capture.environmentValue("bundle", kBundledLevel).empty()) {
            result.lacking.push_back(capture.rank);
        }
    }
    std::sort(result.lacking.begin(), result.lacking.end());
}

void askCaptures(const Run &run, const std::vector<CaptureFacts> &facts, const CapabilitySpec &spec, Platform platform,
                 Capability &result) {
    std::vector<const CaptureFacts *> silent;
    std::vector<int> partly;
    for (const auto &capture : facts) {
        auto answer = answerOf(spec, capture, platform);
        if (answer.answer >= Answer::Partly) {
            (answer.answer == Answer::Yes ? result.telling : partly).push_back(capture.capture().rank);
        } else if (answer.answer == Answer::OnDemand) {
            result.toLoad.push_back(capture.capture().rank);
        } else {
            silent.push_back(&capture);
        }
        if (result.remedy.id.empty() && answer.answer == Answer::Partly && isOfHostAlone(spec, capture)) {
            result.remedy = advice(platform, spec.needIfOfHost);
        }
        if (result.remedy.id.empty() && (answer.answer == Answer::No || answer.answer == Answer::Partly)) {
            result.remedy = reasonOf(spec, capture, run, platform);
        }
        if (result.source.empty() && answer.answer >= Answer::Partly) {
            result.source = std::move(answer.source);
        }
        if (const auto value = capture.setting(spec.setting); result.setting.empty() && !value.empty()) {
            result.setting = std::string(spec.setting) + "=" + value;
        }
    }
    result.ranksYes = static_cast<int>(result.telling.size());
    result.telling = result.telling.empty() ? partly : result.telling;
    if (isToldByAll(spec) && 2 * result.ranksYes >= result.ranks) {
        addLacking(run, spec, silent, result);
    }
    if (alwaysOccurs(spec)) {
        addLost(spec, silent, result);
    }
    const bool isAll = result.ranksYes > 0 && result.ranksYes == result.ranks;
    result.answer = isAll                     ? Answer::Yes
                    : !result.telling.empty() ? Answer::Partly
                    : !result.toLoad.empty()  ? Answer::OnDemand
                                              : Answer::No;
    if (result.remedy.id.empty()) {
        result.remedy = advice(platform, spec.need);
    }
}

Capability ask(const Run &run, const std::vector<CaptureFacts> &facts, const CapabilitySpec &spec, Platform platform) {
    Capability result;
    result.question = spec.id;
    result.title = Message("capability." + result.question);
    result.ranks = static_cast<int>(facts.size());
    if (spec.read == nullptr) {
        askSnapshots(run, platform, result);
    } else {
        askCaptures(run, facts, spec, platform, result);
        askCluster(run, spec, result);
    }
    result.remedy = onDevice(std::move(result.remedy), run);
    return result;
}

std::vector<CaptureFacts> factsOf(const Run &run) {
    std::vector<CaptureFacts> facts;
    for (const int rank : run.ranks()) {
        facts.emplace_back(*run.capture(rank));
    }
    return facts;
}

void addCapabilities(const AnalysisInput &input, const std::stop_token & /*stop*/, TableRows<Capability> &out) {
    for (const auto &capability : capabilities(*input.run())) {
        out.add(capability);
    }
}

}  // namespace

Message againMessage(const std::string &id, const std::vector<int> &ranks) {
    if (ranks.size() == 1) {
        return Message(id + ".one", {std::to_string(ranks.front())});
    }
    return Message(id + ".several", {rangesText({ranks.begin(), ranks.end() - 1}), std::to_string(ranks.back())});
}

std::string_view answerText(Answer answer) {
    constexpr auto kTexts = std::to_array<std::string_view>({"no", "on demand", "partly", "yes"});
    return kTexts.at(static_cast<std::size_t>(answer));
}

std::vector<Capability> capabilities(const Run &run) {
    const auto facts = factsOf(run);
    const auto platform = platformOf(run);
    std::vector<Capability> result;
    for (const auto &spec : capabilityList()) {
        auto capability = ask(run, facts, spec, platform);
        const bool isMissing = capability.answer == Answer::No || capability.answer == Answer::Partly;
        const bool isToLoad = capability.answer == Answer::Partly && !capability.toLoad.empty();
        if (!isMissing || isToLoad) {
            capability.remedy = {};
        }
        result.push_back(std::move(capability));
    }
    return result;
}

Message capabilityRemedy(const Run &run, std::string_view question) {
    const auto list = capabilityList();
    const auto it = std::find_if(list.begin(), list.end(), [&](const CapabilitySpec &s) { return s.id == question; });
    if (it == list.end()) {
        return {};
    }
    const auto capability = ask(run, factsOf(run), *it, platformOf(run));
    return capability.answer == Answer::OnDemand ? Message("remedy.load") : capability.remedy;
}

AnalysisEntry makeCapabilitiesEntry() {
    using Row = Capability;
    return runTable<Row>(
        {{.id = "capabilities",
          .title = "What this profile can answer",
          .depth = LoadDepth::Deep,
          .level = BundleLevel::Summary,
          .isLean = true}},
        {
            column("question", "Stable name of the question.", &Row::question),
            column("meaning", "The question in words.", &Row::title, englishText),
            column("answer", "yes, partly (some ranks, or roughly), no, or on demand (read when it is needed).",
                   &Row::answer, answerText),
            column("ranks_yes", "Ranks that answer yes.", &Row::ranksYes),
            column("ranks", "Ranks that are present.", &Row::ranks),
            column("source", "Source file, of the first rank that has it.", &Row::source),
            column("setting", "The profiler setting that decides, as this profile has it; empty when unknown.",
                   &Row::setting),
            column("remedy",
                   "What to collect next time, on the platform of this run, or why there is none; empty when nothing "
                   "is missing.",
                   &Row::remedy, englishText),
        },
        addCapabilities);
}

}  // namespace stagescope
