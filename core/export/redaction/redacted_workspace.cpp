#include "core/export/redaction/redacted_workspace.h"

#include "core/store/bundle/bundle_rank.h"
#include "core/store/snapshot/snapshot_store.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_store.h"

#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace stagescope {

namespace {

/// Replaces what holds a name, by way of a bundle.
class StoreRedactor {
public:
    explicit StoreRedactor(const Redactor &redactor) : m_redactor(redactor) {}

    Status replace(std::shared_ptr<const TraceStore> &trace) const {
        const auto &strings = trace->strings();
        for (std::uint32_t i = 0; i < strings.size(); ++i) {
            const auto text = strings.at(StringId{i});
            if (m_redactor.redact(text) != text) {
                return exchange(trace, &BundledRank::traces);
            }
        }
        return {};
    }
    Status replace(std::shared_ptr<const TableStore> &table) const {
        if (table->kind() == TableKind::Environment) {
            table = settings(*table);
        }
        return exchange(table, &BundledRank::tables);
    }
    void replace(std::shared_ptr<const SnapshotStore> &snapshot) const {
        if (snapshot != nullptr) {
            snapshot = std::make_shared<const SnapshotStore>(
                snapshot->renamed([this](std::string_view text) { return m_redactor.redact(text); }));
        }
    }
    void replace(std::shared_ptr<const ImportLog> &log) const {
        if (log == nullptr) {
            return;
        }
        auto copy = std::make_shared<ImportLog>();
        for (auto entry : log->entries()) {
            entry.source = m_redactor.redact(entry.source);
            for (auto &sample : entry.samples) {
                sample.where = m_redactor.redact(sample.where);
                sample.detail = m_redactor.redact(sample.detail);
            }
            copy->append(entry);
        }
        log = std::move(copy);
    }

private:
    [[nodiscard]] std::shared_ptr<const TableStore> settings(const TableStore &table) const {
        TableWriter<EnvironmentRecord> writer;
        const TableRecords<EnvironmentRecord> records(table);
        for (std::size_t row = 0; row < records.size(); ++row) {
            const auto record = records[row];
            const auto value = m_redactor.redactSetting(record.section, record.key, record.value);
            writer.append({record.section, record.key, value});
        }
        return std::make_shared<const TableStore>(writer.take());
    }
    template <class Store>
    Status exchange(std::shared_ptr<const Store> &store,
                    std::vector<std::shared_ptr<const Store>> BundledRank::*list) const {
        BundledRank content;
        (content.*list).push_back(store);
        bool holdsName = false;
        BundleCut cut;
        cut.rename = [&](std::string_view text) {
            auto redacted = m_redactor.redact(text);
            holdsName = holdsName || redacted != text;
            return redacted;
        };
        const auto bytes = encodeRank(content, cut);
        if (!holdsName) {
            return {};
        }
        const auto decoded = decodeRank(bytes, {.path = "redacted"});
        RETURN_IF_ERROR(decoded);
        if (!(decoded.value().*list).empty()) {
            store = (decoded.value().*list).front();
        }
        return {};
    }

    const Redactor &m_redactor;
};

Status redactTables(std::vector<std::shared_ptr<const TableStore>> &tables, const StoreRedactor &stores) {
    for (auto &table : tables) {
        RETURN_IF_ERROR(stores.replace(table));
    }
    return {};
}

Status redactSource(LoadedSource &source, const StoreRedactor &stores) {
    stores.replace(source.snapshot);
    for (auto &trace : source.traces) {
        RETURN_IF_ERROR(stores.replace(trace));
    }
    return redactTables(source.tables, stores);
}

void redactFiles(std::vector<FileSource> &files, const Redactor &redactor) {
    for (auto &file : files) {
        file.path = redactor.redact(file.path);
    }
}

Status redactCapture(RankCapture &capture, const Redactor &redactor, const StoreRedactor &stores) {
    for (auto *text : {&capture.host, &capture.folder, &capture.captureLabel, &capture.digest}) {
        *text = redactor.redact(*text);
    }
    redactFiles(capture.files, redactor);
    stores.replace(capture.log);
    capture.preview.reset();
    for (auto &source : capture.loaded) {
        RETURN_IF_ERROR(redactSource(source, stores));
    }
    return {};
}

/// A timeline that is read later has its names, too.
std::function<std::optional<RankCapture>(std::size_t)> redactedReading(
    std::function<std::optional<RankCapture>(std::size_t)> read, const Redactor &redactor) {
    return [read = std::move(read), &redactor](std::size_t index) -> std::optional<RankCapture> {
        auto capture = read(index);
        const auto status = capture ? redactCapture(*capture, redactor, StoreRedactor(redactor)) : Status{};
        return status ? std::move(capture) : std::nullopt;
    };
}

Status redactRun(Run &run, const Redactor &redactor, const StoreRedactor &stores) {
    for (auto *text : {&run.label, &run.path, &run.wantedCapture}) {
        *text = redactor.redact(*text);
    }
    stores.replace(run.log);
    for (auto &snapshot : run.snapshots) {
        snapshot.file.path = redactor.redact(snapshot.file.path);
        stores.replace(snapshot.store);
        stores.replace(snapshot.log);
    }
    redactFiles(run.clusterFiles, redactor);
    for (auto &group : run.groups) {
        group.id = redactor.redact(group.id);
        group.name = redactor.redact(group.name);
    }
    for (auto &capture : run.captures) {
        if (!run.readTimeline) {
            capture.facts.reset();
        }
        RETURN_IF_ERROR(redactCapture(capture, redactor, stores));
    }
    if (run.readTimeline) {
        run.readTimeline = redactedReading(std::move(run.readTimeline), redactor);
    }
    return redactTables(run.clusterTables, stores);
}

}  // namespace

Result<Workspace> redactedWorkspace(const Workspace &workspace, const Redactor &redactor) {
    const StoreRedactor stores(redactor);
    auto copy = workspace;
    for (auto &run : copy.runs) {
        RETURN_IF_ERROR(redactRun(run, redactor, stores));
    }
    return copy;
}

}  // namespace stagescope
