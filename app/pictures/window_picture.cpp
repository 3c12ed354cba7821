#include "app/pictures/window_picture.h"

#include "app/pictures/picture_file.h"
#include "app/window/panels/slim_page.h"
#include "app/window/panels/watch_page.h"
#include "core/session/loading/load_job.h"
#include "views/collect/collect_page.h"
#include "views/collect/setting_draft.h"

#include <QtCore/QEventLoop>
#include <QtCore/QFileInfo>
#include <QtGui/QPainter>
#include <QtWidgets/QApplication>

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

using Window = Result<std::unique_ptr<QWidget>>;

Window collectWindow(const std::string &file) {
    auto page = std::make_unique<CollectPage>();
    const auto status = file.empty() ? Status() : page->draft()->open(file);
    return status ? Window(std::move(page)) : tl::make_unexpected(status.error());
}

/// As the first look finds the folder.
Window watchWindow(const std::string &folder) {
    if (!QFileInfo(QString::fromStdString(folder)).isDir()) {
        return fail(ErrorKind::NotFound, "there is no such folder", folder);
    }
    auto page = std::make_unique<WatchPage>();
    QEventLoop loop;
    QObject::connect(page->folderWatch(), &FolderWatch::changed, &loop, &QEventLoop::quit);
    page->watch(QString::fromStdString(folder));
    loop.exec();
    return page;
}

/// With the plan that it begins with.
Window slimWindow(const std::string &path) {
    ASSIGN_OR_RETURN(auto run, loadRun(path, RunId{0}, LoadDepth::Shallow));
    auto workspace = std::make_shared<Workspace>();
    workspace->runs.push_back(std::move(run));
    auto page = std::make_unique<SlimPage>();
    page->setWorkspace(std::move(workspace));
    while (!page->isPlanned()) {
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
    return page;
}

}  // namespace

std::span<const WindowPicture> windowPictures() {
    static constexpr std::array kWindows{WindowPicture{"collect", false, &collectWindow},
                                         WindowPicture{"watch", true, &watchWindow},
                                         WindowPicture{"slim", true, &slimWindow}};
    return kWindows;
}

const WindowPicture *windowPictureById(std::string_view id) {
    const auto all = windowPictures();
    const auto it = std::find_if(all.begin(), all.end(), [&](const WindowPicture &each) { return each.id == id; });
    return it == all.end() ? nullptr : &*it;
}

Status writeWindowPicture(const WindowPicture &window, const std::string &file, const QString &path, QSize size,
                          double scale) {
    if (!path.endsWith(QStringLiteral(".png"), Qt::CaseInsensitive)) {
        return fail(ErrorKind::BadArgument, "windows are drawn as .png only", path.toStdString());
    }
    ASSIGN_OR_RETURN(const auto made, window.make(file));
    auto &page = *made;
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
