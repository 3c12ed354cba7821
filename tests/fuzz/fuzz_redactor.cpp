#include "core/export/redaction/redacted_workspace.h"
#include "core/export/redaction/redactor.h"
#include "core/session/workspace.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <tuple>

using namespace stagescope;

namespace {

Workspace workspaceOf(const std::string &path, const std::string &host, const std::string &group) {
    RankCapture capture;
    capture.rank = 0;
    capture.host = host;
    capture.folder = path + "/rank0";
    FileSource file;
    file.path = capture.folder + "/" + host + "_4711_20241122101112123_ascend_pt";
    capture.files.push_back(file);
    Run run;
    run.id = RunId{0};
    run.path = path;
    run.label = path;
    run.captures.push_back(capture);
    run.groups.push_back({group, group, {0}});
    Workspace workspace;
    workspace.runs.push_back(run);
    return workspace;
}

}  // namespace

/// Three lines name a path, a host and a group; the rest is a text. What is redacted has none of the names left.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    std::string_view rest(reinterpret_cast<const char *>(data), size);
    std::array<std::string, 3> names;
    for (auto &name : names) {
        const auto end = std::min(rest.find('\n'), rest.size());
        name = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    const auto workspace = workspaceOf(names[0], names[1], names[2]);
    const Redactor redactor(workspace);
    std::ignore = redactor.redact(rest);
    std::ignore = redactedWorkspace(workspace, redactor);
    return 0;
}
