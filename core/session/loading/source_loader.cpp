#include "core/session/loading/source_loader.h"

#include "core/base/io/file_time.h"
#include "core/session/loading/session_cache.h"
#include "core/store/snapshot/snapshot_store.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"

#include <sys/stat.h>

#include <algorithm>
#include <exception>
#include <optional>

namespace stagescope {

namespace {

constexpr std::uint64_t kShallowBytes = std::uint64_t{8} << 20;

struct FileState {
    std::uint64_t size = 0;
    std::int64_t mtimeNs = 0;
    bool operator==(const FileState &) const = default;
};

std::optional<FileState> fileState(const std::string &path) {
    struct stat facts {};
    if (statFile(path, facts) != 0) {
        return std::nullopt;
    }
    return FileState{static_cast<std::uint64_t>(facts.st_size), changeTimeNs(facts)};
}

Status guardedLoad(const Format &format, const FileSource &file, Sink &sink, const LoadControl &control) {
    if (file.size == 0) {
        return fail(ErrorKind::Truncated, "the file is empty", file.path);
    }
    try {
        return format.load(file, sink, control);
    } catch (const std::exception &error) {
        return fail(ErrorKind::Limit, error.what(), file.path);
    }
}

LoadedSource taken(SourceId source, Sink &sink) {
    LoadedSource result;
    result.source = source;
    for (auto &[rank, yield] : sink.take()) {
        std::move(yield.traces.begin(), yield.traces.end(), std::back_inserter(result.traces));
        std::move(yield.tables.begin(), yield.tables.end(), std::back_inserter(result.tables));
        result.snapshot = yield.snapshot ? std::move(yield.snapshot) : result.snapshot;
    }
    return result;
}

/// True when the file need not be read any more.
bool takeKept(const FileSource &file, const std::string &identity, const LoadControl &control,
              const SessionCache &cache, LoadedFiles &result) {
    auto stores = cache.find(identity, control.stop);
    if (!stores) {
        return false;
    }
    for (const auto &entry : stores->log) {
        result.log->append(entry);
    }
    result.loaded.push_back({file.id, std::move(stores->traces), std::move(stores->tables)});
    return true;
}

Sink::Preview previewSink(SourceId source, const std::function<void(LoadedSource)> &preview) {
    if (!preview) {
        return {};
    }
    return [source, &preview](std::shared_ptr<const TraceStore> part) {
        preview({previewOf(source), {std::move(part)}, {}, {}});
    };
}

void loadFile(FileSource &file, const Format &format, const LoadControl &control, SessionCache *cache,
              const std::function<void(LoadedSource)> &preview, LoadedFiles &result) {
    const auto before = fileState(file.path);
    if (before) {
        file.size = before->size;
        file.mtimeNs = before->mtimeNs;
    }
    const auto identity = cache != nullptr ? cache->identityOf(file, control.depth) : std::string();
    if (cache != nullptr && takeKept(file, identity, control, *cache, result)) {
        return;
    }
    ImportLog log;
    Sink sink(log, previewSink(file.id, preview));
    const auto status = guardedLoad(format, file, sink, control);
    if (!status && status.error().kind == ErrorKind::Cancelled) {
        result.cancelled = true;
        return;
    }
    if (!status) {
        result.anyError = true;
        log.add(file.path, status.error());
    } else if (fileState(file.path) != before) {
        log.add(file.path, Error{ErrorKind::Changed, "the file changed while it was read", file.path});
    }
    result.log->append(log);
    auto loaded = taken(file.id, sink);
    if (loaded.traces.empty() && loaded.tables.empty() && !loaded.snapshot) {
        return;
    }
    const bool isKept = status && !loaded.snapshot && cache != nullptr;
    if (isKept && cache->identityOf(file, control.depth) == identity) {
        cache->keep(identity, {loaded.traces, loaded.tables, log.entries()});
    }
    result.loaded.push_back(std::move(loaded));
}

}  // namespace

const Format *readerOf(const FileSource &file, std::span<const std::unique_ptr<Format>> formats) {
    const auto it = std::find_if(formats.begin(), formats.end(), [&](const auto &f) { return f->id() == file.format; });
    return it == formats.end() ? nullptr : it->get();
}

std::uint64_t loadCost(const std::vector<FileSource> &files, LoadDepth depth,
                       std::span<const std::unique_ptr<Format>> formats) {
    std::uint64_t sum = 0;
    for (const auto &file : files) {
        const auto *format = file.chosen ? readerOf(file, formats) : nullptr;
        if (format != nullptr && format->has(depth)) {
            // At least one: an empty file is read too, so that somebody says that it is empty.
            sum += std::clamp<std::uint64_t>(file.size, 1, depth == LoadDepth::Shallow ? kShallowBytes : file.size + 1);
        }
    }
    return sum;
}

bool hasDeepFiles(const RankCapture &capture) { return loadCost(capture.files, LoadDepth::Deep, formatList()) > 0; }

LoadedFiles loadFiles(std::vector<FileSource> files, const LoadControl &control,
                      std::span<const std::unique_ptr<Format>> formats, SessionCache *cache,
                      const std::function<void(LoadedSource)> &preview) {
    LoadedFiles result;
    result.log = std::make_shared<ImportLog>();
    for (auto &file : files) {
        const auto *format = file.chosen ? readerOf(file, formats) : nullptr;
        if (format == nullptr || !format->has(control.depth)) {
            continue;
        }
        if (!control.checkpoint()) {
            result.cancelled = true;
        }
        if (result.cancelled) {
            break;
        }
        loadFile(file, *format, control, cache, preview, result);
    }
    result.files = std::move(files);
    return result;
}

std::vector<LoadedSource> combined(const std::vector<LoadedSource> &shallow, const std::vector<LoadedSource> &deep) {
    auto result = deep;
    for (const auto &source : shallow) {
        auto it = std::find_if(result.begin(), result.end(), [&](const auto &s) { return s.source == source.source; });
        if (it == result.end()) {
            result.push_back(source);
            continue;
        }
        const auto deepTables = it->tables;
        for (const auto &table : source.tables) {
            const bool replaced = std::any_of(deepTables.begin(), deepTables.end(),
                                              [&](const auto &other) { return other->kind() == table->kind(); });
            if (!replaced) {
                it->tables.push_back(table);
            }
        }
        if (it->traces.empty()) {
            it->traces = source.traces;
        }
    }
    std::sort(result.begin(), result.end(), [](const auto &a, const auto &b) { return a.source < b.source; });
    return result;
}

std::shared_ptr<const ImportLog> combined(const std::shared_ptr<const ImportLog> &shallow,
                                          const std::shared_ptr<const ImportLog> &deep) {
    auto result = std::make_shared<ImportLog>();
    if (shallow) {
        result->append(*shallow);
    }
    for (const auto &entry : deep ? deep->entries() : std::vector<ImportEntry>{}) {
        const auto known = result->entries();
        const bool told =
            entry.code.starts_with("file.") && std::any_of(known.begin(), known.end(), [&](const ImportEntry &other) {
                return other.source == entry.source && other.code == entry.code;
            });
        if (!told) {
            result->append(entry);
        }
    }
    return result->isEmpty() ? nullptr : result;
}

std::size_t byteSize(const std::vector<LoadedSource> &loaded) {
    std::size_t sum = 0;
    for (const auto &source : loaded) {
        for (const auto &trace : source.traces) {
            sum += trace->byteSize();
        }
        sum += source.snapshot ? source.snapshot->byteSize() : 0;
        for (const auto &table : source.tables) {
            sum += table->byteSize();
        }
    }
    return sum;
}

}  // namespace stagescope
