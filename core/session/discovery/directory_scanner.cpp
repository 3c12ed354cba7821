#include "core/session/discovery/directory_scanner.h"

#include "core/base/io/database_head.h"
#include "core/base/io/file_time.h"
#include "core/base/path_text.h"
#include "core/base/text.h"
#include "core/session/discovery/capture_order.h"
#include "core/session/discovery/file_head.h"
#include "core/session/discovery/file_signatures.h"
#include "core/session/discovery/known_files.h"
#include "core/session/discovery/rank_names.h"
#include "core/session/discovery/source_choice.h"

#include <sys/stat.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace stagescope {

namespace {

constexpr std::string_view kFrameworkOutput = "ASCEND_PROFILER_OUTPUT";
constexpr std::string_view kFrameworkRaw = "FRAMEWORK";
constexpr std::string_view kMsprofOutput = "mindstudio_profiler_output";
constexpr std::string_view kClusterOutput = "cluster_analysis_output";
constexpr std::string_view kSnapshotFormat = "memory_snapshot";
constexpr std::string_view kTraceJson = "trace_json";
constexpr std::string_view kFlightRecorder = "flight_recorder";
constexpr std::string_view kExecutionTrace = "execution_trace";
constexpr std::string_view kCounterTable = "counter_table";
constexpr std::string_view kMemoryTimeline = "memory_timeline";
constexpr std::string_view kMemscope = "memscope";
constexpr std::string_view kSched = "sched";
constexpr std::string_view kTrainingLog = "training_log";
constexpr std::size_t kSignatureBytes = 1 << 20;    // tables of a database are named behind some of its pages
constexpr std::size_t kTraceHeadBytes = 64 * 1024;  // device properties of many cards stand before distributedInfo

bool holdsMemory(std::string_view format) { return format == kSnapshotFormat || format == kMemscope; }
/// Recorded beside the profile of a rank, in a file of its own.
bool isBesideProfile(std::string_view format) {
    return format == kFlightRecorder || format == kMemoryTimeline || format == kCounterTable ||
           format == kExecutionTrace;
}
bool isProf(std::string_view folder) { return folder.starts_with("PROF_"); }
bool isAscend(std::string_view folder) { return folder.ends_with("_ascend_pt") || folder.ends_with("_ascend_ms"); }
bool isRankKind(FileKind kind) {
    return isTimeline(kind) || kind == FileKind::ProfilerInfo || kind == FileKind::Small || kind == FileKind::Later;
}

bool isFramework(const Folder &folder) {
    return folder.hasFolder(kFrameworkOutput) || isAscend(lastPart(folder.path)) ||
           std::any_of(folder.files.begin(), folder.files.end(),
                       [](const auto &name) { return knownFile(name).kind == FileKind::ProfilerInfo; });
}

bool isMsprof(const Folder &folder) { return isProf(lastPart(folder.path)) || folder.hasFolder(kMsprofOutput); }

/// Folders that a profiler makes inside a rank's folder and that hold no rank of their own.
bool isInner(bool inFramework, std::string_view name) {
    return name == kFrameworkOutput || name.starts_with("hccl_info_") ||
           (inFramework && (isProf(name) || name == kFrameworkRaw || name == "logs"));
}

/// Whether processes are named as those do who merge files of ranks: "[TP01] 300".
bool showsMarkedProcesses(std::string_view head) { return containsAny(head, {"\"pid\": \"[", "\"pid\":\"["}); }

void append(std::vector<FileSource> &to, std::vector<FileSource> from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

}  // namespace

DirectoryScanner::DirectoryScanner(Run &run, ImportLog &log, Formats formats, const std::stop_token &stop)
    : m_run(run), m_log(log), m_formats(formats), m_reader(run.path, log, stop), m_stop(stop) {}

void DirectoryScanner::addFolder(const std::string &path, int depth) {
    const auto folder = m_reader.read(path, depth);
    if (!folder) {
        return;
    }
    if (lastPart(path) == kClusterOutput) {
        addCluster(*folder, true);
        return;
    }
    if (isMsprof(*folder)) {
        addMsprof(*folder, depth);
        return;
    }
    const bool inFramework = isFramework(*folder);
    if (inFramework) {
        addFramework(*folder, depth);
    } else if (isOldMindSpore(*folder)) {
        addOldMindSpore(*folder, depth);
    } else {
        addLoose(*folder);
        addTraces(*folder);
    }
    addCluster(*folder, false);
    const auto places = ranksByPlace(folder->folders);
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (places[i]) {
            m_ofPlaces[path + '/' + folder->folders[i]] = *places[i];
        }
    }
    for (const auto &name : folder->folders) {
        if (!isInner(inFramework, name) && !m_reader.stopped()) {
            addFolder(path + '/' + name, depth + 1);
        }
    }
}

void DirectoryScanner::addFramework(const Folder &folder, int depth) {
    auto files = rankFiles(folder);
    std::optional<Folder> output;
    if (folder.hasFolder(kFrameworkOutput)) {
        output =
            m_reader.read(folder.path + '/' + std::string(kFrameworkOutput), depth + 1, FolderReader::kMaxInnerDepth);
    }
    if (output) {
        append(files, rankFiles(*output));
    }
    if (folder.hasFolder(kFrameworkRaw)) {  // MindSpore leaves what it recorded of the data pipeline there
        if (const auto own = m_reader.read(folder.path + '/' + std::string(kFrameworkRaw), depth + 1,
                                           FolderReader::kMaxInnerDepth)) {
            append(files, rankFiles(*own));
        }
    }
    bool raw = false;
    std::set<int> devices;
    for (const auto &name : folder.folders) {
        const auto inner = isProf(name)
                               ? m_reader.read(folder.path + '/' + name, depth + 1, FolderReader::kMaxInnerDepth)
                               : std::nullopt;
        if (inner) {
            auto prof = readProf(*inner, depth + 1);
            raw = raw || (prof.hasRawParts && prof.files.empty());
            devices.insert(prof.devices.begin(), prof.devices.end());
            append(files, std::move(prof.files));
        }
    }
    const bool parsed = output && !output->files.empty();
    const bool hasNothing = std::all_of(files.begin(), files.end(), [](const FileSource &file) {
        return file.format == "profiler_info" || file.format == "profiler_metadata";
    });
    if ((raw || (folder.hasFolder(kFrameworkRaw) && hasNothing)) && !parsed) {
        m_raw.push_back(rawOfFramework(folder.path));
    }
    auto known = numberFromFiles(files);
    if (known.rank < 0) {
        known = numberFromFolders(folder.path);
    }
    const auto rank = known.rank < 0 ? std::nullopt : std::optional(known.rank);
    addSnapshots(folder, rank);
    if (output) {
        addSnapshots(*output, rank);
    }
    addCapture(folder.path, std::move(files), known, devices.size() == 1 ? *devices.begin() : -1);
    addSchedRecords(folder);
}

void DirectoryScanner::addSchedRecords(const Folder &folder) {
    for (const auto &name : folder.files) {
        const bool isAsked = knownFile(name).kind == FileKind::Unknown && maySign(name) && !m_reader.stopped();
        const auto path = folder.path + '/' + name;
        const auto head = isAsked ? readHead(path, kTraceHeadBytes) : Result<std::string>(std::string());
        if (head && formatOf(path, *head) == kSched) {
            addFile(path);
        }
    }
}

DirectoryScanner::Prof DirectoryScanner::readProf(const Folder &folder, int depth) {
    Prof prof;
    prof.files = rankFiles(folder);
    if (folder.hasFolder(kMsprofOutput)) {
        if (const auto output = m_reader.read(folder.path + '/' + std::string(kMsprofOutput), depth + 1,
                                              FolderReader::kMaxInnerDepth)) {
            append(prof.files, rankFiles(*output));
        }
    }
    for (const auto &name : folder.folders) {
        const bool isDevice = name.starts_with("device_");
        prof.hasRawParts = prof.hasRawParts || isDevice || name == "host";
        if (const auto device = isDevice ? rankInSuffix(name) : std::nullopt) {
            prof.devices.push_back(*device);
            addOldExport(folder.path + '/' + name, depth + 1, prof.files);
            const auto info = readHead(folder.path + '/' + name + "/info.json." + std::to_string(*device), kInfoBytes);
            prof.rank = prof.rank || !info ? prof.rank : numberInJson(*info, "rank_id");
        }
    }
    return prof;
}

/// Before CANN 7 msprof exported into the folder of each device: timeline/*.json and summary/*.csv.
void DirectoryScanner::addOldExport(const std::string &device, int depth, std::vector<FileSource> &files) {
    const auto folder = m_reader.read(device, depth, FolderReader::kMaxInnerDepth);
    for (const char *part : {"timeline", "summary"}) {
        const auto output = folder && folder->hasFolder(part)
                                ? m_reader.read(device + '/' + part, depth + 1, FolderReader::kMaxInnerDepth)
                                : std::nullopt;
        if (output) {
            append(files, rankFiles(*output));
        }
    }
}

void DirectoryScanner::addMsprof(const Folder &folder, int depth) {
    auto prof = readProf(folder, depth);
    if (prof.files.empty()) {
        if (prof.hasRawParts) {
            m_raw.push_back(rawOfMsprof(folder.path, std::move(prof.devices)));
        }
        return;
    }
    Numbered known;
    if (prof.rank && prof.devices.size() == 1) {
        known = {*prof.rank, RankOrigin::Metadata};
    } else {
        known = numberFromFiles(prof.files);
        known = known.rank < 0 && depth == 0 ? numberFromNeighbours(parentPath(folder.path)) : known;
        known = known.rank < 0 ? numberFromFolders(folder.path) : known;
    }
    addSnapshots(folder, known.rank < 0 ? std::nullopt : std::optional(known.rank));
    addCapture(folder.path, std::move(prof.files), known, prof.devices.size() == 1 ? prof.devices.front() : -1);
    addSchedRecords(folder);
}

void DirectoryScanner::addLoose(const Folder &folder) {
    addSnapshots(folder, std::nullopt);
    auto files = rankFiles(folder);
    std::set<int> numbers;
    for (const auto &file : files) {
        const auto name = lastPart(file.path);
        const auto kind = knownFile(name).kind;
        if (const auto number = rankInSuffix(name);
            number && (kind == FileKind::FrameworkDb || kind == FileKind::MsprofDb)) {
            numbers.insert(*number);
        }
    }
    if (numbers.size() > 1) {
        addSplit(folder, std::move(files));
    } else if (!files.empty()) {
        auto known = numberFromFiles(files);
        known = known.rank < 0 ? numberFromFolders(folder.path) : known;
        known = known.rank < 0 ? numberFromDataFiles(files) : known;
        addCapture(folder.path, std::move(files), known);
    }
}

/// Databases of several ranks that were gathered in one folder: one capture each; the rest belongs to none of them.
void DirectoryScanner::addSplit(const Folder &folder, std::vector<FileSource> files) {
    for (auto &file : files) {
        const auto name = lastPart(file.path);
        const auto kind = knownFile(name).kind;
        if (kind == FileKind::FrameworkDb || kind == FileKind::MsprofDb) {
            const auto number = rankInSuffix(name);
            addCapture(folder.path, {file}, number ? Numbered{*number, RankOrigin::FileName} : Numbered{});
        } else {
            m_run.clusterFiles.push_back(std::move(file));
        }
    }
}

void DirectoryScanner::addTraces(const Folder &folder) {
    std::vector<std::string> names;
    std::copy_if(folder.files.begin(), folder.files.end(), std::back_inserter(names),
                 [](const auto &name) { return knownFile(name).kind == FileKind::JsonText; });
    const auto places = ranksByPlace(names);
    for (const auto &name : folder.files) {
        if (knownFile(name).kind == FileKind::Unknown && !m_reader.stopped()) {
            addOther(folder.path + '/' + name, names.empty());
        }
    }
    for (std::size_t i = 0; i < names.size() && !m_reader.stopped(); ++i) {
        const auto path = folder.path + '/' + names[i];
        const auto head = readHead(path, kTraceHeadBytes);
        if (!head) {
            m_log.add(Severity::DataLoss, m_run.path, "discovery.unreadable", path, head.error().detail);
            continue;
        }
        const auto format = formatOf(path, *head);
        auto file = format.empty() ? std::nullopt : source(path, format);
        if (!file) {
            logUnread(path, *head);
            continue;
        }
        if (holdsMemory(format)) {
            addSnapshot(std::move(*file), std::nullopt);
        } else if (isBesideProfile(format)) {
            addDump(std::move(*file));
        } else if (format == kTrainingLog) {
            m_run.clusterFiles.push_back(std::move(*file));
        } else {
            addTimeline(folder.path, std::move(*file), *head, places[i]);
        }
    }
}

void DirectoryScanner::addTimeline(const std::string &folder, FileSource file, std::string_view head,
                                   std::optional<int> byPlace) {
    if (!addProcesses(folder, file, head)) {
        auto known = numberFromTrace(lastPart(file.path), head, byPlace);
        known = known.rank < 0 ? numberFromFolders(folder) : known;
        addCapture(folder, {std::move(file)}, known);
    }
}

void DirectoryScanner::addOther(const std::string &path, bool mayBeTrace) {
    // "part-00000" may have a hundred thousand of its like.
    constexpr std::size_t kMostOfKind = 64;
    const bool isNumbered =
        lastPart(path).find('.') == std::string_view::npos && path.find_last_not_of("0123456789") + 1 < path.size();
    const auto kind = isNumbered ? path.substr(0, path.find_last_not_of("0123456789") + 1) : std::string();
    if (isNumbered && m_unknown[kind] >= kMostOfKind) {
        return;
    }
    auto head = maySign(lastPart(path)) ? readHead(path, kTraceHeadBytes) : Result<std::string>(std::string());
    const bool isDatabase = head && head->starts_with(kDatabaseMagic);
    if (isDatabase) {
        head = readHead(path, kSignatureBytes);
    }
    const auto format = head && !head->empty() ? formatOf(path, *head) : std::string();
    if (auto dump = isBesideProfile(format) ? source(path, format) : std::nullopt) {
        addDump(std::move(*dump));
        return;
    }
    if (format == kMemscope || format == kSched) {
        addFile(path);
        return;
    }
    if (auto database = isDatabase && isEventTrace(format) ? source(path, format) : std::nullopt) {
        addTimeline(std::string(parentPath(path)), std::move(*database), *head, {});
        return;
    }
    if (const auto log = format == kTrainingLog ? source(path, format) : std::nullopt) {
        return m_run.clusterFiles.push_back(*log);
    }
    if (auto trace = mayBeTrace && head && looksLikeTrace(path, *head) ? source(path, kTraceJson) : std::nullopt) {
        return addTimeline(std::string(parentPath(path)), std::move(*trace), *head, {});
    }
    const auto unread = head && !head->empty() ? unreadFile(path, *head) : std::nullopt;
    const bool isDump = rankInFileName(lastPart(path)) && containsAny(lastPart(path), {"trace", "dump", "flight"});
    if (unread && unread->signature->code != "discovery.web_page") {  // pages lie about everywhere
        logSigned(path, *head);
    } else if (head && head->empty() && maySign(lastPart(path)) && isDump) {
        logUnread(path, *head);
    } else if (isNumbered) {
        ++m_unknown[kind];
    }
}

bool DirectoryScanner::addPartsInside(const std::string &folder, const FileSource &file) {
    const auto it =
        std::find_if(m_formats.begin(), m_formats.end(), [&](const auto &f) { return f->id() == file.format; });
    const auto parts = it == m_formats.end() ? std::vector<FilePart>{} : (*it)->parts(file.path, m_stop);
    std::map<int, std::vector<FileSource>> ofRanks;
    std::vector<std::string> names;
    std::ranges::transform(parts, std::back_inserter(names),
                           [](const FilePart &part) { return part.process + ' ' + part.title; });
    const auto ranks = ranksOfProcesses(names);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        auto part = file;
        part.part = parts[i].number;
        part.process = parts[i].process;
        if (parts[i].holds == FilePart::Holds::Cluster) {
            m_run.clusterFiles.push_back(std::move(part));
        } else if (parts[i].holds == FilePart::Holds::Snapshot) {
            addSnapshot(std::move(part), parts[i].rank);
        } else if (const auto rank = parts[i].rank ? parts[i].rank : ranks[i]) {
            ofRanks[*rank].push_back(std::move(part));
        } else {
            addCapture(folder, {std::move(part)}, {});
        }
    }
    for (auto &[rank, files] : ofRanks) {
        addCapture(folder, std::move(files), {rank, RankOrigin::TraceHead});
    }
    return !parts.empty();
}

bool DirectoryScanner::addProcesses(const std::string &folder, const FileSource &file, std::string_view head) {
    constexpr std::size_t kFew = 4;
    if (file.format == kTraceJson && m_lookedThrough >= kFew && !showsMarkedProcesses(head)) {
        return false;
    }
    const bool areSeveral = addPartsInside(folder, file);
    m_lookedThrough += areSeveral || file.format != kTraceJson ? 0 : 1;
    return areSeveral;
}

void DirectoryScanner::addCluster(const Folder &folder, bool all) {
    for (const auto &name : folder.files) {
        const auto kind = knownFile(name);
        if (all || kind.kind == FileKind::Cluster) {
            const bool mine = kind.kind == FileKind::Cluster;
            if (auto file = source(folder.path + '/' + name, mine ? kind.format : std::string_view{})) {
                m_run.clusterFiles.push_back(std::move(*file));
            }
        }
    }
}

/// Without a rank, its own name tells it, else its folders. Pickles of other programs have its names, too.
void DirectoryScanner::addSnapshot(FileSource file, std::optional<int> rank) {
    const auto head = readHead(file.path, kTraceHeadBytes);
    const bool isPart = file.part >= 0 || !head || head->starts_with(kDatabaseMagic);  // a stand-in for one far away
    if (!isPart && formatOf(file.path, *head) == kFlightRecorder) {
        file.format = kFlightRecorder;
        addDump(std::move(file));
        return;
    }
    if (!isPart && logSigned(file.path, *head)) {
        return;
    }
    rank = rank ? rank : rankInFileName(lastPart(file.path));
    rank = rank ? rank : rankBehindDate(lastPart(file.path));
    if (!rank) {
        const auto place = numberFromFolders(parentPath(file.path));
        rank = place.rank < 0 ? std::nullopt : std::optional(place.rank);
    }
    SnapshotFile snapshot;
    snapshot.file = std::move(file);
    snapshot.rank = rank;
    m_run.snapshots.push_back(std::move(snapshot));
}

void DirectoryScanner::addSnapshots(const Folder &folder, std::optional<int> rank) {
    for (const auto &name : folder.files) {
        const auto known = knownFile(name);
        auto file = known.kind == FileKind::Snapshot ? source(folder.path + '/' + name, known.format) : std::nullopt;
        if (file) {
            addSnapshot(std::move(*file), rank);
        }
    }
}

void DirectoryScanner::addDump(FileSource file) {
    const std::string name(lastPart(file.path));
    auto rank = rankInFileName(name);
    // The last number of a table of counters is that of a process, or a time.
    rank = rank || file.format == kCounterTable ? rank : rankInSuffix(name);
    auto known = rank ? Numbered{*rank, RankOrigin::FileName} : numberFromFolders(parentPath(file.path));
    addCapture(std::string(parentPath(file.path)), {std::move(file)}, known);
}

void DirectoryScanner::addOutputFolder(const std::string &path) {
    const auto folder = m_reader.read(path, 0);
    if (!folder) {
        return;
    }
    auto files = rankFiles(*folder);
    const auto parent = parentPath(path);
    auto known = numberFromNeighbours(parent);
    known = known.rank < 0 ? numberFromFiles(files) : known;
    known = known.rank < 0 ? numberFromFolders(parent) : known;
    addSnapshots(*folder, known.rank < 0 ? std::nullopt : std::optional(known.rank));
    if (known.origin == RankOrigin::ProfilerInfo) {
        // What describes the rank lies beside the opened folder.
        const auto suffix = std::to_string(known.rank) + ".json";
        for (const auto &name :
             {"profiler_info_" + suffix, std::string("profiler_info.json"), std::string("profiler_metadata.json")}) {
            if (auto file = source(parent + '/' + name, knownFile(name).format)) {
                files.push_back(std::move(*file));
            }
        }
    }
    addCapture(path, std::move(files), known);
}

void DirectoryScanner::addFile(const std::string &path) {
    const auto name = lastPart(path);
    const auto parent = parentPath(path);
    const auto kind = knownFile(name);
    auto file = source(path, kind.format);
    if (!file) {
        m_log.add(Severity::DataLoss, m_run.path, "discovery.unreadable", path, "not a regular file");
        return;
    }
    if (kind.kind == FileKind::Snapshot) {
        addSnapshot(std::move(*file), std::nullopt);
        return;
    }
    const auto head = readHead(path, kind.kind == FileKind::JsonText ? kTraceHeadBytes : kSignatureBytes);
    if (file->format.empty() && head && !isRankKind(kind.kind) && kind.kind != FileKind::Cluster) {
        file->format = formatOf(path, *head);
        file->format = file->format.empty() && looksLikeTrace(path, *head) ? std::string(kTraceJson) : file->format;
    }
    if (holdsMemory(file->format)) {
        addSnapshot(std::move(*file), std::nullopt);
        return;
    }
    if (isBesideProfile(file->format)) {
        addDump(std::move(*file));
        return;
    }
    if (file->format == kSched) {  // of a host, whatever its name says
        addCapture(parent, {std::move(*file)}, {});
        return;
    }
    if (file->format.empty()) {
        logUnread(path, head.value_or(std::string()));
    }
    if (file->format.empty() || kind.kind == FileKind::Cluster || file->format == kTrainingLog) {
        m_run.clusterFiles.push_back(std::move(*file));
        return;
    }
    if (addProcesses(parent, *file, head.value_or(std::string()))) {
        return;
    }
    auto known = kind.kind == FileKind::JsonText ? Numbered{} : numberFromNeighbours(parent);
    known = known.rank < 0 ? numberFromFiles({*file}) : known;
    known = known.rank < 0 && head ? numberFromTrace(name, *head) : known;
    known = known.rank < 0 ? numberFromFolders(parent) : known;
    addCapture(parent, {std::move(*file)}, known);
}

void DirectoryScanner::addCapture(std::string folder, std::vector<FileSource> files, Numbered known, int device) {
    if (files.empty()) {
        return;
    }
    leaveOutForeign(files);
    chooseBest(files);
    for (const auto &file : files) {
        const auto sound = file.chosen || file.format.empty() ? Status{} : soundness(file);
        if (!sound) {
            auto error = sound.error();
            error.detail += "; another file of the rank is used in its place";
            m_log.add(file.path, error);
        }
    }
    RankCapture capture;
    capture.rank = known.rank;
    capture.origin = known.rank < 0 ? RankOrigin::Unknown : known.origin;
    capture.device = device;
    capture.folder = std::move(folder);
    capture.files = std::move(files);
    m_run.captures.push_back(std::move(capture));
}

std::optional<FileSource> DirectoryScanner::source(const std::string &path, std::string_view format) const {
    struct stat facts {};
    if (statFile(path, facts) != 0 || !S_ISREG(facts.st_mode)) {
        return std::nullopt;
    }
    FileSource file;
    file.path = path;
    const bool isRead =
        std::any_of(m_formats.begin(), m_formats.end(), [&](const auto &f) { return f->id() == format; });
    file.format = isRead ? std::string(format) : std::string();
    file.size = static_cast<std::uint64_t>(facts.st_size);
    file.mtimeNs = changeTimeNs(facts);
    return file;
}

std::vector<FileSource> DirectoryScanner::rankFiles(const Folder &folder) const {
    std::vector<FileSource> files;
    for (const auto &name : folder.files) {
        const auto known = knownFile(name);
        auto file = isRankKind(known.kind) ? source(folder.path + '/' + name, known.format) : std::nullopt;
        if (file) {
            files.push_back(std::move(*file));
        }
    }
    return files;
}

}  // namespace stagescope
