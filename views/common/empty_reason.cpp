#include "views/common/empty_reason.h"

#include "core/analysis/overview/diagnostics.h"
#include "core/analysis/run/platform.h"
#include "views/common/texts/message_texts.h"

namespace stagescope {

Message emptyBecause(const std::shared_ptr<const Workspace> &workspace, const std::string &unless) {
    const auto *run = workspace ? workspace->mainRun() : nullptr;
    if (const auto loss = run == nullptr ? std::nullopt : firstLoss(*run)) {
        const auto &file = loss->entry.source;
        return Message("view.empty.damaged", {file.substr(file.rfind('/') + 1)});
    }
    const auto onTorch = unless + ".torch";
    const bool isOnTorch = run != nullptr && platformOf(*run) == Platform::Torch && hasMessageText(onTorch);
    return Message(isOnTorch ? onTorch : unless);
}

}  // namespace stagescope
