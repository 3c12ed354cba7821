#include "core/export/digest/slurm_array.h"
#include "core/fetch/access_file.h"
#include "core/fetch/fetch_folder.h"
#include "core/fetch/fetch_plan.h"
#include "core/fetch/rclone.h"
#include "core/fetch/rclone_log.h"
#include "core/fetch/remote_listing.h"
#include "tests/fuzz/fuzzed_choice.h"
#include "tests/fuzz/fuzzed_file.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>
#include <vector>

using namespace stagescope;

namespace {

std::vector<std::string> linesOf(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

Result<RemoteListing> listingOf(std::string_view text) {
    ListingReader reader("store:profile");
    for (const auto &line : linesOf(text)) {
        if (auto status = reader.add(line); !status) {
            return tl::make_unexpected(status.error());
        }
    }
    return reader.finish();
}

void listing(std::string_view text) {
    const auto read = listingOf(text);
    for (const auto &file : read ? read->files : std::vector<RemoteFile>{}) {
        if (!isSafeName(file.name)) {
            std::abort();
        }
    }
}

/// What is made of a listing: the folder that has its names must stay where it is.
void plan(std::string_view text) {
    const auto read = listingOf(text);
    if (!read || read->files.size() > 20) {
        return;
    }
    const auto scratch = FuzzedFile::folder() / "scratch";
    std::filesystem::remove_all(scratch);
    std::filesystem::create_directory(scratch);
    const auto heads = [](const std::vector<RemoteFile> &files, const std::string &folder) {
        for (const auto &file : files) {
            const auto path = std::filesystem::path(folder) / file.name;
            std::error_code ignored;
            std::filesystem::create_directories(path.parent_path(), ignored);
            std::ignore = FuzzedFile::writeAt(path, "{}");
        }
        return Status{};
    };
    const auto planned = planFetch(*read, "profile", {.answers = {SlimAnswer::Pipeline}}, heads, scratch.string());
    if (planned) {
        std::ignore = planned->needed();
    }
}

void rcloneLog(std::string_view text) {
    const TransferListener listener{[](const std::string &) {}, [](const TransferState &) {}};
    RcloneLog log(&listener);
    for (const auto &line : linesOf(text)) {
        std::ignore = log.take(line);
    }
    std::ignore = log.complaint();
}

void remoteName(std::string_view text) {
    const auto remote = Rclone::open(std::string(text), std::chrono::seconds(1));
    if (remote && !isSafeName(remote->folderName())) {
        std::abort();
    }
}

void accessFile(std::string_view text) {
    std::ignore = settingsFromAccessFile(FuzzedFile::write("obs_access_config.json", text).path);
}

void fetchManifest(std::string_view text) {
    const auto folder = FuzzedFile::folder() / "fetched";
    std::filesystem::create_directory(folder);
    std::ignore = FuzzedFile::writeAt(folder / kFetchManifest, text);
    std::ignore = FetchFolder::open(folder.string(), "store:profile");
}

void slurm(std::string_view text) {
    // What is written of an array is read as the same one.
    if (const auto array = SlurmArray::fromText(std::string(text))) {
        const auto again = SlurmArray::fromText(array->text());
        if (!again || again->text() != array->text()) {
            std::abort();
        }
    }
    std::ignore = slurmState(linesOf(text));
    std::ignore = FuzzedFile::write("3.log", text);
    std::ignore = slurmTaskLog(FuzzedFile::folder().string(), 3, 5);
}

}  // namespace

/// What other programs answer, and what they left.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    fuzzOneOf(data, size, {&listing, &plan, &rcloneLog, &remoteName, &accessFile, &fetchManifest, &slurm});
    return 0;
}
