#include "app/pictures/picture_maker.h"

#include "app/command_identity.h"
#include "app/command_outcome.h"
#include "app/output.h"
#include "app/pictures/picture_file.h"
#include "core/advice/findings.h"
#include "core/analysis/memory/memory_series.h"
#include "core/analysis/overview/step_in_time.h"
#include "core/analysis/pipeline/chart/cell_sources.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/tables/time_bounds.h"
#include "core/base/io/memory_limit.h"
#include "core/base/words/nearest_names.h"
#include "core/base/words/wrapped_text.h"
#include "core/session/loading/load_job.h"
#include "views/common/findings_model.h"
#include "views/common/rule_settings.h"
#include "views/common/texts/message_texts.h"
#include "views/common/workspace_advice.h"
#include "views/view_list.h"

#include <QtCore/QElapsedTimer>
#include <QtWidgets/QApplication>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

namespace stagescope {

namespace {

constexpr std::size_t kMaxDeepRanks = 4;
constexpr std::uint64_t kDeepBytes = std::uint64_t{4} << 30;
constexpr int kBusyTimeoutMs = 300'000;

void tick(const LoadStatus &status) {
    const auto percent = status.bytesTotal == 0 ? 0 : status.bytesDone * 100 / status.bytesTotal;
    showProgress("loading: " + std::to_string(status.ranksShallow) + " of " + std::to_string(status.ranksTotal) +
                 " ranks, " + std::to_string(percent) + " %");
}

/// "communication" for its pages.
QString tabOf(const std::string &view) {
    return placeOfView(QString::fromStdString(view)).section(QLatin1Char('/'), 0, 0);
}

bool showsCells(const std::string &view) { return tabOf(view) == QLatin1String("pipeline") || view == "stragglers"; }

bool hasUnreadMemory(const Run &run) {
    return std::any_of(run.captures.begin(), run.captures.end(),
                       [](const RankCapture &capture) { return memoryRecord(capture) == MemoryRecord::Unread; });
}

/// "rank_time" of "rank_time/waiting_for", and of "rank-time": names mix both, so each may be written either way.
std::string viewOf(const std::string &place) {
    const auto plain = [](std::string name) {
        std::replace(name.begin(), name.end(), '-', '_');
        return name;
    };
    const auto view = place.substr(0, place.find('/'));
    const auto ids = drawableViewIds();
    const auto it = std::find_if(ids.begin(), ids.end(), [&](const auto &id) { return plain(id) == plain(view); });
    return it == ids.end() ? view : *it;
}

bool isTab(const std::string &view) {
    const auto &tabs = viewList();
    return std::any_of(tabs.begin(), tabs.end(), [&](const ViewEntry &tab) { return tab.id == view; });
}

/// What had another name, or stood in another tab, where it is now; the rest as it was said.
std::string placeNow(const std::string &place) {
    const auto ids = drawableViewIds();
    const auto view = viewOf(place);
    const bool isPage = std::find(ids.begin(), ids.end(), view) != ids.end() && !isTab(view);
    return isPage ? place : placeOfView(QString::fromStdString(place)).toStdString();
}

bool needsDeep(const std::string &asked, const Run &run) {
    const auto place = placeNow(asked);
    const auto slash = place.find('/');
    const bool isOfTab = slash != std::string::npos && isTab(place.substr(0, slash));
    const auto view = viewOf(isOfTab ? place.substr(slash + 1) : place);
    constexpr std::array kOfTraces{"timeline",       "compare_ranks", "compare_ledger",
                                   "compare_tables", "rank_time",     "difference"};
    const bool comparesTraces = std::find(kOfTraces.begin(), kOfTraces.end(), view) != kOfTraces.end();
    const auto tab = tabOf(view);
    return comparesTraces || tab == QLatin1String("operator") || (showsCells(view) && needsDeepForCells(run)) ||
           (tab == QLatin1String("memory") && hasUnreadMemory(run));
}

/// That is blamed, what it is measured by, those of other findings, the rest of its pipeline, all others.
std::vector<int> byWorth(const Run &run, const Advice &advice) {
    const auto &focus = advice.focus;
    std::vector<int> first;
    for (const auto &rank : {focus.rank, focus.peer}) {
        if (rank && rank->run == run.id) {
            first.push_back(rank->rank);
        }
    }
    for (const auto &finding : advice.findings) {
        for (const auto &rank : finding.evidence.ranks) {
            first.push_back(rank.rank);
        }
        for (const auto &item : finding.evidence.items) {
            first.push_back(rankOf(item).value_or(-1));
        }
    }
    for (const auto &group : focus.group.empty() ? std::vector<PipelineGroup>{} : groupsAskedFor(run, focus.group)) {
        first.insert(first.end(), group.ranks.begin(), group.ranks.end());
    }
    auto ranks = run.ranks();
    const auto worth = [&first](int rank) { return std::find(first.begin(), first.end(), rank); };
    std::stable_sort(ranks.begin(), ranks.end(), [&](int a, int b) { return worth(a) < worth(b); });
    return ranks;
}

std::vector<int> withinBudget(const Run &run, const std::vector<int> &wanted) {
    std::vector<int> ranks;
    std::uint64_t bytes = 0;
    for (const int rank : wanted) {
        const auto *capture = run.capture(rank);
        bytes += capture->filesInUse().bytes();
        if (ranks.size() >= kMaxDeepRanks || (!ranks.empty() && bytes > kDeepBytes)) {
            break;
        }
        ranks.push_back(rank);
    }
    return ranks;
}

tl::unexpected<Error> noSuchPage(const std::string &place, const QString &part, const QStringList &known) {
    std::vector<std::string> names;
    std::transform(known.begin(), known.end(), std::back_inserter(names),
                   [](const QString &id) { return id.toStdString(); });
    return fail(ErrorKind::BadArgument,
                "no such page" + nearestNames(part.toStdString(), names) +
                    (known.isEmpty() ? "; the view has none"
                                     : "; there are: " + known.join(QStringLiteral(", ")).toStdString()),
                place);
}

}  // namespace

std::uint64_t wholeBytes() {
    constexpr auto kMost = std::uint64_t{256} << 20;
    // In memory a timeline is up to three times as large, and tables are made of it.
    return memoryLimit() == 0 ? kMost : std::min(kMost, memoryLimit() / 8);
}

Result<Run> loadForPictures(const std::string &path, RunId id, const std::vector<std::string> &views,
                            const std::vector<int> &asked, const Advice *advice) {
    LoadJob::Options options;
    options.autoDeepBytes = wholeBytes();  // whatever the view: text profiles tell little otherwise
    LoadJob job(path, id, options);
    job.wait(tick);
    if (const auto error = job.error()) {
        showProgress({});
        return tl::make_unexpected(*error);
    }
    const auto shallow = job.snapshot();
    if (std::any_of(views.begin(), views.end(), [&](const auto &view) { return needsDeep(view, *shallow); })) {
        const bool isChoice = asked.empty() && shallow->ranks().size() > 1;
        const auto byChoice = [&] {
            return byWorth(*shallow,
                           advice != nullptr ? *advice : adviceFor(*shallow, RuleSettings::current().values()));
        };
        job.requestDeep(!asked.empty() ? asked : withinBudget(*shallow, isChoice ? byChoice() : shallow->ranks()));
        job.wait(tick);
    }
    showProgress({});
    for (const auto &status : {requireReadable(*job.snapshot(), path), requireOneRun(*job.snapshot(), path)}) {
        if (!status) {
            return tl::make_unexpected(status.error());
        }
    }
    return *job.snapshot();
}

std::vector<int> ranksForBaseline(const Run &run, const std::vector<int> &asked) {
    auto ranks = asked.empty() ? run.ranks() : asked;
    if (asked.empty()) {
        std::erase_if(ranks, [&](int rank) { return run.capture(rank)->state != LoadState::Deep; });
    }
    return ranks;
}

std::vector<std::string> drawableViewIds() {
    std::vector<std::string> ids;
    for (const auto &entry : drawableViews()) {
        ids.emplace_back(entry.id);
    }
    return ids;
}

std::string viewsHelp() {
    std::map<std::string, std::string> pages;  // by tab
    std::string tabs;
    for (const auto &id : drawableViewIds()) {
        const auto place = placeOfView(QString::fromStdString(id));
        const auto slash = place.indexOf(QLatin1Char('/'));
        auto &names = slash < 0 ? tabs : pages[place.left(slash).toStdString()];
        names += (names.empty() ? "" : " ") + id;
    }
    constexpr std::size_t kColumn = 17;
    constexpr std::size_t kWidth = 80;
    const auto line = [](std::string head, const std::string &names) {
        head = "  " + head;
        return head + std::string(kColumn - head.size(), ' ') + wrappedText(names, kColumn, kWidth) + "\n";
    };
    std::string text = "Views\n" + line("tabs", tabs);
    for (const auto &[tab, names] : pages) {
        text += line(tab, names);
    }
    return text +
           "A metric may follow: rank_time/waiting_for, memory-peaks/occupied\n"
           "Windows: collect (profiler settings), watch (watched folder), slim (slim copy)\n";
}

std::string drawableViewNames() {
    std::string names;
    for (const auto &id : drawableViewIds()) {
        names += (names.empty() ? "" : ", ") + id;
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

Status PictureMaker::show(const std::string &asked, QSize size) {
    const auto place = placeNow(asked);
    const auto view = viewOf(place);
    const auto list = drawableViews();
    const auto it = std::find_if(list.begin(), list.end(), [&](const ViewEntry &e) { return e.id == view; });
    if (it == list.end()) {
        return fail(ErrorKind::BadArgument,
                    "no such view" + nearestNames(view, drawableViewIds()) + "; there are: " + drawableViewNames(),
                    view);
    }
    const auto part = QString::fromStdString(place).section(QLatin1Char('/'), 1);
    m_tab = view == "compare_ranks" ? QString() : tabOf(view);  // it chooses by itself
    m_view.reset(it->make({&m_selection, &m_timeView, nullptr, &m_marks}, nullptr));
    if (place.find('/') != std::string::npos) {
        const auto ids = m_view->pageIds();
        const auto whole = QString::fromStdString(view) + QLatin1Char('/') + part;  // a figure of a page of the tab
        if (!ids.contains(part) && !ids.contains(whole)) {
            return noSuchPage(place, part, ids);
        }
        m_view->showPage(ids.contains(part) ? part : whole);
    }
    m_view->resize(size);
    m_view->setAttribute(Qt::WA_DontShowOnScreen);
    m_view->show();
    m_view->setWorkspace(m_workspace);
    settle();
    return {};
}

Status PictureMaker::showEvidence(const Finding &finding, QSize size) {
    const auto place = placeOfView(placeForFinding(finding));
    const auto tab = place.section(QLatin1Char('/'), 0, 0).toStdString();
    const auto page = place.section(QLatin1Char('/'), 1, 1).toStdString();
    const auto list = drawableViews();
    const bool isDrawn = std::any_of(list.begin(), list.end(), [&](const ViewEntry &e) { return e.id == page; });
    if (auto status = show(isDrawn ? page : tab, size); !status) {
        return status;
    }
    m_view->showPage(place.section(QLatin1Char('/'), 1));
    m_selection.set(finding.evidence);
    settle();
    m_selection.show();
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

void PictureMaker::lookAtFirstFinding() {
    const auto *run = m_workspace->mainRun();
    if (run == nullptr || (m_tab != QStringLiteral("timeline") && m_tab != QStringLiteral("communication"))) {
        return;
    }
    const auto advice = workspaceAdvice(m_workspace, RuleSettings::current().values());
    const auto &focus = advice->focus;
    const auto place = advice->findings.empty() ? QString() : placeOfView(placeForFinding(advice->findings.front()));
    const bool isHere = place == m_tab || place.startsWith(m_tab + QStringLiteral("/comm_"));
    SelectionState state;
    if (isHere) {
        state = advice->findings.front().evidence;
    } else {
        state.step = focus.step;
        state.group = focus.group;
        const auto *baseline = m_workspace->baseline();
        const bool isInBoth = focus.rank && baseline != nullptr && baseline->capture(focus.rank->rank) != nullptr;
        const auto beside = isInBoth ? std::optional(RankRef{baseline->id, focus.rank->rank}) : std::nullopt;
        // Of one rank a timeline shows the most: its peer would lie below what is in sight.
        for (const auto &rank : {focus.rank, m_tab == QStringLiteral("timeline") ? beside : focus.peer}) {
            if (rank) {
                state.ranks.push_back(*rank);
            }
        }
    }
    m_selection.set(state);
    if (focus.rank && focus.rank->run == run->id) {
        lookAtStep(focus.rank->rank);
    }
    settle();
    m_selection.show();
    settle();
}

void PictureMaker::lookAtStep(std::optional<int> rank) {
    const auto *run = m_workspace->mainRun();
    if (m_tab == QStringLiteral("pipeline")) {
        return;  // its chart fits the step itself, with what stands below it
    }
    const auto &step = m_selection.state().step;
    if (const auto range = run != nullptr && step ? stepInTime(*run, *step, rank) : std::nullopt) {
        m_timeView.setRange(*range);
    }
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
