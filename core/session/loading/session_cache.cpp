#include "core/session/loading/session_cache.h"

#include "core/base/archive/archive_place.h"
#include "core/base/io/cache_folder.h"
#include "core/base/io/file_time.h"
#include "core/base/io/output_file.h"
#include "core/base/io/output_folder.h"
#include "core/base/path_text.h"
#include "core/base/text.h"
#include "core/base/words/step_pattern.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace stagescope {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kArchiveSuffix = ".session";
constexpr int kFacts = 6;  // lines of an identity before the path

std::string stateText(const std::string &path) {
    struct stat facts {};
    if (statFile(path, facts) != 0) {
        return "absent";
    }
    return std::to_string(facts.st_size) + ' ' + std::to_string(facts.st_mtim.tv_sec) + ' ' +
           std::to_string(facts.st_mtim.tv_nsec);
}

struct FolderNames {
    std::vector<std::string> files;
    std::vector<std::string> folders;
};

/// Of a folder, or of one in an archive; sorted. Links count as what they lead to.
FolderNames folderNames(const std::string &folder) {
    FolderNames names;
    if (const auto place = archivePlace(folder); place && place->isFolder()) {
        place->archive->list(place->inside, names.files, names.folders);
    }
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        std::error_code ignored;
        (it->is_directory(ignored) ? names.folders : names.files).push_back(it->path().filename().string());
    }
    std::sort(names.files.begin(), names.files.end());
    std::sort(names.folders.begin(), names.folders.end());
    return names;
}

/// How names of captures and of their folders begin, as the reader of traces knows them.
constexpr auto kFoldersOfCaptures =
    std::to_array<std::string_view>({"graph_capture", "graph-capture", "capture_traces"});
constexpr auto kCaptureStarts = std::to_array<std::string_view>({"graph_capture", "graph-capture", "capture_trace"});

/// The reader of a trace gives its kernels the operators of graphs that were captured into other files beside it: what
/// it made of them is of no use once one of those is new, another or gone. Those of all ranks count, so that the
/// reader's choice among them needs no twin here. Empty where there are none.
std::string capturesBeside(const std::string &path) {
    const auto folder = parentPath(path);
    if (startsWithAny(lastPart(folder), kFoldersOfCaptures)) {
        return {};  // it is a capture itself
    }
    const auto names = folderNames(folder);
    std::string states;
    const auto add = [&](const std::string &file) { states += file + '\n' + stateText(folder + '/' + file) + '\n'; };
    for (const auto &name : names.files) {
        if (startsWithAny(name, kCaptureStarts)) {
            add(name);
        }
    }
    for (const auto &inner : names.folders) {
        const bool isOfCaptures = startsWithAny(inner, kFoldersOfCaptures);
        for (const auto &name : isOfCaptures ? folderNames(folder + '/' + inner).files : std::vector<std::string>{}) {
            add(inner + '/' + name);
        }
    }
    return states.empty() ? states : ' ' + std::to_string(XXH3_64bits(states.data(), states.size()));
}

/// What ends an identity: the state of a file and of all that it is read with.
std::string statesOf(const std::string &absolute) {
    // Rows of a database may stand in its log while the database itself is untouched.
    return '\n' + stateText(absolute) + '\n' + stateText(absolute + "-wal") + capturesBeside(absolute) + '\n' +
           absolute;
}

/// A line each; the path comes last, since it may hold line ends.
std::string identity(const std::string &program, const FileSource &file, LoadDepth depth) {
    std::string absolute = file.path;
    std::error_code error;
    if (auto path = fs::absolute(file.path, error); !error) {
        absolute = path.lexically_normal().string();
    }
    return program + '\n' + file.format + '\n' + (depth == LoadDepth::Deep ? "deep" : "shallow") + '\n' +
           std::to_string(file.part) +
           (file.process.empty() ? "" : ' ' + std::to_string(XXH3_64bits(file.process.data(), file.process.size()))) +
           statesOf(absolute);
}

/// The name does not depend on the state of the source: a newer archive takes the place of the older.
std::string nameOf(const std::string &identity) {
    std::string_view rest = identity;
    std::string key;
    for (int line = 0; line < kFacts; ++line) {
        const auto end = rest.find('\n');
        if (line >= 1 && line <= 3) {
            key += std::string(rest.substr(0, end)) + '\n';
        }
        rest.remove_prefix(end + 1);
    }
    key += rest;
    const auto hash = XXH3_128bits(key.data(), key.size());
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%016llx%016llx", static_cast<unsigned long long>(hash.high64),
                  static_cast<unsigned long long>(hash.low64));
    return text.data() + std::string(kArchiveSuffix);
}

std::string sourceIn(const std::string &identity) {
    std::size_t at = 0;
    for (int line = 0; line < kFacts; ++line) {
        const auto end = identity.find('\n', at);
        if (end == std::string::npos) {
            return {};
        }
        at = end + 1;
    }
    return identity.substr(at);
}

}  // namespace

struct SessionCache::Impl {
    struct Job {
        std::string identity;
        ArchivedStores stores;
    };

    explicit Impl(Options o) : options(std::move(o)) {
        writer = std::jthread([this](const std::stop_token &stop) { work(stop); });
    }

    void work(const std::stop_token &stop) {
        removeDeadParts(options.folder);
        std::unique_lock lock(mutex);
        while (wake.wait(lock, stop, [&] { return !queue.empty(); })) {
            auto job = std::move(queue.front());
            queue.pop_front();
            isWriting = true;
            lock.unlock();
            if (write(job, stop)) {
                evict();
            }
            job = {};
            lock.lock();
            isWriting = false;
            idle.notify_all();
        }
    }
    void step() const {
        if (options.beforeStep) {
            options.beforeStep();
        }
    }
    [[nodiscard]] bool write(const Job &job, const std::stop_token &stop) const {
        const auto target = (options.folder / nameOf(job.identity)).string();
        const auto file = makeFolders(options.folder) ? OutputFile::create(target, OutputFile::kPrivateMode)
                                                      : fail(ErrorKind::NoPermission, {});
        if (!file) {
            return false;
        }
        const auto output = [&](std::string_view bytes) {
            step();
            return (*file)->write(bytes);
        };
        const auto whole = StoreArchive::write(job.stores, job.identity, output, stop);
        step();
        return whole && (*file)->commit();
    }
    /// The folder must not grow beyond its bound.
    void evict() const {
        auto files = list();
        std::uint64_t sum = 0;
        for (const auto &file : files) {
            sum += file.bytes;
            if (sum > options.maxBytes) {
                std::error_code ignored;
                fs::remove(file.path, ignored);
            }
        }
    }
    /// Last used first; without their identities.
    [[nodiscard]] std::vector<Entry> list() const {
        std::vector<Entry> result;
        std::error_code error;
        for (fs::directory_iterator it(options.folder, error), end; !error && it != end; it.increment(error)) {
            const auto extension = it->path().extension();
            struct stat facts {};
            if (extension == kArchiveSuffix && ::lstat(it->path().c_str(), &facts) == 0 && S_ISREG(facts.st_mode)) {
                result.push_back(
                    {it->path(), {}, static_cast<std::uint64_t>(facts.st_size), changeTimeNs(facts), false});
            }
        }
        std::sort(result.begin(), result.end(), [](const Entry &a, const Entry &b) { return a.usedNs > b.usedNs; });
        return result;
    }

    Options options;
    std::mutex mutex;
    std::condition_variable_any wake;
    std::condition_variable_any idle;
    std::deque<Job> queue;
    bool isWriting = false;
    std::jthread writer;  ///< last: it ends before anything it uses
};

SessionCache::SessionCache(Options options) : m_impl(std::make_unique<Impl>(std::move(options))) {}
SessionCache::~SessionCache() = default;

fs::path SessionCache::defaultFolder() { return cacheFolder() / "sessions"; }

std::string SessionCache::runningProgram(std::string_view version) {
    return std::string(version) + ' ' + stateText("/proc/self/exe");
}

std::string SessionCache::identityOf(const FileSource &file, LoadDepth depth) const {
    // Steps by the user's choice are other steps.
    const auto steps = StepPattern::chosen();
    const auto program =
        steps.empty() ? m_impl->options.program
                      : m_impl->options.program + " steps " + std::to_string(XXH3_64bits(steps.data(), steps.size()));
    return file.size < m_impl->options.leastFileBytes ? std::string() : identity(program, file, depth);
}

std::optional<ArchivedStores> SessionCache::find(const std::string &identity, const std::stop_token &stop) const {
    if (identity.empty()) {
        return std::nullopt;
    }
    const auto path = m_impl->options.folder / nameOf(identity);
    auto stores = StoreArchive::read(path.string(), identity, stop);
    if (!stores) {
        return std::nullopt;
    }
    // Its age is the time of its last use.
    ::utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
    return std::move(*stores);
}

void SessionCache::keep(std::string identity, ArchivedStores stores) {
    if (identity.empty()) {
        return;
    }
    const std::scoped_lock lock(m_impl->mutex);
    m_impl->queue.push_back({std::move(identity), std::move(stores)});
    m_impl->wake.notify_all();
}

void SessionCache::flush() {
    std::unique_lock lock(m_impl->mutex);
    m_impl->idle.wait(lock, [&] { return m_impl->queue.empty() && !m_impl->isWriting; });
}

std::vector<SessionCache::Entry> SessionCache::entries() const {
    auto result = m_impl->list();
    for (auto &entry : result) {
        const auto identity = ArchiveFile::identityOf(entry.path.string());
        if (!identity) {
            continue;
        }
        entry.source = sourceIn(*identity);
        entry.isCurrent =
            identity->starts_with(m_impl->options.program + '\n') && identity->ends_with(statesOf(entry.source));
    }
    return result;
}

std::size_t SessionCache::clear() {
    removeDeadParts(m_impl->options.folder);
    std::size_t removed = 0;
    for (const auto &entry : m_impl->list()) {
        std::error_code error;
        removed += fs::remove(entry.path, error) ? 1 : 0;
    }
    return removed;
}

}  // namespace stagescope
