// The Kernels table of a trace that tells launches.
#include "core/formats/tables/trace_vocabulary.h"
#include "core/formats/trace_json/launches.h"
#include "core/store/tables/kernel_record.h"
#include "core/store/tables/table_records.h"
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

void addText(const WorkText &text, KernelRecord &kernel) {
    kernel.frameworkOp = text.operatorName.empty() ? kernel.frameworkOp : text.operatorName;
    kernel.module = text.module.empty() ? kernel.module : text.module;
    kernel.inputShapes = text.shapes.empty() ? kernel.inputShapes : text.shapes;
    kernel.inputTypes = text.types.empty() ? kernel.inputTypes : text.types;
    kernel.python = text.python.empty() ? kernel.python : text.python;
}

void addRow(const TraceStore &trace, const Launch &launch, const LaunchJoin &join, const WorkTextOf &textOf,
            TableWriter<KernelRecord> &table) {
    const auto &slices = trace.slices(launch.stream);
    const auto name = trace.text(slices.name(launch.slice));
    const bool hasOperator = launch.operatorRow != Launch::kNoRow;
    const auto *operands = hasOperator ? join.operandsAt(launch.operatorRow) : nullptr;
    KernelRecord kernel;
    kernel.name = name;
    kernel.core = coreOf(slices.klass(launch.slice), name);
    kernel.stream = numberIn(trace.text(trace.track(launch.stream).name));
    kernel.step = launch.step;
    kernel.begin = launch.begin;
    kernel.duration = launch.end - launch.begin;
    if (operands != nullptr) {
        kernel.inputShapes = operands->shapes;
        kernel.inputTypes = operands->types;
        kernel.inputValues = operands->values;
    }
    kernel.frameworkOp = trace.text(launch.operatorName);
    kernel.frameworkRow = hasOperator ? static_cast<std::int64_t>(launch.operatorRow) : -1;
    kernel.launch = launch.isKnown ? launch.time : launch.isUnclear ? kUnclearLaunch : kNoLaunch;
    kernel.module = trace.text(launch.module);
    kernel.python = trace.text(launch.python);
    kernel.device = launch.device;
    kernel.recompute = launch.tellsRecompute ? launch.isRecompute : -1;
    if (const auto *text = textOf ? textOf(slices.row(launch.slice)) : nullptr) {
        addText(*text, kernel);
    }
    table.append(kernel);
}

}  // namespace

void addKernelTable(const TraceStore &trace, std::span<const Launch> launches, const LaunchJoin &join, Sink &sink,
                    const WorkTextOf &textOf) {
    TableWriter<KernelRecord> table;
    for (const auto &launch : launches) {
        addRow(trace, launch, join, textOf, table);
    }
    sink.addTable(table.take());
}

}  // namespace stagescope
