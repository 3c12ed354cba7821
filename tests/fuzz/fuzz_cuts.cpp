#include "core/formats/cut/file_cut.h"
#include "core/formats/format_list.h"
#include "tests/fuzz/fuzzed_choice.h"
#include "tests/fuzz/fuzzed_file.h"

#include <tuple>

using namespace stagescope;

namespace {

struct CutFile {
    const char *format;
    const char *name;
};
constexpr CutFile kFiles[] = {
    {"kernel_details", "kernel_details.csv"},
    {"step_trace_time", "step_trace_time.csv"},
    {"profile_memory", "memory_record.csv"},
    {"profile_memory", "operator_memory.csv"},
    {"communication", "communication.json"},
    {"trace_json", "trace_view.json"},
    {"profiler_db", "ascend_pytorch_profiler_0.db"},
    {"analysis_db", "analysis.db"},
    {"statistics", "op_statistic.csv"},
    {"operator_details", "operator_details.csv"},
};

FileCut cutOf(bool hasWindow, bool hasSteps) {
    FileCut cut;
    if (hasWindow) {
        cut.window = RankRange{rankTime(1'000'000), rankTime(1'736'408'883'700'000'000)};
    }
    if (hasSteps) {
        cut.steps = {5, 13};
    }
    return cut;
}

}  // namespace

/// What of a file goes into a smaller copy, and that it is read as the file was.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const FuzzedChoice choice(data, size, std::size(kFiles));
    const auto &known = kFiles[choice.index];
    auto file = FuzzedFile::write(known.name, choice.text);
    file.format = known.format;
    const auto folder = FuzzedFile::folder() / "copies";
    for (const bool hasWindow : {false, true}) {
        for (const bool hasSteps : {false, true}) {
            std::filesystem::remove_all(folder);
            std::filesystem::create_directory(folder);
            const auto copy = copyCut(file, cutOf(hasWindow, hasSteps), (folder / known.name).string());
            if (copy) {
                auto written = file;
                written.path = *copy;
                written.size = std::filesystem::file_size(*copy);
                FuzzedFile::load(*formatById(known.format), written);
            }
        }
    }
    return 0;
}
