#include "app/pictures/picture_maker.h"

#include "app/command_outcome.h"
#include "app/output.h"
#include "app/pictures/picture_file.h"
#include "core/analysis/memory/memory_series.h"
#include "core/analysis/pipeline/cell_sources.h"
#include "core/session/load_job.h"
#include "core/session/time_bounds.h"
#include "views/common/message_texts.h"
#include "views/memory/memory_pages.h"
#include "views/pipeline/pipeline_pages.h"

#include <QtCore/QElapsedTimer>
#include <QtWidgets/QApplication>

#include <algorithm>
#include <set>

namespace stagescope {

namespace {

constexpr std::size_t kMaxDeepRanks = 4;
constexpr std::uint64_t kDeepBytes = std::uint64_t{4} << 30;
/// Ranks that are small enough load completely whatever the view: text profiles tell little otherwise.
constexpr std::uint64_t kAutoDeepBytes = std::uint64_t{256} << 20;
constexpr int kBusyTimeoutMs = 300'000;

void tick(const LoadStatus &status) {
    const auto percent = status.bytesTotal == 0 ? 0 : status.bytesDone * 100 / status.bytesTotal;
    showProgress("loading: " + std::to_string(status.ranksShallow) + " of " + std::to_string(status.ranksTotal) +
                 " ranks, " + std::to_string(percent) + " %");
}

bool showsCells(const std::string &view) {
    const auto &pages = pipelinePageList();
    return view == "pipeline" ||
           std::any_of(pages.begin(), pages.end(), [&](const ViewEntry &page) { return page.id == view; });
}

bool showsMemory(const std::string &view) {
    const auto pages = memoryPageViews();
    return view == "memory" ||
           std::any_of(pages.begin(), pages.end(), [&](const ViewEntry &page) { return page.id == view; });
}

bool hasUnreadMemory(const Run &run) {
    return std::any_of(run.captures.begin(), run.captures.end(),
                       [](const RankCapture &capture) { return memoryRecord(capture) == MemoryRecord::Unread; });
}

}  // namespace

std::vector<int> deepRanksFor(const std::string &view, const Run &run, const std::vector<int> &asked) {
    const bool needsDeep = view == "timeline" || view == "compare" || (showsCells(view) && needsDeepForCells(run)) ||
                           (showsMemory(view) && hasUnreadMemory(run));
    if (!needsDeep) {
        return {};
    }
    if (!asked.empty()) {
        return asked;
    }
    std::vector<int> ranks;
    std::uint64_t bytes = 0;
    for (const int rank : run.ranks()) {
        const auto *capture = run.capture(rank);
        bytes += capture->fileBytes();
        if (ranks.size() >= kMaxDeepRanks || (!ranks.empty() && bytes > kDeepBytes)) {
            break;
        }
        ranks.push_back(rank);
    }
    return ranks;
}

Result<Run> loadForPictures(const std::string &path, RunId id, const std::vector<std::string> &views,
                            const std::vector<int> &asked) {
    LoadJob::Options options;
    options.autoDeepBytes = kAutoDeepBytes;
    LoadJob job(path, id, options);
    job.wait(tick);
    if (const auto error = job.error()) {
        showProgress({});
        return tl::make_unexpected(*error);
    }
    std::set<int> deep;
    for (const auto &view : views) {
        const auto ranks = deepRanksFor(view, *job.snapshot(), asked);
        deep.insert(ranks.begin(), ranks.end());
    }
    if (!deep.empty()) {
        job.requestDeep({deep.begin(), deep.end()});
        job.wait(tick);
    }
    showProgress({});
    if (const auto status = requireReadable(*job.snapshot(), path); !status) {
        return tl::make_unexpected(status.error());
    }
    return *job.snapshot();
}

std::string drawableViewNames() {
    std::string names;
    for (const auto &entry : drawableViews()) {
        names += (names.empty() ? "" : ", ") + std::string(entry.id);
    }
    return names;
}

PictureMaker::PictureMaker(std::shared_ptr<const Workspace> workspace) : m_workspace(std::move(workspace)) {
    if (const auto bounds = timeBounds(*m_workspace)) {
        m_timeView.setLimits(*bounds);
    }
    if (const auto *run = m_workspace->mainRun()) {
        m_marks.open(run->path);
    }
}

PictureMaker::~PictureMaker() = default;

Status PictureMaker::show(const std::string &view, QSize size) {
    const auto list = drawableViews();
    const auto it = std::find_if(list.begin(), list.end(), [&](const ViewEntry &e) { return e.id == view; });
    if (it == list.end()) {
        return fail(ErrorKind::BadArgument, "no such view; there are: " + drawableViewNames(), view);
    }
    m_view.reset(it->make({&m_selection, &m_timeView, nullptr, &m_marks}, nullptr));
    m_view->resize(size);
    m_view->setAttribute(Qt::WA_DontShowOnScreen);
    m_view->show();
    m_view->setWorkspace(m_workspace);
    settle();
    return {};
}

void PictureMaker::settle() {
    QElapsedTimer timer;
    timer.start();
    // Events first: a view may start its work from a queued call.
    do {
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
        QCoreApplication::sendPostedEvents();
    } while (m_view->isBusy() && timer.elapsed() < kBusyTimeoutMs);
}

QString PictureMaker::emptyReason() const {
    const auto reason = m_view->emptyReason();
    return reason ? messageText(*reason) : QString();
}

QImage PictureMaker::image(QSize size) { return trimmedPicture(drawnPicture(*m_view, size, 1)); }

Status PictureMaker::write(const QString &path, QSize size, double scale) {
    return writePicture(*m_view, path, size, scale);
}

}  // namespace stagescope
