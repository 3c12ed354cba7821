#include "app/pictures/picture_file.h"

#include "core/base/io/output_file.h"
#include "views/common/theme.h"

#include <QtCore/QBuffer>
#include <QtGui/QPainter>
#include <QtSvg/QSvgGenerator>

#include <algorithm>
#include <cstring>

namespace stagescope {

namespace {

/// So that a pixel of the window is a unit of the drawing.
constexpr int kSvgDotsPerInch = 96;
constexpr int kLeastDrawn = 60;
constexpr int kMargin = 12;

Status cannotWrite(const QString &path, const QString &why) {
    return fail(ErrorKind::ReadFailed, "cannot be written: " + why.toStdString(), path.toStdString());
}

Status writeBytes(const QString &path, const QByteArray &bytes) {
    return writeWholeFile(path.toStdString(), {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

void paint(const Picture &picture, QPaintDevice &device, QSize size) {
    QPainter painter(&device);
    painter.setFont(picture.font);
    picture.paint(painter, size);
}

Picture pictureOf(View &view) {
    return {view.title(), view.font(),
            [&view](QPainter &painter, QSize wanted) { view.paintPicture(painter, wanted); }};
}

Status writePng(const Picture &picture, const QString &path, QSize size, double scale) {
    const auto image = drawnPicture(picture, size, scale);
    if (image.isNull()) {
        return cannotWrite(path, QStringLiteral("the picture is too large"));
    }
    const auto png = pngOf(image);
    return png.isEmpty() ? cannotWrite(path, QStringLiteral("the picture cannot be encoded")) : writeBytes(path, png);
}

Status writeSvg(const Picture &picture, const QString &path, QSize size) {
    // In memory first: QSvgGenerator does not tell that its device refused.
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(0, 0), size));
    generator.setResolution(kSvgDotsPerInch);
    generator.setTitle(picture.title);
    paint(picture, generator, size);
    return writeBytes(path, buffer.data());
}

}  // namespace

QByteArray pngOf(const QImage &image) {
    // In memory: libpng prints a line of its own where a file refuses.
    QBuffer buffer;
    return buffer.open(QIODevice::WriteOnly) && image.save(&buffer, "PNG") ? buffer.data() : QByteArray();
}

QImage trimmedPicture(const QImage &image) {
    const auto isAsBelow = [&](int y) {
        return std::memcmp(image.constScanLine(y), image.constScanLine(y + 1),
                           static_cast<std::size_t>(image.width()) * static_cast<std::size_t>(image.depth() / 8)) == 0;
    };
    int end = image.height();
    while (end > 1 && isAsBelow(end - 2)) {
        --end;
    }
    if (end < kLeastDrawn) {
        return {};
    }
    return image.copy(0, 0, image.width(), std::min(image.height(), end + kMargin));
}

QImage drawnPicture(const Picture &picture, QSize size, double scale) {
    QImage image(size * scale, QImage::Format_RGB32);
    if (!image.isNull()) {
        image.setDevicePixelRatio(scale);
        image.fill(Theme::current().color(ColorRole::Background));
        paint(picture, image, size);
    }
    return image;
}

QImage drawnPicture(View &view, QSize size, double scale) { return drawnPicture(pictureOf(view), size, scale); }

Status writePicture(const Picture &picture, const QString &path, QSize size, double scale) {
    if (path.endsWith(QStringLiteral(".svg"), Qt::CaseInsensitive)) {
        return writeSvg(picture, path, size);
    }
    if (path.endsWith(QStringLiteral(".png"), Qt::CaseInsensitive)) {
        return writePng(picture, path, size, scale);
    }
    return fail(ErrorKind::BadArgument, "the name must end in .png or .svg", path.toStdString());
}

Status writePicture(View &view, const QString &path, QSize size, double scale) {
    return writePicture(pictureOf(view), path, size, scale);
}

}  // namespace stagescope
