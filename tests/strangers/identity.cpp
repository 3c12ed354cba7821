#include "tests/strangers/identity.h"

#include "tests/strangers/written_text.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

namespace strangers {

namespace {

constexpr std::int64_t kMicro = 1000;
constexpr std::int64_t kMilli = 1000 * kMicro;
constexpr std::int64_t kSecond = 1000 * kMilli;
constexpr std::int64_t kBegin = std::int64_t{1'700'000'000} * kSecond;
constexpr int kDevicesOfHost = 8;

/// {r} rank, {l} rank within its node, {n} node, {h} host, {p} process, {t} a time, {j} the job where several lie in
/// one folder.
struct Producer {
    std::string_view pattern;
    bool tellsRanks = true;
};
constexpr auto kProducers = std::to_array<Producer>({
    {"{j}{h}_{p}.{t}.pt.trace.json", false},
    {"{j}rank{r}.json"},
    {"{j}rank_{r}.json.gz"},
    {"{j}trace_rank{r}.json"},
    {"{j}trace_r{r}.json"},
    {"{j}worker{r}.{t}.pt.trace.json"},
    {"{j}17610.5-TP-{r}.trace.json.gz"},
    {"{j}17610.5-TP-{r}-DECODE.trace.json.gz"},
    {"{j}dp0_pp0_tp{r}_dcp0_ep0_rank{r}.{t}.pt.trace.json.gz"},
    {"{j}{r}/trace.json"},
    {"{j}rank_{r}/trace.json"},
    {"{j}rank{r}/{h}_{p}.{t}.pt.trace.json"},
    {"{j}global_rank{r}_local_rank{l}.json"},
    {"{j}node{n}_local_rank{l}.json"},
    {"{j}trainer{r}.json"},
    {"{j}prof_start_1_end_2_rank_{r}.json.gz"},
    {"{j}{r}.json"},
    {"{j}iteration_10/rank{r}_trace.json"},
    {"{j}chrome_trace-rank-{r}.json"},
    {"{j}actor_{r}.json"},
    {"{j}profile_{h}_rank{r}_step10.json"},
    {"{j}pp0_tp{r}.json"},
});
constexpr std::size_t kOfMerged = 6;  ///< its tool merges what it leaves

std::string replaced(std::string text, std::string_view mark, const std::string &value) {
    for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + value.size())) {
        text.replace(at, mark.size(), value);
    }
    return text;
}

std::string fileOf(const TracedJob &job, const TracedProcess &process, bool isAlone) {
    std::string name(kProducers.at(job.producer).pattern);
    name = replaced(name, "{j}", isAlone || !job.folder.empty() ? "" : job.prefix + "_");
    name = replaced(name, "{r}", std::to_string(process.rank));
    name = replaced(name, "{l}", std::to_string(process.rank % kDevicesOfHost));
    name = replaced(name, "{n}", std::to_string(process.rank / kDevicesOfHost));
    name = replaced(name, "{h}", "host" + std::to_string(process.rank / kDevicesOfHost));
    name = replaced(name, "{p}", std::to_string(process.pid));
    name = replaced(name, "{t}", std::to_string(1'736'408'000 + process.rank));
    return (job.folder.empty() ? "" : job.folder + "/") + name;
}

/// Work of one device in one step: launched and done within it, one after the other.
void addWork(Dice &dice, const TracedJob &job, const TracedProcess &process, std::size_t step, DrivenDevice &device) {
    const auto [begin, end] = process.steps[step];
    auto launch = begin + dice.from(10, 60) * kMicro;
    auto free = begin;
    while (true) {
        LaunchedKernel kernel;
        kernel.name = job.prefix + "_kernel_" + std::to_string(dice.below(4));
        kernel.step = step;
        kernel.launch = launch + dice.below(kMicro);
        kernel.begin = std::max(kernel.launch + dice.from(8, 60) * kMicro, free + 2 * kMicro);
        kernel.duration = dice.from(5'000, 300'000);
        if (kernel.begin + kernel.duration + 20 * kMicro > end) {
            return;
        }
        free = kernel.begin + kernel.duration;
        launch += dice.from(12, 250) * kMicro;
        device.kernels.push_back(kernel);
    }
}

TracedJob imagineJob(Dice &dice, const std::string &prefix, std::int64_t begin) {
    TracedJob job;
    job.prefix = prefix;
    job.producer = static_cast<std::size_t>(dice.below(static_cast<std::int64_t>(kProducers.size())));
    job.tellsRanks = dice.chance(50);
    job.countsAnew = dice.chance(70);
    job.isRelative = dice.chance(40);
    job.hasDeviceNames = dice.chance(80);
    job.marksMerged = dice.chance(50);
    job.firstStep = dice.oneOf<std::int64_t>({0, 1, 5, 120});
    const auto kind = dice.below(10);
    job.files = kind < 6 ? FilesOfJob::Split : kind < 9 ? FilesOfJob::Merged : FilesOfJob::Both;
    if (job.files == FilesOfJob::Both) {
        job.producer = kOfMerged;
        job.marksMerged = true;
    }
    const auto processes = dice.oneOf<int>({1, 2, 2, 3, 4, 8, 16});
    // Of a process that drives several, and of files that hold several, numbers are those of the host.
    const auto devices = dice.oneOf<int>({1, 1, 1, 2, processes == 1 ? 8 : 1});
    const bool isMerged = job.files != FilesOfJob::Split;
    if (job.files == FilesOfJob::Merged && dice.chance(50)) {
        job.deviceNumbers = dice.chance(60) ? DeviceNumbers::Anew : DeviceNumbers::Shifted;
        job.marksMerged = false;
    }
    job.order = dice.oneOf<OrderOfEvents>({OrderOfEvents::ByProcess, OrderOfEvents::ByTime, OrderOfEvents::ByNumber});
    job.hasOperators = dice.chance(40);
    job.hasOtherCalls = dice.chance(40);
    job.hasDeviceRanges = dice.chance(30);
    const bool hasSmallPids = isMerged && dice.chance(10);    // of containers: as numbers of devices are
    const bool seesOneDevice = !isMerged && dice.chance(40);  // CUDA_VISIBLE_DEVICES
    const bool equalPids = !isMerged && job.producer != 0 && job.producer != 11 && dice.chance(30);  // of containers
    const auto steps = static_cast<std::size_t>(dice.from(1, 4));
    std::vector<std::int64_t> lengths;
    for (std::size_t i = 0; i < steps; ++i) {
        lengths.push_back(dice.from(900, 3'000) * kMicro);
    }
    for (int rank = 0; rank < processes; ++rank) {
        TracedProcess process;
        process.rank = rank;
        process.pid = equalPids ? 771 : hasSmallPids ? 1 + rank : 771 + 13 * rank;
        auto at = begin + dice.below(40) * kMicro;
        for (const auto length : lengths) {
            process.steps.emplace_back(at, at + length);
            at += length + 20 * kMicro;
        }
        for (int i = 0; i < devices; ++i) {
            DrivenDevice device;
            const bool isAnew = seesOneDevice || job.deviceNumbers == DeviceNumbers::Anew;
            device.number = i + (isAnew ? 0 : job.deviceNumbers == DeviceNumbers::Shifted ? rank : rank * devices);
            for (std::size_t step = 0; step < steps; ++step) {
                addWork(dice, job, process, step, device);
            }
            process.devices.push_back(std::move(device));
        }
        job.processes.push_back(std::move(process));
    }
    return job;
}

class IdentityTrace {
public:
    IdentityTrace(const TracedJob &job, bool isMerged)
        : m_job(job),
          m_isMerged(isMerged),
          m_base(job.isRelative ? job.processes.front().steps.front().first / kSecond * kSecond : 0) {}

    void add(const TracedProcess &process) {
        const auto host = name(process, process.pid);
        if (m_job.hasDeviceNames) {
            addName(host, "python3", "CPU");
            for (const auto &device : process.devices) {
                addName(name(process, device.number), "python3", "GPU " + std::to_string(device.number));
            }
        }
        for (std::size_t i = 0; i < process.steps.size(); ++i) {
            const auto [begin, end] = process.steps[i];
            addRange("user_annotation",
                     "ProfilerStep#" + std::to_string(m_job.firstStep + static_cast<std::int64_t>(i)), host,
                     process.pid, begin, end - begin, JsonObject());
        }
        m_next = m_job.countsAnew ? 1 : m_next;
        m_nextOperator = m_job.countsAnew ? 1 : m_nextOperator;
        for (const auto &device : process.devices) {
            for (const auto &kernel : device.kernels) {
                addKernel(process, device.number, kernel);
            }
            for (std::size_t i = 0; m_job.hasDeviceRanges && i < process.steps.size(); ++i) {
                addDeviceRange(process, device, i);
            }
        }
    }

    std::string text(const TracedProcess &first) {
        JsonObject root;
        root.number("schemaVersion", 1);
        if (m_job.tellsRanks) {
            root.add("distributedInfo", JsonObject()
                                            .text("backend", "nccl")
                                            .number("rank", first.rank)
                                            .number("world_size", static_cast<std::int64_t>(m_job.processes.size()))
                                            .done());
        }
        if (m_base != 0) {
            root.number("baseTimeNanoseconds", m_base);
        }
        std::stable_sort(m_events.begin(), m_events.end(), [&](const Event &a, const Event &b) {
            const bool areSorted = m_isMerged && m_job.order != OrderOfEvents::ByProcess;
            const bool isByNumber = areSorted && m_job.order == OrderOfEvents::ByNumber && a.pid != b.pid;
            return areSorted && (isByNumber ? a.pid < b.pid : a.time < b.time);
        });
        std::vector<std::string> texts;
        for (const auto &event : m_events) {
            texts.push_back(event.text);
        }
        return root.add("traceEvents", jsonList(texts)).done();
    }

private:
    std::string name(const TracedProcess &process, int number) const {
        if (!m_isMerged || !m_job.marksMerged) {
            return std::to_string(number);
        }
        const auto rank = std::to_string(process.rank);
        return quoted("[TP" + std::string(rank.size() < 2 ? "0" : "") + rank + "] " + std::to_string(number));
    }

    void addName(const std::string &pid, const std::string &value, const std::string &label) {
        for (const auto &[kind, member, text] :
             {std::array<std::string, 3>{"process_name", "name", value}, {"process_labels", "labels", label}}) {
            JsonObject event;
            event.text("ph", "M").text("name", kind).add("pid", pid).number("tid", 0).number("ts", 0);
            m_events.push_back({pid, 0, event.add("args", JsonObject().text(member, text).done()).done()});
        }
    }

    void addRange(const std::string &category, const std::string &title, const std::string &pid, int tid,
                  std::int64_t begin, std::int64_t duration, const JsonObject &arguments) {
        JsonObject event;
        event.text("ph", "X").text("cat", category).text("name", title).add("pid", pid).number("tid", tid);
        event.add("ts", microseconds(begin - m_base)).add("dur", microseconds(duration));
        m_events.push_back({pid, begin, event.add("args", arguments.done()).done()});
    }
    /// From the first kernel of a step to its last.
    void addDeviceRange(const TracedProcess &process, const DrivenDevice &device, std::size_t step) {
        std::int64_t begin = 0;
        std::int64_t end = 0;
        for (const auto &kernel : device.kernels) {
            if (kernel.step == step) {
                begin = end == 0 ? kernel.begin : begin;
                end = kernel.begin + kernel.duration;
            }
        }
        if (end > 0) {
            addRange("gpu_user_annotation",
                     "ProfilerStep#" + std::to_string(m_job.firstStep + static_cast<std::int64_t>(step)),
                     name(process, device.number), kStream, begin, end - begin, JsonObject());
        }
    }

    void addKernel(const TracedProcess &process, int device, const LaunchedKernel &kernel) {
        const auto host = name(process, process.pid);
        const auto gpu = name(process, device);
        const int thread = 5000 + process.pid + device;
        while (m_job.hasOtherCalls && (process.rank + m_next) % 3 == 0) {
            const auto other = m_next;
            m_next += 1 + (process.rank + kernel.duration) % 2;
            addRange("cuda_runtime", "cudaEventQuery", host, thread, kernel.launch - 3 * kMicro, kMicro,
                     JsonObject().number("correlation", other));
        }
        const auto number = m_next++;
        JsonObject call;
        JsonObject arguments;
        if (m_job.hasOperators) {
            const auto op = m_nextOperator++;
            addRange("cpu_op", "aten::mm", host, thread, kernel.launch - kMicro, 6 * kMicro,
                     JsonObject().number("External id", op));
            call.number("External id", op);
            arguments.number("External id", op);
        }
        addRange("cuda_runtime", "cudaLaunchKernel", host, thread, kernel.launch, 4 * kMicro,
                 call.number("correlation", number));
        arguments.number("device", device).number("stream", kStream).number("correlation", number);
        addRange("kernel", kernel.name, gpu, kStream, kernel.begin, kernel.duration, arguments);
        const auto flow = [&](const char *phase, const std::string &pid, int tid, std::int64_t at) {
            JsonObject event;
            event.text("ph", phase).number("id", number).add("pid", pid).number("tid", tid);
            event.add("ts", microseconds(at - m_base)).text("cat", "ac2g").text("name", "ac2g").text("bp", "e");
            m_events.push_back({pid, at, event.done()});
        };
        flow("s", host, thread, kernel.launch);
        flow("f", gpu, kStream, kernel.begin);
    }

    struct Event {
        std::string pid;
        std::int64_t time = 0;
        std::string text;
    };
    static constexpr int kStream = 7;

    const TracedJob &m_job;
    bool m_isMerged;
    std::int64_t m_base;
    std::int64_t m_next = 1;
    std::int64_t m_nextOperator = 1;
    std::vector<Event> m_events;
};

bool writeAt(const std::filesystem::path &path, const std::string &text) {
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    return writeFile(path.string(), text, path.string().ends_with(".gz"));
}

bool writeJob(const TracedJob &job, bool isAlone, const std::filesystem::path &folder) {
    bool isWritten = true;
    if (job.files != FilesOfJob::Merged) {
        for (const auto &process : job.processes) {
            IdentityTrace trace(job, false);
            trace.add(process);
            isWritten = isWritten && writeAt(folder / fileOf(job, process, isAlone), trace.text(process));
        }
    }
    if (job.files != FilesOfJob::Split) {
        IdentityTrace trace(job, true);
        for (const auto &process : job.processes) {
            trace.add(process);
        }
        const auto start = job.files == FilesOfJob::Both ? "merged-17610.5" : isAlone ? "trace" : job.prefix + "_trace";
        const auto name = (job.folder.empty() ? "" : job.folder + "/") + start + ".trace.json.gz";
        isWritten = isWritten && writeAt(folder / name, trace.text(job.processes.front()));
    }
    return isWritten;
}

}  // namespace

bool TracedJob::ranksAreKnown() const {
    return processes.size() == 1 ||
           (files == FilesOfJob::Merged ? marksMerged : tellsRanks || kProducers.at(producer).tellsRanks);
}

bool TracedJob::sharesDevices() const {
    return files == FilesOfJob::Merged && processes.size() > 1 && deviceNumbers != DeviceNumbers::OfHost &&
           (deviceNumbers == DeviceNumbers::Anew || processes.front().devices.size() > 1);
}

std::string IdentityScene::text() const {
    std::string text;
    for (const auto &job : jobs) {
        text += job.prefix + (job.folder.empty() ? "" : " in " + job.folder) + ": " +
                std::to_string(job.processes.size()) + " processes of " +
                std::to_string(job.processes.front().devices.size()) + " devices, " +
                (job.files == FilesOfJob::Split    ? "split"
                 : job.files == FilesOfJob::Merged ? "merged"
                                                   : "merged beside") +
                ", names " + std::string(kProducers.at(job.producer).pattern) + (job.tellsRanks ? ", ranks told" : "") +
                (job.countsAnew ? ", shared numbers" : "") + (job.isRelative ? ", base" : "") +
                (job.hasDeviceNames ? "" : ", no names") + (job.marksMerged ? ", marks" : "") +
                (job.sharesDevices()                          ? ", shared devices"
                 : job.deviceNumbers == DeviceNumbers::OfHost ? ""
                                                              : ", shifted devices") +
                (job.order == OrderOfEvents::ByProcess ? ""
                 : job.order == OrderOfEvents::ByTime  ? ", by time"
                                                       : ", by number") +
                (job.hasOperators ? ", operators" : "") + (job.hasOtherCalls ? ", other calls" : "") +
                (job.hasDeviceRanges ? ", device ranges" : "") + "; ";
    }
    return text;
}

IdentityScene imagineIdentity(std::uint64_t seed) {
    Dice dice(seed ^ 0x1D5EED);
    IdentityScene scene;
    scene.jobs.push_back(imagineJob(dice, "alpha", kBegin));
    if (dice.chance(35)) {
        // What has nothing to do with the first: recorded at another time, or of a world of another size.
        auto other = imagineJob(dice, "beta", kBegin + (dice.chance(50) ? 3'600 : 0) * kSecond);
        auto &first = scene.jobs.front();
        const bool isLater = other.processes.front().steps.front().first > kBegin + kSecond;
        if (!isLater) {
            first.tellsRanks = true;
            other.tellsRanks = true;
            if (other.processes.size() == first.processes.size()) {
                other.processes.pop_back();
            }
        }
        if (dice.chance(50)) {
            first.folder = "first";
            other.folder = "second";
        }
        if (!other.processes.empty()) {
            scene.jobs.push_back(std::move(other));
        } else {
            first.folder.clear();
        }
    }
    return scene;
}

bool writeIdentity(const IdentityScene &scene, const std::string &folder) {
    return std::all_of(scene.jobs.begin(), scene.jobs.end(),
                       [&](const TracedJob &job) { return writeJob(job, scene.jobs.size() == 1, folder); });
}

}  // namespace strangers
