#include "views/runs/run_list_model.h"

#include "core/session/discovery/discovery.h"
#include "core/session/remote_address.h"
#include "views/common/texts/utf8_text.h"
#include "views/common/theme.h"

#include <QtCore/QDateTime>
#include <QtCore/QLocale>

#include <algorithm>
#include <iterator>

namespace stagescope {

namespace {

QString momentText(std::int64_t ns) {
    return QDateTime::fromMSecsSinceEpoch(ns / 1'000'000).toString(QStringLiteral("yyyy-MM-dd HH:mm"));
}

std::vector<std::string> pathsOf(const std::vector<KnownRun> &runs) {
    std::vector<std::string> paths;
    std::transform(runs.begin(), runs.end(), std::back_inserter(paths), [](const KnownRun &run) { return run.path; });
    return paths;
}

}  // namespace

RunListModel::RunListModel(RunList *list, QObject *parent) : QAbstractTableModel(parent), m_list(list) {
    connect(list, &RunList::changed, this, &RunListModel::follow);
    follow();
}

void RunListModel::follow() {
    auto paths = pathsOf(m_list->all());
    if (paths == m_paths) {
        if (!m_paths.empty()) {  // a text that is edited in place must not lose its editor
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        }
        return;
    }
    beginResetModel();
    m_paths = std::move(paths);
    endResetModel();
    lookForPaths();
}

void RunListModel::lookForPaths() {
    m_looking.start(
        // What is elsewhere is opened, not ticked: several runs at once are read from here.
        [paths = m_paths, takesAddresses = !m_isTickable](const std::stop_token &stop) {
            std::set<std::string> missing;
            for (const auto &path : paths) {
                if (stop.stop_requested()) {
                    break;
                }
                if (!isThere(path) && !(takesAddresses && remoteAddress(path))) {
                    missing.insert(path);
                }
            }
            return missing;
        },
        [this](std::set<std::string> missing) {
            m_missing = std::move(missing);
            if (!m_paths.empty()) {
                Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
            }
        });
}

void RunListModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (!m_paths.empty()) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

void RunListModel::setTickable(bool isWanted) {
    beginResetModel();
    m_isTickable = isWanted;
    endResetModel();
    lookForPaths();
}

void RunListModel::setTicked(std::set<std::string> paths) {
    if (paths == m_ticked) {
        return;
    }
    m_ticked = std::move(paths);
    if (!m_paths.empty()) {
        Q_EMIT dataChanged(index(0, Name), index(rowCount() - 1, Name));
    }
}

void RunListModel::setRowTicked(int row, bool isTicked) {
    const auto *run = runAt(row);
    if (run == nullptr || !m_isTickable || run->runs > 0 || isTicked == m_ticked.contains(run->path)) {
        return;
    }
    isTicked ? static_cast<void>(m_ticked.insert(run->path)) : static_cast<void>(m_ticked.erase(run->path));
    Q_EMIT dataChanged(index(row, Name), index(row, Name));
    Q_EMIT tickedChanged();
}

const KnownRun *RunListModel::runAt(int row) const {
    return row >= 0 && row < rowCount() ? &m_list->all()[static_cast<std::size_t>(row)] : nullptr;
}

int RunListModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_paths.size());
}

int RunListModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString RunListModel::textOf(const KnownRun &run, int column) const {
    switch (column) {
        case Name:
            return utf8Text(run.label());
        case Note:
            return utf8Text(run.note);
        case Captured:
            return run.capturedNs ? momentText(*run.capturedNs) : QString();
        case Ranks:
            return run.runs > 0    ? tr("%n run(s)", nullptr, static_cast<int>(run.runs))
                   : run.ranks > 0 ? QString::number(run.ranks)
                                   : QString();
        case Used:
            return momentText(run.usedNs);
        default:
            return isMissing(run.path) ? tr("missing: %1").arg(utf8Text(run.path)) : utf8Text(run.path);
    }
}

QString RunListModel::tipOf(const KnownRun &run) const {
    QStringList lines{isMissing(run.path) ? tr("missing: %1").arg(utf8Text(run.path)) : utf8Text(run.path)};
    if (!run.note.empty()) {
        lines << utf8Text(run.note);
    }
    return lines.join(QLatin1Char('\n'));
}

QVariant RunListModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const auto &run = *runAt(index.row());
    switch (role) {
        case Qt::DisplayRole:
            return textOf(run, index.column());
        case Qt::EditRole:
            return index.column() == Name ? utf8Text(run.label()) : textOf(run, index.column());
        case Qt::ToolTipRole:
            return tipOf(run);
        case Qt::ForegroundRole:
            return isMissing(run.path) ? QVariant(Theme::current().color(ColorRole::MutedText)) : QVariant();
        case Qt::CheckStateRole:
            return m_isTickable && index.column() == Name && run.runs == 0
                       ? QVariant(m_ticked.contains(run.path) ? Qt::Checked : Qt::Unchecked)
                       : QVariant();
        case Qt::TextAlignmentRole:
            return index.column() == Ranks ? QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | Qt::AlignRight))
                                           : QVariant();
        default:
            return {};
    }
}

QVariant RunListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= ColumnCount) {
        return {};
    }
    const QStringList names{tr("Run"), tr("Note"), tr("Captured"), tr("Ranks"), tr("Last opened"), tr("Path")};
    return names[section];
}

Qt::ItemFlags RunListModel::flags(const QModelIndex &index) const {
    auto flags = QAbstractTableModel::flags(index);
    const auto *run = index.isValid() ? runAt(index.row()) : nullptr;
    if (run != nullptr && (index.column() == Name || index.column() == Note)) {
        flags |= Qt::ItemIsEditable;
    }
    if (run != nullptr && m_isTickable && index.column() == Name && run->runs == 0) {
        flags |= Qt::ItemIsUserCheckable;
    }
    return flags;
}

bool RunListModel::setData(const QModelIndex &index, const QVariant &value, int role) {
    const auto *run = index.isValid() ? runAt(index.row()) : nullptr;
    if (run == nullptr) {
        return false;
    }
    if (role == Qt::CheckStateRole && index.column() == Name) {
        setRowTicked(index.row(), value.toInt() == Qt::Checked);
        return true;
    }
    const auto path = run->path;  // a change may replace the list
    const auto text = value.toString().simplified().toStdString();
    if (role != Qt::EditRole || (index.column() != Name && index.column() != Note)) {
        return false;
    }
    index.column() == Name ? m_list->rename(path, text) : m_list->annotate(path, text);
    return true;
}

}  // namespace stagescope
