#include "views/common/empty_reason.h"

#include "core/analysis/overview/diagnostics.h"
#include "core/analysis/run/platform.h"
#include "views/common/texts/message_texts.h"

namespace stagescope {

Message emptyBecause(const std::shared_ptr<const Workspace> &workspace, const std::string &unless) {
    const auto *run = workspace ? workspace->mainRun() : nullptr;
    const auto list = run == nullptr ? std::vector<Diagnostic>{} : diagnostics(*run);
    if (list.empty() || list.front().entry.severity != Severity::DataLoss) {
        const auto onTorch = unless + ".torch";
        const bool isOnTorch = run != nullptr && platformOf(*run) == Platform::Torch && hasMessageText(onTorch);
        return Message(isOnTorch ? onTorch : unless);
    }
    const auto &file = list.front().entry.source;  // the worst come first
    return Message("view.empty.damaged", {file.substr(file.rfind('/') + 1)});
}

}  // namespace stagescope
