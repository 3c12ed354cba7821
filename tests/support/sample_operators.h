#pragma once

#include "core/store/tables/memory_records.h"
#include "core/store/tables/table_kind.h"
#include "core/store/tables/table_records.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/sample_timeline.h"

#include <memory>

namespace stagescope::sample {

/// 100 ms of rank 2: a thread with aten::mul (10 to 30 ms) around aten::empty (12 to 13 ms) and aten::add (40 to 50
/// ms); a kernel launched by aten::mul that runs from 60 to 70 ms; and what the allocator gave: "aten::empty" 1 MiB at
/// 12.5 ms until 80 ms, "aten::add" 2 MiB at 45 ms for good, "aten::clone" 4 MiB from before until 20 ms.
inline constexpr std::int64_t kMiB = 1 << 20;

inline std::shared_ptr<const TraceStore> operatorTrace() {
    TraceBuilder b;
    const auto at = [](std::int64_t ms) { return kStart + ms * kMs; };
    const auto host = b.intern("host");
    const auto device = b.intern("device");
    b.describeProcess(host, b.intern("Python"), b.intern("CPU"));
    b.describeProcess(device, b.intern("Ascend Hardware"), b.intern("NPU"));
    const auto thread = b.track({TrackKind::HostThread, host, b.intern("thread 1")});
    const auto stream = b.track({TrackKind::DeviceStream, device, b.intern("stream 7")});
    b.slice(thread, at(0), 100 * kMs, b.intern("ProfilerStep#1"), SliceClass::Step, 0);
    b.slice(thread, at(10), 20 * kMs, b.intern("aten::mul"), SliceClass::HostOp, 0);
    b.slice(thread, at(12), kMs, b.intern("aten::empty"), SliceClass::HostOp, 0);
    b.slice(thread, at(40), 10 * kMs, b.intern("aten::add"), SliceClass::HostOp, 0);
    b.slice(stream, at(60), 10 * kMs, b.intern("Mul"), SliceClass::Computing, 0);
    const auto arrow = b.intern("async_npu");
    b.flow(FlowPhase::Start, thread, at(15), 1, arrow);
    b.flow(FlowPhase::End, stream, at(60), 1, arrow);
    return merged(std::move(b));
}

inline MemoryOpRecord operatorRow(std::string_view name, std::int64_t mib, std::int64_t from, std::int64_t until) {
    MemoryOpRecord row;
    row.name = name;
    row.bytes = mib * kMiB;
    row.allocated = from;
    row.released = until;
    row.device = 4;
    row.stream = name == "aten::add" ? "9" : "7";
    return row;
}

inline std::shared_ptr<const TableStore> operatorTable() {
    TableWriter<MemoryOpRecord> table;
    table.append(operatorRow("aten::empty", 1, kStart + 12'500'000, kStart + 80 * kMs));
    table.append(operatorRow("aten::add", 2, kStart + 45 * kMs, kNoMemoryTime));
    table.append(operatorRow("aten::clone", 4, kNoMemoryTime, kStart + 20 * kMs));
    return std::make_shared<const TableStore>(table.take());
}

inline std::shared_ptr<const TableStore> allocatorTable() {
    TableWriter<MemorySampleRecord> table;
    for (const auto &[ms, mib] : {std::pair{5, 14}, std::pair{13, 15}, std::pair{20, 11}, std::pair{45, 13}}) {
        table.append({"allocator", "PTA", "7", 4, kStart + ms * kMs, mib * kMiB, 20 * kMiB, mib * kMiB});
    }
    return std::make_shared<const TableStore>(table.take());
}

inline std::shared_ptr<const Workspace> operatorWorkspace() {
    auto workspace = std::make_shared<Workspace>();
    Run run;
    run.id = RunId{0};
    run.captures.push_back(capture(2, SourceId{0}, operatorTrace()));
    FileSource file;
    file.id = SourceId{0};
    run.captures.front().files.push_back(file);
    run.captures.front().loaded.front().tables = {operatorTable(), allocatorTable()};
    workspace->runs.push_back(std::move(run));
    workspace->version = 1;
    return workspace;
}

/// The first slice of that name.
inline SliceRef operatorNamed(const Workspace &workspace, std::string_view name) {
    const auto &trace = *workspace.runs.front().captures.front().loaded.front().traces.front();
    for (const auto &track : trace.tracks()) {
        const auto &slices = trace.slices(track.id);
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            if (trace.text(slices.name(i)) == name) {
                return {RunId{0}, SourceId{0}, track.id, SliceId{i}};
            }
        }
    }
    return {};
}

}  // namespace stagescope::sample
