// Traces of PyTorch's profiler, one file a rank, as Kineto writes them on NVIDIA's and AMD's devices.
#include "tests/strangers/written_text.h"

#include <filesystem>

namespace strangers {

namespace {

constexpr int kProcess = 4711;

class Trace {
public:
    Trace(const Profile &profile, const Rank &rank) : m_profile(profile), m_habits(profile.habits), m_rank(rank) {}

    std::string text() {
        addNames();
        addSteps();
        for (const auto &call : m_rank.calls) {
            JsonObject arguments;
            arguments.number("External id", ++m_externalId);
            if (!call.shapes.empty()) {
                arguments.add("Input Dims", "[[4096, 1024], [1024, 4096]]").add("Input type", R"(["float", "float"])");
            }
            if (!call.stack.empty()) {
                arguments.text("Call stack", call.stack);
            }
            add("cpu_op", call.name, kProcess, kProcess, call.begin, call.duration, arguments);
        }
        for (const auto &kernel : m_rank.kernels) {
            JsonObject arguments;
            arguments.number("device", m_rank.device)
                .number("stream", kernel.stream)
                .number("correlation", kernel.correlation);
            addDeviceWork(kernel.name, kernel.stream, kernel.begin, kernel.duration, arguments);
            addLaunch(kernel.launch, kernel.launchDuration, kernel.correlation, kernel.stream, kernel.begin);
        }
        for (const auto &transfer : m_rank.transfers) {
            addTransfer(transfer);
        }
        for (const auto &point : m_rank.memory) {
            JsonObject arguments;
            arguments.number("Total Reserved", point.reserved).number("Total Allocated", point.allocated);
            arguments.number("Bytes", 512)
                .number("Addr", 140'000'000'000'000)
                .number("Device Id", m_rank.device)
                .number("Device Type", 1);
            m_events.push_back(JsonObject()
                                   .text("ph", "i")
                                   .text("cat", "cpu_instant_event")
                                   .text("s", "t")
                                   .text("name", "[memory]")
                                   .number("pid", kProcess)
                                   .number("tid", kProcess)
                                   .add("ts", time(point.time))
                                   .add("args", arguments.done())
                                   .done());
        }
        return root();
    }

private:
    std::string time(std::int64_t at) const {
        const auto text = m_habits.wholeMicroseconds ? std::to_string(at / 1000) : microseconds(at);
        return m_habits.timesAsText ? quoted(text) : text;
    }

    void add(const std::string &category, const std::string &name, int pid, int tid, std::int64_t begin,
             std::int64_t duration, const JsonObject &arguments) {
        JsonObject event;
        event.text("ph", "X").text("cat", category).text("name", name).number("pid", pid).number("tid", tid);
        event.add("ts", time(begin));
        event.add("dur", m_habits.wholeMicroseconds ? std::to_string(duration / 1000) : microseconds(duration));
        m_events.push_back(event.add("args", arguments.done()).done());
    }

    void addNames() {
        const auto name = [&](const char *kind, int pid, int tid, const std::string &value) {
            m_events.push_back(
                JsonObject()
                    .text("ph", "M")
                    .text("name", kind)
                    .number("pid", pid)
                    .number("tid", tid)
                    .number("ts", 0)
                    .add("args",
                         JsonObject().text(std::string(kind).ends_with("labels") ? "labels" : "name", value).done())
                    .done());
        };
        name("process_name", kProcess, 0, "python3");
        name("process_labels", kProcess, 0, "CPU");
        name("process_name", m_rank.device, 0, "python3");
        name("process_labels", m_rank.device, 0, "GPU " + std::to_string(m_rank.device));
    }

    void addSteps() {
        if (!m_habits.hasSteps) {
            return;
        }
        for (const auto &step : m_rank.steps) {
            const auto name = "ProfilerStep#" + std::to_string(step.number);
            if (m_habits.hasHost) {
                add("user_annotation", name, kProcess, kProcess, step.begin, step.end - step.begin, JsonObject());
            }
            if (m_habits.hasDeviceSteps || !m_habits.hasHost) {
                add("gpu_user_annotation", name, m_rank.device, 7, step.begin, step.end - step.begin, JsonObject());
            }
        }
    }

    void addDeviceWork(const std::string &name, int stream, std::int64_t begin, std::int64_t duration,
                       const JsonObject &arguments) {
        add("kernel", name, m_rank.device, stream, begin, duration, arguments);
    }

    void addLaunch(std::int64_t begin, std::int64_t duration, std::int64_t correlation, int stream,
                   std::int64_t deviceBegin) {
        if (!m_habits.hasHost) {
            return;
        }
        add("cuda_runtime", "cudaLaunchKernel", kProcess, kProcess, begin, duration,
            JsonObject().number("correlation", correlation));
        if (!m_habits.hasFlows) {
            return;
        }
        const auto flow = [&](const char *phase, int pid, int tid, std::int64_t at) {
            JsonObject event;
            event.text("ph", phase).number("id", correlation).number("pid", pid).number("tid", tid).add("ts", time(at));
            m_events.push_back(event.text("cat", "ac2g").text("name", "ac2g").text("bp", "e").done());
        };
        flow("s", kProcess, kProcess, begin);
        flow("f", m_rank.device, stream, deviceBegin);
    }

    void addTransfer(const Transfer &transfer) {
        constexpr int kStream = 20;
        const auto &group = m_profile.groups[transfer.group];
        std::vector<std::string> ranks;
        for (const auto rank : group.ranks) {
            ranks.push_back(std::to_string(rank));
        }
        JsonObject arguments;
        arguments.number("device", m_rank.device).number("stream", kStream).number("correlation", transfer.correlation);
        arguments.text("Collective name",
                       transfer.isPointToPoint() ? transfer.kind == "send" ? "send" : "recv" : transfer.kind);
        arguments.number("In msg nelems", transfer.bytes / 2)
            .number("Out msg nelems", transfer.bytes / 2)
            .text("dtype", "BFloat16");
        arguments.number("Group size", static_cast<std::int64_t>(group.ranks.size()))
            .text("Process Group Name", group.id);
        arguments.text("Process Group Description", group.name).text("Process Group Ranks", jsonList(ranks));
        addDeviceWork("ncclDevKernel_Generic_4(ncclDevKernelArgsStorage<4096ul>)", kStream, transfer.begin,
                      transfer.duration, arguments);
        addLaunch(transfer.launch, transfer.launchDuration, transfer.correlation, kStream, transfer.begin);
    }

    std::string root() const {
        const auto events = jsonList(m_events);
        if (m_habits.rootIsArray) {
            return events;
        }
        JsonObject root;
        root.number("schemaVersion", 1);
        if (m_habits.hasMetadata) {
            root.number("record_shapes", m_habits.hasShapes ? 1 : 0).number("with_stack", m_habits.hasStacks ? 1 : 0);
            if (m_habits.knowsRanks) {
                root.add("distributedInfo", JsonObject()
                                                .text("backend", "nccl")
                                                .number("rank", m_rank.rank)
                                                .number("world_size", m_profile.worldSize)
                                                .done());
            }
        }
        if (m_habits.manyRootMembersFirst) {
            JsonObject files;
            for (int i = 0; i < 2000; ++i) {
                files.text("/usr/lib/python3/file_" + std::to_string(i) + ".py", "[{\"traceEvents\": \"not here\"}]");
            }
            root.add("metadata", files.done());
        }
        root.add("traceEvents", events);
        if (m_habits.membersAfter) {
            root.text("displayTimeUnit", "ms").text("traceName", "/tmp/trace.json");
        }
        return root.done();
    }

    const Profile &m_profile;
    const Habits &m_habits;
    const Rank &m_rank;
    std::vector<std::string> m_events;
    std::int64_t m_externalId = 0;
};

}  // namespace

bool writeKineto(const Profile &profile, const std::string &folder) {
    const auto &habits = profile.habits;
    for (const auto &rank : profile.ranks) {
        const auto number = std::to_string(rank.rank);
        const auto process = std::to_string(4000 + rank.rank);
        auto name = habits.foldersTellNothing ? "some_model__" + process + ".json"
                    : habits.knowsRanks       ? rank.host + "_" + process + ".1736408883.pt.trace.json"
                                              : "rank" + number + ".json";
        name += habits.packed ? ".gz" : "";
        if (!writeFile((std::filesystem::path(folder) / name).string(), Trace(profile, rank).text(), habits.packed)) {
            return false;
        }
    }
    return true;
}

}  // namespace strangers
