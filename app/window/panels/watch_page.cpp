#include "app/window/panels/watch_page.h"

#include "app/window/panels/drops.h"
#include "app/window/panels/rows_panel.h"
#include "app/window/panels/state_icons.h"
#include "core/base/byte_text.h"
#include "core/base/path_text.h"
#include "views/common/control_bar.h"
#include "views/common/elided_label.h"
#include "views/common/texts/utf8_text.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QDateTime>
#include <QtGui/QDropEvent>
#include <QtGui/QShortcut>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

constexpr QSize kFirstWatchSize(1000, 620);
constexpr int kCapturesShare = 3;
constexpr int kLogShare = 2;

class WatchWords {
    Q_DECLARE_TR_FUNCTIONS(stagescope::WatchPage)
public:
    static QString state(CaptureState state) {
        switch (state) {
            case CaptureState::BeingWritten:
                return tr("being written");
            case CaptureState::Complete:
                return tr("complete");
            case CaptureState::NotParsed:
                return tr("not parsed");
            case CaptureState::BrokenOff:
                return tr("interrupted");
            case CaptureState::Unreadable:
                return tr("unreadable");
        }
        return {};
    }
    static QString rule(CaptureRule rule) {
        switch (rule) {
            case CaptureRule::ParseMark:
                return tr("parsing finished (analyse.done)");
            case CaptureRule::Quiet:
                return tr("unchanged for some seconds, files complete");
            case CaptureRule::Changing:
                return tr("still changing");
            case CaptureRule::NoEndMark:
                return tr("raw data without end_info.done: still recording, or killed");
            case CaptureRule::EndMark:
                return tr("recorded (end_info.done): run the profiler's analyse() to parse it");
            case CaptureRule::Empty:
                return tr("empty so far");
            case CaptureRule::NotWhole:
                return tr("a file is incomplete");
            case CaptureRule::NoAccess:
                return tr("unreadable");
        }
        return {};
    }
};

/// The dots of ranks that are loaded, in their meaning here.
LoadState dotOf(CaptureState state) {
    constexpr std::array<LoadState, kCaptureStates> kDots{LoadState::LoadingDeep, LoadState::Deep, LoadState::Listed,
                                                          LoadState::Damaged, LoadState::Missing};
    return kDots[static_cast<std::size_t>(state)];
}

QString changeTime(std::int64_t ns) {
    const auto time = QDateTime::fromMSecsSinceEpoch(ns / 1'000'000);
    const bool isToday = time.date() == QDate::currentDate();
    return ns == 0 ? QString()
                   : time.toString(isToday ? QStringLiteral("HH:mm:ss") : QStringLiteral("yyyy-MM-dd HH:mm"));
}

/// Of a file of a folder also which one.
QString reasonText(const WatchedCapture &capture) {
    const auto meaning = captureRuleMeaning(capture.verdict.rule);
    if (!capture.verdict.error) {
        return meaning;
    }
    const auto &[kind, detail, where] = *capture.verdict.error;
    const auto inner = where.starts_with(capture.path + '/') ? where.substr(capture.path.size() + 1) : std::string();
    return QStringLiteral("%1: %2").arg(
        meaning, inner.empty() ? utf8Text(detail) : utf8Text(detail) + QStringLiteral(": ") + utf8Text(inner));
}

Severity severityOf(WatchLogLine::Level level) {
    return level == WatchLogLine::Level::Error     ? Severity::DataLoss
           : level == WatchLogLine::Level::Warning ? Severity::Error
                                                   : Severity::Info;
}

}  // namespace

QString captureStateName(CaptureState state) { return WatchWords::state(state); }
QString captureRuleMeaning(CaptureRule rule) { return WatchWords::rule(rule); }

WatchPage::WatchPage(QWidget *parent)
    : QWidget(parent, Qt::Window),
      m_bar(new ControlBar(this)),
      m_folder(new ElidedLabel(this)),
      m_captures(new RowsPanel(this)),
      m_log(new RowsPanel(this)) {
    makeBar();
    layOut();
    connect(&m_watch, &FolderWatch::changed, this, &WatchPage::follow);
    connect(m_captures, &RowsPanel::rowActivated, this, [this](int row) {
        m_marked = m_watch.report()->captures[static_cast<std::size_t>(row)].name;
        updateButtons();
    });
    connect(m_captures, &RowsPanel::rowOpened, this, [this] { m_show->click(); });
    connect(new QShortcut(QKeySequence::Close, this), &QShortcut::activated, this, &QWidget::close);
    setAcceptDrops(true);
    retranslate();
    resize(kFirstWatchSize);
}

void WatchPage::makeBar() {
    const auto addButton = [this](const char *name, const ControlBar::Text &text, const ControlBar::Text &tip,
                                  const auto &does) {
        auto *button = new QPushButton(m_bar);
        button->setObjectName(QLatin1String(name));
        button->setAutoDefault(false);
        m_bar->addField({}, button);
        m_bar->addText([button, text] { button->setText(text()); });
        m_bar->setTip(button, tip);
        connect(button, &QPushButton::clicked, this, does);
        return button;
    };
    addButton(
        "watchFolder", [] { return tr("Folder..."); },
        [] { return tr("Watch another folder: the one the profiler writes to"); }, &WatchPage::askForFolder);
    m_stop = addButton(
        "stopWatching", [] { return tr("Stop"); }, [] { return tr("Stop watching (closing this window does not)"); },
        [this] {
            m_watch.stop();
            follow();
        });
    m_show = addButton(
        "showCapture", [] { return tr("Show"); }, [] { return tr("Open the selected capture (Enter, double-click)"); },
        [this] {
            if (const auto *capture = marked()) {
                Q_EMIT openRequested(utf8Text(capture->path));
            }
        });
    m_showAll = addButton(
        "showCaptures", [] { return tr("Show All"); },
        [] { return tr("Open all captures together: as ranks of one run (latest of each rank) or as several runs"); },
        [this] { Q_EMIT openRequested(wholePath()); });
    m_compare = addButton(
        "compareCaptures", [] { return tr("Compare All"); },
        [] { return tr("Compare all complete captures over time on page Runs; new ones are added"); },
        [this] { Q_EMIT compareRequested(completePaths()); });
    m_bar->addWide(m_folder);
}

void WatchPage::layOut() {
    m_folder->setObjectName(QStringLiteral("watchedFolder"));
    m_captures->setObjectName(QStringLiteral("watchedCaptures"));
    m_log->setObjectName(QStringLiteral("watchLog"));
    auto *parts = new QSplitter(Qt::Vertical, this);
    parts->setChildrenCollapsible(false);
    parts->addWidget(m_captures);
    parts->addWidget(m_log);
    parts->setStretchFactor(0, kCapturesShare);
    parts->setStretchFactor(1, kLogShare);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_bar);
    layout->addWidget(parts, 1);
}

void WatchPage::watch(const QString &folder) {
    m_path = folder;
    m_marked.clear();
    m_known = 0;
    m_isFirstLook = true;
    m_watch.start(folder.toStdString(), m_options);
    follow();
}

void WatchPage::askForFolder() {
    const auto folder = QFileDialog::getExistingDirectory(this, tr("Folder to watch"), m_path);
    if (!folder.isEmpty()) {
        watch(folder);
    }
}

QStringList WatchPage::completePaths() const {
    std::vector<const WatchedCapture *> complete;
    if (const auto report = m_watch.report()) {
        for (const auto &capture : report->captures) {
            if (capture.verdict.state == CaptureState::Complete) {
                complete.push_back(&capture);
            }
        }
    }
    std::sort(complete.begin(), complete.end(), [](const auto *a, const auto *b) { return a->arrival < b->arrival; });
    QStringList paths;
    for (const auto *capture : complete) {
        paths << utf8Text(capture->path);
    }
    return paths;
}

QString WatchPage::wholePath() const {
    const auto report = m_watch.report();
    const bool isSettled =
        report != nullptr && report->captures.size() > 1 &&
        std::none_of(report->captures.begin(), report->captures.end(),
                     [](const WatchedCapture &capture) { return capture.verdict.state == CaptureState::BeingWritten; });
    return isSettled ? utf8Text(report->folder) : QString();
}

const WatchedCapture *WatchPage::marked() const {
    const auto report = m_watch.report();
    if (report == nullptr) {
        return nullptr;
    }
    const auto it = std::find_if(report->captures.begin(), report->captures.end(),
                                 [this](const WatchedCapture &capture) { return capture.name == m_marked; });
    return it == report->captures.end() ? nullptr : &*it;
}

void WatchPage::follow() {
    showCaptures();
    showLog();
    updateButtons();
    tellArrivals();
}

void WatchPage::tellArrivals() {
    const auto report = m_watch.report();
    if (report == nullptr) {
        return;
    }
    std::vector<WatchedCapture> arrivals;
    std::copy_if(report->captures.begin(), report->captures.end(), std::back_inserter(arrivals),
                 [this](const WatchedCapture &capture) { return capture.arrival > m_known; });
    std::sort(arrivals.begin(), arrivals.end(), [](const auto &a, const auto &b) { return a.arrival < b.arrival; });
    const bool isFirst = std::exchange(m_isFirstLook, false);
    if (!arrivals.empty()) {
        m_known = arrivals.back().arrival;
    }
    if (!arrivals.empty() && !isFirst) {
        Q_EMIT arrived(arrivals);
    }
}

QString WatchPage::summaryText() const {
    const auto report = m_watch.report();
    if (report == nullptr) {
        return m_watch.isWatching()
                   ? tr("Scanning...")
                   : tr("No folder watched. Choose the folder the profiler writes to, or drop it here.");
    }
    if (!report->readable) {
        return tr("Waiting for the folder: %1").arg(utf8Text(report->readable.error().detail));
    }
    std::array<int, kCaptureStates> counts{};
    for (const auto &capture : report->captures) {
        ++counts[static_cast<std::size_t>(capture.verdict.state)];
    }
    QStringList parts;
    for (const auto state : {CaptureState::Complete, CaptureState::BeingWritten, CaptureState::NotParsed,
                             CaptureState::BrokenOff, CaptureState::Unreadable}) {
        if (const int count = counts[static_cast<std::size_t>(state)]; count > 0) {
            parts << tr("%1: %2", "number of captures in a state").arg(captureStateName(state)).arg(count);
        }
    }
    return parts.isEmpty() ? tr("No captures yet. They appear when the profiler creates a folder or file.")
                           : parts.join(tr(", "));
}

void WatchPage::showCaptures() {
    const auto report = m_watch.report();
    std::vector<RowsModel::Row> rows;
    int markedRow = -1;
    for (const auto &capture : report == nullptr ? std::vector<WatchedCapture>{} : report->captures) {
        const auto name = utf8Text(capture.name);
        const auto reason = reasonText(capture);
        if (capture.name == m_marked) {
            markedRow = static_cast<int>(rows.size());
        }
        rows.push_back({{name, captureStateName(capture.verdict.state), utf8Text(bytesText(capture.bytes)),
                         QString::number(capture.files), changeTime(capture.changedNs), reason},
                        loadStateIcon(dotOf(capture.verdict.state)),
                        utf8Text(capture.path) + QLatin1Char('\n') + reason});
    }
    m_captures->setSummary(summaryText());
    m_captures->setRows(std::move(rows));
    if (markedRow >= 0) {
        m_captures->selectRow(markedRow);
    }
}

void WatchPage::showLog() {
    const auto report = m_watch.report();
    std::vector<RowsModel::Row> rows;
    const auto lines = report == nullptr ? std::vector<WatchLogLine>{} : report->log;
    std::for_each(lines.rbegin(), lines.rend(), [&](const WatchLogLine &line) {
        const auto text = utf8Text(line.text);
        const auto name = utf8Text(lastPart(line.path));
        const auto place = line.line > 0 ? QStringLiteral("%1:%2").arg(name).arg(line.line) : name;
        rows.push_back(
            {{place, text}, severityIcon(severityOf(line.level)), utf8Text(line.path) + QLatin1Char('\n') + text});
    });
    m_log->setSummary(rows.empty() ? tr("No failed captures in the profiler logs (searched: log/, logs/ and plog/ of "
                                        "the folder, and incomplete captures).")
                                   : tr("Profiler log, newest first:"));
    m_log->setRows(std::move(rows));
}

void WatchPage::updateButtons() {
    const auto *capture = marked();
    m_show->setEnabled(capture != nullptr && capture->verdict.state != CaptureState::Unreadable);
    m_showAll->setEnabled(!wholePath().isEmpty());
    m_compare->setEnabled(completePaths().size() > 1);
    m_stop->setEnabled(m_watch.isWatching());
    m_folder->setText(m_path);
}

void WatchPage::dragEnterEvent(QDragEnterEvent *event) {
    if (!droppedPaths(event->mimeData()).isEmpty()) {
        event->acceptProposedAction();
    }
}

void WatchPage::dropEvent(QDropEvent *event) {
    if (const auto paths = droppedPaths(event->mimeData()); !paths.isEmpty()) {
        event->acceptProposedAction();
        watch(paths.front());
    }
}

void WatchPage::changeEvent(QEvent *event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
    QWidget::changeEvent(event);
}

void WatchPage::retranslate() {
    setWindowTitle(tr("Watch folder"));
    m_bar->retranslate();
    m_captures->setHeaders({tr("Capture"), tr("State"), tr("Size"), tr("Files"), tr("Modified"), tr("Reason")});
    m_log->setHeaders({tr("File and line"), tr("Message")});
    follow();
}

}  // namespace stagescope
