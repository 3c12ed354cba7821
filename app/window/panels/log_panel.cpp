#include "app/window/panels/log_panel.h"

#include "app/window/panels/state_icons.h"
#include "core/analysis/overview/diagnostics.h"
#include "core/session/remote_address.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"

#include <QtCore/QLocale>

#include <algorithm>

namespace stagescope {

namespace {

/// The first sample on the line, all of them in the tooltip.
QStringList samples(const ImportEntry &entry) {
    QStringList lines;
    for (const auto &sample : entry.samples) {
        const auto where = utf8Text(sample.where);
        const auto detail = utf8Text(sample.detail);
        lines << (where.isEmpty() ? detail : detail.isEmpty() ? where : where + QStringLiteral(": ") + detail);
    }
    lines.removeAll(QString());
    return lines;
}

QString shortPath(const QString &path, const QString &root) {
    return path.startsWith(root + QLatin1Char('/')) ? path.mid(root.size() + 1) : path;
}

RowsModel::Row row(const Run &run, const Diagnostic &diagnostic) {
    const auto &entry = diagnostic.entry;
    const auto path = utf8Text(shownPath(entry.source));
    const auto lines = samples(entry);
    const auto detail = entry.samples.empty() ? std::string() : entry.samples.front().detail;
    const auto what = messageText(Message("import." + entry.code, {detail}));
    RowsModel::Row result{{severityName(entry.severity), utf8Text(run.label),
                           diagnostic.rank ? QString::number(*diagnostic.rank) : QString(), what,
                           QLocale(QLocale::English).toString(static_cast<qulonglong>(entry.count)), lines.value(0),
                           shortPath(path, utf8Text(shownPath(run.path)))},
                          severityIcon(entry.severity),
                          what + QLatin1Char('\n') + path + QLatin1Char('\n') + lines.join(QLatin1Char('\n'))};
    return result;
}

}  // namespace

LogPanel::LogPanel(QWidget *parent) : RowsPanel(parent), m_workspace(std::make_shared<Workspace>()) { retranslate(); }

void LogPanel::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    std::vector<RowsModel::Row> rows;
    bool dataLoss = false;
    for (const auto &run : m_workspace->runs) {
        for (const auto &diagnostic : diagnostics(run)) {
            rows.push_back(row(run, diagnostic));
            dataLoss = dataLoss || diagnostic.entry.severity == Severity::DataLoss;
        }
    }
    if (m_workspace->runs.empty()) {
        setSummary(tr("Nothing open."));
    } else if (rows.empty()) {
        setSummary(tr("All data read from the files unchanged."));
    } else {
        const auto count = static_cast<int>(rows.size());
        setSummary(dataLoss ? tr("%n diagnostic(s), some with data loss", nullptr, count)
                            : tr("%n diagnostic(s), no data loss", nullptr, count));
    }
    setRows(std::move(rows));
}

void LogPanel::retranslate() {
    setHeaders(
        {tr("Severity"), tr("Run"), tr("Rank"), tr("Message"), tr("Occurrences"), tr("First example"), tr("File")});
    setWorkspace(m_workspace);
}

}  // namespace stagescope
