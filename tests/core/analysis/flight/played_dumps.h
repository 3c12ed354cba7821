// Dumps of flight recorders of a job that is played: ranks call the collectives of their groups one after the other and
// stop where others do not come.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace stagescope::testing {

/// What goes wrong, on one rank at one of its calls.
struct PlantedHang {
    enum class Kind : std::uint8_t { None, Missing, NoDump, OtherOperation, OtherSize, OtherType, Stalled };
    Kind kind = Kind::None;
    int rank = -1;
    std::size_t call = 0;  ///< position in the rank's program
};

class PlayedDumps {
public:
    struct Group {
        std::string name, purpose;
        std::vector<int> members;
    };
    struct Call {
        std::size_t group = 0;
        std::string op;
        int size = 0;
        std::string type;
    };
    struct Entry {
        Call call;
        std::int64_t sequence = 0;
        std::int64_t created = 0;
        bool isDone = false;
    };

    static constexpr int kRanks = 8;

    PlayedDumps(std::uint64_t seed, PlantedHang::Kind kind, bool onlyActive)
        : m_random(seed), m_onlyActive(onlyActive) {
        addGroup("default_pg", {0, 1, 2, 3, 4, 5, 6, 7});
        for (int first : {0, 2, 4, 6}) {
            addGroup("TENSOR_MODEL_PARALLEL_GROUP", {first, first + 1});
        }
        for (int first : {0, 1}) {
            addGroup("DATA_PARALLEL_GROUP", {first, first + 2, first + 4, first + 6});
        }
        makePrograms();
        plant(kind);
        play();
    }

    [[nodiscard]] const PlantedHang &planted() const { return m_planted; }
    /// The call of the planted rank that goes wrong.
    [[nodiscard]] const Call &plantedCall() const { return m_programs.at(m_planted.rank)[m_planted.call]; }
    [[nodiscard]] std::int64_t plantedSequence() const { return sequenceAt(m_planted.rank, m_planted.call); }
    [[nodiscard]] const Group &group(std::size_t index) const { return m_groups[index]; }
    [[nodiscard]] bool hasDump(int rank) const {
        return m_planted.kind != PlantedHang::Kind::NoDump || rank != m_planted.rank;
    }

    /// The dump of a rank, as torch writes it in JSON.
    [[nodiscard]] std::string json(int rank) const {
        std::string config;
        std::string status;
        std::string entries;
        int local = 0;
        for (std::size_t i = 0; i < m_groups.size(); ++i) {
            const auto &group = m_groups[i];
            if (std::find(group.members.begin(), group.members.end(), rank) == group.members.end()) {
                continue;
            }
            config += (config.empty() ? "" : ", ") + quoted(group.name) + ": {\"name\": " + quoted(group.name) +
                      ", \"desc\": " + quoted(group.purpose) + ", \"ranks\": \"[" + listed(group.members) + "]\"}";
            std::int64_t called = 0;
            std::int64_t done = 0;
            for (const auto &entry : m_entries.at(rank)) {
                called = entry.call.group == i ? entry.sequence : called;
                done = entry.call.group == i && entry.isDone ? std::max(done, entry.sequence) : done;
                if (entry.call.group == i && !(entry.isDone && m_onlyActive)) {
                    entries += (entries.empty() ? "" : ", ") + json(entry, local);
                }
            }
            status += (status.empty() ? "" : ", ") + quoted(std::to_string(local)) +
                      ": {\"last_enqueued_collective\": \"" + std::to_string(called) +
                      "\", \"last_started_collective\": \"-1\", \"last_completed_collective\": \"" +
                      std::to_string(done) + "\"}";
            ++local;
        }
        return "{\"version\": \"2.10\", \"comm_lib_version\": \"2.28.9\", \"pg_config\": {" + config +
               "}, \"pg_status\": {" + status + "}" + (entries.empty() ? "" : ", \"entries\": [" + entries + "]") + "}";
    }

private:
    static std::string quoted(const std::string &text) { return '"' + text + '"'; }
    static std::string listed(const std::vector<int> &numbers) {
        std::string text;
        for (const int number : numbers) {
            text += (text.empty() ? "" : ", ") + std::to_string(number);
        }
        return text;
    }
    [[nodiscard]] std::string json(const Entry &entry, int local) const {
        const auto &group = m_groups[entry.call.group];
        const bool isAllGather = entry.call.op == "_all_gather_base";
        const auto in = std::to_string(entry.call.size);
        const auto out =
            std::to_string(isAllGather ? entry.call.size * static_cast<int>(group.members.size()) : entry.call.size);
        return "{\"record_id\": " + std::to_string(entry.sequence) + ", \"pg_id\": " + std::to_string(local) +
               ", \"process_group\": [" + quoted(group.name) + ", " + quoted(group.purpose) +
               "], \"collective_seq_id\": " + std::to_string(entry.sequence) +
               ", \"p2p_seq_id\": 0, \"op_id\": 1, \"profiling_name\": " + quoted("nccl:" + entry.call.op) +
               ", \"time_created_ns\": " + std::to_string(kBegin + entry.created * 1000) + ", \"input_sizes\": [[" +
               in + "]], \"input_dtypes\": [" + quoted(entry.call.type) + "], \"output_sizes\": [[" + out +
               "]], \"output_dtypes\": [" + quoted(entry.call.type) +
               "], \"state\": " + quoted(entry.isDone ? "completed" : "scheduled") +
               ", \"time_discovered_started_ns\": 0, \"time_discovered_completed_ns\": " +
               std::to_string(entry.isDone ? kBegin + entry.created * 1000 + 500 : 0) +
               ", \"retired\": " + (isTimedOut(entry) ? "true" : "false") +
               ", \"timeout_ms\": 600000, \"is_p2p\": false, \"frames\": [{\"name\": \"all_reduce\", \"filename\": "
               "\"/env/torch/distributed/distributed_c10d.py\", \"line\": 3068}, {\"name\": \"train_step\", "
               "\"filename\": \"/job/train.py\", \"line\": 42}]}";
    }
    [[nodiscard]] bool isTimedOut(const Entry &entry) const {
        return m_planted.kind == PlantedHang::Kind::Stalled && !entry.isDone;
    }

    void addGroup(std::string purpose, std::vector<int> members) {
        m_groups.push_back({std::to_string(m_groups.size()), std::move(purpose), std::move(members)});
    }
    /// One order for the whole job: each rank calls what concerns it.
    void makePrograms() {
        constexpr int kCalls = 60;
        for (int i = 0; i < kCalls; ++i) {
            Call call;
            call.group = m_random() % m_groups.size();
            call.op = std::vector<std::string>{"all_reduce", "_all_gather_base", "broadcast"}[m_random() % 3];
            call.size = 1 << (4 + m_random() % 8);
            call.type = m_random() % 2 == 0 ? "BFloat16" : "Float";
            for (const int rank : m_groups[call.group].members) {
                m_programs[rank].push_back(call);
            }
        }
    }
    void plant(PlantedHang::Kind kind) {
        m_planted.kind = kind;
        m_planted.rank = static_cast<int>(m_random() % kRanks);
        auto &program = m_programs[m_planted.rank];
        m_planted.call = 3 + m_random() % (program.size() / 2);
        // Two ranks that differ do not tell who is wrong: a group of more is chosen.
        while (kind >= PlantedHang::Kind::OtherOperation && kind <= PlantedHang::Kind::OtherType &&
               m_groups[program[m_planted.call].group].members.size() < 3) {
            m_planted.call = (m_planted.call + 1) % program.size();
        }
        auto &wrong = program[m_planted.call];
        switch (kind) {
            case PlantedHang::Kind::OtherOperation:
                wrong.op = wrong.op == "broadcast" ? "all_reduce" : "broadcast";
                break;
            case PlantedHang::Kind::OtherSize:
                wrong.size += 1;
                break;
            case PlantedHang::Kind::OtherType:
                wrong.type = wrong.type == "Float" ? "BFloat16" : "Float";
                break;
            default:
                break;
        }
    }
    [[nodiscard]] std::int64_t sequenceAt(int rank, std::size_t call) const {
        std::int64_t sequence = 0;
        const auto &program = m_programs.at(rank);
        for (std::size_t i = 0; i <= call; ++i) {
            sequence += program[i].group == program[call].group ? 1 : 0;
        }
        return sequence;
    }
    /// Ranks call in turns until none can: each may be two calls ahead of what is done.
    void play() {
        using Kind = PlantedHang::Kind;
        const auto key = std::pair(m_programs[m_planted.rank][m_planted.call].group, plantedSequence());
        const bool isWrong = m_planted.kind >= Kind::OtherOperation;
        std::map<std::pair<std::size_t, std::int64_t>, std::set<int>> called;
        std::int64_t now = 0;
        for (int rank = 0; rank < kRanks; ++rank) {
            m_entries[rank];
        }
        for (bool isMoving = true; isMoving;) {
            isMoving = false;
            for (int rank = 0; rank < kRanks; ++rank) {
                auto &entries = m_entries[rank];
                const bool isStuck = (m_planted.kind == Kind::Missing || m_planted.kind == Kind::NoDump) &&
                                     rank == m_planted.rank && entries.size() == m_planted.call;
                const auto open =
                    std::count_if(entries.begin(), entries.end(), [](const Entry &e) { return !e.isDone; });
                if (isStuck || open >= 2 || entries.size() == m_programs[rank].size()) {
                    continue;
                }
                const auto &call = m_programs[rank][entries.size()];
                const auto sequence = sequenceAt(rank, entries.size());
                entries.push_back({call, sequence, ++now, false});
                auto &ranks = called[{call.group, sequence}];
                ranks.insert(rank);
                isMoving = true;
                const bool isLost = isWrong && std::pair(call.group, sequence) >= key && call.group == key.first;
                if (ranks.size() == m_groups[call.group].members.size() && !isLost) {
                    finish(call.group, sequence);
                }
            }
        }
    }
    void finish(std::size_t group, std::int64_t sequence) {
        for (auto &[rank, entries] : m_entries) {
            for (auto &entry : entries) {
                entry.isDone = entry.isDone || (entry.call.group == group && entry.sequence == sequence);
            }
        }
    }

    static constexpr std::int64_t kBegin = 1'700'000'000'000'000'000;
    std::mt19937_64 m_random;
    bool m_onlyActive;
    std::vector<Group> m_groups;
    std::map<int, std::vector<Call>> m_programs;
    std::map<int, std::vector<Entry>> m_entries;
    PlantedHang m_planted;
};

}  // namespace stagescope::testing
