#pragma once

#include "core/session/run_list.h"
#include "views/common/async_result.h"

#include <QtCore/QAbstractTableModel>
#include <QtCore/QString>

#include <set>
#include <string>
#include <vector>

namespace stagescope {

/// The list of known runs for Qt's views: names and notes can be edited, rows be ticked where that is wanted. Paths
/// that are not there any more are said: whether they are is asked on the pool, since a far disk may take its time.
/// GUI thread; `list` outlives it.
class RunListModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Note, Step, Finding, Captured, Ranks, Used, Path, ColumnCount };
    /// Of Step: the colours of the parts of the step and their lengths, by turns.
    static constexpr int kPartsRole = Qt::UserRole + 1;

    explicit RunListModel(RunList *list, QObject *parent = nullptr);

    /// Rows have boxes to be ticked: runs, not folders of runs.
    void setTickable(bool isWanted);
    void setTicked(std::set<std::string> paths);
    [[nodiscard]] const std::set<std::string> &ticked() const { return m_ticked; }
    void setRowTicked(int row, bool isTicked);

    /// Null for no row.
    [[nodiscard]] const KnownRun *runAt(int row) const;
    [[nodiscard]] bool isMissing(const std::string &path) const { return m_missing.contains(path); }
    /// Asks anew which paths are there.
    void lookForPaths();
    void retranslate();

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;

Q_SIGNALS:
    /// By the user.
    void tickedChanged();

private:
    void follow();
    [[nodiscard]] QString textOf(const KnownRun &run, int column) const;
    [[nodiscard]] QVariant sortValue(const KnownRun &run, int column) const;
    [[nodiscard]] QString tipOf(const KnownRun &run, int column) const;
    [[nodiscard]] QString findingText(const KnownRun &run) const;

    RunList *m_list;
    std::vector<std::string> m_paths;  ///< of the rows, as the views know them
    std::set<std::string> m_missing;
    std::set<std::string> m_ticked;
    bool m_isTickable = false;
    AsyncResult<std::set<std::string>> m_looking;
};

}  // namespace stagescope
