#include "core/session/discovery/other_programs.h"

#include "core/base/io/database_head.h"
#include "core/base/text.h"
#include "core/session/discovery/name_pattern.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace stagescope {

namespace {

/// What a file of other programs begins with, holds near its begin or is called; empty: anything.
struct OtherFile {
    std::string_view program;  ///< or format: a proper name
    std::string_view begin{};
    std::string_view inside{};
    std::string_view name{};
};

/// Profilers, all whose output is not read.
constexpr auto kOtherProfilers = std::to_array<OtherFile>({
    {"Linux perf", "PERFILE2"},
    {"perf script", {}, " cycles:", "*.txt"},
    {"perf stat", {}, "Performance counter stats for"},
    {"speedscope", "{", "speedscope.app/file-format-schema"},
    {"V8", {}, {}, "*.cpuprofile"},
    {"pprof", "\x0a\x04\x08\x01\x10\x02"},
    {"pprof", {}, {}, "*.pprof"},
    {"gperftools", std::string_view("\0\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0", 16)},
    {"gperftools", "heap profile:"},
    {"gprof", "gmon"},
    {"cProfile", {}, {}, "*.pstats"},
    {"cProfile", {}, {}, "*.prof"},
    {"pyinstrument", "{", "\"root_frame\""},
    {"scalene", "{", "\"alloc_samples\""},
    {"memray", "memray"},
    {"heaptrack", {}, {}, "heaptrack.*"},
    {"massif", "desc:", "\ncmd:"},
    {"callgrind", "# callgrind format"},
    {"OTF2 (Score-P)", "OTF2"},
    {"OTF2 (Score-P)", {}, {}, "*.otf2"},
    {"CUBE (Score-P)", {}, "anchor.xml", "*.cubex"},
    {"CUBE (Score-P)", {}, {}, "*.cubex"},
    {"Extrae", {}, {}, "*.mpit"},
    {"Extrae", {}, {}, "*.mpits"},
    {"Paraver (Extrae)", "#Paraver"},
    {"Paraver (Extrae)", {}, {}, "*.prv"},
    {"Paraver (Extrae)", "DEFAULT_OPTIONS", {}, "*.pcf"},
    {"LTTng", "\xc1\x1f\xfc\xc1"},
    {"LTTng", "/* CTF", {}, "metadata"},
    {"LTTng", "/* CTF"},
    {"TAU", {}, "_FUNCTIONS", "profile.#.#.#"},
    {"TAU", {}, "templated_functions", "profile.#.#.#"},
    {"TAU", {}, {}, "tautrace.#.#.#.trc"},
    {"TAU", {}, {}, "tau.edf"},
    {"HPCToolkit", "HPCRUN"},
    {"HPCToolkit", "HPCPROF"},
    {"HPCToolkit", {}, {}, "*.hpcrun"},
    {"HPCToolkit", "<?xml", "<HPCToolkitExperiment"},
    {"Intel VTune", {}, {}, "*.vtune"},
    {"Intel VTune", {}, {}, "*.amplxe"},
    {"Intel VTune", "Function\tCPU Time"},
    {"Intel Advisor", {}, {}, "*.advixe"},
    {"Intel Trace Collector", {}, {}, "*.stf"},
    {"Caliper", "__rec="},
    {"Caliper", {}, {}, "*.cali"},
    {"mpiP", "@ mpiP"},
    {"Darshan", {}, {}, "*.darshan"},
    {"Tracy", {}, {}, "*.tracy"},
    {"Fuchsia trace", {}, {}, "*.fxt"},
    {"Java Flight Recorder", std::string_view("FLR\0", 4)},
    {"Java Flight Recorder", {}, {}, "*.jfr"},
    {"Windows ETW", {}, {}, "*.etl"},
    {"Xcode Instruments", {}, {}, "form.template"},
    {"Xcode Instruments", "bplist00", {}, "metadata"},
    {"Xcode Instruments", "<?xml", "<trace-toc"},
    {"Xcode Instruments", "<?xml", "<trace-query-result"},
    {"Nsight Compute", {}, "\"Kernel Name\",\"Context\",\"Stream\""},
    {"Nsight Compute", {}, "\"Section Name\",\"Metric Name\""},
    {"DLProf", kDatabaseMagic, "dlprof"},
    {"DLProf", {}, {}, "dlprof_*"},
    {"nvprof", kDatabaseMagic, "CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL"},
    {"nvprof", {}, {}, "*.nvvp"},
    {"nvprof", {}, {}, "*.nvprof"},
    {"nsys stats", "Time (%),Total Time (ns)", {}, "*_sum.csv"},
    {"nsys stats", "Time (%),Total Time (ns)"},
    {"omnitrace (ROCm Systems Profiler)", "{", "\"omnitrace\""},
    {"omnitrace (ROCm Systems Profiler)", "{", "\"rocprofiler-systems\""},
    {"omniperf (ROCm Compute Profiler)", {}, "Dispatch_ID", "pmc_perf*.csv"},
    {"AMD uProf", {}, "AMDuProf"},
    {"key_averages()", {}, "Self CPU %"},
    {"nvidia-smi", {}, "utilization.gpu"},
});
/// What often lies beside profiles.
constexpr auto kOtherFormats = std::to_array<OtherFile>({
    {"Parquet", "PAR1"},
    {"HDF5", "\x89HDF\r\n\x1a\n"},
    {"Arrow", "ARROW1"},
    {"Feather", "FEA1"},
    {"Avro", "Obj\1"},
    {"ORC", "ORC", {}, "*.orc"},
    {"GGUF", "GGUF"},
    {"Weights & Biases", ":W&B"},
    {"Core dump",
     "\x7f"
     "ELF",
     {},
     "core*"},
    {"ELF",
     "\x7f"
     "ELF"},
    {"PDF", "%PDF-"},
    {"PNG", "\x89PNG"},
    {"JPEG", "\xff\xd8\xff"},
    {"SVG", "<svg"},
    {"SVG", "<?xml", "<svg"},
    {"SVG", {}, {}, "*.svg"},
    {"XML", "<?xml"},
    {"Jupyter", "{", "\"nbformat\""},
    {"ONNX", std::string_view("\x08", 1), "pytorch", "*.pb"},
    {"ONNX", {}, {}, "*.onnx"},
    {"TensorFlow", {}, {}, "saved_model.pb"},
    {"TensorFlow", {}, {}, "*.pbtxt"},
    {"NCCL log", {}, " NCCL INFO "},
});

bool fitsName(const OtherFile &other, std::string_view name) {
    return other.name.empty() || fitsPattern(other.name, name);
}

template <class Files>
std::string_view programIn(const Files &others, std::string_view name, std::string_view head) {
    constexpr std::size_t kNear = 4096;
    const auto text = firstText(head);
    const auto near = head.starts_with(kDatabaseMagic) ? head : head.substr(0, kNear);
    const auto it = std::find_if(others.begin(), others.end(), [&](const OtherFile &other) {
        return (head.starts_with(other.begin) || text.starts_with(other.begin)) && contains(near, other.inside) &&
               fitsName(other, name);
    });
    return it == others.end() ? std::string_view{} : it->program;
}

/// "main;train;forward 120", as flamegraph.pl reads it.
bool areFoldedStacks(std::string_view head) {
    constexpr std::size_t kMost = 3;
    std::size_t lines = 0;
    for (auto end = head.find('\n'); lines < kMost && end != std::string_view::npos; end = head.find('\n')) {
        const auto line = trimmed(head.substr(0, end));
        const auto blank = line.rfind(' ');
        if (blank == std::string_view::npos || !contains(line.substr(0, blank), ";") ||
            !wholeNumber<std::uint64_t>(line.substr(blank + 1))) {
            return lines > 0 && line.empty();
        }
        ++lines;
        head.remove_prefix(end + 1);
    }
    return lines > 0;
}

}  // namespace

std::string_view profilerOf(std::string_view name, std::string_view head) {
    return areFoldedStacks(head) ? "py-spy or export_stacks" : programIn(kOtherProfilers, name, head);
}

std::string_view formatOfOther(std::string_view name, std::string_view head) {
    return programIn(kOtherFormats, name, head);
}

bool mayBeOfOther(std::string_view name) {
    const auto isIt = [&](const OtherFile &other) { return !other.name.empty() && fitsName(other, name); };
    return std::ranges::any_of(kOtherProfilers, isIt) || std::ranges::any_of(kOtherFormats, isIt);
}

std::string_view firstText(std::string_view head) {
    const auto begin = head.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    return begin == std::string_view::npos ? std::string_view{} : head.substr(begin);
}

}  // namespace stagescope
