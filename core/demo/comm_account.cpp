#include "core/demo/comm_account.h"

#include <algorithm>
#include <map>

namespace stagescope {

namespace {

constexpr std::int64_t kReadyNs = 20;

class Account {
public:
    Account(const DemoCluster &cluster, const RankProgram &program, const std::vector<DemoOpTimes> &times)
        : m_cluster(cluster), m_program(program), m_times(times) {}

    std::vector<CommRecord> records() {
        std::vector<CommRecord> result;
        for (std::size_t i = 0; i < m_program.ops.size(); ++i) {
            const DemoOpKind kind = m_program.ops[i].kind;
            if (kind == DemoOpKind::AllReduce) {
                result.push_back(allReduce(i));
            } else if (kind == DemoOpKind::Send || kind == DemoOpKind::Receive) {
                result.push_back(transfer(i));
            }
        }
        return result;
    }

private:
    CommRecord started(std::size_t index, std::string typeName) {
        const DemoOp &op = m_program.ops[index];
        CommRecord record;
        record.op = index;
        record.group = op.group;
        record.begin = m_times[index].deviceBegin;
        record.end = m_times[index].deviceEnd;
        const std::string hash = groupHash(op.group->id);
        const int number = m_numbers[{op.group, typeName}]++;
        record.name = typeName + "_" + hash.substr(hash.size() - 3) + "_" + std::to_string(number) + "_1";
        record.typeName = std::move(typeName);
        return record;
    }

    CommRecord transfer(std::size_t index) {
        const DemoOp &op = m_program.ops[index];
        const DemoOpTimes &times = m_times[index];
        const bool isSend = op.kind == DemoOpKind::Send;
        CommRecord record = started(index, isSend ? "hcom_send_" : "hcom_receive_");
        const int own = op.group->localRank(m_program.rank);
        const int peer = op.group->localRank(op.partner);
        record.source = isSend ? own : peer;
        record.target = isSend ? peer : own;
        record.isRemote = !m_cluster.isSameHost(m_program.rank, op.partner);
        if (isSend) {
            addTask(record, {CommTask::Kind::Wait, record.begin, times.transferBegin, 0, peer});
            addTask(record, {CommTask::Kind::Copy, times.transferBegin, record.end, op.bytes, peer});
            record.sentBytes = op.bytes;
        } else {
            addTask(record, {CommTask::Kind::Ready, record.begin, record.begin + kReadyNs, 0, peer});
            addTask(record, {CommTask::Kind::Wait, record.begin + kReadyNs, record.end, 0, peer});
            record.synchronization = record.wait;
        }
        return record;
    }

    CommRecord allReduce(std::size_t index) {
        const DemoOp &op = m_program.ops[index];
        const DemoOpTimes &times = m_times[index];
        CommRecord record = started(index, "hcom_allReduce_");
        const auto count = int(op.group->ranks.size());
        record.isCollective = true;
        record.source = op.group->localRank(m_program.rank);
        record.target = (record.source + 1) % count;
        record.isRemote = !m_cluster.isSameHost(m_program.rank, op.group->ranks[std::size_t(record.target)]);
        addTask(record, {CommTask::Kind::Wait, record.begin, times.transferBegin, 0, record.target});
        const int rounds = ringRounds(*op.group);
        const std::int64_t round = (record.end - times.transferBegin) / std::max(rounds, 1);
        const std::int64_t share = ringShareTime(m_cluster, *op.group, m_program.rank, op.bytes);
        const std::int64_t bytes = (op.bytes + count - 1) / count;
        for (int i = 0; i < rounds; ++i) {
            const std::int64_t begin = times.transferBegin + i * round;
            const auto kind = i < rounds / 2 ? CommTask::Kind::Reduce : CommTask::Kind::Copy;
            addTask(record, {kind, begin, begin + share, bytes, record.target});
            addTask(record, {CommTask::Kind::Wait, begin + share, begin + round, 0, record.target});
            record.sentBytes += bytes;
        }
        return record;
    }

    void addTask(CommRecord &record, const CommTask &task) {
        const std::int64_t length = task.end - task.begin;
        if (length <= 0) {
            return;
        }
        const bool isTransfer = task.kind == CommTask::Kind::Copy || task.kind == CommTask::Kind::Reduce;
        if (isTransfer) {
            record.transit += length;
        } else if (task.kind == CommTask::Kind::Wait) {
            record.wait += length;
        }
        if (record.transit == 0) {
            record.synchronization = record.wait;
        }
        record.tasks.push_back(task);
    }

    const DemoCluster &m_cluster;
    const RankProgram &m_program;
    const std::vector<DemoOpTimes> &m_times;
    std::map<std::pair<const DemoGroup *, std::string>, int> m_numbers;
};

}  // namespace

std::vector<CommRecord> commRecords(const DemoCluster &cluster, const RankProgram &program,
                                    const std::vector<DemoOpTimes> &times) {
    return Account(cluster, program, times).records();
}

std::string groupHash(const std::string &id) {
    std::uint32_t high = 0;
    std::uint32_t low = 0;
    for (const char c : id) {
        high = high * 29 + static_cast<unsigned char>(c);
        low = low * 131 + static_cast<unsigned char>(c);
    }
    return std::to_string((std::uint64_t{high} << 32U) | low);
}

}  // namespace stagescope
