#include "app/command_choice.h"
#include "app/command_identity.h"
#include "app/command_list.h"
#include "app/command_loading.h"
#include "app/command_outcome.h"
#include "app/commands/digest_slurm.h"
#include "app/common_options.h"
#include "app/output.h"
#include "core/base/time.h"
#include "core/export/digest/digest_merge.h"
#include "core/session/discovery/discovery.h"
#include "core/session/output_place.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr const char *kDigestCommand = "stagescope digest";
constexpr std::int64_t kMostShards = 1 << 20;

struct DigestRequest {
    DigestChoice choice;
    std::string target;
};

/// "3/16"
Status parseShard(const std::string &text, DigestChoice &choice) {
    const auto slash = text.find('/');
    const auto number = [&](std::string_view part) { return parseInteger(part, "--shard").value_or(0); };
    const auto shard = slash == std::string::npos ? 0 : number(std::string_view(text).substr(0, slash));
    const auto shards = slash == std::string::npos ? 0 : number(std::string_view(text).substr(slash + 1));
    if (shard < 1 || shard > shards || shards > kMostShards) {
        return badValue("--shard", text, "a part such as 1/16, 2/16 ... 16/16");
    }
    choice.shard = static_cast<std::size_t>(shard) - 1;
    choice.shards = static_cast<std::size_t>(shards);
    return {};
}

/// Slurm makes shards itself, and without it nothing of it is wanted.
Status checkSlurmOptions(const Arguments &arguments) {
    const bool isSlurm = arguments.has("--slurm");
    for (const auto *option : {"--shard", "--partition", "--array-size"}) {
        if (arguments.has(option) && isSlurm == (std::string_view(option) == "--shard")) {
            return fail(ErrorKind::BadArgument, isSlurm ? "is for shards without --slurm" : "wants --slurm", option);
        }
    }
    return {};
}

Result<DigestRequest> digestRequest(const Arguments &arguments) {
    DigestRequest request{.choice = {}, .target = arguments.value("-o")};
    if (request.target.empty()) {
        return fail(ErrorKind::BadArgument, "-o DIR says where the digests go", kDigestCommand);
    }
    if (arguments.has("--level")) {
        const auto level = bundleLevelFromText(arguments.value("--level"));
        if (!level) {
            return badChoice("--level", arguments.value("--level"), {"summary", "pipeline", "full"});
        }
        request.choice.level = *level;
    }
    auto ranks = ranksOption(arguments, "--ranks");
    if (!ranks) {
        return tl::make_unexpected(ranks.error());
    }
    request.choice.ranks = std::move(*ranks);
    if (const auto status = checkSlurmOptions(arguments); !status) {
        return tl::make_unexpected(status.error());
    }
    auto status = arguments.has("--shard") ? parseShard(arguments.value("--shard"), request.choice) : Status();
    status = status ? checkOutputPlace(request.target, arguments.opened()) : status;
    status = status ? checkNewProfilePlace(request.target) : status;
    return status ? Result<DigestRequest>(std::move(request)) : tl::make_unexpected(status.error());
}

std::string outcomeText(const DigestOutcome &outcome) {
    return countText(outcome.written, "rank") + " digested, " + countText(outcome.unchanged, "rank") +
           " left as they are: " + sizeText(outcome.bytes) + " of " + sizeText(outcome.sourceBytes) + "\n";
}

Status checkMergeOptions(const Arguments &arguments) {
    for (const auto &[name, values] : arguments.options) {
        if (name != "--merge") {
            return fail(ErrorKind::BadArgument, "is of no use to --merge, which takes digests as they are", name);
        }
    }
    return {};
}

std::string mergedText(const Run &listed, const MergeOutcome &outcome) {
    if (outcome.isUnchanged) {
        return "merged already\n";
    }
    std::string text = countText(listed.ranks().size(), "rank") + " merged: " + countText(outcome.clocks, "clock");
    if (outcome.clocks > 1) {
        const auto alignment = alignmentOf(outcome.offsets);
        text += " compared by " + countText(outcome.collectives, "collective") + " and by pipelines, " +
                (alignment.isShifted() ? "brought together" : "which agree");
        text += alignment.uncertainty() ? ", +-" + microsText(alignment.uncertainty()->count()) + " us" : std::string();
    }
    return text + "\n";
}

int runMerge(const Arguments &arguments) {
    if (const auto status = checkMergeOptions(arguments); !status) {
        return printError(status.error());
    }
    const auto &path = arguments.positional[0];
    const auto listed = discover(path, RunId{0});
    if (!listed) {
        return printError(listed.error());
    }
    const auto progress = [](std::size_t done, std::size_t all) {
        showProgress(std::to_string(done / 2) + " of " + countText(all / 2, "rank"));
    };
    const auto outcome = mergeDigests(*listed, &loadDiscoveredShallow, &loadDiscovered, progress);
    showProgress({});
    if (!outcome) {
        return printError(outcome.error());
    }
    return writeOut(mergedText(*listed, *outcome)) ? 0 : 2;
}

int runDigest(const Arguments &arguments) {
    if (arguments.has("--merge")) {
        return runMerge(arguments);
    }
    const auto request = digestRequest(arguments);
    if (!request) {
        return printError(request.error());
    }
    const auto &path = arguments.positional[0];
    const auto listed = discover(path, RunId{0});
    if (!listed) {
        return printError(listed.error());
    }
    if (listed->captures.empty()) {
        const auto readable = requireReadable(*listed, path);
        return printError(readable ? Error{ErrorKind::NotFound, "no rank that could be digested", path}
                                   : readable.error());
    }
    if (const auto isOne = requireOneRun(*listed, path); !isOne) {
        return printError(isOne.error());
    }
    if (arguments.has("--slurm")) {
        return digestOnSlurm(arguments, *listed, request->choice, request->target);
    }
    const auto progress = [](std::size_t done, std::size_t all) {
        showProgress(std::to_string(done) + " of " + countText(all, "rank"));
    };
    const auto outcome = writeDigests(*listed, request->choice, request->target, &loadDiscovered, progress);
    showProgress({});
    if (!outcome) {
        return printError(outcome.error());
    }
    if (!writeOut(outcomeText(*outcome))) {
        return 2;
    }
    for (const auto &failure : outcome->failed) {
        printNote(errorLine({failure.kind, failure.where + ": " + failure.detail, path}));
    }
    const int code = exitCode(outcome->losses, arguments, path);
    return outcome->failed.empty() || arguments.has("--allow-loss") ? code : 1;
}

}  // namespace

Command makeDigestCommand() {
    Command command{
        .name = "digest",
        .section = CommandSection::Copy,
        .synopsis = "PATH -o DIR | --merge DIR",
        .summary = "Write small per-rank summaries that open like the profile",
        .details = "Ranks are processed one by one; digests that are up to date are skipped.",
        .options = {{"-o", "DIR", "digest folder, outside the profile; may be shared by several processes"},
                    {"--level", "LEVEL",
                     "summary: small tables, steps, marks; pipeline (default): all but Python call stacks and memory "
                     "snapshots; full: all"},
                    {"--shard", "I/N", "process shard I of N (I = 1..N; every N-th rank), e.g. for array jobs"},
                    {"--merge", "",
                     "compute cross-rank data (clock offsets, pipelines) of a digest folder and store it there "
                     "(merged.stagescope)"}},
        .minPositional = 1,
        .maxPositional = 1,
        .run = &runDigest};
    const auto slurm = slurmOptions();
    command.options.insert(command.options.end(), slurm.begin(), slurm.end());
    command.options.push_back(ranksSpec("--ranks"));
    command.options.push_back(allowLossOption());
    return command;
}

}  // namespace stagescope
