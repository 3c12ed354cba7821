#include "core/formats/graph_capture/captured_graphs.h"

#include "core/base/archive/archive_place.h"
#include "core/base/io/byte_source.h"
#include "core/base/path_text.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/formats/io/json_compact.h"
#include "core/formats/io/json_stream.h"
#include "core/formats/io/json_text.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <system_error>
#include <tuple>

namespace stagescope {

namespace {

constexpr std::size_t kMostEvents = 5'000'000;
constexpr std::size_t kMostFiles = 1000;
constexpr auto kCaptureFolders =
    std::to_array<std::string_view>({"capture_traces", "graph_captures", "graph_capture", "graph-capture"});
constexpr auto kCaptureNames = std::to_array<std::string_view>({"graph_capture", "graph-capture", "capture_trace"});
constexpr std::string_view kModule = "nn.Module: ";

using Token = JsonStream::Token;

/// An event of the capture that is of use: an operator, a module, a range, a call.
struct CaptureEvent {
    enum class Kind : std::uint8_t { Other, Operator, Module, Range, Begin, End, Launch };
    Kind kind = Kind::Other;
    std::string name{};
    std::string thread{};
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::string kernel{};
    std::string shapes{};
};

CaptureEvent::Kind kindOf(std::string_view category, std::string_view name) {
    using enum CaptureEvent::Kind;
    if (category == "cpu_op") {
        return Operator;
    }
    if (category == "user_annotation") {
        return Range;
    }
    if (category == "python_function") {
        return name.starts_with(kModule) ? Module : Other;
    }
    if (category != "cuda_runtime" && category != "cuda_driver") {
        return Other;
    }
    const bool isLaunch = contains(name, "LaunchKernel") || contains(name, "LaunchCooperativeKernel") ||
                          contains(name, "Memcpy") || contains(name, "Memset");
    return name.ends_with("StreamBeginCapture") ? Begin
           : name.ends_with("StreamEndCapture") ? End
           : isLaunch                           ? Launch
                                                : Other;
}

bool readArguments(JsonStream &json, CaptureEvent &event) {
    auto token = json.next();
    for (; token == Token::Key; token = json.next()) {
        auto *into = json.text() == "kernel" ? &event.kernel : json.text() == "Input Dims" ? &event.shapes : nullptr;
        token = json.next();
        if (into != nullptr ? !readCompact(json, token, *into) : !json.skip(token)) {
            return false;
        }
    }
    return token == Token::EndObject;
}

/// False at damage.
bool readEvent(JsonStream &json, CaptureEvent &event) {
    std::string category;
    std::string time;
    std::string duration;
    std::string process;
    auto token = json.next();
    for (; token == Token::Key; token = json.next()) {
        const std::string key(json.text().substr(0, 16));
        token = json.next();
        auto *into = key == "name"  ? &event.name
                     : key == "cat" ? &category
                     : key == "ts"  ? &time
                     : key == "dur" ? &duration
                     : key == "tid" ? &event.thread
                     : key == "pid" ? &process
                                    : nullptr;
        const bool isRead = key == "args" && token == Token::BeginObject ? readArguments(json, event)
                            : into != nullptr                            ? readCompact(json, token, *into)
                                                                         : json.skip(token);
        if (!isRead) {
            return false;
        }
    }
    event.kind = kindOf(category, event.name);
    event.thread = process + ' ' + event.thread;
    const auto begin = microsToNs(time);
    event.kind = begin ? event.kind : CaptureEvent::Kind::Other;
    event.begin = begin.value_or(0);
    const auto length = std::max<std::int64_t>(microsToNs(duration).value_or(0), 0);
    event.end = event.begin > INT64_MAX - length ? INT64_MAX : event.begin + length;
    return token == Token::EndObject;
}

std::vector<CaptureEvent> readEvents(JsonStream &json) {
    std::vector<CaptureEvent> events;
    auto token = json.next();
    if (token == Token::BeginObject) {
        for (token = json.next(); token == Token::Key; token = json.next()) {
            const bool isEvents = json.text() == "traceEvents";
            token = json.next();
            if (isEvents && token == Token::BeginArray) {
                break;
            }
            if (!json.skip(token)) {
                return events;
            }
        }
    }
    if (token != Token::BeginArray) {
        return events;
    }
    for (token = json.next(); token != Token::EndArray && events.size() < kMostEvents; token = json.next()) {
        CaptureEvent event;
        if (token == Token::End || (token == Token::BeginObject ? !readEvent(json, event) : !json.skip(token))) {
            break;
        }
        if (event.kind != CaptureEvent::Kind::Other) {
            events.push_back(std::move(event));
        }
    }
    return events;
}

/// Goes over the events of a thread in their order, with those that are open.
class CaptureWalk {
public:
    void take(const CaptureEvent &event, std::vector<CapturedGraph> &graphs) {
        while (!m_open.empty() && m_open.back()->end <= event.begin) {
            m_open.pop_back();
        }
        switch (event.kind) {
            case CaptureEvent::Kind::Begin:
                m_graph.emplace();
                m_graph->name = nameOf(CaptureEvent::Kind::Range);
                return;
            case CaptureEvent::Kind::End:
                close(graphs);
                return;
            case CaptureEvent::Kind::Launch:
                addLaunch(event);
                return;
            default:
                m_open.push_back(&event);
                return;
        }
    }
    /// A capture that the file does not end is none.
    void close(std::vector<CapturedGraph> &graphs) {
        if (m_graph && !m_graph->launches.empty()) {
            graphs.push_back(std::move(*m_graph));
        }
        m_graph.reset();
    }

private:
    [[nodiscard]] const CaptureEvent *innermost(CaptureEvent::Kind kind) const {
        const auto it = std::find_if(m_open.rbegin(), m_open.rend(),
                                     [kind](const CaptureEvent *event) { return event->kind == kind; });
        return it == m_open.rend() ? nullptr : *it;
    }
    [[nodiscard]] std::string nameOf(CaptureEvent::Kind kind) const {
        const auto *event = innermost(kind);
        return event == nullptr ? std::string() : event->name;
    }
    void addLaunch(const CaptureEvent &event) {
        const auto *operation = innermost(CaptureEvent::Kind::Operator);
        if (m_graph) {
            m_graph->launches.push_back({event.kernel, operation == nullptr ? std::string() : operation->name,
                                         nameOf(CaptureEvent::Kind::Module),
                                         operation == nullptr ? std::string() : operation->shapes});
        }
    }

    std::vector<const CaptureEvent *> m_open;
    std::optional<CapturedGraph> m_graph;
};

bool startsWithOne(std::string_view name, const auto &begins) {
    return std::any_of(begins.begin(), begins.end(), [&](std::string_view begin) { return name.starts_with(begin); });
}

std::vector<std::string> filesIn(const std::string &folder) {
    std::vector<std::string> names;
    if (const auto place = archivePlace(folder); place && place->isFolder()) {
        std::vector<std::string> folders;
        place->archive->list(place->inside, names, folders);
    }
    std::error_code error;
    std::filesystem::directory_iterator it(folder, error);
    for (; !error && it != std::filesystem::directory_iterator() && names.size() < kMostFiles; it.increment(error)) {
        names.push_back(it->path().filename().string());
    }
    std::erase_if(names, [](const std::string &name) { return !unpackedName(name).ends_with(".json"); });
    std::sort(names.begin(), names.end());
    return names;
}

bool agree(const std::vector<GraphWork> &works, const CapturedGraph &graph) {
    return works.size() == graph.launches.size() &&
           std::equal(works.begin(), works.end(), graph.launches.begin(), [](const auto &work, const auto &launch) {
               return launch.kernel.empty() || launch.kernel == work.name;
           });
}

}  // namespace

std::vector<std::string> graphCaptureFiles(const std::string &tracePath) {
    const std::string folder(parentPath(tracePath));
    const bool isCapture = startsWithOne(lastPart(folder), kCaptureFolders);
    std::vector<std::string> paths;
    for (const auto of : kCaptureFolders) {
        const auto inside = folder + '/' + std::string(of);
        for (const auto &name : isCapture ? std::vector<std::string>{} : filesIn(inside)) {
            paths.push_back(inside + '/' + name);
        }
    }
    if (paths.empty() && !isCapture && !startsWithOne(lastPart(tracePath), kCaptureNames)) {
        for (const auto &name : filesIn(folder)) {
            if (startsWithOne(name, kCaptureNames)) {
                paths.push_back(folder + '/' + name);
            }
        }
    }
    return paths;
}

std::vector<CapturedGraph> readCapturedGraphs(const std::string &path, const LoadControl &control) {
    std::vector<CapturedGraph> graphs;
    const auto source = ByteSource::open(path);
    if (!source) {
        return graphs;
    }
    auto own = control;
    own.progress = nullptr;  // of the trace that is read
    JsonStream json(**source, own);
    auto events = readEvents(json);
    std::stable_sort(events.begin(), events.end(), [](const CaptureEvent &a, const CaptureEvent &b) {
        return std::tie(a.begin, b.end) < std::tie(b.begin, a.end);  // what is around others comes first
    });
    std::map<std::string_view, CaptureWalk> threads;
    for (const auto &event : events) {
        threads[event.thread].take(event, graphs);
    }
    return graphs;
}

GraphReplays::GraphReplays(std::vector<GraphWork> works, std::vector<CapturedGraph> graphs)
    : m_works(works.size()), m_graphs(std::move(graphs)) {
    std::map<std::uint64_t, std::vector<GraphWork>> calls;
    for (const auto &work : works) {
        calls[work.call].push_back(work);
    }
    for (auto &[call, ofCall] : calls) {
        std::stable_sort(ofCall.begin(), ofCall.end(),
                         [](const GraphWork &a, const GraphWork &b) { return a.begin < b.begin; });
        std::vector<const CapturedGraph *> fitting;
        for (const auto &graph : m_graphs) {
            if (agree(ofCall, graph)) {
                fitting.push_back(&graph);
            }
        }
        if (fitting.empty()) {
            joinByName(ofCall);
        } else {
            joinInOrder(ofCall, fitting);
        }
    }
}

void GraphReplays::joinInOrder(const std::vector<GraphWork> &works, const std::vector<const CapturedGraph *> &fitting) {
    for (std::size_t i = 0; i < works.size(); ++i) {
        const auto &first = fitting.front()->launches[i];
        auto common = first;
        for (const auto *graph : fitting) {
            const auto &other = graph->launches[i];
            common.operatorName = other.operatorName == common.operatorName ? common.operatorName : std::string();
            common.module = other.module == common.module ? common.module : std::string();
            common.shapes = other.shapes == common.shapes ? common.shapes : std::string();
        }
        const bool isSame =
            common.operatorName == first.operatorName && common.module == first.module && common.shapes == first.shapes;
        if (!common.operatorName.empty()) {
            m_launches.emplace(works[i].row, isSame ? &first : &m_common.emplace_back(std::move(common)));
        }
    }
}

void GraphReplays::joinByName(const std::vector<GraphWork> &works) {
    std::map<std::string_view, std::vector<std::uint64_t>> replayed;
    for (const auto &work : works) {
        replayed[work.name].push_back(work.row);
    }
    std::vector<std::pair<std::uint64_t, const CapturedLaunch *>> best;
    for (const auto &graph : m_graphs) {
        std::map<std::string_view, std::vector<const CapturedLaunch *>> captured;
        for (const auto &launch : graph.launches) {
            captured[launch.kernel].push_back(&launch);
        }
        std::vector<std::pair<std::uint64_t, const CapturedLaunch *>> found;
        for (const auto &[name, rows] : replayed) {
            const auto it = captured.find(name);
            for (std::size_t i = 0; it != captured.end() && it->second.size() == rows.size() && i < rows.size(); ++i) {
                found.emplace_back(rows[i], it->second[i]);
            }
        }
        best = found.size() > best.size() ? std::move(found) : std::move(best);
    }
    // Less than half is another graph that uses some of the same kernels.
    if (2 * best.size() >= works.size()) {
        m_launches.insert(best.begin(), best.end());
    }
}

const CapturedLaunch *GraphReplays::launchOf(std::uint64_t row) const {
    const auto it = m_launches.find(row);
    return it == m_launches.end() ? nullptr : it->second;
}

}  // namespace stagescope
