#pragma once

#include "core/base/result.h"
#include "views/common/view.h"

#include <QtCore/QByteArray>
#include <QtCore/QSize>
#include <QtCore/QString>
#include <QtGui/QFont>
#include <QtGui/QImage>

#include <functional>

namespace stagescope {

/// What is to be drawn, in whatever size.
struct Picture {
    QString title;
    QFont font;
    std::function<void(QPainter &painter, QSize size)> paint;
};

/// A picture of `size` with `scale` pixels per unit; null when there is no memory for it. GUI thread.
[[nodiscard]] QImage drawnPicture(const Picture &picture, QSize size, double scale);
/// The same of a view as it stands.
[[nodiscard]] QImage drawnPicture(View &view, QSize size, double scale);

/// Without the rows at its end that are all alike, as below the last track of a chart; null where nothing but a line or
/// two is drawn.
[[nodiscard]] QImage trimmedPicture(const QImage &image);
/// As PNG; empty when it cannot be encoded.
[[nodiscard]] QByteArray pngOf(const QImage &image);

/// Writes a picture of `size` into a file, by the ending of the path: .png with `scale` pixels per unit, or
/// .svg. Written to a temporary name and renamed. GUI thread. Errors: BadArgument for another ending, ReadFailed when
/// the disk refuses.
[[nodiscard]] Status writePicture(const Picture &picture, const QString &path, QSize size, double scale);
/// The same of a view as it stands.
[[nodiscard]] Status writePicture(View &view, const QString &path, QSize size, double scale);

}  // namespace stagescope
