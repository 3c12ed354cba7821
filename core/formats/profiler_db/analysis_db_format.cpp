#include "core/formats/format_list.h"
#include "core/formats/io/sqlite_reader.h"
#include "core/formats/tables/comm_db_rows.h"
#include "core/formats/tables/contents_rows.h"
#include "core/store/tables/table_store.h"

namespace stagescope {

namespace {

/// analysis.db: what the profiler's own analysis wrote beside the trace database. cluster_analysis.db: what
/// msprof-analyze made of all ranks.
class AnalysisDbFormat : public Format {
public:
    explicit AnalysisDbFormat(bool isCluster) : m_isCluster(isCluster) {}
    [[nodiscard]] std::string_view id() const override { return m_isCluster ? "cluster_db" : "analysis_db"; }
    [[nodiscard]] bool sniff(std::string_view fileName, std::string_view) const override {
        return m_isCluster ? fileName.starts_with("cluster_analysis") && fileName.ends_with(".db")
                           : fileName == "analysis.db";
    }

    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        ASSIGN_OR_RETURN(const auto database, SqliteFile::open(file.path, control, sink.log()));
        ASSIGN_OR_RETURN(auto db, SqliteConnection::open(database, control, sink.log()));
        if (db.tables().empty()) {
            return fail(ErrorKind::Malformed, "the database has no tables", file.path);
        }
        CommRows rows(sink, file.path);
        auto status = readStepTraceTable(db, m_isCluster, sink);
        status = status ? readCommTables(db, m_isCluster, rows) : status;
        status = status && m_isCluster ? readGroupTable(db, sink) : status;
        if (!status) {
            return status;
        }
        rows.give();
        if (status = giveContents(db, sink, control); !status) {
            return status;
        }
        control.addBytes(database.size());
        return {};
    }

    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef) const override {
        return fail(ErrorKind::Unsupported, "this file has no rows on the time axis", file.path);
    }

private:
    bool m_isCluster;
};

}  // namespace

std::unique_ptr<Format> makeAnalysisDbFormat() { return std::make_unique<AnalysisDbFormat>(false); }

std::unique_ptr<Format> makeClusterDbFormat() { return std::make_unique<AnalysisDbFormat>(true); }

}  // namespace stagescope
