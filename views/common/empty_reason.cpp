#include "views/common/empty_reason.h"

#include "core/analysis/overview/diagnostics.h"

namespace stagescope {

Message emptyBecause(const std::shared_ptr<const Workspace> &workspace, const std::string &unless) {
    const auto *run = workspace ? workspace->mainRun() : nullptr;
    const auto list = run == nullptr ? std::vector<Diagnostic>{} : diagnostics(*run);
    if (list.empty() || list.front().entry.severity != Severity::DataLoss) {
        return Message(unless);
    }
    const auto &file = list.front().entry.source;  // the worst come first
    return Message("view.empty.damaged", {file.substr(file.rfind('/') + 1)});
}

}  // namespace stagescope
