#include "views/runs/run_list_model.h"

#include "core/base/number_text.h"
#include "core/scene/kit/split_parts.h"
#include "core/session/discovery/discovery.h"
#include "core/session/remote_address.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/utf8_text.h"
#include "views/common/theme.h"

#include <QtCore/QDateTime>
#include <QtCore/QLocale>
#include <QtGui/QTextDocument>

#include <algorithm>
#include <iterator>
#include <numeric>

namespace stagescope {

namespace {

QString momentText(std::int64_t ns) {
    return QDateTime::fromMSecsSinceEpoch(ns / 1'000'000).toString(QStringLiteral("yyyy-MM-dd HH:mm"));
}

/// fn(look, ns) of each part that there is of a step, as they are drawn.
template <class Fn>
void forEachPart(const RunGist &gist, Fn &&fn) {
    for (const auto &look : kSplitParts) {
        const auto it =
            std::find_if(gist.parts.begin(), gist.parts.end(), [&](const auto &p) { return p.first == look.id; });
        if (it != gist.parts.end()) {
            fn(look, it->second);
        }
    }
}

QVariant partsOf(const RunGist &gist) {
    QVariantList list;
    forEachPart(gist, [&](const SplitPartLook &look, std::int64_t length) {
        list << Theme::current().color(look.role) << static_cast<qlonglong>(length);
    });
    return list;
}

/// "Computing 71.2 %" and so on, a line each.
QString partsText(const RunGist &gist) {
    QStringList lines;
    const auto all = std::accumulate(gist.parts.begin(), gist.parts.end(), 0.0, [](double sum, const auto &part) {
        return sum + static_cast<double>(part.second);
    });
    forEachPart(gist, [&](const SplitPartLook &look, std::int64_t length) {
        lines << messageText(Message(look.id)) + QLatin1Char(' ') +
                     utf8Text(percentText(static_cast<double>(length), all)) + QStringLiteral(" %");
    });
    return lines.join(QLatin1Char('\n'));
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
        case Step:
            return run.gist && run.gist->stepNs > 0 ? utf8Text(timeText(Nanos{run.gist->stepNs})) : QString();
        case Finding:
            return findingText(run);
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

/// The first finding as it was when the run was open last; a text of another version of the program may be unknown.
QString RunListModel::findingText(const KnownRun &run) const {
    if (!run.gist) {
        return {};
    }
    if (run.gist->findings == 0) {
        return tr("No finding");
    }
    return hasMessageText(run.gist->finding.id) ? messageText(run.gist->finding)
                                                : tr("%n finding(s)", nullptr, static_cast<int>(run.gist->findings));
}

/// Numbers sort as numbers.
QVariant RunListModel::sortValue(const KnownRun &run, int column) const {
    switch (column) {
        case Step:
            return static_cast<qlonglong>(run.gist ? run.gist->stepNs : 0);
        case Captured:
            return static_cast<qlonglong>(run.capturedNs.value_or(0));
        case Ranks:
            return static_cast<qlonglong>(run.ranks);
        case Used:
            return static_cast<qlonglong>(run.usedNs);
        default:
            return textOf(run, column);
    }
}

QString RunListModel::tipOf(const KnownRun &run, int column) const {
    if (run.gist && column == Step) {
        return partsText(*run.gist);
    }
    if (run.gist && column == Finding) {
        return findingText(run);
    }
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
        case Qt::ToolTipRole: {
            // Paths, notes and findings hold names out of profiles: none of them is markup.
            const auto tip = tipOf(run, index.column());
            return Qt::mightBeRichText(tip) ? tip.toHtmlEscaped() : tip;
        }
        case Qt::UserRole:
            return sortValue(run, index.column());
        case kPartsRole:
            return run.gist && index.column() == Step ? partsOf(*run.gist) : QVariant();
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
    const QStringList names{tr("Run"),      tr("Note"),  tr("Step"),        tr("First finding"),
                            tr("Captured"), tr("Ranks"), tr("Last opened"), tr("Path")};
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
