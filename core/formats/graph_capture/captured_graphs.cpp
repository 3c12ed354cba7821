#include "core/formats/graph_capture/captured_graphs.h"

#include "core/base/archive/archive_place.h"
#include "core/base/io/byte_source.h"
#include "core/base/path_text.h"
#include "core/base/text.h"
#include "core/base/time.h"
#include "core/base/words/text_map.h"
#include "core/formats/io/json_compact.h"
#include "core/formats/io/json_stream.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <system_error>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace stagescope {

namespace {

constexpr std::size_t kMostEvents = 5'000'000;
constexpr std::size_t kMostFiles = 1000;
constexpr std::size_t kLongestCaptureText = std::size_t{16} << 10;
/// Of one file, each different text once: what a small packed file could unpack to has no bound of its own.
constexpr std::size_t kMostCaptureBytes = std::size_t{256} << 20;
constexpr std::size_t kRowsOfCheck = 4096;
constexpr auto kCaptureFolders =
    std::to_array<std::string_view>({"capture_traces", "graph_captures", "graph_capture", "graph-capture"});
constexpr auto kCaptureNames = std::to_array<std::string_view>({"graph_capture", "graph-capture", "capture_trace"});
constexpr std::string_view kModule = "nn.Module: ";

using Token = JsonStream::Token;

/// Texts of a file, each kept once: thousands of launches have the same few.
class CaptureTexts {
public:
    [[nodiscard]] std::string_view shared(std::string_view text) {
        const auto known = m_texts->find(text);
        if (known != m_texts->end()) {
            return *known;
        }
        m_bytes += text.size();
        return *m_texts->emplace(text).first;
    }
    [[nodiscard]] bool isFull() const { return m_bytes > kMostCaptureBytes; }
    [[nodiscard]] std::shared_ptr<const void> owner() const { return m_texts; }

private:
    using Set = std::unordered_set<std::string, TextHash, std::equal_to<>>;  // its texts stay where they are
    std::shared_ptr<Set> m_texts = std::make_shared<Set>();
    std::size_t m_bytes = 0;
};

/// An event as the file has it.
struct CaptureFields {
    std::string name{};
    std::string category{};
    std::string time{};
    std::string duration{};
    std::string process{};
    std::string thread{};
    std::string kernel{};
    std::string shapes{};
    std::string types{};
};

/// An event of the capture that is of use: an operator, a function, a range, a call. Its texts are shared.
struct CaptureEvent {
    enum class Kind : std::uint8_t { Operator, Module, Python, Range, Begin, End, Launch, Other };
    Kind kind = Kind::Other;
    std::string_view name{};
    std::string_view thread{};
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::string_view kernel{};
    std::string_view shapes{};
    std::string_view types{};
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
        return name.starts_with(kModule) ? Module : Python;
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

/// readCompact adds its last piece whole, which may be as long as a text of JSON may be.
bool readCaptureText(JsonStream &json, Token first, std::string &text) {
    const bool isRead = readCompact(json, first, text, kLongestCaptureText);
    if (text.size() > kLongestCaptureText) {
        auto end = kLongestCaptureText;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
            --end;  // not within a character
        }
        text.resize(end);
    }
    return isRead;
}

bool readArguments(JsonStream &json, CaptureFields &fields) {
    auto token = json.next();
    for (; token == Token::Key; token = json.next()) {
        auto *into = json.text() == "kernel"       ? &fields.kernel
                     : json.text() == "Input Dims" ? &fields.shapes
                     : json.text() == "Input type" ? &fields.types
                                                   : nullptr;
        token = json.next();
        if (into != nullptr ? !readCaptureText(json, token, *into) : !json.skip(token)) {
            return false;
        }
    }
    return token == Token::EndObject;
}

/// False at damage.
bool readCaptureFields(JsonStream &json, CaptureFields &fields) {
    auto token = json.next();
    for (; token == Token::Key; token = json.next()) {
        const std::string key(json.text().substr(0, 16));
        token = json.next();
        auto *into = key == "name"  ? &fields.name
                     : key == "cat" ? &fields.category
                     : key == "ts"  ? &fields.time
                     : key == "dur" ? &fields.duration
                     : key == "tid" ? &fields.thread
                     : key == "pid" ? &fields.process
                                    : nullptr;
        const bool isRead = key == "args" && token == Token::BeginObject ? readArguments(json, fields)
                            : into != nullptr                            ? readCaptureText(json, token, *into)
                                                                         : json.skip(token);
        if (!isRead) {
            return false;
        }
    }
    return token == Token::EndObject;
}

/// Nothing for an event that is of no use.
std::optional<CaptureEvent> usefulEvent(const CaptureFields &fields, CaptureTexts &texts) {
    CaptureEvent event;
    event.kind = kindOf(fields.category, fields.name);
    const auto begin = microsToNs(fields.time);
    if (event.kind == CaptureEvent::Kind::Other || !begin) {
        return std::nullopt;
    }
    event.name = texts.shared(fields.name);
    event.thread = texts.shared(fields.process + ' ' + fields.thread);
    event.kernel = texts.shared(fields.kernel);
    event.shapes = texts.shared(fields.shapes);
    event.types = texts.shared(fields.types);
    event.begin = *begin;
    const auto length = std::max<std::int64_t>(microsToNs(fields.duration).value_or(0), 0);
    event.end = event.begin > INT64_MAX - length ? INT64_MAX : event.begin + length;
    return event;
}

std::vector<CaptureEvent> readEvents(JsonStream &json, CaptureTexts &texts) {
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
    for (token = json.next(); token != Token::EndArray && events.size() < kMostEvents && !texts.isFull();
         token = json.next()) {
        CaptureFields fields;
        if (token == Token::End ||
            (token == Token::BeginObject ? !readCaptureFields(json, fields) : !json.skip(token))) {
            break;
        }
        if (const auto event = usefulEvent(fields, texts)) {
            events.push_back(*event);
        }
    }
    return events;
}

/// Goes over the events of a thread in their order, with those that are open.
class CaptureWalk {
public:
    void take(const CaptureEvent &event, std::vector<CapturedGraph> &graphs) {
        switch (event.kind) {
            case CaptureEvent::Kind::Begin:
                m_graph.emplace();
                m_graph->name = nameAt(event.begin, CaptureEvent::Kind::Range);
                return;
            case CaptureEvent::Kind::End:
                close(graphs);
                return;
            case CaptureEvent::Kind::Launch:
                addLaunch(event);
                return;
            case CaptureEvent::Kind::Operator:
            case CaptureEvent::Kind::Module:
            case CaptureEvent::Kind::Python:
            case CaptureEvent::Kind::Range:
                openOf(event.kind).push_back(&event);
                return;
            case CaptureEvent::Kind::Other:
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
    using Open = std::vector<const CaptureEvent *>;

    [[nodiscard]] Open &openOf(CaptureEvent::Kind kind) { return m_open.at(static_cast<std::size_t>(kind)); }
    /// Each event is closed once: O(1) on average. Times must not go back.
    [[nodiscard]] const CaptureEvent *innermostAt(std::int64_t time, CaptureEvent::Kind kind) {
        auto &open = openOf(kind);
        while (!open.empty() && open.back()->end <= time) {
            open.pop_back();
        }
        return open.empty() ? nullptr : open.back();
    }
    [[nodiscard]] std::string_view nameAt(std::int64_t time, CaptureEvent::Kind kind) {
        const auto *event = innermostAt(time, kind);
        return event == nullptr ? std::string_view{} : event->name;
    }
    void addLaunch(const CaptureEvent &event) {
        if (!m_graph) {
            return;
        }
        CapturedLaunch launch{.kernel = event.kernel,
                              .module = nameAt(event.begin, CaptureEvent::Kind::Module),
                              .python = nameAt(event.begin, CaptureEvent::Kind::Python)};
        if (const auto *operation = innermostAt(event.begin, CaptureEvent::Kind::Operator)) {
            launch.operatorName = operation->name;
            launch.shapes = operation->shapes;
            launch.types = operation->types;
        }
        m_graph->launches.push_back(launch);
    }

    std::array<Open, 4> m_open;  ///< operators, modules, functions, ranges
    std::optional<CapturedGraph> m_graph;
};

bool startsWithOne(std::string_view name, const auto &begins) {
    return std::any_of(begins.begin(), begins.end(), [&](std::string_view begin) { return name.starts_with(begin); });
}

/// "bs_32_rank0.json" -> 0. Few words, since a rank that is not seen costs time only; the table of all of them
/// (rank_names.h) is of a room above this one.
std::optional<int> captureRank(std::string_view fileName) {
    constexpr std::string_view kWord = "rank";
    constexpr std::size_t kMostDigits = 7;
    const auto isSmall = [](char c) { return c >= 'a' && c <= 'z'; };
    const auto name = lowerCase(fileName);
    const std::string_view text = name;
    for (auto at = text.find(kWord); at != std::string_view::npos; at = text.find(kWord, at + 1)) {
        const auto before = text.substr(0, at);
        const bool isOther = before.ends_with("local_") || before.ends_with("local-") || before.ends_with("node_") ||
                             before.ends_with("node-") || (!before.empty() && isSmall(before.back()));
        auto rest = text.substr(at + kWord.size());
        rest.remove_prefix(!rest.empty() && contains("_-=[", rest.substr(0, 1)) ? 1 : 0);
        const auto end = std::min(rest.find_first_not_of("0123456789"), rest.size());
        const bool isRank = !isOther && end > 0 && end <= kMostDigits && (end == rest.size() || !isSmall(rest[end]));
        if (isRank) {
            return wholeNumber<int>(rest.substr(0, end));
        }
    }
    return std::nullopt;
}

/// Names that count in a folder, or in a folder of an archive; sorted.
std::vector<std::string> captureNamesIn(const std::string &folder,
                                        const std::function<bool(std::string_view)> &counts) {
    std::vector<std::string> names;
    const auto doesCount = [&](const std::string &name) {
        return unpackedName(name).ends_with(".json") && counts(name);
    };
    if (const auto place = archivePlace(folder); place && place->isFolder()) {
        std::vector<std::string> folders;
        place->archive->list(place->inside, names, folders);
        std::erase_if(names, [&](const std::string &name) { return !doesCount(name); });
    }
    std::error_code error;
    std::filesystem::directory_iterator it(folder, error);
    for (; !error && it != std::filesystem::directory_iterator(); it.increment(error)) {
        if (auto name = it->path().filename().string(); doesCount(name)) {
            names.push_back(std::move(name));
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

/// The launches of calls, each different sequence of works worked out once: a replay runs thousands of times.
class ReplayJoin {
public:
    using Launches = std::vector<const CapturedLaunch *>;  ///< by position of the work; null: not known

    /// All of them outlive this. `common` takes what several graphs agree in.
    ReplayJoin(const std::vector<CapturedGraph> &graphs, std::deque<CapturedLaunch> &common,
               const std::stop_token &stop)
        : m_common(common), m_stop(stop) {
        m_ids.emplace(std::string_view{}, kUnnamed);
        for (const auto &graph : graphs) {
            if (m_stop.stop_requested()) {
                return;
            }
            Own own{&graph, m_names.size(), 0};
            for (const auto &launch : graph.launches) {
                m_names.push_back(idOf(launch.kernel));
                m_byName.push_back(static_cast<std::uint32_t>(m_byName.size() - own.first));
                own.named += m_names.back() == kUnnamed ? 0 : 1;
            }
            const auto names = std::span(m_names).subspan(own.first);
            std::sort(m_byName.begin() + static_cast<std::ptrdiff_t>(own.first), m_byName.end(),
                      [&](auto a, auto b) { return std::pair(names[a], a) < std::pair(names[b], b); });
            m_bySize[graph.launches.size()].push_back(m_graphs.size());
            m_graphs.push_back(own);
        }
    }

    /// Of the works of one call in their order.
    const Launches &launchesOf(std::span<const GraphWork> works) {
        std::vector<std::uint32_t> key;
        for (const auto &work : works) {
            key.push_back(idOf(work.name));
        }
        const bool isOneStream = std::all_of(
            works.begin(), works.end(), [&](const GraphWork &work) { return work.stream == works.front().stream; });
        key.push_back(isOneStream ? 1 : 0);
        const auto [known, isNew] = m_known.try_emplace(std::move(key));
        if (isNew) {
            const auto names = std::span(known->first).first(works.size());
            const auto fitting = fittingGraphs(names, isOneStream);
            known->second = fitting.empty() ? joinByName(names) : joinInOrder(fitting);
        }
        return known->second;
    }

private:
    static constexpr std::uint32_t kUnnamed = 0;

    struct Own {
        const CapturedGraph *graph = nullptr;
        std::size_t first = 0;  ///< of its launches in m_names and m_byName
        std::size_t named = 0;
    };
    using Names = std::span<const std::uint32_t>;

    std::uint32_t idOf(std::string_view name) {
        return m_ids.try_emplace(name, static_cast<std::uint32_t>(m_ids.size())).first->second;
    }
    [[nodiscard]] Names namesOf(const Own &own) const {
        return Names(m_names).subspan(own.first, own.graph->launches.size());
    }
    [[nodiscard]] std::vector<const CapturedGraph *> fittingGraphs(Names works, bool isOneStream) const;
    [[nodiscard]] Launches joinInOrder(const std::vector<const CapturedGraph *> &fitting);
    [[nodiscard]] Launches joinByName(Names works) const;
    /// Positions of the launches of that name.
    [[nodiscard]] Names launchesOfName(const Own &own, std::uint32_t name) const {
        const auto names = namesOf(own);
        const auto positions = Names(m_byName).subspan(own.first, names.size());
        const auto begin = std::partition_point(positions.begin(), positions.end(),
                                                [&](std::uint32_t at) { return names[at] < name; });
        const auto end =
            std::partition_point(begin, positions.end(), [&](std::uint32_t at) { return names[at] == name; });
        return {begin, end};
    }

    std::deque<CapturedLaunch> &m_common;
    std::stop_token m_stop;
    std::unordered_map<std::string_view, std::uint32_t> m_ids;
    std::vector<Own> m_graphs;
    std::vector<std::uint32_t> m_names;   ///< of all launches, graph by graph
    std::vector<std::uint32_t> m_byName;  ///< positions in their graph, by name
    std::map<std::size_t, std::vector<std::size_t>> m_bySize;
    std::map<std::vector<std::uint32_t>, Launches> m_known;  ///< by names and whether they are of one stream
};

/// Works of several streams are in the order in which they ran, not in that of their launches: there only names of all
/// tell the graph. On one stream those of half of them do; without names, nothing but a count that no other graph has.
std::vector<const CapturedGraph *> ReplayJoin::fittingGraphs(Names works, bool isOneStream) const {
    std::vector<const CapturedGraph *> fitting;
    const auto candidates = m_bySize.find(works.size());
    if (candidates == m_bySize.end()) {
        return fitting;
    }
    for (const auto index : candidates->second) {
        if (m_stop.stop_requested()) {
            return {};
        }
        const auto &own = m_graphs[index];
        const auto names = namesOf(own);
        const bool isTold =
            isOneStream ? 2 * own.named >= names.size() || candidates->second.size() == 1 : own.named == names.size();
        if (isTold && std::equal(names.begin(), names.end(), works.begin(),
                                 [](auto launch, auto work) { return launch == kUnnamed || launch == work; })) {
            fitting.push_back(own.graph);
        }
    }
    return fitting;
}

ReplayJoin::Launches ReplayJoin::joinInOrder(const std::vector<const CapturedGraph *> &fitting) {
    Launches result;
    for (std::size_t i = 0; i < fitting.front()->launches.size(); ++i) {
        const auto &first = fitting.front()->launches[i];
        auto common = first;
        bool isSame = true;
        for (const auto *graph : fitting) {
            for (const auto text : CapturedLaunch::texts()) {
                if (common.*text != graph->launches[i].*text) {
                    common.*text = {};
                    isSame = false;
                }
            }
        }
        result.push_back(isSame ? &first : &m_common.emplace_back(common));
    }
    return result;
}

ReplayJoin::Launches ReplayJoin::joinByName(Names works) const {
    std::map<std::uint32_t, std::vector<std::size_t>> replayed;
    for (std::size_t i = 0; i < works.size(); ++i) {
        if (works[i] != kUnnamed) {
            replayed[works[i]].push_back(i);
        }
    }
    const Own *best = nullptr;
    std::size_t most = 0;
    for (const auto &own : m_graphs) {
        if (m_stop.stop_requested()) {
            return Launches(works.size());
        }
        std::size_t found = 0;
        for (const auto &[name, positions] : replayed) {
            found += launchesOfName(own, name).size() == positions.size() ? positions.size() : 0;
        }
        best = found > most ? &own : best;
        most = std::max(most, found);
    }
    Launches result(works.size());
    // Less than half is another graph that uses some of the same kernels.
    if (best == nullptr || 2 * most < works.size()) {
        return result;
    }
    for (const auto &[name, positions] : replayed) {
        const auto launches = launchesOfName(*best, name);
        for (std::size_t i = 0; launches.size() == positions.size() && i < positions.size(); ++i) {
            result[positions[i]] = &best->graph->launches[launches[i]];
        }
    }
    return result;
}

}  // namespace

std::vector<std::string> graphCaptureFiles(const std::string &tracePath, std::optional<int> rank) {
    const std::string folder(parentPath(tracePath));
    const auto named = captureRank(lastPart(tracePath));
    const auto ofFolder = captureRank(lastPart(folder));
    const auto own = named ? named : rank ? rank : ofFolder;
    const auto isOwn = [&](std::string_view name) {
        const auto other = own ? captureRank(name) : std::nullopt;
        return !other || *other == *own;
    };
    const bool isCapture = startsWithOne(lastPart(folder), kCaptureFolders);
    std::vector<std::string> paths;
    for (const auto of : kCaptureFolders) {
        const auto inside = folder + '/' + std::string(of);
        for (const auto &name : isCapture ? std::vector<std::string>{} : captureNamesIn(inside, isOwn)) {
            paths.push_back(inside + '/' + name);
        }
    }
    if (paths.empty() && !isCapture && !startsWithOne(lastPart(tracePath), kCaptureNames)) {
        const auto isCaptureName = [&](std::string_view name) {
            return startsWithOne(name, kCaptureNames) && isOwn(name);
        };
        for (const auto &name : captureNamesIn(folder, isCaptureName)) {
            paths.push_back(folder + '/' + name);
        }
    }
    paths.resize(std::min(paths.size(), kMostFiles));
    return paths;
}

std::vector<CapturedGraph> readCapturedGraphs(const std::string &path, const LoadControl &control) {
    const auto source = ByteSource::open(path);
    if (!source) {
        return {};
    }
    auto own = control;
    own.progress = nullptr;  // of the trace that is read
    JsonStream json(**source, own);
    CaptureTexts texts;
    auto events = readEvents(json, texts);
    if (control.stop.stop_requested()) {
        return {};
    }
    std::stable_sort(events.begin(), events.end(), [](const CaptureEvent &a, const CaptureEvent &b) {
        return std::tie(a.begin, b.end) < std::tie(b.begin, a.end);  // what is around others comes first
    });
    std::vector<CapturedGraph> graphs;
    std::map<std::string_view, CaptureWalk> threads;
    for (std::size_t i = 0; i < events.size(); ++i) {
        if (i % kRowsOfCheck == 0 && control.stop.stop_requested()) {
            return {};
        }
        threads[events[i].thread].take(events[i], graphs);
    }
    for (auto &graph : graphs) {
        graph.texts = texts.owner();
    }
    return graphs;
}

GraphReplays::GraphReplays(std::vector<GraphWork> works, std::vector<CapturedGraph> graphs, const std::stop_token &stop)
    : m_works(works.size()), m_graphs(std::move(graphs)) {
    if (works.empty() || m_graphs.empty()) {
        return;
    }
    std::stable_sort(works.begin(), works.end(), [](const GraphWork &a, const GraphWork &b) {
        return std::tie(a.call, a.begin) < std::tie(b.call, b.begin);
    });
    ReplayJoin join(m_graphs, m_common, stop);
    for (auto begin = works.begin(); begin != works.end() && !stop.stop_requested();) {
        const auto end =
            std::find_if(begin, works.end(), [&](const GraphWork &work) { return work.call != begin->call; });
        const auto &launches = join.launchesOf({begin, end});
        for (std::size_t i = 0; i < launches.size(); ++i) {
            if (launches[i] != nullptr) {
                m_launches.emplace(begin[static_cast<std::ptrdiff_t>(i)].row, launches[i]);
            }
        }
        begin = end;
    }
}

const CapturedLaunch *GraphReplays::launchOf(std::uint64_t row) const {
    const auto it = m_launches.find(row);
    return it == m_launches.end() ? nullptr : it->second;
}

}  // namespace stagescope
