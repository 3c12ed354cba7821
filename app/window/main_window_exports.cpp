// What the window writes into files: pictures, tables, reports.
#include "app/pictures/picture_file.h"
#include "app/report/report_entries.h"
#include "app/window/main_window.h"
#include "app/window/panels/drawer_dock.h"
#include "app/window/panels/report_panel.h"
#include "app/window/query/query_panel.h"
#include "app/window/status_strip.h"
#include "app/window/view_tabs.h"
#include "app/window/window_actions.h"
#include "core/analysis/tables/analysis.h"
#include "core/base/step_id.h"
#include "core/export/spreadsheet_table.h"
#include "core/export/table_file.h"
#include "views/common/command_palette.h"
#include "views/common/export_path.h"
#include "views/common/rule_settings.h"
#include "views/common/table_view.h"
#include "views/common/texts/table_texts.h"
#include "views/common/texts/utf8_text.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QFileInfo>
#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>

namespace stagescope {

namespace {

constexpr double kExportScale = 2;

Status writeTable(const AnalysisEntry &entry, const AnalysisInput &input, const QString &path,
                  const std::stop_token &stop) {
    ASSIGN_OR_RETURN(const auto table, entry.run(input, stop));
    return writeTableFile(path.toStdString(), withStepTimes(table, *input.workspace));
}

}  // namespace

/// `<run>_<what>_<step>` with an ending.
QString MainWindow::exportName(const QString &what, const QString &ending) const {
    const auto *run = m_runs.workspace()->mainRun();
    QStringList parts{run == nullptr ? QString() : fileNameOf(utf8Text(run->label)), what};
    if (const auto &step = m_selection.state().step) {
        parts << utf8Text(stepText(*step));
    }
    parts.removeAll(QString());
    return parts.join(QLatin1Char('_')) + ending;
}

void MainWindow::tellWritten(const QString &path, const Status &status) {
    m_status->showMessage(status ? tr("Written: %1").arg(path) : QString::fromStdString(errorLine(status.error())),
                          !status);
}

void MainWindow::exportPicture() {
    auto *view = m_tabs->currentView();
    if (view == nullptr || view->emptyReason()) {
        m_status->showMessage(tr("Nothing to export in this tab"));
        return;
    }
    exportView(view);
}

void MainWindow::exportView(View *view) {
    const auto path = askForExportPath(this, tr("Export picture"), exportName(view->id(), QStringLiteral(".png")),
                                       tr("Pictures (*.png *.svg)"));
    if (!path.isEmpty()) {
        tellWritten(path, writePicture(*view, path, view->size(), kExportScale));
    }
}

void MainWindow::copyPicture() {
    auto *view = m_tabs->currentView();
    if (view == nullptr || view->emptyReason()) {
        m_status->showMessage(tr("Nothing to export in this tab"));
        return;
    }
    QGuiApplication::clipboard()->setImage(drawnPicture(*view, view->size(), kExportScale));
    m_status->showMessage(tr("Picture copied: %1").arg(view->title()));
}

/// Tables in sight come first, as they are shown; then all that can be made of the run.
void MainWindow::exportTable() {
    std::vector<CommandPalette::Entry> entries;
    for (auto *table : findChildren<ShownTable *>()) {
        if (table->isVisible() && !table->tableId().empty()) {
            entries.push_back(
                {tr("Visible: %1").arg(tableTitle(table->tableId())), QString(), [table] { table->askForFile(); }});
        }
    }
    for (const auto &entry : analysisList()) {
        entries.push_back({tableTitle(entry.id), utf8Text(entry.id), [this, &entry] { exportAnalysis(entry); }});
    }
    commandPalette()->open(std::move(entries), tr("Select a table"));
}

QString MainWindow::tableTitle(const std::string &id) {
    const auto *entry = analysisById(id);
    return entry == nullptr ? utf8Text(id) : stagescope::tableTitle(*entry);
}

void MainWindow::exportAnalysis(const AnalysisEntry &entry) {
    const auto path = askForExportPath(this, tr("Export table"), exportName(utf8Text(entry.id), QStringLiteral(".csv")),
                                       tableFileFilter());
    if (path.isEmpty()) {
        return;
    }
    m_status->showMessage(tr("Writing %1").arg(path));
    m_export.start(
        [workspace = m_runs.workspace(), state = m_selection.state(), &entry, path](const std::stop_token &stop) {
            AnalysisInput input;
            input.workspace = workspace.get();
            input.step = state.step;
            for (const auto &rank : state.ranks) {
                input.ranks.push_back(rank.rank);
            }
            return writeTable(entry, input, path, stop);
        },
        [this, path](const Status &status) { tellWritten(path, status); });
}

/// The picture of the view in sight, and its table as it is shown; what is to be said of it is typed in the drawer.
void MainWindow::addToReport() {
    auto *view = m_tabs->currentView();
    if (!m_reportList.isOpen() || view == nullptr || view->emptyReason()) {
        m_status->showMessage(tr("Nothing to add from this tab"));
        return;
    }
    ReportEntry entry;
    entry.title = view->title().toStdString();
    entry.png = pngOf(trimmedPicture(drawnPicture(*view, view->size(), 1))).toStdString();
    for (const auto *table : view->findChildren<ShownTable *>()) {
        if (table->isVisible() && !table->tableId().empty()) {
            entry.table = reportTableOf(table->shownTable());
            break;
        }
    }
    addEntry(std::move(entry));
}

/// As it is shown, with its chart where there is one.
void MainWindow::addQueryToReport() {
    const auto *panel = m_drawer->queryPanel();
    auto entry = reportEntryOf(panel->asked(), panel->table()->shownTable());
    if (auto *chart = panel->shownChart()) {
        // The drawer may leave it less than can be read, or nothing.
        const auto size = chart->size().expandedTo({640, 320});
        entry.png = pngOf(trimmedPicture(drawnPicture(*chart, size, 1))).toStdString();
    }
    addEntry(std::move(entry));
}

void MainWindow::addEntry(ReportEntry entry) {
    const auto title = utf8Text(entry.title);
    const bool hasNote = !entry.note.empty();
    m_reportList.add(std::move(entry));
    m_drawer->showReport();
    openDrawer();
    if (!hasNote) {
        m_drawer->reportPanel()->editLast();
    }
    m_status->showMessage(
        (hasNote ? tr("Added to the report: %1") : tr("Added to the report: %1. Add a note below.")).arg(title));
}

/// The command `report` of this very program does it: the window stays live, and both say the same.
void MainWindow::exportReport() {
    const auto *run = m_runs.workspace()->mainRun();
    if (run == nullptr || m_report.state() != QProcess::NotRunning) {
        return;
    }
    // A name without the ending is that of a folder.
    const auto target = askForExportPath(this, tr("Export report as one file or a folder"),
                                         exportName(QStringLiteral("report"), QStringLiteral(".html")), QString());
    if (target.isEmpty()) {
        return;
    }
    QStringList arguments{
        QStringLiteral("report"),  utf8Text(run->path),
        QStringLiteral("-o"),      target,
        QStringLiteral("--clock"), run->clock.isShifted() ? QStringLiteral("aligned") : QStringLiteral("raw")};
    if (const auto *baseline = m_runs.workspace()->baseline()) {
        arguments << QStringLiteral("--baseline") << utf8Text(baseline->path);
    }
    for (const auto &[name, value] : RuleSettings::current().values()) {
        arguments << QStringLiteral("--set")
                  << QString::fromStdString(name) + QLatin1Char('=') + QString::number(value, 'g', 17);
    }
    m_status->showMessage(tr("Writing report %1").arg(target));
    m_report.setProperty("target", target);
    m_report.start(m_program, arguments);
}

void MainWindow::takeReport() {
    const auto trouble = utf8Text(m_report.readAllStandardError().toStdString()).trimmed();
    const bool isDone = m_report.exitStatus() == QProcess::NormalExit && m_report.error() == QProcess::UnknownError &&
                        m_report.exitCode() <= 1;
    const auto target = m_report.property("target").toString();
    const auto page =
        target.endsWith(QStringLiteral(".html"), Qt::CaseInsensitive) ? target : target + QStringLiteral("/index.html");
    m_status->showMessage(
        isDone ? tr("Written: %1").arg(page)
               : tr("Report not written: %1")
                     .arg(trouble.isEmpty() ? m_report.errorString() : trouble.section(QLatin1Char('\n'), -1)),
        !isDone);
}

}  // namespace stagescope
