#include "core/session/loading/load_queue.h"

#include "core/session/discovery/capture_order.h"
#include "core/session/discovery/source_choice.h"
#include "core/session/rank_facts.h"
#include "core/store/tables/table_store.h"

#include <unistd.h>

#include <algorithm>

namespace stagescope {

namespace {

/// So many ranks are loaded deep by themselves where not all can be: enough for a first look at a timeline.
constexpr std::size_t kFewRanks = 16;

std::uint64_t halfOfMemory() {
    const auto pages = ::sysconf(_SC_PHYS_PAGES);
    const auto pageSize = ::sysconf(_SC_PAGESIZE);
    constexpr std::uint64_t kUnknown = std::uint64_t{8} << 30;
    return pages > 0 && pageSize > 0 ? static_cast<std::uint64_t>(pages) / 2 * static_cast<std::uint64_t>(pageSize)
                                     : kUnknown;
}

/// Whether deep loading may yield something where shallow loading could not: files that only deep loading reads.
bool hasDeepOnlyFile(const RankCapture &capture, LoadQueue::Formats formats) {
    return std::any_of(capture.files.begin(), capture.files.end(), [&](const FileSource &file) {
        const auto *format = file.chosen ? readerOf(file, formats) : nullptr;
        return format != nullptr && format->has(LoadDepth::Deep) && !format->has(LoadDepth::Shallow);
    });
}

LoadMeter::Clock::time_point now() { return LoadMeter::Clock::now(); }

}  // namespace

LoadQueue::LoadQueue(std::string path, RunId id, const LoadJob::Options &options, Formats formats)
    : m_options(options), m_formats(formats) {
    m_base.id = id;
    m_base.label = path.substr(path.rfind('/') + 1);
    m_base.path = std::move(path);
    m_options.deepBudgetBytes = options.deepBudgetBytes == 0 ? halfOfMemory() : options.deepBudgetBytes;
}

LoadQueue::Entry &LoadQueue::addEntry(RankCapture capture, Holds holds) {
    const auto index = m_entries.size();
    for (const auto &file : capture.files) {
        m_entryOfSource[file.id] = index;
    }
    Entry entry;
    entry.found = capture.log;
    entry.shallowCost = loadCost(capture.files, LoadDepth::Shallow, m_formats);
    entry.deepCost = loadCost(capture.files, LoadDepth::Deep, m_formats);
    entry.capture = std::move(capture);
    entry.holds = holds;
    m_entries.push_back(std::move(entry));
    push(m_shallow, index, LoadDepth::Shallow);
    return m_entries.back();
}

void LoadQueue::addSnapshots() {
    for (std::size_t i = 0; i < m_base.snapshots.size(); ++i) {
        addSnapshot(i);
    }
}

void LoadQueue::addSnapshot(std::size_t index) {
    const auto &snapshot = m_base.snapshots[index];
    if (readerOf(snapshot.file, m_formats) != nullptr) {
        RankCapture holder;
        holder.folder = m_base.path;
        holder.files = {snapshot.file};
        addEntry(std::move(holder), Holds::Snapshot).snapshot = index;
    }
}

void LoadQueue::setDiscovered(Run run) {
    auto captures = std::move(run.captures);
    run.captures.clear();
    m_base = std::move(run);
    for (auto &capture : captures) {
        addEntry(std::move(capture), Holds::Rank);
    }
    addSnapshots();
    const auto isRead = [&](const FileSource &file) { return readerOf(file, m_formats) != nullptr; };
    if (std::any_of(m_base.clusterFiles.begin(), m_base.clusterFiles.end(), isRead)) {
        RankCapture cluster;
        cluster.folder = m_base.path;
        cluster.files = m_base.clusterFiles;
        addEntry(std::move(cluster), Holds::Cluster);
    }
    m_discovered = true;
    ++m_version;
    askWaitingRanks();
    queueAutoDeep();
    stopMeterWhenIdle();
}

void LoadQueue::queueAutoDeep() {
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        auto &entry = m_entries[i];
        const bool newest = entry.holds == Holds::Snapshot || i + 1 == m_entries.size() ||
                            m_entries[i + 1].holds != Holds::Rank ||
                            m_entries[i + 1].capture.rank != entry.capture.rank;
        if (entry.holds == Holds::Cluster || !newest || entry.deepCost == 0 || entry.deepWaits) {
            continue;
        }
        push(m_auto, i, LoadDepth::Deep);
    }
    limitAutoDeep();
}

DeepPart LoadQueue::Entry::deepPart() const {
    const bool isActive = deepAt == Place::Active;
    DeepPart part;
    part.bytes = deepBytes;
    if (holds == Holds::Rank && (deepDone || isActive)) {
        part.read = isActive ? 0 : deepCost;
        part.held = isActive ? 0 : deepBytes;
        part.underWay = isActive ? deepCost : 0;
        part.ranks = 1;
    }
    return part;
}

void LoadQueue::limitAutoDeep() {
    // At least one: what becomes small in memory has to be read all the same.
    const double perByte =
        m_sums.deep.read > 0
            ? std::max(static_cast<double>(m_sums.deep.held) / static_cast<double>(m_sums.deep.read), 1.0)
            : 1.0;
    const auto limit = static_cast<double>(m_options.autoDeepBytes);
    double sum = perByte * static_cast<double>(m_sums.deep.read + m_sums.deep.underWay);
    if (sum + perByte * static_cast<double>(m_sums.wanted) <= limit) {
        return;
    }
    const auto fitting = std::find_if(m_auto.begin(), m_auto.end(), [&](std::size_t i) {
        sum += perByte * static_cast<double>(m_entries[i].deepCost);
        return sum > limit;
    });
    if (fitting == m_auto.end()) {
        return;
    }
    const auto few = kFewRanks - std::min(m_sums.deep.ranks, kFewRanks);
    const auto kept = std::min(few, static_cast<std::size_t>(fitting - m_auto.begin()));
    while (m_auto.size() > kept) {
        drop(m_auto, m_auto.back(), LoadDepth::Deep);
    }
}

void LoadQueue::push(Queue &queue, std::size_t index, LoadDepth depth, bool first) {
    auto &entry = m_entries[index];
    if (!m_meter.isRunning()) {
        m_meter.start(now());
    }
    queue.insert(first ? queue.begin() : queue.end(), index);
    (depth == LoadDepth::Shallow ? entry.shallowAt : entry.deepAt) = Place::Queued;
    m_sums.queued += depth == LoadDepth::Shallow ? entry.shallowCost : entry.deepCost;
    m_sums.wanted += &queue == &m_auto ? entry.deepCost : 0;
}

void LoadQueue::drop(Queue &queue, std::size_t index, LoadDepth depth) {
    const auto it = std::find(queue.begin(), queue.end(), index);
    if (it != queue.end()) {
        auto &entry = m_entries[index];
        queue.erase(it);
        (depth == LoadDepth::Shallow ? entry.shallowAt : entry.deepAt) = Place::None;
        m_sums.queued -= depth == LoadDepth::Shallow ? entry.shallowCost : entry.deepCost;
        m_sums.wanted -= &queue == &m_auto ? entry.deepCost : 0;
    }
}

void LoadQueue::clear(Queue &queue, LoadDepth depth) {
    while (!queue.empty()) {
        drop(queue, queue.front(), depth);
    }
}

bool LoadQueue::hasTask() const {
    return !m_asked.empty() || !m_shallow.empty() ||
           std::any_of(m_auto.begin(), m_auto.end(), [&](std::size_t i) { return m_entries[i].shallowDone; });
}

std::size_t LoadQueue::pop() {
    std::size_t index = 0;
    if (!m_asked.empty()) {
        index = m_asked.front();
        drop(m_asked, index, LoadDepth::Deep);
    } else if (!m_shallow.empty()) {
        index = m_shallow.front();
        drop(m_shallow, index, LoadDepth::Shallow);
    } else {
        index = *std::find_if(m_auto.begin(), m_auto.end(), [&](std::size_t i) { return m_entries[i].shallowDone; });
        drop(m_auto, index, LoadDepth::Deep);
    }
    return index;
}

std::shared_ptr<LoadQueue::Task> LoadQueue::take(unsigned threads) {
    const auto index = pop();
    auto &entry = m_entries[index];
    auto task = std::make_shared<Task>();
    task->entry = index;
    task->depth = entry.shallowDone ? LoadDepth::Deep : LoadDepth::Shallow;
    task->files = entry.capture.files;
    const bool deep = task->depth == LoadDepth::Deep;
    task->cost = deep ? entry.deepCost : entry.shallowCost;
    task->progress.bytesTotal = task->cost;
    task->progress.paused = m_paused;
    const auto sharers = 1 + m_active.size() + m_asked.size() + m_shallow.size() + m_auto.size();
    task->workers = std::max(1U, threads / static_cast<unsigned>(std::min<std::size_t>(sharers, threads)));
    (deep ? entry.deepAt : entry.shallowAt) = Place::Active;
    entry.capture.state = deep ? LoadState::LoadingDeep : LoadState::LoadingShallow;
    m_sums.set(index, m_entries[index].deepPart());
    m_active.push_back(task);
    ++m_version;
    return task;
}

void LoadQueue::showPreview(const std::shared_ptr<Task> &task, LoadedSource part) {
    if (std::find(m_active.begin(), m_active.end(), task) != m_active.end()) {
        m_entries[task->entry].capture.preview = std::move(part);
        ++m_version;
    }
}

void LoadQueue::finish(const std::shared_ptr<Task> &task, LoadedFiles result) {
    const auto it = std::find(m_active.begin(), m_active.end(), task);
    if (it == m_active.end()) {
        return;
    }
    m_active.erase(it);
    m_meter.addFinished(task->cost);
    auto &entry = m_entries[task->entry];
    keep(entry, task->depth, std::move(result));
    if (entry.digest && task->depth == LoadDepth::Deep) {
        finishSource(task->entry);
    }
    m_sums.set(task->entry, m_entries[task->entry].deepPart());
    ++m_version;
    if (task->depth == LoadDepth::Deep) {
        evict(task->entry);
        limitAutoDeep();
    } else if (entry.deepWaits) {
        entry.deepWaits = false;
        push(m_asked, task->entry, LoadDepth::Deep);
    }
    if (m_shallow.empty() && !m_waitingRanks.empty()) {
        askWaitingRanks();
    }
    stopMeterWhenIdle();
}

void LoadQueue::keep(Entry &entry, LoadDepth depth, LoadedFiles result) {
    const bool deep = depth == LoadDepth::Deep;
    auto &capture = entry.capture;
    capture.files = std::move(result.files);
    capture.preview.reset();
    entry.anyError = entry.anyError || result.anyError;
    (deep ? entry.deep : entry.shallow) = std::move(result.loaded);
    (deep ? entry.deepDone : entry.shallowDone) = true;
    (deep ? entry.deepAt : entry.shallowAt) = Place::None;
    entry.deepBytes = deep ? byteSize(entry.deep) : entry.deepBytes;
    capture.loaded = combined(entry.shallow, entry.deep);
    if (entry.holds == Holds::Rank) {
        m_ranksChanged = applyIdentity(capture, *result.log) || m_ranksChanged;
        m_facts.add(capture, *result.log);
    }
    if (!deep && entry.found) {
        result.log->append(*entry.found);
    }
    (deep ? entry.deepLog : entry.shallowLog) = std::move(result.log);
    capture.log = combined(entry.shallowLog, entry.deepLog);
    ++capture.version;
    settle(entry);
}

void LoadQueue::settle(Entry &entry) const {
    const bool nothing = entry.anyError && entry.capture.loaded.empty();
    auto &state = entry.capture.state;
    if (entry.deepDone) {
        state = nothing ? LoadState::Damaged : LoadState::Deep;
    } else if (entry.shallowDone) {
        state = nothing && !hasDeepOnlyFile(entry.capture, m_formats) ? LoadState::Damaged : LoadState::Shallow;
    } else {
        state = LoadState::Listed;
    }
}

/// Frees what was asked for least recently until the rest fits; ranks that nobody asked for are not loaded any more
/// then.
void LoadQueue::evict(std::size_t kept) {
    while (m_sums.deep.bytes > m_options.deepBudgetBytes) {
        clear(m_auto, LoadDepth::Deep);
        auto oldest = kept;
        for (std::size_t i = 0; i < m_entries.size(); ++i) {
            const auto &entry = m_entries[i];
            if (i != kept && entry.deepBytes > 0 && (oldest == kept || entry.lastAsked < m_entries[oldest].lastAsked)) {
                oldest = i;
            }
        }
        if (oldest == kept) {
            return;
        }
        if (m_entries[oldest].digest) {
            returnToDigest(oldest);
        } else {
            dropDeep(m_entries[oldest]);
            m_sums.set(oldest, m_entries[oldest].deepPart());
        }
    }
}

void LoadQueue::dropDeep(Entry &entry) const {
    entry.deepBytes = 0;
    entry.deep.clear();
    entry.deepLog.reset();
    entry.deepDone = false;
    entry.capture.loaded = entry.shallow;
    entry.capture.log = combined(entry.shallowLog, nullptr);
    ++entry.capture.version;
    settle(entry);
}

void LoadQueue::requestDeep(const std::vector<int> &ranks) {
    if (!m_discovered) {
        m_waitingRanks.insert(ranks.begin(), ranks.end());
        return;
    }
    const auto run = snapshot();
    for (const int rank : ranks) {
        if (const auto *capture = run->capture(rank)) {
            askDeep(m_entryOfSource.at(capture->files.front().id));
        } else if (!m_shallow.empty() || !m_active.empty()) {
            m_waitingRanks.insert(rank);
        }
    }
    // Snapshots of these ranks, and those that no rank is known of.
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const auto rank = m_entries[i].holds == Holds::Snapshot ? run->snapshots[m_entries[i].snapshot].rank : -1;
        if (m_entries[i].holds == Holds::Snapshot && !ranks.empty() &&
            (!rank || std::find(ranks.begin(), ranks.end(), *rank) != ranks.end())) {
            askDeep(i);
        }
        if (m_entries[i].holds == Holds::Cluster && !m_entries[i].shallowDone &&
            m_entries[i].shallowAt == Place::None) {
            push(m_shallow, i, LoadDepth::Shallow);  // it was cancelled
        }
    }
    stopMeterWhenIdle();
}

void LoadQueue::askWaitingRanks() {
    const std::vector<int> ranks(m_waitingRanks.begin(), m_waitingRanks.end());
    m_waitingRanks.clear();
    requestDeep(ranks);
}

void LoadQueue::askDeep(std::size_t index) {
    auto &entry = m_entries[index];
    entry.lastAsked = ++m_askCount;
    const bool hopeless = entry.capture.state == LoadState::Damaged && entry.deepCost == 0;
    if (entry.deepDone || entry.deepWaits || entry.deepAt == Place::Active || hopeless) {
        return;
    }
    if (entry.deepAt == Place::Queued) {
        drop(m_auto, index, LoadDepth::Deep);
        if (entry.deepAt == Place::Queued) {
            return;  // asked for before
        }
    }
    if (entry.shallowDone) {
        push(m_asked, index, LoadDepth::Deep);
        return;
    }
    entry.deepWaits = true;
    if (entry.shallowAt != Place::Active) {
        drop(m_shallow, index, LoadDepth::Shallow);
        push(m_shallow, index, LoadDepth::Shallow, true);
    }
}

void LoadQueue::choose(SourceId source) {
    const auto it = m_entryOfSource.find(source);
    if (it == m_entryOfSource.end() || !chooseInstead(m_entries[it->second].capture.files, source)) {
        return;
    }
    const auto index = it->second;
    auto &entry = m_entries[index];
    const bool wasDeep = entry.deepDone || entry.deepWaits || entry.deepAt != Place::None;
    takeBack(index);
    Entry fresh;
    fresh.digest = std::move(entry.digest);
    fresh.found = entry.found;
    fresh.capture = std::move(entry.capture);
    fresh.capture.loaded.clear();
    fresh.capture.log.reset();
    ++fresh.capture.version;
    fresh.shallowCost = loadCost(fresh.capture.files, LoadDepth::Shallow, m_formats);
    fresh.deepCost = loadCost(fresh.capture.files, LoadDepth::Deep, m_formats);
    fresh.lastAsked = entry.lastAsked;
    fresh.deepWaits = wasDeep;
    entry = std::move(fresh);
    settle(entry);
    m_sums.set(index, m_entries[index].deepPart());
    push(m_shallow, index, LoadDepth::Shallow, true);
    ++m_version;
}

void LoadQueue::takeBack(std::size_t index) {
    stopTasks(index);
    drop(m_asked, index, LoadDepth::Deep);
    drop(m_auto, index, LoadDepth::Deep);
    drop(m_shallow, index, LoadDepth::Shallow);
}

void LoadQueue::stopTasks(std::optional<std::size_t> index) {
    std::erase_if(m_active, [&](const auto &task) {
        if (index && task->entry != *index) {
            return false;
        }
        auto &entry = m_entries[task->entry];
        task->stop.request_stop();
        entry.capture.preview.reset();
        (task->depth == LoadDepth::Deep ? entry.deepAt : entry.shallowAt) = Place::None;
        settle(entry);
        m_sums.set(task->entry, m_entries[task->entry].deepPart());
        return true;
    });
}

void LoadQueue::setPaused(bool paused) {
    m_paused = paused;
    m_meter.setPaused(paused, now());
    for (const auto &task : m_active) {
        task->progress.paused = paused;
    }
}

void LoadQueue::cancel() {
    stopTasks(std::nullopt);
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        if (m_entries[i].digest && !m_entries[i].deepDone) {
            returnToDigest(i);
        }
    }
    clear(m_asked, LoadDepth::Deep);
    clear(m_shallow, LoadDepth::Shallow);
    clear(m_auto, LoadDepth::Deep);
    m_waitingRanks.clear();
    for (auto &entry : m_entries) {
        entry.deepWaits = false;
    }
    m_meter.stop();
    ++m_version;
}

void LoadQueue::stopMeterWhenIdle() {
    if (isIdle()) {
        m_meter.stop();
    }
}

LoadStatus LoadQueue::status() const {
    LoadStatus status;
    for (const auto &entry : m_entries) {
        if (entry.holds == Holds::Rank) {
            ++status.ranksTotal;
            status.ranksShallow += entry.shallowDone ? 1 : 0;
            status.ranksDeep += entry.deepDone ? 1 : 0;
            status.ranksToGoDeep += entry.deepWaits || entry.deepAt != Place::None ? 1 : 0;
        }
    }
    status.bytesDone = m_meter.finishedBytes();
    status.bytesTotal = status.bytesDone + m_sums.queued;
    for (const auto &task : m_active) {
        status.bytesDone += std::min(task->progress.bytesDone.load(std::memory_order_relaxed), task->cost);
        status.bytesTotal += task->cost;
    }
    status.bytesPerSecond = m_meter.bytesPerSecond(status.bytesDone, now());
    status.remaining = m_meter.remaining(status.bytesDone, status.bytesTotal, now());
    status.running = !isIdle();
    status.paused = m_paused;
    return status;
}

std::shared_ptr<const Run> LoadQueue::snapshot() {
    if (m_snapshot && m_snapshotVersion == m_version) {
        return m_snapshot;
    }
    auto run = std::make_shared<Run>(m_base);
    run->captures.reserve(m_entries.size());
    for (auto &entry : m_entries) {
        if (entry.holds == Holds::Rank) {
            if (auto &own = entry.capture.own; own == nullptr || !own->areOf(entry.capture)) {
                own = std::make_shared<OwnFacts>(entry.capture);
            }
            run->captures.push_back(shown(entry));
            continue;
        }
        if (entry.holds == Holds::Snapshot) {
            auto &snapshot = run->snapshots[entry.snapshot];
            snapshot.file = entry.capture.files.front();
            snapshot.state = entry.capture.state;
            snapshot.store = entry.capture.loaded.empty() ? nullptr : entry.capture.loaded.front().snapshot;
            snapshot.log = entry.capture.log;
            snapshot.version = entry.capture.version;
            continue;
        }
        run->clusterFiles = entry.capture.files;
        run->log = combined(run->log, entry.capture.log);
        for (const auto &loaded : entry.capture.loaded) {
            run->clusterTables.insert(run->clusterTables.end(), loaded.tables.begin(), loaded.tables.end());
        }
    }
    run->parallel = m_facts.parallel();
    run->groups = m_facts.groups();
    if (m_ranksChanged) {
        followRanks(*run);
    }
    m_snapshot = run;
    m_snapshotVersion = m_version;
    return run;
}

}  // namespace stagescope
