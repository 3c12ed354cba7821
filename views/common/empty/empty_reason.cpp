#include "views/common/empty/empty_reason.h"

#include "core/analysis/overview/diagnostics.h"
#include "core/analysis/run/platform.h"
#include "core/export/bundle_level.h"
#include "views/common/texts/message_texts.h"

namespace stagescope {

namespace {

/// Which level keeps too little, what for, and which one does not.
Message digestReason(std::string_view table, const RanksKeptInPart &part) {
    const auto ofTable = "view.digest_lacks." + std::string(table);
    const auto lacks = hasMessageText(ofTable) ? ofTable : std::string("view.digest_lacks");
    return Message("view.empty.digest",
                   {std::string(bundleLevelText(part.level)), messageText(Message(lacks)).toStdString(),
                    std::string(bundleLevelText(leastLevelFor(table)))});
}

/// How the id of a text ends that is in the words of a platform; NPUs have those without an ending.
std::string_view endingOf(Platform platform) {
    if (isOfNpus(platform)) {
        return {};
    }
    return isOfTorch(platform) ? ".torch" : ".other";
}

}  // namespace

bool isOfDigest(const Message &reason) { return reason.id == "view.empty.digest"; }

Message emptyBecause(const std::shared_ptr<const Workspace> &workspace, const std::string &unless,
                     std::string_view table, const std::vector<int> &ranks) {
    const auto *run = workspace ? workspace->mainRun() : nullptr;
    if (const auto loss = run == nullptr ? std::nullopt : firstLoss(*run)) {
        const auto &file = loss->entry.source;
        return Message("view.empty.damaged", {file.substr(file.rfind('/') + 1)});
    }
    if (const auto part = run == nullptr ? std::nullopt : keptInPart(*run, table, ranks)) {
        return digestReason(table, *part);
    }
    const auto platform = run == nullptr ? Platform::TorchNpu : platformOf(*run);
    const auto inItsWords = unless + std::string(endingOf(platform));
    return Message(hasMessageText(inItsWords) ? inItsWords : unless);
}

}  // namespace stagescope
