// What arrives in a folder that is watched, and smaller copies of what is open.
#include "app/window/main_window.h"
#include "app/window/panels/slim_page.h"
#include "app/window/panels/watch_page.h"
#include "app/window/status_strip.h"
#include "core/base/byte_text.h"
#include "views/common/texts/utf8_text.h"
#include "views/runs/runs_page.h"

#include <algorithm>

namespace stagescope {

namespace {
/// A folder that is moved in whole must not push all other runs off the list.
constexpr std::size_t kMostNoted = 100;
}  // namespace

/// In front.
WatchPage *MainWindow::openWatch() {
    if (m_watch == nullptr) {
        m_watch = new WatchPage(this);
        connect(m_watch, &WatchPage::arrived, this, &MainWindow::takeArrivals);
        connect(m_watch, &WatchPage::openRequested, this, [this](const QString &path) {
            openRun(path);
            raise();
            activateWindow();
        });
        connect(m_watch, &WatchPage::compareRequested, this, [this](const QStringList &paths) {
            openSeries(paths);
            raise();
            activateWindow();
        });
    }
    m_watch->show();
    m_watch->raise();
    m_watch->activateWindow();
    return m_watch;
}

/// They join the list of runs, and the runs that are compared where those are captures of this folder; what is looked
/// at stays.
void MainWindow::takeArrivals(const std::vector<WatchedCapture> &captures) {
    const auto first = captures.size() - std::min(captures.size(), kMostNoted);
    for (auto i = first; i < captures.size(); ++i) {
        m_runList.noteOpened({captures[i].path, {}, {}});
    }
    const auto &series = runsPage()->chosen();
    const auto complete = m_watch->completePaths();
    const bool isOurs = !series.empty() && std::all_of(series.begin(), series.end(), [&](const std::string &path) {
        return complete.contains(utf8Text(path));
    });
    if (isOurs) {
        auto longer = series;
        for (const auto &capture : captures) {
            longer.push_back(capture.path);
        }
        runsPage()->choose(std::move(longer));
    }
    const auto &last = captures.back();
    const auto whole = captures.size() > 1 ? m_watch->wholePath() : QString();  // ranks of one run, as likely as not
    const auto path = whole.isEmpty() ? utf8Text(last.path) : whole;
    m_status->showOffer(
        captures.size() == 1
            ? tr("New capture %1: %2").arg(last.arrival).arg(utf8Text(last.name))
            : tr("%n new capture(s), latest: %1", nullptr, static_cast<int>(captures.size())).arg(utf8Text(last.name)),
        tr("Show"), [this, path] { openRun(path); });
}

/// In front.
SlimPage *MainWindow::openSlim() {
    if (m_slim == nullptr) {
        m_slim = new SlimPage(this);
        m_slim->setWorkspace(m_runs.workspace());
        const auto show = [this](const QString &path) {
            openRun(path);
            raise();
            activateWindow();
        };
        connect(m_slim, &SlimPage::openRequested, this, show);
        connect(m_slim, &SlimPage::written, this, [this, show](const QString &path) {
            m_status->showOffer(tr("Slim copy written: %1").arg(path), tr("Open"), [show, path] { show(path); });
        });
    }
    m_slim->show();
    m_slim->raise();
    m_slim->activateWindow();
    return m_slim;
}

void MainWindow::offerSlim(const Run &run) {
    if (const auto bytes = knownBytes(run); bytes >= kLargeRun) {
        m_status->showOffer(
            tr("%1 in total: a slim copy keeps only what one question needs").arg(utf8Text(bytesText(bytes))),
            tr("Slim Copy..."), [this] { openSlim(); });
    }
}

}  // namespace stagescope
