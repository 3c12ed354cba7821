#include "core/base/io/mark_file.h"
#include "core/scene/timeline/timeline_arrangement_text.h"
#include "core/session/report_list.h"
#include "core/session/run_list.h"
#include "tests/fuzz/fuzzed_choice.h"
#include "tests/fuzz/fuzzed_file.h"

#include <xxhash.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <tuple>

using namespace stagescope;

namespace {

const std::string kRun = "/profile";

void marks(std::string_view text) { std::ignore = parseMarks(text, "marks"); }

/// With the last line that it should have: what the sum would refuse is read, too.
void wholeMarks(std::string_view text) {
    std::array<char, 32> end{};
    std::snprintf(end.data(), end.size(), "end %016llx\n",
                  static_cast<unsigned long long>(XXH3_64bits(text.data(), text.size())));
    const auto read = parseMarks(std::string(text) + end.data(), "marks");
    if (read && parseMarks(marksText(kRun, *read), "again") != *read) {
        std::abort();  // what was read is not what would be written
    }
}

void marksOnDisk(std::string_view text) {
    const auto path = marksPath(kRun);
    std::filesystem::create_directories(path.parent_path());
    std::ignore = FuzzedFile::writeAt(path, text);
    std::ignore = readMarks(kRun);
}

void runList(std::string_view text) {
    const std::filesystem::path path = runListPath();
    std::filesystem::create_directories(path.parent_path());
    std::ignore = FuzzedFile::writeAt(path, text);
    RunList list;
    list.refresh();
    for (const auto &run : list.all()) {
        std::ignore = run.label();
        std::ignore = list.find(run.path);
    }
}

void reportList(std::string_view text) {
    const auto path = keptPath(kRun, "report");
    std::filesystem::create_directories(path.parent_path());
    std::ignore = FuzzedFile::writeAt(path, text);
    const auto entries = readReportList(kRun);
    for (const auto &entry : entries ? *entries : std::vector<ReportEntry>{}) {
        for (const auto &row : entry.table.rows) {
            if (row.size() != entry.table.heads.size()) {
                std::abort();
            }
        }
    }
}

void arrangement(std::string_view text) {
    TimelineArrangement read;
    TimelineNames names;
    addArrangement(text, RunId{0}, read, names);
    std::ignore = arrangementText(read, RunId{0}, {}, names);
    dropRenamed(read, names, {});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    std::ignore = FuzzedFile::folder();  // before anything asks where files are kept
    fuzzOneOf(data, size, {&marks, &wholeMarks, &marksOnDisk, &runList, &reportList, &arrangement});
    return 0;
}
