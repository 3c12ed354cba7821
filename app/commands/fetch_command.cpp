#include "app/command_list.h"
#include "app/command_loading.h"
#include "app/command_outcome.h"
#include "app/commands/slim_text.h"
#include "app/common_options.h"
#include "app/output.h"
#include "core/base/io/private_folder.h"
#include "core/export/shown_text.h"
#include "core/fetch/access_file.h"
#include "core/fetch/fetch_files.h"
#include "core/session/output_place.h"

#include <algorithm>
#include <chrono>

namespace stagescope {

namespace {

constexpr const char *kFetchCommand = "stagescope fetch";
constexpr std::int64_t kUsualSilence = 120;

struct FetchRequest {
    SlimChoice choice;
    std::string target;  ///< empty: nothing is fetched
    std::chrono::seconds silence{kUsualSilence};
};

Result<FetchRequest> fetchRequest(const Arguments &arguments) {
    constexpr std::int64_t kLongest = 86'400;
    FetchRequest request;
    auto choice = slimChoice(arguments);
    if (!choice) {
        return tl::make_unexpected(choice.error());
    }
    request.choice = std::move(*choice);
    if (arguments.has("--silence")) {
        const auto seconds = parseInteger(arguments.value("--silence"), "--silence");
        if (!seconds || *seconds < 1 || *seconds > kLongest) {
            return badValue("--silence", arguments.value("--silence"), "a number of seconds, at most a day");
        }
        request.silence = std::chrono::seconds(*seconds);
    }
    if (arguments.has("--list")) {
        return request;
    }
    if (arguments.positional.size() < 2) {
        return fail(ErrorKind::BadArgument,
                    "DIR is missing: the folder for the files (--list only lists the needed files)", kFetchCommand);
    }
    request.target = arguments.positional[1];
    const auto place = checkNewProfilePlace(request.target);
    return place ? Result<FetchRequest>(std::move(request)) : tl::make_unexpected(place.error());
}

/// "258 ranks, 12034 files, 512.0 GB; needed: 516 files, 3.1 GB (0.6 %)"
std::string fetchPlanText(const FetchPlan &plan) {
    SlimSum all;
    SlimSums sums;
    for (const auto &part : plan.parts) {
        all.add(part.file.bytes);
        sums[part.reason].add(part.file.bytes);
    }
    const auto &needed = sums[SlimReason::Kept];
    return countText(plan.ranks.size(), "rank") + ", " + countText(all.files, "file") + ", " + sizeText(all.bytes) +
           "; needed: " + countText(needed.files, "file") + ", " + sizeText(needed.bytes) + " (" +
           portionText(needed.bytes, all.bytes) + ")\n" + leftOutText(sums);
}

std::string filesOf(const FetchPlan &plan) {
    constexpr std::size_t kWidth = 9;
    std::string text;
    for (const auto &file : plan.needed()) {
        const auto size = sizeText(file.bytes);
        text += std::string(kWidth - std::min(kWidth, size.size()), ' ') + size + "  " + shownText(file.name) + "\n";
    }
    return text;
}

void showFetched(const FetchProgress &progress) {
    const auto rest = static_cast<double>(progress.bytesAll - progress.bytes);
    const auto rate = progress.bytesPerSecond;
    showProgress(std::to_string(progress.files) + " of " + countText(progress.filesAll, "file") + ", " +
                 sizeText(progress.bytes) + " of " + sizeText(progress.bytesAll) +
                 (rate >= 1 ? ", " + sizeText(static_cast<std::uint64_t>(rate)) + "/s, about " +
                                  std::to_string(static_cast<std::int64_t>(rest / rate)) + " s left"
                            : std::string{}));
}

int fetchPlanned(const Rclone &rclone, const FetchPlan &plan, const FetchRequest &request, const std::string &scratch,
                 bool allowsLoss) {
    const auto outcome = fetchFiles(rclone, plan, request.choice, request.target, scratch, &showFetched);
    showProgress({});
    if (!outcome) {
        return printError(outcome.error());
    }
    for (const auto &error : outcome->lost) {
        printNote(errorLine(error));
    }
    const auto before = outcome->filesBefore == 0
                            ? std::string{}
                            : "; " + countText(outcome->filesBefore, "file") + " had been fetched before";
    if (!writeOut("fetched: " + countText(outcome->files, "file") + ", " + sizeText(outcome->bytes) + before + "\n")) {
        return 2;
    }
    const bool isNothing = outcome->files + outcome->filesBefore == 0;
    return outcome->lost.empty() ? 0 : isNothing ? 2 : allowsLoss ? 0 : 1;
}

int makeRemoteFrom(const Arguments &arguments) {
    const auto &name = arguments.positional.front();
    const auto settings = settingsFromAccessFile(arguments.value("--remote-from"));
    const auto made = settings ? makeRemote(name, *settings) : tl::make_unexpected(settings.error());
    if (!made) {
        return printError(made.error());
    }
    return writeOut("made: the remote " + shownText(name) + " of rclone, " + shownText(settings->at("endpoint")) + "\n")
               ? 0
               : 2;
}

int runFetch(const Arguments &arguments) {
    if (arguments.has("--remote-from")) {
        return makeRemoteFrom(arguments);
    }
    const auto request = fetchRequest(arguments);
    const auto rclone =
        request ? Rclone::open(arguments.positional[0], request->silence) : tl::make_unexpected(request.error());
    const auto scratch = rclone ? PrivateFolder::make(rclone->remote()) : tl::make_unexpected(rclone.error());
    if (!scratch) {
        return printError(scratch.error());
    }
    showProgress("listing " + rclone->remote());
    const auto own = (*scratch)->path().string();
    const auto heads = [&](const std::vector<RemoteFile> &files, const std::string &folder) {
        return rclone->heads(files, kFetchedHead, folder, own);
    };
    const auto listing = rclone->list();
    const auto plan = listing ? planFetch(*listing, rclone->folderName(), request->choice, heads, own + "/stand-in")
                              : tl::make_unexpected(listing.error());
    showProgress({});
    if (!plan) {
        return printError({plan.error().kind, plan.error().detail, rclone->remote()});
    }
    if (!writeOut(fetchPlanText(*plan) + (request->target.empty() ? filesOf(*plan) : std::string{}))) {
        return 2;
    }
    for (const auto &error : listing->refused) {
        printNote(errorLine(error));
    }
    const bool allowsLoss = arguments.has("--allow-loss");
    const int code = request->target.empty() ? 0 : fetchPlanned(*rclone, *plan, *request, own, allowsLoss);
    return code == 0 && !listing->refused.empty() && !allowsLoss ? 1 : code;
}

std::string moreOfFetch() {
    return R"(REMOTE is NAME:PATH on a remote set up with 'rclone config' (S3 including OBS,
SFTP, WebDAV ...). rclone's configuration, credentials and variables
(RCLONE_CONFIG ...) are used as they are. Files appear in DIR once complete;
run the same command again to resume.

--remote-from: rclone writes the remote to its own configuration; keys appear
neither on command lines nor in output.
)";
}

}  // namespace

Command makeFetchCommand() {
    return {.name = "fetch",
            .section = CommandSection::Copy,
            .synopsis = "REMOTE DIR --for ANSWERS | --remote-from FILE NAME",
            .summary = "Download the needed files of a remote profile with rclone",
            .options = {{"--for", "ANSWERS",
                         "fetch data for pipeline, communication, memory or all; several: pipeline,memory"},
                        {"--list", "", "list remote and needed files, fetch nothing (DIR not needed)"},
                        {"--silence", "SECONDS",
                         "stop rclone after SECONDS without output (default: " + std::to_string(kUsualSilence) + ")"},
                        {"--remote-from", "FILE",
                         "create rclone remote NAME from an obs_access_config.json, fetch nothing"},
                        ranksSpec("--ranks"),
                        allowLossOption()},
            .minPositional = 1,
            .maxPositional = 2,
            .more = &moreOfFetch,
            .run = &runFetch};
}

}  // namespace stagescope
