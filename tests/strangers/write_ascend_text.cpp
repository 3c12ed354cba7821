// Text deliverables of torch_npu and of MindSpore, a folder a rank.
#include "tests/strangers/written_text.h"

#include <algorithm>
#include <filesystem>
#include <map>

namespace strangers {

namespace {

constexpr int kProcess = 3096504;
constexpr int kDeviceProcess = 317082051;
constexpr int kCommunicationProcess = 317082057;

std::string mebibytes(std::int64_t bytes) { return std::to_string(bytes / (1 << 20)) + ".0"; }
/// Python's float of a size in 10^6 bytes.
std::string megabytes(std::int64_t bytes) {
    return std::to_string(bytes / 1'000'000) + "." + std::to_string(1'000'000 + bytes % 1'000'000).substr(1);
}
std::string milliseconds(std::int64_t time) {
    return std::to_string(time / 1'000'000) + "." + std::to_string(1'000'000 + time % 1'000'000).substr(1);
}

class RankFolder {
public:
    RankFolder(const Profile &profile, const Rank &rank, std::string folder)
        : m_profile(profile),
          m_habits(profile.habits),
          m_rank(rank),
          m_folder(std::move(folder)),
          m_output(m_folder + "/ASCEND_PROFILER_OUTPUT"),
          m_dice(profile.seed * 1009 + static_cast<std::uint64_t>(rank.rank)),
          m_isMindSpore(profile.habits.layout == Layout::MindSpore) {}

    bool write() {
        std::error_code error;
        std::filesystem::create_directories(m_output, error);
        bool isWritten = !error && writeFile(m_output + "/trace_view.json", trace());
        // No profiler writes a table without rows.
        isWritten =
            isWritten && (m_rank.kernels.empty() || writeFile(m_output + "/kernel_details.csv", kernelDetails()));
        for (const auto &[name, text] : optionalFiles()) {
            if (m_dice.chance(m_habits.optionalFiles)) {
                isWritten = isWritten && writeFile(m_output + "/" + name, text);
            }
        }
        if (m_habits.knowsRanks) {
            isWritten =
                isWritten && writeFile(m_folder + "/profiler_info_" + std::to_string(m_rank.rank) + ".json", info());
        }
        if (m_habits.hasMetadata) {
            isWritten = isWritten && writeFile(m_folder + "/profiler_metadata.json", metadata());
        }
        return isWritten;
    }

private:
    std::map<std::string, std::string> optionalFiles() const {
        std::map<std::string, std::string> files;
        files["step_trace_time.csv"] = stepTraceTime();
        if (m_habits.hasTransfers) {
            files["communication.json"] = communication();
        }
        if (!m_rank.memory.empty()) {
            files["memory_record.csv"] = memoryRecord();
        }
        return files;
    }

    /// As torch_npu writes times: text, and in CSVs a tab behind it so that spreadsheets keep all digits.
    std::string time(std::int64_t at) const {
        return m_habits.timesAsText || m_habits.clock == Clock::Epoch ? quoted(microseconds(at)) : microseconds(at);
    }
    std::string cellTime(std::int64_t at) const { return microseconds(at) + (m_habits.timesAsText ? "\t" : ""); }
    std::string idText(std::int64_t id) const {
        return m_habits.bigIntegersAsText ? quoted(std::to_string(id)) : std::to_string(id);
    }

    void add(std::vector<std::string> &events, const std::string &name, int pid, int tid, std::int64_t begin,
             std::int64_t duration, const std::string &arguments, const char *category = nullptr) const {
        JsonObject event;
        event.text("ph", "X").text("name", name).number("pid", pid).number("tid", tid);
        event.add("ts", time(begin)).add("dur", microseconds(duration)).add("args", arguments);
        if (category != nullptr) {
            event.text("cat", category);
        }
        events.push_back(event.done());
    }

    void addNames(std::vector<std::string> &events) const {
        const auto name = [&](const char *kind, int pid, int tid, const char *key, const std::string &value) {
            events.push_back(JsonObject()
                                 .text("name", kind)
                                 .number("pid", pid)
                                 .number("tid", tid)
                                 .add("args", JsonObject().text(key, value).done())
                                 .text("ph", "M")
                                 .done());
        };
        name("process_name", kProcess, 0, "name", "Python");
        name("process_labels", kProcess, 0, "labels", "CPU");
        name("process_name", kDeviceProcess, 0, "name", "Ascend Hardware");
        name("process_labels", kDeviceProcess, 0, "labels", "NPU");
        for (const int stream : {2, 7}) {
            name("thread_name", kDeviceProcess, stream, "name", "Stream " + std::to_string(stream));
        }
        if (!m_rank.transfers.empty()) {
            name("process_name", kCommunicationProcess, 0, "name", m_isMindSpore ? "Communication" : "HCCL");
            name("process_labels", kCommunicationProcess, 0, "labels", "NPU");
            for (std::size_t i = 0; i < m_profile.groups.size(); ++i) {
                name("thread_name", kCommunicationProcess, static_cast<int>(i) * 10, "name",
                     "Group " + std::to_string(i) + " Communication");
            }
        }
    }

    void addFlow(std::vector<std::string> &events, std::int64_t id, std::int64_t from, int toProcess, int toThread,
                 std::int64_t to) const {
        if (!m_habits.hasFlows || !m_habits.hasHost) {
            return;
        }
        const auto end = [&](const char *phase, int pid, int tid, std::int64_t at) {
            JsonObject event;
            event.text("ph", phase).text("bp", "e").text("name", "async_npu").add("id", idText(id)).number("pid", pid);
            events.push_back(event.number("tid", tid).add("ts", time(at)).text("cat", "async_npu").done());
        };
        end("s", kProcess, kProcess, from);
        end("f", toProcess, toThread, to);
    }

    std::string trace() const {
        std::vector<std::string> events;
        addNames(events);
        for (const auto &step : m_rank.steps) {
            if (m_habits.hasSteps && m_habits.hasHost) {
                add(events, "ProfilerStep#" + std::to_string(step.number), kProcess, kProcess, step.begin,
                    step.end - step.begin, "{}", "cpu_op");
            }
        }
        for (const auto &call : m_rank.calls) {
            JsonObject arguments;
            arguments.number("Sequence number", -1).number("Fwd thread id", 0);
            if (!call.shapes.empty()) {
                arguments.text("Input Dims", call.shapes);
            }
            if (!call.stack.empty()) {
                arguments.text("Call stack", call.stack);
            }
            add(events, call.name, kProcess, kProcess, call.begin, call.duration, arguments.done(), "cpu_op");
        }
        for (const auto &kernel : m_rank.kernels) {
            JsonObject arguments;
            arguments.number("Model Id", 4294967295).text("Task Type", kernel.core).number("Stream Id", kernel.stream);
            arguments.number("Task Id", kernel.correlation).add("connection_id", idText(kernel.correlation));
            add(events, kernel.name, kDeviceProcess, kernel.stream, kernel.begin, kernel.duration, arguments.done());
            addFlow(events, kernel.correlation, kernel.launch, kDeviceProcess, kernel.stream, kernel.begin);
        }
        for (const auto &transfer : m_rank.transfers) {
            const int thread = static_cast<int>(transfer.group) * 10;
            JsonObject arguments;
            arguments.add("connection_id", idText(transfer.correlation)).number("model id", 4294967295);
            arguments.text("data_type", "FP16").text("alg_type", "RING").number("count", transfer.bytes / 2);
            add(events, operationName(transfer), kCommunicationProcess, thread, transfer.begin, transfer.duration,
                arguments.done());
            addFlow(events, transfer.correlation, transfer.launch, kCommunicationProcess, thread, transfer.begin);
        }
        const auto list = jsonList(events);
        return m_habits.rootIsArray || m_habits.optionalFiles == 100
                   ? list
                   : JsonObject().text("schemaVersion", "1").add("traceEvents", list).done();
    }

    /// hcom_allReduce__GROUP_NTH_1, the group by the last three digits of its hash.
    std::string operationName(const Transfer &transfer) const {
        return "hcom_" + transfer.kind + "__" + std::to_string(100 + transfer.group) + "_" +
               std::to_string(transfer.nth) + "_1";
    }

    std::string kernelDetails() const {
        std::vector<std::string> columns = {m_isMindSpore ? "Step ID" : "Step Id",
                                            "Model ID",
                                            "Task ID",
                                            "Stream ID",
                                            "Name",
                                            "Type",
                                            "Accelerator Core",
                                            "Start Time(us)",
                                            "Duration(us)",
                                            "Wait Time(us)",
                                            "Block Dim"};
        if (m_habits.hasShapes) {
            columns.insert(columns.end(), {"Input Shapes", "Input Data Types", "Input Formats"});
        }
        CsvText csv(m_habits, m_profile.seed, columns);
        for (const auto &kernel : m_rank.kernels) {
            const auto &step = m_rank.steps[static_cast<std::size_t>(kernel.step)];
            std::vector<std::string> cells = {m_habits.hasSteps ? std::to_string(step.number) : "",
                                              "4294967295",
                                              std::to_string(kernel.correlation),
                                              std::to_string(kernel.stream),
                                              kernel.name,
                                              kernel.type,
                                              kernel.core,
                                              cellTime(kernel.begin),
                                              microseconds(kernel.duration),
                                              "0",
                                              "20"};
            if (m_habits.hasShapes) {
                cells.insert(cells.end(), {"\"" + kernel.shapes + "\"", "FLOAT", "ND"});
            }
            csv.addRow(cells);
        }
        return csv.done();
    }

    /// Covers what kernels and transfers do in the step, as the profiler works it out.
    std::string stepTraceTime() const {
        CsvText csv(m_habits, m_profile.seed + 1,
                    {"Step", "Computing", "Communication(Not Overlapped)", "Overlapped", "Communication", "Free",
                     "Stage", "Bubble", "Communication(Not Overlapped and Exclude Receive)", "Preparing"});
        for (std::size_t i = 0; i < m_rank.steps.size(); ++i) {
            std::int64_t computing = 0;
            std::int64_t communication = 0;
            for (const auto &kernel : m_rank.kernels) {
                computing += kernel.step == static_cast<int>(i) ? kernel.duration : 0;
            }
            for (const auto &transfer : m_rank.transfers) {
                communication += transfer.step == static_cast<int>(i) ? transfer.duration : 0;
            }
            const auto &step = m_rank.steps[i];
            const auto free = std::max<std::int64_t>(0, step.end - step.begin - computing - communication);
            csv.addRow({m_habits.hasSteps ? std::to_string(step.number) : "", microseconds(computing),
                        microseconds(communication), "0", microseconds(communication), microseconds(free),
                        microseconds(step.end - step.begin), "0", microseconds(communication), "0"});
        }
        return csv.done();
    }

    std::string communication() const {
        std::map<std::int64_t, std::pair<JsonObject, JsonObject>> steps;
        for (const auto &transfer : m_rank.transfers) {
            JsonObject times;
            times.add("Start Timestamp(us)", microseconds(transfer.begin))
                .add("Elapse Time(ms)", milliseconds(transfer.duration));
            times.add("Transit Time(ms)", milliseconds(transfer.duration / 2))
                .add("Wait Time(ms)", milliseconds(transfer.duration / 4));
            times.add("Synchronization Time(ms)", milliseconds(transfer.duration / 4));
            times.add("Idle Time(ms)", milliseconds(transfer.duration - transfer.duration / 2 - transfer.duration / 4));
            times.add("Wait Time Ratio", "0.3333").add("Synchronization Time Ratio", "0.3333");
            JsonObject link;
            link.add("Transit Size(MB)", megabytes(transfer.bytes))
                .add("Transit Time(ms)", milliseconds(transfer.duration / 2));
            link.add("Bandwidth(GB/s)", "12.5").add("Large Packet Ratio", "0.0").add("Size Distribution", "{}");
            const auto entry = JsonObject()
                                   .add("Communication Time Info", times.done())
                                   .add("Communication Bandwidth Info", JsonObject().add("HCCS", link.done()).done())
                                   .done();
            auto &[pairs, collectives] = steps[m_rank.steps[static_cast<std::size_t>(transfer.step)].number];
            (transfer.isPointToPoint() ? pairs : collectives)
                .add(operationName(transfer) + "@" + std::to_string(17522688603477080000u + 100 + transfer.group),
                     entry);
        }
        JsonObject root;
        for (const auto &[number, kinds] : steps) {
            root.add(m_habits.hasSteps ? "step" + std::to_string(number) : "step",
                     JsonObject().add("p2p", kinds.first.done()).add("collective", kinds.second.done()).done());
            if (!m_habits.hasSteps) {
                break;  // all of the capture is one step then
            }
        }
        return root.done();
    }

    std::string memoryRecord() const {
        CsvText csv(m_habits, m_profile.seed + 2,
                    {"Component", "Timestamp(us)", "Total Allocated(MB)", "Total Reserved(MB)", "Total Active(MB)",
                     "Stream Ptr", "Device Type"});
        for (const auto &point : m_rank.memory) {
            csv.addRow({"PTA", cellTime(point.time), mebibytes(point.allocated), mebibytes(point.reserved),
                        mebibytes(point.allocated), "2", "NPU:" + std::to_string(m_rank.device)});
        }
        return csv.done();
    }

    std::string info() const {
        JsonObject settings;
        settings.text("_profiler_level", "Level1").text("_export_type", "text");
        JsonObject common;
        common.add("record_shapes", m_habits.hasShapes ? "true" : "false")
            .add("profile_memory", m_habits.hasMemory ? "true" : "false");
        common.add("with_stack", m_habits.hasStacks ? "true" : "false");
        JsonObject root;
        root.add("config",
                 JsonObject().add("common_config", common.done()).add("experimental_config", settings.done()).done());
        return root.number("rank_id", m_rank.rank).done();
    }

    std::string metadata() const {
        JsonObject groups;
        for (const auto &group : m_profile.groups) {
            std::vector<std::string> ranks;
            for (const auto rank : group.ranks) {
                ranks.push_back(std::to_string(rank));
            }
            groups.add(group.id, JsonObject()
                                     .text("group_name", group.name)
                                     .number("group_rank", 0)
                                     .add("global_ranks", jsonList(ranks))
                                     .done());
        }
        return JsonObject().add("parallel_group_info", groups.done()).done();
    }

    const Profile &m_profile;
    const Habits &m_habits;
    const Rank &m_rank;
    std::string m_folder, m_output;
    mutable Dice m_dice;
    bool m_isMindSpore;
};

}  // namespace

bool writeAscendText(const Profile &profile, const std::string &folder) {
    const bool isMindSpore = profile.habits.layout == Layout::MindSpore;
    for (const auto &rank : profile.ranks) {
        const auto number = std::to_string(rank.rank);
        const auto name =
            profile.habits.foldersTellNothing
                ? rank.host + "_" + std::to_string(4000 + rank.rank) + "_20241122101112123"
                : "rank" + number + "_" + rank.host + "_" + std::to_string(4000 + rank.rank) + "_20241122101112123";
        if (!RankFolder(profile, rank, folder + "/" + name + (isMindSpore ? "_ascend_ms" : "_ascend_pt")).write()) {
            return false;
        }
    }
    return true;
}

}  // namespace strangers
