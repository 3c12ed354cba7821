#pragma once

#include "core/scene/kit/table_scene.h"

class QPainter;
class QRect;

namespace stagescope {

class TableView;

/// Draws the rows that a table shows, in its order and without hidden columns, into a rectangle of a picture.
void paintTable(QPainter &painter, const TableView &view, const QRect &area);

}  // namespace stagescope
