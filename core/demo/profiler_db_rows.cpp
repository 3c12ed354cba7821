#include "core/demo/profiler_db_rows.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::int64_t kPartBase[] = {0, 1LL << 28, 1LL << 29};
constexpr int kComputeStream = 2;

/// Streams as a rank of a pipeline has them: one for kernels, one per direction and way, one per group of collectives.
int streamOf(const DemoOp &op, const DemoCluster &cluster, int rank) {
    const int way = op.direction == FlowDirection::Activation ? 9 : 11;
    switch (op.kind) {
        case DemoOpKind::Receive:
            return way;
        case DemoOpKind::Send:
            return way + 1;
        case DemoOpKind::AllReduce:
            return op.group == &cluster.dpGroup(rank) ? 13 : 14;
        default:
            return kComputeStream;
    }
}

std::string_view deviceTaskType(CommTask::Kind kind, bool isRemote) {
    switch (kind) {
        case CommTask::Kind::Ready:
            return "Write Value";
        case CommTask::Kind::Wait:
            return "Notify Wait";
        case CommTask::Kind::Copy:
        case CommTask::Kind::Reduce:
            break;
    }
    return isRemote ? "RDMA" : "SDMA";
}

class TaskCollector {
public:
    explicit TaskCollector(const RankRecording &recording) : m_recording(recording) {}

    std::vector<TaskRow> collect() {
        for (std::size_t i = 0; i < m_recording.program.ops.size(); ++i) {
            addComputeStream(i);
        }
        for (std::size_t i = 0; i < m_recording.communication.size(); ++i) {
            addCommunication(i);
        }
        // A range stands before what it contains.
        std::stable_sort(m_rows.begin(), m_rows.end(), [](const TaskRow &a, const TaskRow &b) {
            return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
        });
        return std::move(m_rows);
    }

private:
    void addComputeStream(std::size_t index) {
        const DemoOp &op = m_recording.program.ops[index];
        const DemoOpTimes &times = m_recording.times[index];
        if (op.kind == DemoOpKind::RangeBegin || op.kind == DemoOpKind::Kernel) {
            if (times.waitBegin < times.deviceBegin) {
                add(TaskRow::What::Plain, times.waitBegin, times.deviceBegin, kNoConnection, "EVENT_WAIT", index);
            }
        }
        if (op.kind == DemoOpKind::Kernel) {
            add(TaskRow::What::Kernel, times.deviceBegin, times.deviceEnd, deviceConnection(index), op.kernel->taskType,
                index);
        }
        if (op.kind == DemoOpKind::RangeBegin) {
            // One task per range, from its first mark to its last, linked to the range by its connection.
            const RankRecording::Span &cell = m_recording.cells[std::size_t(op.cell)];
            add(TaskRow::What::Plain, cell.begin, cell.end, deviceConnection(index), "PROFILER_TRACE_EX", index);
        }
    }

    void addCommunication(std::size_t record) {
        const CommRecord &comm = m_recording.communication[record];
        for (std::size_t part = 0; part < comm.tasks.size(); ++part) {
            const CommTask &task = comm.tasks[part];
            add(TaskRow::What::Communication, task.begin, task.end, deviceConnection(comm.op),
                deviceTaskType(task.kind, comm.isRemote), comm.op);
            m_rows.back().record = record;
            m_rows.back().part = part;
        }
    }

    void add(TaskRow::What what, std::int64_t begin, std::int64_t end, std::int64_t connection, std::string_view type,
             std::size_t op) {
        TaskRow row;
        row.what = what;
        row.begin = begin;
        row.end = end;
        row.connection = connection;
        row.type = type;
        row.stream = streamOf(m_recording.program.ops[op], m_recording.cluster, m_recording.program.rank);
        row.op = op;
        m_rows.push_back(row);
    }

    const RankRecording &m_recording;
    std::vector<TaskRow> m_rows;
};

}  // namespace

std::int64_t StringIds::id(std::string_view text, Part part) {
    Texts &texts = m_parts[std::size_t(part)];
    if (const auto known = texts.ids.find(text); known != texts.ids.end()) {
        return known->second;
    }
    const std::int64_t fresh = kPartBase[std::size_t(part)] + std::int64_t(texts.inOrder.size());
    texts.inOrder.push_back(&texts.ids.emplace(text, fresh).first->first);
    return fresh;
}

void StringIds::write(DatabaseWriter &database) const {
    TableInsert insert(database, "STRING_IDS", 2);
    for (std::size_t part = 0; part < 3; ++part) {
        std::int64_t id = kPartBase[part];
        for (const std::string *text : m_parts[part].inOrder) {
            insert.row({id++, std::string_view(*text)});
        }
    }
}

std::vector<TaskRow> taskRows(const RankRecording &recording) { return TaskCollector(recording).collect(); }

std::int64_t deviceConnection(std::size_t op) { return std::int64_t(op) + 1; }

std::int64_t queueConnection(const RankRecording &recording, std::size_t op) {
    return std::int64_t(recording.program.ops.size() + op) + 1;
}

std::int64_t autogradConnection(const RankRecording &recording, int sequence) {
    return std::int64_t(2 * recording.program.ops.size()) + 1 + sequence;
}

}  // namespace stagescope
