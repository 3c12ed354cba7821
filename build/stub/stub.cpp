#include "core/formats/format_list.h"
namespace stagescope {
namespace {
struct Stub : Format {
    std::string_view n;
    explicit Stub(std::string_view x) : n(x) {}
    std::string_view id() const override { return n; }
    bool sniff(std::string_view, std::string_view h) const override { return n == "trace_json" && h.find("traceEvents") != h.npos; }
    bool has(LoadDepth) const override { return true; }
    Status load(const FileSource &, Sink &, const LoadControl &) const override { return {}; }
    Result<KeyValues> details(const FileSource &, RowRef) const override { return fail(ErrorKind::Unsupported, ""); }
};
}
#define W(N, I) __attribute__((weak)) std::unique_ptr<Format> make##N##Format() { return std::make_unique<Stub>(I); }
W(ProfilerDb, "profiler_db") W(AnalysisDb, "analysis_db") W(TraceJson, "trace_json") W(StepTraceTime, "step_trace_time") W(ProfilerInfo, "profiler_info") W(ProfilerMetadata, "profiler_metadata")
}
