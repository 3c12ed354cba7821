#include "views/memory/table_picture.h"

#include "core/store/tables/table_store.h"
#include "views/common/scene_painter.h"
#include "views/common/scene_style.h"
#include "views/common/table_view.h"
#include "views/common/theme.h"

#include <QtGui/QPainter>
#include <QtWidgets/QTableView>

#include <vector>

namespace stagescope {

void paintTable(QPainter &painter, const TableView &view, const QRect &area) {
    const auto *shown = view.table()->model();
    std::vector<int> columns;
    TableContent content;
    for (int column = 0; column < shown->columnCount(); ++column) {
        if (!view.table()->isColumnHidden(column)) {
            const auto type = view.model()->table().columns[static_cast<std::size_t>(column)].type;
            columns.push_back(column);
            content.columns.push_back(
                {shown->headerData(column, Qt::Horizontal).toString().toStdString(), type != ColumnType::Text});
        }
    }
    content.rows = static_cast<std::size_t>(shown->rowCount());
    content.cell = [&](std::size_t row, std::size_t column) {
        return shown->index(static_cast<int>(row), columns[column]).data().toString().toStdString();
    };
    painter.save();
    painter.translate(area.topLeft());
    paintScene(painter, buildTableScene(content, area.width(), std::max(1, area.height()), sceneStyle(painter.font())),
               Theme::current());
    painter.restore();
}

}  // namespace stagescope
