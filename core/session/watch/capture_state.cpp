#include "core/session/watch/capture_state.h"

#include "core/base/path_text.h"
#include "core/base/text.h"
#include "core/session/discovery/known_files.h"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

namespace stagescope {

namespace {

using namespace std::chrono_literals;

constexpr std::string_view kParsed = "ASCEND_PROFILER_OUTPUT/";
constexpr std::string_view kParseMark = "ASCEND_PROFILER_OUTPUT/analyse.done";

/// Of one profiler's folder, or of what lies about.
struct CapturePart {
    std::vector<std::string> outputs;  ///< names of the files of a timeline, below the capture
    bool hasParseMark = false;
    bool hasOwnTimeline = false;  ///< of the framework, or of msprof where there is none
    bool hasTables = false;
    bool hasRaw = false;
    bool hasEndMark = false;
    bool hasFiles = false;
};

/// Names of folders from the outermost on; the last part of a file is its own name.
std::vector<std::string_view> partsOf(std::string_view name) {
    std::vector<std::string_view> parts;
    for (std::size_t at = 0; at <= name.size();) {
        const auto end = std::min(name.find('/', at), name.size());
        parts.push_back(name.substr(at, end - at));
        at = end + 1;
    }
    return parts;
}

/// How many characters of the name lead to the profiler's folder that the file lies in; 0 = to none.
std::size_t profilerFolderEnd(std::string_view name) {
    std::size_t at = 0;
    for (const auto part : partsOf(name)) {
        at += part.size();
        if (isProfilerFolder(part) && at < name.size()) {
            return at + 1;
        }
        ++at;
    }
    return 0;
}

bool isRaw(const std::vector<std::string_view> &parts) {
    return std::any_of(parts.begin(), parts.end() - 1, [](std::string_view part) {
        return part == "FRAMEWORK" || part == "data" || part == "sqlite" || part.ends_with("_log") || part == "logs";
    });
}

/// Files that hold what was parsed: JSON of unknown names counts only where nothing is raw.
bool isOutput(std::string_view name, FileKind kind) {
    const bool isSettled = kind != FileKind::Unknown && kind != FileKind::ProfilerInfo && kind != FileKind::JsonText;
    return isSettled && name != "profiler_metadata.json";
}

/// `inner`: its name below the profiler's folder.
void addFile(CapturePart &part, const ListedFile &file, std::string_view inner, bool isLoose) {
    const auto parts = partsOf(inner);
    const auto name = parts.back();
    part.hasFiles = true;
    part.hasParseMark = part.hasParseMark || inner == kParseMark;
    const bool isInProf = parts.size() > 1 && (parts.front().starts_with("PROF_") || parts.front() == "host" ||
                                               parts.front().starts_with("device_"));
    const bool isSide =
        parts.size() > 1 && (parts[parts.size() - 2] == "host" || parts[parts.size() - 2].starts_with("device_"));
    part.hasEndMark = part.hasEndMark || (isSide && name.starts_with("end_info") && name.ends_with(".done"));
    part.hasRaw = part.hasRaw || (isInProf && std::any_of(parts.begin(), parts.end() - 1, [](std::string_view each) {
                                      return each == "host" || each.starts_with("device_");
                                  }));
    if (isRaw(parts)) {
        return;
    }
    const auto kind = knownFile(name).kind;
    const bool isTrace = isTimeline(kind) || kind == FileKind::Snapshot || (isLoose && kind == FileKind::JsonText);
    if (!isTrace && !isOutput(name, kind)) {
        return;
    }
    part.hasTables = true;
    if (isTrace) {
        part.outputs.push_back(file.name);
        const bool isOfMsprof = isInProf && !isLoose && parts.front().starts_with("PROF_");
        part.hasOwnTimeline = part.hasOwnTimeline || !isOfMsprof;
    }
}

/// By the folder of the profiler; "" = what lies about.
std::map<std::string, CapturePart> captureParts(const CaptureListing &listing) {
    std::map<std::string, CapturePart> parts;
    const bool isItself = listing.isFolder && isProfilerFolder(lastPart(listing.path));
    for (const auto &file : listing.files) {
        const auto end = isItself ? 0 : profilerFolderEnd(file.name);
        const bool isLoose = end == 0 && !isItself;
        addFile(parts[file.name.substr(0, end)], file, std::string_view(file.name).substr(end), isLoose);
    }
    // A folder with nothing in it is one that something will come into.
    for (const auto &folder : isItself ? std::vector<std::string>{} : listing.folders) {
        if (isProfilerFolder(lastPart(folder)) && profilerFolderEnd(folder) == 0) {
            parts[folder + '/'];
        }
    }
    if (isItself) {
        parts[""];
    }
    return parts;
}

Status firstTrouble(const CaptureListing &listing, const CapturePart &part,
                    const std::function<Status(const std::string &)> &wholeness) {
    for (const auto &name : part.outputs) {
        if (auto status = wholeness(listing.isFolder ? listing.path + '/' + name : listing.path); !status) {
            return status;
        }
    }
    return {};
}

CaptureVerdict judgePart(const CaptureListing &listing, const CapturePart &part, std::chrono::nanoseconds unchanged,
                         std::chrono::nanoseconds quiet, const std::function<Status(const std::string &)> &wholeness) {
    using enum CaptureState;
    if (part.hasParseMark && part.hasTables) {
        return {Complete, CaptureRule::ParseMark};
    }
    if (!part.hasFiles) {
        return {BeingWritten, CaptureRule::Empty};
    }
    if (!part.hasTables && part.hasRaw && !part.hasEndMark) {
        return {BeingWritten, CaptureRule::NoEndMark};
    }
    const bool isInDoubt = part.hasTables && !part.hasOwnTimeline;
    if (unchanged < (isInDoubt ? kDoubtFactor * quiet : quiet)) {
        return {BeingWritten, CaptureRule::Changing};
    }
    if (!part.hasTables) {
        return {NotParsed, part.hasEndMark ? CaptureRule::EndMark : CaptureRule::Quiet};
    }
    auto status = firstTrouble(listing, part, wholeness);
    if (status) {
        return {Complete, CaptureRule::Quiet};
    }
    const auto kind = status.error().kind;
    return kind == ErrorKind::NoPermission ? CaptureVerdict{Unreadable, CaptureRule::NoAccess, status.error()}
           : kind == ErrorKind::Changed || kind == ErrorKind::Cancelled || kind == ErrorKind::NotFound
               ? CaptureVerdict{BeingWritten, CaptureRule::NotWhole, status.error()}
               : CaptureVerdict{BrokenOff, CaptureRule::NotWhole, status.error()};
}

/// What is said of several: what is still written comes first, then what is lost; parsed on some ranks is parsed.
int weight(CaptureState state) {
    constexpr std::array<CaptureState, kCaptureStates> kOrder{CaptureState::NotParsed, CaptureState::Complete,
                                                              CaptureState::BrokenOff, CaptureState::Unreadable,
                                                              CaptureState::BeingWritten};
    return static_cast<int>(std::find(kOrder.begin(), kOrder.end(), state) - kOrder.begin());
}

}  // namespace

std::string_view captureStateText(CaptureState state) {
    constexpr std::array<std::string_view, kCaptureStates> kTexts{"being_written", "complete", "not_parsed",
                                                                  "broken_off", "unreadable"};
    return kTexts[static_cast<std::size_t>(state)];
}

std::string_view captureRuleText(CaptureRule rule) {
    constexpr std::array<std::string_view, kCaptureRules> kTexts{"parse_mark", "quiet", "changing",  "no_end_mark",
                                                                 "end_mark",   "empty", "not_whole", "no_access"};
    return kTexts[static_cast<std::size_t>(rule)];
}

bool mayBeCapture(const CaptureListing &listing, const std::function<bool(const std::string &path)> &isTrace) {
    if (listing.isFolder && isProfilerFolder(lastPart(listing.path))) {
        return true;
    }
    return std::any_of(listing.files.begin(), listing.files.end(),
                       [&](const ListedFile &file) {
                           const auto kind = knownFile(lastPart(file.name)).kind;
                           if (profilerFolderEnd(file.name) > 0) {
                               return true;
                           }
                           if (kind == FileKind::JsonText) {
                               return isTrace(listing.isFolder ? listing.path + '/' + file.name : listing.path);
                           }
                           return listing.isFolder ? isOutput(lastPart(file.name), kind)
                                                   : isTimeline(kind) || kind == FileKind::Snapshot;
                       }) ||
           std::any_of(listing.folders.begin(), listing.folders.end(),
                       [](const std::string &folder) { return isProfilerFolder(lastPart(folder)); });
}

CaptureVerdict judgeCapture(const CaptureListing &listing, std::chrono::nanoseconds unchanged,
                            const std::function<Status(const std::string &path)> &wholeness,
                            std::chrono::nanoseconds quiet) {
    if (!listing.readable && listing.readable.error().kind != ErrorKind::Limit) {
        return {CaptureState::Unreadable, CaptureRule::NoAccess, listing.readable.error()};
    }
    const auto parts = captureParts(listing);
    std::optional<CaptureVerdict> worst;
    for (const auto &[folder, part] : parts) {
        if (folder.empty() && parts.size() > 1 && !part.hasTables) {
            continue;  // a note beside the ranks
        }
        const auto verdict = judgePart(listing, part, unchanged, quiet, wholeness);
        if (!worst || weight(verdict.state) > weight(worst->state)) {
            worst = verdict;
        }
    }
    // Of several ranks one may be done before the next begins.
    if (parts.size() > 1 && worst && worst->rule == CaptureRule::ParseMark && unchanged < quiet) {
        return {CaptureState::BeingWritten, CaptureRule::Changing};
    }
    return worst.value_or(CaptureVerdict{CaptureState::BeingWritten, CaptureRule::Empty});
}

}  // namespace stagescope
