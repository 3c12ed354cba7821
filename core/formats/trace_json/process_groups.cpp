#include "core/formats/trace_json/process_groups.h"

#include "core/base/io/byte_source.h"
#include "core/base/natural_order.h"
#include "core/base/text.h"
#include "core/base/words/producer_words.h"
#include "core/formats/tables/trace_vocabulary.h"
#include "core/formats/trace_json/trace_json_reader.h"
#include "core/store/trace/process_pairs.h"

#include <algorithm>
#include <deque>
#include <mutex>
#include <utility>

namespace stagescope {

namespace {

using Process = TraceProcesses::Process;

constexpr std::size_t kPieceBytes = std::size_t{64} << 10;
/// A rank that fills less of a larger file may go unnoticed.
constexpr std::uint64_t kMostStride = std::uint64_t{4} << 20;
constexpr std::uint64_t kPieces = 32;

/// Position behind the colon of the next "key": from `at` on; npos where there is none.
std::size_t valueAfter(std::string_view text, std::string_view quotedKey, std::size_t at) {
    const auto key = text.find(quotedKey, at);
    const auto value = key == std::string_view::npos ? key : text.find_first_not_of(" \t\r\n:", key + quotedKey.size());
    return value;
}

/// A number or a text without its quotes; empty where it is cut off.
std::string_view scalarIn(std::string_view text, std::size_t at) {
    const bool isText = text[at] == '"';
    const auto end = isText ? text.find('"', at + 1) : text.find_first_of(",} \t\r\n]", at);
    return end == std::string_view::npos ? std::string_view{} : text.substr(at + isText, end - at - isText);
}

/// Processes that make calls, by the events of a piece of the text that may begin and end anywhere. What is misread
/// costs reading the file, no more.
class CallingProcesses {
public:
    void look(std::string_view text) {
        constexpr std::string_view kCategory = "\"cat\"";
        for (auto at = valueAfter(text, kCategory, 0); at != std::string_view::npos;
             at = valueAfter(text, kCategory, at)) {
            if (isCall(scalarIn(text, at))) {
                const auto begin = text.rfind('{', at);
                const auto end = text.find_first_of("{}", at);
                const auto event = text.substr(begin == std::string_view::npos ? 0 : begin,
                                               std::min(end, text.size()) - std::min(begin, end));
                const auto process = valueAfter(event, "\"pid\"", 0);
                if (process != std::string_view::npos) {
                    m_processes.emplace(scalarIn(event, process));
                }
            }
        }
    }
    [[nodiscard]] bool areSeveral() const { return m_processes.size() > 1; }

private:
    bool isCall(std::string_view category) {
        const auto known = m_categories.find(category);
        if (known != m_categories.end()) {
            return known->second;
        }
        const bool is = isHostCall(ProducerWords::builtIn().category(category).means, category);
        constexpr std::size_t kMostWords = 100;
        if (m_categories.size() < kMostWords) {
            m_categories.emplace(category, is);
        }
        return is;
    }

    std::map<std::string, bool, std::less<>> m_categories;
    ProcessNames m_processes;
};

/// Pieces of all of the file up to its last: who merges traces writes one rank behind the other. What is compressed is
/// unpacked for that; how long it is shows at its end, so its pieces lie as far apart as those of what came before.
bool maybeHoldsSeveral(ByteSource &source, const LoadControl &control) {
    CallingProcesses processes;
    std::string text(kPieceBytes, '\0');
    std::string_view last;
    std::uint64_t wanted = 0;
    for (std::uint64_t at = 0; !control.stop.stop_requested() && !processes.areSeveral();) {
        const auto got = source.read(at, text);
        if (!got || *got == 0) {
            break;
        }
        last = std::string_view(text).substr(0, *got);
        const auto length = source.isSeekable() ? source.fileSize() : at;
        if (at >= wanted) {
            wanted = at + std::clamp<std::uint64_t>(length / kPieces, kPieceBytes, kMostStride);
            processes.look(std::exchange(last, {}));
        }
        const auto end = length - std::min<std::uint64_t>(length, kPieceBytes);
        at = source.isSeekable() && at < end ? std::min(wanted, end) : at + *got;
    }
    processes.look(last);
    return processes.areSeveral();
}

/// What belongs together by its mark, or because it is launched there.
bool isOf(const ProcessGroup &group, const std::string &name, const Process &process) {
    const auto mark = markOfProcess(name);
    return process.launchers == ProcessNames{group.host} ||
           (!mark.empty() && mark == markOfProcess(group.host) && process.launchers.empty());
}

/// Its part of devices that several drive.
void share(TraceProcesses &processes, ProcessGroup &group) {
    for (const auto &name : processes.shared) {
        // A device may have the number of the host, too, or of what goes with it.
        if (group.processes.contains(name) || processes.all[name].launchers.contains(group.host)) {
            group.shared.insert(name);
        }
    }
    if (const auto own = processes.own.find(group.host); own != processes.own.end()) {
        group.own = std::make_shared<const std::vector<std::uint64_t>>(std::move(own->second));
    }
    group.works = processes.works;
    group.unclaimedWorks = group.shared.empty() ? 0 : processes.unclaimedWorks;
    group.unclaimedOthers = group.shared.empty() ? 0 : processes.unclaimedOthers;
}

struct Kept {
    std::string path;
    std::uint64_t size = 0;
    std::int64_t mtimeNs = 0;
    std::vector<ProcessGroup> groups;
};

class KeptGroups {
public:
    std::optional<std::vector<ProcessGroup>> of(const ByteSource &source) {
        const std::scoped_lock lock(m_mutex);
        const auto it = std::find_if(m_kept.begin(), m_kept.end(), [&](const Kept &kept) {
            return kept.path == source.path() && kept.size == source.fileSize() && kept.mtimeNs == source.mtimeNs();
        });
        return it == m_kept.end() ? std::nullopt : std::optional(it->groups);
    }
    void keep(const ByteSource &source, const std::vector<ProcessGroup> &groups) {
        constexpr std::size_t kMostFiles = 1000;
        const std::scoped_lock lock(m_mutex);
        m_kept.push_back({source.path(), source.fileSize(), source.mtimeNs(), groups});
        if (m_kept.size() > kMostFiles) {
            m_kept.pop_front();
        }
    }

private:
    std::mutex m_mutex;
    std::deque<Kept> m_kept;
};

}  // namespace

std::vector<ProcessGroup> processGroups(TraceProcesses processes) {
    ProcessNames drivers;
    ProcessNames steppers;
    for (const auto &[name, process] : processes.all) {
        drivers.insert(process.launchers.begin(), process.launchers.end());
        if (process.marksSteps) {
            steppers.insert(name);
        }
    }
    const auto &hosts = processes.works > 0 ? drivers : steppers;
    constexpr std::uint64_t kTenth = 10;
    if (processes.unclaimedWorks * kTenth > processes.works || hosts.size() < 2) {
        return {};
    }
    std::vector<ProcessGroup> groups;
    for (const auto &host : hosts) {
        const auto it = processes.all.find(host);
        groups.push_back({host, it == processes.all.end() ? std::string() : it->second.title});
    }
    std::sort(groups.begin(), groups.end(),
              [](const ProcessGroup &a, const ProcessGroup &b) { return naturalLess(a.host, b.host); });
    for (const auto &[name, process] : processes.all) {
        const bool isHost = hosts.contains(name);  // and maybe, under this name, a device of another
        const auto it = std::find_if(groups.begin(), groups.end(), [&](const ProcessGroup &group) {
            return isHost ? group.host == name : isOf(group, name, process);
        });
        (it == groups.end() ? groups.front() : *it).processes.insert(name);
    }
    for (auto &group : groups) {
        share(processes, group);
    }
    return groups;
}

std::vector<ProcessGroup> processGroupsOf(const std::string &path, const LoadControl &control) {
    static KeptGroups kept;
    const auto source = ByteSource::open(path);
    if (!source) {
        return {};
    }
    if (auto groups = kept.of(**source)) {
        return std::move(*groups);
    }
    std::vector<ProcessGroup> groups;
    if (maybeHoldsSeveral(**source, control)) {
        auto processes = readTraceProcesses(path, control);
        groups = processes ? processGroups(std::move(*processes)) : groups;
    }
    if (!control.stop.stop_requested()) {
        kept.keep(**source, groups);
    }
    return groups;
}

}  // namespace stagescope
