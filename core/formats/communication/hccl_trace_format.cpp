#include "core/base/text.h"
#include "core/formats/format_list.h"
#include "core/formats/io/json_values.h"
#include "core/formats/io/small_file.h"
#include "core/formats/tables/comm_rows.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace stagescope {

namespace {

/// A task of an operator on one stream.
struct Task {
    std::int64_t stream = 0;
    double startUs = 0;
    double us = 0;
    std::string_view type;
    std::string_view transport;
    std::int64_t source = -1;
    std::int64_t destination = -1;
    double bytes = 0;
};

/// Ranks of one operating system are joined by HCCS, those of a server by PCIe (RANK_NUM_PER_OS of MindStudio's
/// training advisor).
constexpr std::int64_t kRanksPerOs = 4;
/// A wait that comes at most as many tasks after a send by RDMA is the send's (RDMA_TRANSIT_OP_NUM there).
constexpr std::size_t kRdmaReach = 5;

double numberOf(simdjson::dom::element object, std::string_view key) {
    simdjson::dom::element value;
    double number = 0;
    if (object[key].get(value) != simdjson::SUCCESS) {
        return 0;
    }
    if (value.get_double().get(number) == simdjson::SUCCESS) {
        return number;
    }
    return static_cast<double>(jsonNumber(value).value_or(0));
}

std::string_view textOf(simdjson::dom::element object, std::string_view key) {
    std::string_view text;
    return object[key].get_string().get(text) == simdjson::SUCCESS ? text : std::string_view();
}

std::optional<std::int64_t> wholeOf(simdjson::dom::element object, std::string_view key) {
    simdjson::dom::element value;
    return object[key].get(value) == simdjson::SUCCESS ? jsonNumber(value) : std::nullopt;
}

std::int64_t rankOf(simdjson::dom::element object, std::string_view key) {
    constexpr std::int64_t kUnknown = 0xffffffff;
    const auto number = wholeOf(object, key);
    return number && *number != kUnknown ? *number : -1;
}

std::vector<Task> tasksOf(simdjson::dom::array events) {
    std::vector<Task> tasks;
    for (const simdjson::dom::element event : events) {
        simdjson::dom::element arguments;
        if (textOf(event, "ph") != "X" || event["args"].get(arguments) != simdjson::SUCCESS) {
            continue;
        }
        Task task;
        task.stream = wholeOf(event, "tid").value_or(0);
        task.startUs = numberOf(event, "ts");
        task.us = numberOf(event, "dur");
        task.type = textOf(arguments, "task type").empty() ? textOf(event, "name") : textOf(arguments, "task type");
        task.transport = textOf(arguments, "transport type");
        task.source = rankOf(arguments, "src rank");
        task.destination = rankOf(arguments, "dst rank");
        task.bytes = numberOf(arguments, "size");
        tasks.push_back(task);
    }
    std::stable_sort(tasks.begin(), tasks.end(), [](const Task &a, const Task &b) { return a.startUs < b.startUs; });
    return tasks;
}

bool isCopy(const Task &task) { return task.type == "Memcpy" || task.type.starts_with("Reduce"); }
bool isSend(const Task &task) { return task.type == "RDMASend"; }
bool isWait(const Task &task) { return task.type == "Notify Wait" || task.type == "Notify_Wait"; }

std::string_view transportOf(const Task &task) {
    if (isSend(task)) {
        return "RDMA";
    }
    return task.source / kRanksPerOs == task.destination / kRanksPerOs ? "HCCS" : "PCIE";
}

/// "Send-op12", "Receive_3"
bool isPointToPoint(std::string_view name) { return containsAny(lowerCase(name), {"send", "receive", "recv"}); }

/// Sizes and times of one operator; MB are 10^6 bytes.
class Account {
public:
    Account(CommRows &rows, const CommPlace &place) : m_rows(rows), m_place(place) {}

    void add(const std::vector<Task> &tasks) {
        std::int64_t main = 0;
        for (const auto &task : tasks) {
            main = std::max(main, task.stream);
        }
        std::size_t sinceSend = kRdmaReach;
        for (const auto &task : tasks) {
            if (task.stream != main) {
                continue;
            }
            addTask(task, sinceSend);
            sinceSend = isSend(task) ? 0 : sinceSend + 1;
        }
    }
    void give() {
        m_time.waitMs += m_time.synchronizationMs;
        m_time.idleMs = std::max(0.0, m_time.elapsedMs - m_time.transitMs - m_time.waitMs);
        m_rows.addTime(m_place, m_time);
        for (auto &[transport, packets] : m_packets) {
            CommBandwidthRecord row;
            row.transport = transport;
            row.sizeMb = row.timeMs = 0;
            for (const auto &[mb, sum] : packets) {
                row.sizeMb += mb * sum.first;
                row.timeMs += sum.second;
            }
            row.gbps = row.timeMs > 0 ? row.sizeMb / row.timeMs : 0;
            for (const auto &[mb, sum] : packets) {
                row.packageMb = mb;
                std::tie(row.count, row.durationMs) = sum;
                m_rows.addBandwidth(m_place, row);
            }
        }
        for (auto &[key, link] : m_links) {
            link.transport = std::get<std::string>(key);
            link.gbps = link.timeMs > 0 ? link.sizeMb / link.timeMs : 0;
            m_rows.addLink(m_place, link);
        }
    }

private:
    static CommTimeRecord nothingYet() {
        CommTimeRecord time;
        time.startUs = time.elapsedMs = time.transitMs = time.waitMs = time.synchronizationMs = 0;
        return time;
    }
    void addTask(const Task &task, std::size_t sinceSend) {
        const double ms = task.us / 1000;
        m_time.startUs = m_time.elapsedMs == 0 ? task.startUs : m_time.startUs;
        m_time.elapsedMs += ms;
        if (isWait(task) && sinceSend < kRdmaReach) {
            m_time.transitMs += ms;
            m_packets["RDMA"][m_lastMb].second += ms;
        } else if (isWait(task)) {
            (m_time.transitMs == 0 ? m_time.synchronizationMs : m_time.waitMs) += ms;
        } else if (isCopy(task) || isSend(task)) {
            m_time.transitMs += ms;
            addMoved(task, ms);
        }
    }
    void addMoved(const Task &task, double ms) {
        const double mb = task.bytes / 1e6;
        const std::string transport(transportOf(task));
        m_lastMb = mb;
        auto &packets = m_packets[transport][mb];
        packets.first += 1;
        packets.second += ms;
        if (task.source < 0 || task.destination < 0) {
            return;
        }
        const auto [it, isNew] = m_links.try_emplace({task.source, task.destination, transport});
        auto &link = it->second;
        link.sizeMb = isNew ? 0 : link.sizeMb;
        link.timeMs = isNew ? 0 : link.timeMs;
        link.source = task.source;
        link.destination = task.destination;
        link.opName = m_place.name;
        link.sizeMb += mb;
        link.timeMs += ms;
    }

    CommRows &m_rows;
    const CommPlace &m_place;
    CommTimeRecord m_time = nothingYet();
    double m_lastMb = 0;
    std::map<std::string, std::map<double, std::pair<double, double>>> m_packets;  ///< count and ms by MB
    std::map<std::tuple<std::int64_t, std::int64_t, std::string>, CommLinkRecord> m_links;
};

/// profiler/hccl_info_RANK/OPERATOR/iterN.trace of MindSpore's old profiler: the tasks of one operator in one
/// iteration. Its figures by the rules of MindStudio's training advisor: the main stream is the one with the highest
/// number; waiting before the first transfer is synchronization. Source and destination are ranks of the whole job.
class HcclTraceFormat final : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "hccl_trace"; }
    [[nodiscard]] bool sniff(std::string_view fileName, std::string_view) const override {
        return fileName.starts_with("iter") && fileName.ends_with(".trace");
    }

    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        ASSIGN_OR_RETURN(const auto text, readSmallFile(file.path, control));
        ASSIGN_OR_RETURN(const auto document, JsonDocument::parseLenient(text, file.path));
        simdjson::dom::array events;
        if (document.root()["traceEvents"].get_array().get(events) != simdjson::SUCCESS) {
            return fail(ErrorKind::Malformed, "no list of events", file.path);
        }
        CommRows rows(sink, file.path);
        const auto place = placeOf(file.path, document.root());
        Account account(rows, place);
        account.add(tasksOf(events));
        account.give();
        rows.give();
        return {};
    }

    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef) const override {
        return fail(ErrorKind::Unsupported, "this file has no rows on the time axis", file.path);
    }

private:
    /// The operator is named by the folder, the step by the file or by what it says.
    static CommPlace placeOf(const std::string &path, simdjson::dom::element root) {
        const auto slash = path.rfind('/');
        const auto parent = slash == std::string::npos ? std::string() : path.substr(0, slash);
        CommPlace place;
        place.name = parent.substr(parent.rfind('/') + 1);
        place.kind = isPointToPoint(place.name) ? "p2p" : "collective";
        simdjson::dom::element iteration;
        const auto number =
            root["iteration"].get(iteration) == simdjson::SUCCESS ? jsonNumber(iteration) : std::nullopt;
        const auto stem = path.substr(slash == std::string::npos ? 0 : slash + 1);
        place.step = number ? std::to_string(*number) : stem.substr(4, stem.find('.') - 4);
        return place;
    }
};

}  // namespace

std::unique_ptr<Format> makeHcclTraceFormat() { return std::make_unique<HcclTraceFormat>(); }

}  // namespace stagescope
