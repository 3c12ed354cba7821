#include "app/pictures/picture_file.h"

#include "views/common/theme.h"

#include <QtCore/QSaveFile>
#include <QtGui/QImage>
#include <QtGui/QPainter>
#include <QtSvg/QSvgGenerator>

namespace stagescope {

namespace {

/// So that a pixel of the window is a unit of the drawing.
constexpr int kSvgDotsPerInch = 96;

Status cannotWrite(const QString &path, const QString &why) {
    return fail(ErrorKind::ReadFailed, "cannot be written: " + why.toStdString(), path.toStdString());
}

void paint(View &view, QPaintDevice &device, QSize size) {
    QPainter painter(&device);
    painter.setFont(view.font());
    view.paintPicture(painter, size);
}

Status writePng(View &view, const QString &path, QSize size, double scale) {
    QImage image(size * scale, QImage::Format_RGB32);
    if (image.isNull()) {
        return cannotWrite(path, QStringLiteral("the picture is too large"));
    }
    image.setDevicePixelRatio(scale);
    image.fill(Theme::current().color(ColorRole::Background));
    paint(view, image, size);
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || !image.save(&file, "PNG") || !file.commit()) {
        return cannotWrite(path, file.errorString());
    }
    return {};
}

Status writeSvg(View &view, const QString &path, QSize size) {
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        return cannotWrite(path, file.errorString());
    }
    QSvgGenerator generator;
    generator.setOutputDevice(&file);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(0, 0), size));
    generator.setResolution(kSvgDotsPerInch);
    generator.setTitle(view.title());
    paint(view, generator, size);
    return file.commit() ? Status() : cannotWrite(path, file.errorString());
}

}  // namespace

Status writePicture(View &view, const QString &path, QSize size, double scale) {
    if (path.endsWith(QStringLiteral(".svg"), Qt::CaseInsensitive)) {
        return writeSvg(view, path, size);
    }
    if (path.endsWith(QStringLiteral(".png"), Qt::CaseInsensitive)) {
        return writePng(view, path, size, scale);
    }
    return fail(ErrorKind::BadArgument, "the name must end in .png or .svg", path.toStdString());
}

}  // namespace stagescope
