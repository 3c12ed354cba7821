#include "app/pictures/collect_picture.h"

#include "app/pictures/picture_file.h"
#include "views/collect/collect_page.h"
#include "views/collect/setting_draft.h"

#include <QtGui/QPainter>
#include <QtWidgets/QApplication>

namespace stagescope {

Status writeCollectPicture(const std::string &file, const QString &path, QSize size, double scale) {
    if (!path.endsWith(QStringLiteral(".png"), Qt::CaseInsensitive)) {
        return fail(ErrorKind::BadArgument, "the window of settings is drawn as .png only", path.toStdString());
    }
    CollectPage page;
    if (const auto status = file.empty() ? Status() : page.draft()->open(file); !status) {
        return status;
    }
    page.setAttribute(Qt::WA_DontShowOnScreen);
    page.resize(size);
    page.show();
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
    return writePicture({page.windowTitle(), page.font(),
                         [&page](QPainter &painter, QSize wanted) {
                             page.resize(wanted);
                             page.render(&painter);
                         }},
                        path, size, scale);
}

}  // namespace stagescope
