#include "core/export/redacted_workspace.h"

#include "core/store/bundle/bundle_rank.h"
#include "core/store/trace/trace_store.h"

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
    Status replace(std::shared_ptr<const TableStore> &table) const { return exchange(table, &BundledRank::tables); }

private:
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
        if (!decoded) {
            return tl::make_unexpected(decoded.error());
        }
        if (!(decoded.value().*list).empty()) {
            store = (decoded.value().*list).front();
        }
        return {};
    }

    const Redactor &m_redactor;
};

Status redactTables(std::vector<std::shared_ptr<const TableStore>> &tables, const StoreRedactor &stores) {
    for (auto &table : tables) {
        if (auto status = stores.replace(table); !status) {
            return status;
        }
    }
    return {};
}

Status redactSource(LoadedSource &source, const StoreRedactor &stores) {
    source.snapshot.reset();
    for (auto &trace : source.traces) {
        if (auto status = stores.replace(trace); !status) {
            return status;
        }
    }
    return redactTables(source.tables, stores);
}

Status redactRun(Run &run, const Redactor &redactor, const StoreRedactor &stores) {
    for (auto *text : {&run.label, &run.path}) {
        *text = redactor.redact(*text);
    }
    run.log.reset();
    run.snapshots.clear();
    for (auto &group : run.groups) {
        group.id = redactor.redact(group.id);
        group.name = redactor.redact(group.name);
    }
    for (auto &capture : run.captures) {
        for (auto *text : {&capture.host, &capture.folder, &capture.captureLabel}) {
            *text = redactor.redact(*text);
        }
        capture.log.reset();
        capture.preview.reset();
        for (auto &source : capture.loaded) {
            if (auto status = redactSource(source, stores); !status) {
                return status;
            }
        }
    }
    return redactTables(run.clusterTables, stores);
}

}  // namespace

Result<Workspace> redactedWorkspace(const Workspace &workspace, const Redactor &redactor) {
    const StoreRedactor stores(redactor);
    auto copy = workspace;
    for (auto &run : copy.runs) {
        if (const auto status = redactRun(run, redactor, stores); !status) {
            return tl::make_unexpected(status.error());
        }
    }
    return copy;
}

}  // namespace stagescope
