#include "core/analysis/overview/capabilities.h"

#include "core/analysis/overview/capability_list.h"
#include "core/analysis/run/platform.h"
#include "core/analysis/run/source_format.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/session/rank_facts.h"
#include "core/store/tables/table_store.h"

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

/// Same need under another name: frequencies come with level 1, and a GPU has no levels.
struct Alias {
    Platform platform;
    std::string_view need;
    std::string_view meant;
};
constexpr std::array<Alias, 3> kAliases{{{Platform::TorchNpu, "frequency", "level1"},
                                         {Platform::MindSpore, "frequency", "level1"},
                                         {Platform::Torch, "level1", "device"}}};

std::string_view needOn(Platform platform, std::string_view need) {
    const auto *it = std::find_if(kAliases.begin(), kAliases.end(),
                                  [&](const Alias &alias) { return alias.platform == platform && alias.need == need; });
    return it == kAliases.end() ? need : it->meant;
}

/// What supplies it on a platform; that it cannot, where there is no such text.
Message advice(Platform platform, std::string_view need) {
    const auto of = "remedy." + std::string(platformName(platform)) + ".";
    Message message(of + std::string(needOn(platform, need)));
    return capabilityText(message).empty() ? Message(of + "none") : message;
}
/// Torch names activities and calls after the device: that one, where a remedy of torch.profiler names it.
Message onDevice(Message remedy, const Run &run) {
    const bool isActivity = remedy.id == "remedy.torch.device";
    if (!isActivity && remedy.id != "remedy.torch.snapshot") {
        return remedy;
    }
    const auto other = otherTorchDevice(run);
    std::string device(other.empty() ? "cuda" : other);
    if (!isActivity && device != "cuda" && device != "xpu") {
        return Message("remedy.torch.none");  // no other device's allocator writes such files
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
        facts.capture(), [&] { return spec.read(facts); }, spec.id);
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
    const bool isDevice = needOn(platform, spec.need) == "device";
    const bool isOn = spec.isOn != nullptr && spec.isOn(facts).value_or(false);
    const bool isRecorded = facts.fromRows({TableKind::CommOps}).answer == Answer::Yes;
    if (isOn && !spec.needIfOn.empty() && (spec.need == "marks" || isRecorded)) {
        return advice(platform, spec.needIfOn);
    }
    const bool wasOn = isOn || (isDevice && facts.fromDeviceWork().answer == Answer::Yes);
    return !wasOn ? advice(platform, spec.need)
           : facts.hasFile([&](const FormatDescriptor &format) { return format.usual().hasAny(spec.from); })
               ? Message("remedy.none_occurred")
               : Message("remedy.no_file");
}

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

void askCaptures(const Run &run, const std::vector<CaptureFacts> &facts, const CapabilitySpec &spec, Platform platform,
                 Capability &result) {
    int partly = 0;
    for (const auto &capture : facts) {
        auto answer = answerOf(spec, capture, platform);
        result.ranksYes += answer.answer == Answer::Yes ? 1 : 0;
        partly += answer.answer == Answer::Partly ? 1 : 0;
        if (answer.answer == Answer::OnDemand) {
            result.toLoad.push_back(capture.capture().rank);
        } else if (answer.answer != Answer::Yes && result.remedy.id.empty()) {
            result.remedy = reasonOf(spec, capture, run, platform);
        }
        if (result.source.empty() && answer.answer >= Answer::Partly) {
            result.source = std::move(answer.source);
        }
        if (const auto value = capture.setting(spec.setting); result.setting.empty() && !value.empty()) {
            result.setting = std::string(spec.setting) + "=" + value;
        }
    }
    const bool isAll = result.ranksYes > 0 && result.ranksYes == result.ranks;
    result.answer = isAll                          ? Answer::Yes
                    : result.ranksYes + partly > 0 ? Answer::Partly
                    : !result.toLoad.empty()       ? Answer::OnDemand
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
        {{.id = "capabilities", .title = "What this profile can answer", .depth = LoadDepth::Deep, .isLean = true}},
        {
            column("question", "Stable name of the question.", &Row::question),
            column("meaning", "The question in words.", &Row::title, capabilityText),
            column("answer",
                   "yes, partly (some ranks, or roughly), no, or on demand (what tells it is read when it is asked "
                   "for).",
                   &Row::answer, answerText),
            column("ranks_yes", "Ranks that answer yes.", &Row::ranksYes),
            column("ranks", "Ranks that are present.", &Row::ranks),
            column("source", "File that tells, of the first rank where it does.", &Row::source),
            column("setting", "The profiler setting that decides, as this profile has it; empty when unknown.",
                   &Row::setting),
            column("remedy",
                   "What to collect next time, on the platform of this run, or why there is none; empty when nothing "
                   "is missing.",
                   &Row::remedy, capabilityText),
        },
        addCapabilities);
}

}  // namespace stagescope
