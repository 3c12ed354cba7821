#pragma once

#include "core/analysis/tables/result_table.h"
#include "core/base/result.h"
#include "views/common/async_result.h"
#include "views/common/view.h"
#include "views/compare/sides_bar.h"

#include <optional>
#include <string_view>
#include <vector>

class QLabel;

namespace stagescope {

class TableView;

/// The page "Tables": any table of keys and figures of two sides, rows of the same keys side by side with their
/// difference, the largest change first; and the tables that compare by themselves (operators and modules call by
/// call, order of kernels). Follows the selected step. A row that names an item leads there. GUI thread; tables are
/// made on the pool.
class TablesPage : public View {
    Q_OBJECT
public:
    explicit TablesPage(const ViewServices &services, QWidget *parent = nullptr);

    [[nodiscard]] QString id() const override { return QStringLiteral("compare_tables"); }
    [[nodiscard]] QString title() const override;
    void setWorkspace(std::shared_ptr<const Workspace> workspace) override;
    [[nodiscard]] std::optional<Message> emptyReason() const override;
    [[nodiscard]] bool isOffered(const Workspace &workspace) const override { return canCompare(workspace); }
    [[nodiscard]] bool isBusy() const override { return m_work.isBusy() || m_sides->isBusy(); }
    void paintPicture(QPainter &painter, QSize size) override;
    void retranslate() override;
    /// The table that is shown, by its id.
    [[nodiscard]] QByteArray arrangement() const override;
    void setArrangement(const QByteArray &arrangement) override;

    /// For tests.
    [[nodiscard]] SidesBar *sides() const { return m_sides; }
    [[nodiscard]] QComboBox *tablePicker() const { return m_tables; }
    [[nodiscard]] TableView *table() const { return m_view; }

private:
    void ask();
    void take(Result<ResultTable> result);
    void arrangeColumns();
    using NoticeOf = QString (*)(const Run *run, std::string_view table, const std::vector<int> &ranks);
    [[nodiscard]] QString noticeOfSides(NoticeOf noticeOf) const;

    SidesBar *m_sides;
    QComboBox *m_tables = nullptr;
    QLabel *m_note;
    TableView *m_view;
    std::shared_ptr<const Workspace> m_workspace;
    std::optional<std::int64_t> m_askedStep;
    AsyncResult<Result<ResultTable>> m_work;
};

}  // namespace stagescope
