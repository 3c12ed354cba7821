#include "core/session/watch/capture_listing.h"
#include "core/session/watch/capture_state.h"
#include "core/session/watch/file_wholeness.h"
#include "core/session/watch/watch_log.h"
#include "tests/fuzz/fuzzed_choice.h"
#include "tests/fuzz/fuzzed_file.h"

#include <algorithm>
#include <tuple>

using namespace stagescope;

namespace {

void log(std::string_view text) {
    const auto folder = FuzzedFile::folder() / "watched";
    std::filesystem::create_directory(folder);
    for (const char *name : {"dp_host_1_rank_0.log", "train.log"}) {
        std::ignore = FuzzedFile::writeAt(folder / name, text);
    }
    WatchLogReader reader;
    if (reader.read(folder.string(), {}).size() > WatchLogReader::kMostLines) {
        std::abort();
    }
}

/// Its first line is a name, the rest a file of that name.
void file(std::string_view text) {
    const auto end = std::min(text.find('\n'), text.size());
    std::string name(text.substr(0, std::min<std::size_t>(end, 100)));
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == '/' || c == '\0'; }, '_');
    if (name.empty() || name == "." || name == "..") {
        return;
    }
    const auto folder = FuzzedFile::folder() / "captures";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directory(folder);
    const auto written = FuzzedFile::writeAt(folder / name, text.substr(std::min(end + 1, text.size())));
    for (const auto check : {WholenessCheck::Ends, WholenessCheck::All}) {
        std::ignore = fileWholeness(written.path, check);
    }
    std::ignore = isProfilerFolder(name);
    for (const auto &path : {folder.string(), written.path}) {
        const auto listing = listCapture(path);
        std::ignore = mayBeCapture(listing, [](const std::string &) { return true; });
        std::ignore = judgeCapture(listing, kUsualQuiet,
                                   [](const std::string &one) { return fileWholeness(one, WholenessCheck::Ends); });
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    fuzzOneOf(data, size, {&log, &file});
    return 0;
}
