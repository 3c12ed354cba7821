#pragma once

#include "core/base/import_log.h"
#include "core/store/tables/table_store.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace stagescope {

class SnapshotStore;
class TraceStore;

/// Where a Format hands over what it read from one file. Owned by the load job. Stores are handed over finished;
/// hand-over is thread-safe. A file of one rank leaves `rank` open: the folder it lies in decides. Files that feed many
/// ranks name it.
class Sink {
public:
    struct Yield {
        std::vector<std::shared_ptr<const TraceStore>> traces;
        std::vector<std::shared_ptr<const TableStore>> tables;
        std::shared_ptr<const SnapshotStore> snapshot;  ///< a file has at most one; it tells its devices itself
    };

    /// Takes what the first part of a large trace yielded, on the thread that loads.
    using Preview = std::function<void(std::shared_ptr<const TraceStore>)>;

    /// `preview` may be empty: nobody looks at parts.
    explicit Sink(ImportLog &log, Preview preview = {}) : m_log(log), m_preview(std::move(preview)) {}

    [[nodiscard]] bool wantsPreview() const { return m_preview != nullptr; }
    void showPreview(std::shared_ptr<const TraceStore> part) const { m_preview(std::move(part)); }

    void addTrace(std::shared_ptr<const TraceStore> trace, std::optional<int> rank = std::nullopt) {
        const std::scoped_lock lock(m_mutex);
        m_yields[rank].traces.push_back(std::move(trace));
    }
    /// A table without rows is left out.
    void addTable(TableStore table, std::optional<int> rank = std::nullopt) {
        if (table.rowCount() == 0) {
            return;
        }
        const std::scoped_lock lock(m_mutex);
        m_yields[rank].tables.push_back(std::make_shared<const TableStore>(std::move(table)));
    }
    void setSnapshot(std::shared_ptr<const SnapshotStore> snapshot) {
        const std::scoped_lock lock(m_mutex);
        m_yields[std::nullopt].snapshot = std::move(snapshot);
    }
    [[nodiscard]] ImportLog &log() { return m_log; }
    /// By rank; nullopt = the rank of the file's folder. Call once, after loading.
    [[nodiscard]] std::map<std::optional<int>, Yield> take() {
        const std::scoped_lock lock(m_mutex);
        return std::move(m_yields);
    }

private:
    ImportLog &m_log;
    Preview m_preview;
    std::mutex m_mutex;
    std::map<std::optional<int>, Yield> m_yields;
};

}  // namespace stagescope
