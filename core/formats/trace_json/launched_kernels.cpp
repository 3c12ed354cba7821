// The Kernels table of a trace of Kineto's.
#include "core/formats/tables/trace_vocabulary.h"
#include "core/formats/trace_json/launches.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"

namespace stagescope {

namespace {

std::int64_t numberIn(std::string_view name) {
    const auto first = name.find_first_of("0123456789");
    std::int64_t number = first == std::string_view::npos ? -1 : 0;
    for (auto i = first; i < name.size() && name[i] >= '0' && name[i] <= '9' && number < 1'000'000'000; ++i) {
        number = number * 10 + (name[i] - '0');
    }
    return number;
}

std::string_view coreOf(SliceClass klass, std::string_view name) {
    return klass == SliceClass::Communication ? "COMMUNICATION"
           : klass == SliceClass::Memcpy      ? "MEMCPY"
           : isFill(name)                     ? "MEMSET"
                                              : "";
}

void addRow(const TraceStore &trace, const Launch &launch, const LaunchJoin &join, TableBuilder &table) {
    const auto &slices = trace.slices(launch.stream);
    const auto name = trace.text(slices.name(launch.slice));
    const bool hasOperator = launch.operatorRow != Launch::kNoRow;
    const auto *operands = hasOperator ? join.operandsAt(launch.operatorRow) : nullptr;
    table.set("name", name).set("core", coreOf(slices.klass(launch.slice), name));
    table.set("stream", numberIn(trace.text(trace.track(launch.stream).name))).set("step", launch.step);
    table.set("begin_ns", launch.begin).set("duration_ns", launch.end - launch.begin);
    table.set("input_shapes", operands == nullptr ? std::string_view{} : operands->shapes);
    table.set("input_types", operands == nullptr ? std::string_view{} : operands->types);
    table.set("operator", trace.text(launch.operatorName));
    table.set("operator_row", hasOperator ? static_cast<std::int64_t>(launch.operatorRow) : -1);
    table.set("launch_ns", launch.isKnown ? launch.time : kNoLaunch);
    table.set("module", trace.text(launch.module)).set("python", trace.text(launch.python));
    table.set("recompute", std::int64_t{launch.hasPython ? launch.isRecompute : -1}).endRow();
}

}  // namespace

void addKernelTable(const TraceStore &trace, std::span<const Launch> launches, const LaunchJoin &join, Sink &sink) {
    TableBuilder table(TableKind::Kernels);
    for (const auto &launch : launches) {
        addRow(trace, launch, join, table);
    }
    if (!launches.empty()) {
        sink.addTable(table.take());
    }
}

}  // namespace stagescope
