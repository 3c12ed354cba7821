#include "core/session/discovery/raw_folders.h"

#include "core/base/path_text.h"
#include "core/session/discovery/known_files.h"

#include <algorithm>
#include <utility>

namespace stagescope {

namespace {

std::string shellQuoted(const std::string &text) {
    std::string out = "'";
    for (const char c : text) {
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return out + "'";
}

/// MindSpore's old profiler writes the number of the device into the names of its files.
int deviceOf(const RankCapture &capture) {
    const bool isInNames = capture.origin == RankOrigin::FileName;
    return capture.device >= 0 ? capture.device : isInNames ? capture.rank : -1;
}

/// A file that a framework's profiler writes when it analyses what was recorded.
bool isFromAnalysis(const FileSource &file) {
    const auto kind = knownFile(lastPart(file.path)).kind;
    return !file.format.empty() && file.format != "profiler_metadata" &&
           (kind == FileKind::FrameworkDb || kind == FileKind::TraceView || kind == FileKind::KernelTable ||
            kind == FileKind::Small);
}

/// Whether the capture was made of the raw data, or of what was recorded with them: a framework starts msprof and keeps
/// its folder beside its own, or among its own files.
bool isMadeOf(const RawFolder &raw, const RankCapture &capture) {
    const auto place = parentPath(raw.path);
    const bool isBeside = capture.folder == place || parentPath(capture.folder) == place;
    const int device = deviceOf(capture);
    const bool isOfDevice = device < 0 || raw.devices.empty() || std::ranges::count(raw.devices, device) > 0;
    return isBeside && isOfDevice && std::ranges::any_of(capture.files, &isFromAnalysis);
}

}  // namespace

RawFolder rawOfFramework(const std::string &path) {
    const bool isMindSpore = lastPart(path).ends_with("_ascend_ms");
    const std::string module = isMindSpore ? "mindspore.profiler.profiler" : "torch_npu.profiler.profiler";
    return {.path = path,
            .command = "python3 -c " + shellQuoted("from " + module + " import analyse; analyse(\"" + path + "\")"),
            .isOfFramework = true};
}

RawFolder rawOfMsprof(const std::string &path, std::vector<int> devices) {
    return {.path = path, .command = "msprof --export=on --output=" + shellQuoted(path), .devices = std::move(devices)};
}

void logRawFolders(const std::vector<RawFolder> &folders, const Run &run, ImportLog &log) {
    for (const auto &raw : folders) {
        const bool isAnalysed =
            !raw.isOfFramework &&
            std::ranges::any_of(run.captures, [&](const RankCapture &capture) { return isMadeOf(raw, capture); });
        if (isAnalysed) {
            log.add(Severity::Info, run.path, "discovery.raw_analysed", raw.path, "");
        } else {
            log.add(Severity::Error, run.path, "discovery.raw_prof", raw.path, raw.command);
        }
    }
}

}  // namespace stagescope
