#pragma once

#include "core/base/result.h"
#include "core/session/shared_file.h"
#include "core/store/bundle/report_list_text.h"

#include <QtCore/QObject>

#include <cstdint>
#include <string>
#include <vector>

namespace stagescope {

/// The saved list of a run, with ids from 1; as long as there is none, the one that came with it, if it is a bundle;
/// else empty. Changes nothing. Errors: as parseReportList; ReadFailed; those of the bundle.
[[nodiscard]] Result<std::vector<ReportEntry>> readReportList(const std::string &runPath);

/// What was added to the report of the run that is looked at. Every change is saved at once under the data folder,
/// beside the marks. What another window of the same run changed meanwhile is taken over with the next change here: its
/// entries come after those of this one. Owned by the window; GUI thread. A list that cannot be read is told and left
/// alone; it is put aside ("NAME.broken") before the first change takes its place.
class ReportList : public QObject {
    Q_OBJECT
public:
    explicit ReportList(QObject *parent = nullptr) : QObject(parent) {}

    /// The saved list of a run, in place of the one that is open; nothing happens when it is open already. An empty
    /// path closes.
    void open(const std::string &runPath);
    [[nodiscard]] bool isOpen() const { return !m_path.empty(); }

    /// In the order of the report.
    [[nodiscard]] const std::vector<ReportEntry> &all() const { return m_entries; }

    /// At the end.
    void add(ReportEntry entry);
    // Places that are not there change nothing.
    void setNote(std::size_t at, std::string note);
    void move(std::size_t from, std::size_t to);
    void remove(std::size_t at);

Q_SIGNALS:
    void changed();
    /// The saved list could not be read, or the list not be saved.
    void troubled(const stagescope::Error &error);

private:
    void finish();
    [[nodiscard]] Status save();
    /// What another window saved since this one did.
    void takeChanges();

    SharedFile m_file{{}};
    std::string m_path;
    std::vector<ReportEntry> m_entries;
    std::vector<ReportEntry> m_saved;  ///< as they were read or written last
    std::uint64_t m_lastId = 0;
    bool m_isBroken = false;  ///< what lies on the disk could not be read
};

}  // namespace stagescope
