#include "app/window/panels/navigator_model.h"

#include "app/window/panels/state_icons.h"
#include "core/analysis/overview/rank_coverage.h"
#include "core/analysis/run/ranks.h"
#include "core/formats/format.h"
#include "core/session/discovery/ranks_by_hand.h"
#include "core/session/remote_address.h"
#include "views/common/texts/utf8_text.h"

#include <QtCore/QLocale>
#include <QtCore/QMimeData>

#include <algorithm>
#include <map>

namespace stagescope {

namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

void mix(std::uint64_t &mark, std::uint64_t value) {
    mark ^= value + 0x9e3779b97f4a7c15ULL + (mark << 6) + (mark >> 2);
}

std::string fileName(const std::string &path) { return path.substr(path.find_last_of('/') + 1); }

bool isTrace(const FileSource &file) {
    const auto *format = file.format.empty() ? nullptr : formatById(file.format);
    return format != nullptr && format->has(LoadDepth::Deep);
}

std::uint64_t captureMark(const RankCapture &capture) {
    std::uint64_t mark = capture.version;
    mix(mark, static_cast<std::uint64_t>(capture.state));
    mix(mark, reinterpret_cast<std::uintptr_t>(capture.log.get()));
    for (const auto &file : capture.files) {
        mix(mark, file.chosen ? 1 : 2);
    }
    mix(mark, capture.files.size());
    return mark;
}

/// Entries of a capture's log, of one file where `path` is given.
std::vector<ImportEntry> logEntries(const ImportLog *log, const std::string &path) {
    std::vector<ImportEntry> entries;
    if (log != nullptr) {
        entries = log->entries();
    }
    if (!path.empty()) {
        std::erase_if(entries, [&](const ImportEntry &e) { return e.source != path; });
    }
    return entries;
}

}  // namespace

struct NavigatorModel::Node {
    Wanted is;
    Node *parent = nullptr;
    int row = 0;
    std::vector<std::unique_ptr<Node>> children;

    void renumber() {
        for (std::size_t i = 0; i < children.size(); ++i) {
            children[i]->row = static_cast<int>(i);
        }
    }
};

NavigatorModel::NavigatorModel(QObject *parent)
    : QAbstractItemModel(parent), m_workspace(std::make_shared<Workspace>()), m_root(std::make_unique<Node>()) {}

NavigatorModel::~NavigatorModel() = default;

void NavigatorModel::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    std::vector<Wanted> wanted;
    for (std::size_t i = 0; i < m_workspace->runs.size(); ++i) {
        const auto &run = m_workspace->runs[i];
        Wanted entry{std::to_string(run.id.value), Kind::Run, i};
        mix(entry.mark, std::hash<std::string>{}(run.label));
        mix(entry.mark, static_cast<std::uint64_t>(run.role));
        mix(entry.mark, run.captures.size());
        mix(entry.mark, reinterpret_cast<std::uintptr_t>(run.log.get()));
        wanted.push_back(std::move(entry));
    }
    sync(m_root.get(), std::move(wanted));
    for (const auto &run : m_root->children) {
        syncRun(run.get());
    }
}

void NavigatorModel::syncRun(Node *runNode) {
    const auto &run = runOf(runNode);
    const auto runIndex = runNode->is.run;
    std::map<std::string, std::vector<Wanted>> hosts;
    for (std::size_t i = 0; i < run.captures.size(); ++i) {
        const auto &capture = run.captures[i];
        // The folder keeps captures of one rank apart, and ranks whose number is not known; that of a digest is another
        // one while its source is read.
        const auto &place = capture.digest.empty() ? capture.folder : capture.digest;
        hosts[capture.host].push_back(
            {std::to_string(capture.rank) + '\0' + place, Kind::Rank, runIndex, i, kNone, captureMark(capture)});
    }
    std::vector<Wanted> children;
    for (const auto &[host, ranks] : hosts) {
        children.push_back({"h" + host, Kind::Host, runIndex, ranks.front().item, kNone, ranks.size()});
    }
    const auto missing = missingRanks(run);
    for (auto it = missing.begin(); it != missing.end();) {
        const auto end = std::adjacent_find(it, missing.end(), [](int a, int b) { return b != a + 1; });
        const auto last = end == missing.end() ? missing.back() : *end;
        children.push_back({"m" + std::to_string(*it), Kind::Missing, runIndex, kNone, static_cast<std::size_t>(*it),
                            static_cast<std::uint64_t>(last)});
        it = end == missing.end() ? end : end + 1;
    }
    FileTally seen;
    for (std::size_t i = 0; i < run.clusterFiles.size(); ++i) {
        if (seen.add(run.clusterFiles[i])) {
            children.push_back({"f" + run.clusterFiles[i].path, Kind::File, runIndex, kNone, i, 0});
        }
    }
    sync(runNode, std::move(children));
    for (const auto &child : runNode->children) {
        if (child->is.kind == Kind::Host) {
            sync(child.get(), hosts[child->is.key.substr(1)]);
            for (const auto &rank : child->children) {
                syncFiles(rank.get());
            }
        }
    }
}

void NavigatorModel::syncFiles(Node *rankNode) {
    const auto *capture = captureOf(rankNode);
    std::vector<Wanted> files;
    FileTally seen;
    for (std::size_t i = 0; i < capture->files.size(); ++i) {
        if (seen.add(capture->files[i])) {
            files.push_back(
                {capture->files[i].path, Kind::File, rankNode->is.run, rankNode->is.item, i, rankNode->is.mark});
        }
    }
    sync(rankNode, std::move(files));
}

void NavigatorModel::sync(Node *parent, std::vector<Wanted> wanted) {
    const auto same = parent->children.size() == wanted.size() &&
                      std::equal(wanted.begin(), wanted.end(), parent->children.begin(),
                                 [](const Wanted &w, const auto &node) { return w.key == node->is.key; });
    if (!same) {
        removeUnwanted(parent, wanted);
        insertMissing(parent, wanted);
    }
    updateKept(parent, wanted);
}

void NavigatorModel::removeUnwanted(Node *parent, const std::vector<Wanted> &wanted) {
    // What stays must come in the wanted order; a node that does not is removed here and inserted again.
    std::map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        places.emplace(wanted[i].key, i);
    }
    std::vector<bool> keep;
    std::size_t last = 0;
    for (const auto &child : parent->children) {
        const auto it = places.find(child->is.key);
        keep.push_back(it != places.end() && it->second >= last);
        last = keep.back() ? it->second + 1 : last;
    }
    auto &children = parent->children;
    for (std::size_t end = children.size(); end > 0;) {
        if (keep[end - 1]) {
            --end;
            continue;
        }
        std::size_t begin = end;
        while (begin > 0 && !keep[begin - 1]) {
            --begin;
        }
        beginRemoveRows(indexOf(parent), static_cast<int>(begin), static_cast<int>(end) - 1);
        children.erase(children.begin() + static_cast<std::ptrdiff_t>(begin),
                       children.begin() + static_cast<std::ptrdiff_t>(end));
        parent->renumber();
        endRemoveRows();
        end = begin;
    }
}

void NavigatorModel::insertMissing(Node *parent, const std::vector<Wanted> &wanted) {
    auto &children = parent->children;
    std::size_t i = 0;
    while (i < wanted.size()) {
        if (i < children.size() && children[i]->is.key == wanted[i].key) {
            ++i;
            continue;
        }
        std::size_t end = i + 1;
        while (end < wanted.size() && (i >= children.size() || children[i]->is.key != wanted[end].key)) {
            ++end;
        }
        std::vector<std::unique_ptr<Node>> fresh;
        for (std::size_t k = i; k < end; ++k) {
            fresh.push_back(std::make_unique<Node>());
            fresh.back()->is = wanted[k];
            fresh.back()->parent = parent;
        }
        beginInsertRows(indexOf(parent), static_cast<int>(i), static_cast<int>(end) - 1);
        children.insert(children.begin() + static_cast<std::ptrdiff_t>(i), std::make_move_iterator(fresh.begin()),
                        std::make_move_iterator(fresh.end()));
        parent->renumber();
        endInsertRows();
        i = end;
    }
}

void NavigatorModel::updateKept(Node *parent, const std::vector<Wanted> &wanted) {
    const int count = static_cast<int>(wanted.size());
    int changedFrom = -1;
    for (int i = 0; i <= count; ++i) {
        bool changed = false;
        if (i < count) {
            auto &node = *parent->children[static_cast<std::size_t>(i)];
            changed = node.is.mark != wanted[static_cast<std::size_t>(i)].mark;
            node.is = wanted[static_cast<std::size_t>(i)];
        }
        if (changed && changedFrom < 0) {
            changedFrom = i;
        } else if (!changed && changedFrom >= 0) {
            const auto above = indexOf(parent);
            Q_EMIT dataChanged(index(changedFrom, 0, above), index(i - 1, 1, above));
            changedFrom = -1;
        }
    }
}

void NavigatorModel::refresh() {
    const auto announce = [this](const auto &self, const Node *node) -> void {
        if (node->children.empty()) {
            return;
        }
        const auto above = indexOf(node);
        Q_EMIT dataChanged(index(0, 0, above), index(static_cast<int>(node->children.size()) - 1, 1, above));
        for (const auto &child : node->children) {
            self(self, child.get());
        }
    };
    announce(announce, m_root.get());
}

NavigatorModel::Node *NavigatorModel::nodeOf(const QModelIndex &index) const {
    return index.isValid() ? static_cast<Node *>(index.internalPointer()) : m_root.get();
}

QModelIndex NavigatorModel::indexOf(const Node *node) const {
    return node == m_root.get() ? QModelIndex() : createIndex(node->row, 0, node);
}

QModelIndex NavigatorModel::index(int row, int column, const QModelIndex &parent) const {
    if (!hasIndex(row, column, parent)) {
        return {};
    }
    return createIndex(row, column, nodeOf(parent)->children[static_cast<std::size_t>(row)].get());
}

QModelIndex NavigatorModel::parent(const QModelIndex &child) const {
    return child.isValid() ? indexOf(nodeOf(child)->parent) : QModelIndex();
}

int NavigatorModel::rowCount(const QModelIndex &parent) const {
    return parent.column() > 0 ? 0 : static_cast<int>(nodeOf(parent)->children.size());
}

int NavigatorModel::columnCount(const QModelIndex &) const { return 2; }

const Run &NavigatorModel::runOf(const Node *node) const { return m_workspace->runs[node->is.run]; }

const RankCapture *NavigatorModel::captureOf(const Node *node) const {
    return node->is.item == kNone || node->is.kind == Kind::Run ? nullptr : &runOf(node).captures[node->is.item];
}

bool NavigatorModel::isStale(const Node *node) const {
    if (node->is.run >= m_workspace->runs.size()) {
        return true;
    }
    const auto &run = runOf(node);
    if (node->is.kind == Kind::Run || node->is.kind == Kind::Missing) {
        return false;
    }
    if (node->is.item == kNone) {
        return node->is.file >= run.clusterFiles.size();
    }
    return node->is.item >= run.captures.size() ||
           (node->is.kind == Kind::File && node->is.file >= run.captures[node->is.item].files.size());
}

const FileSource *NavigatorModel::fileOf(const Node *node) const {
    if (node->is.kind != Kind::File) {
        return nullptr;
    }
    const auto *capture = captureOf(node);
    return capture != nullptr ? &capture->files[node->is.file] : &runOf(node).clusterFiles[node->is.file];
}

std::optional<NavigatorModel::Place> NavigatorModel::place(const QModelIndex &index) const {
    if (!index.isValid() || isStale(nodeOf(index))) {
        return std::nullopt;
    }
    const auto *node = nodeOf(index);
    const auto &run = runOf(node);
    Place place{node->is.kind, run.id, std::nullopt, {}, utf8Text(run.path), {}, {}};
    const auto *capture = captureOf(node);
    if (capture != nullptr && node->is.kind != Kind::Host) {
        place.rank = capture->rank >= 0 ? std::optional(capture->rank) : std::nullopt;
        place.path = utf8Text(capture->folder);
        place.capture = isLeftOut(node) && node->is.kind == Kind::Rank ? capture->captureLabel : std::string();
        place.byHand = node->is.kind == Kind::Rank ? placeByHand(*capture) : std::string();
    }
    if (const auto *file = fileOf(node)) {
        place.source = file->id;
        place.path = utf8Text(file->path);
    }
    return place;
}

QModelIndex NavigatorModel::indexOf(RunId run, int rank) const {
    for (const auto &runNode : m_root->children) {
        if (runOf(runNode.get()).id != run) {
            continue;
        }
        for (const auto &host : runNode->children) {
            const auto &ranks = host->children;
            const auto it = std::find_if(ranks.begin(), ranks.end(),
                                         [&](const auto &node) { return captureOf(node.get())->rank == rank; });
            if (it != ranks.end()) {
                return indexOf(it->get());
            }
        }
    }
    return {};
}

bool NavigatorModel::isChoice(const Node *node) const {
    const auto *capture = captureOf(node);
    const auto *file = fileOf(node);
    return capture != nullptr && file != nullptr && isTrace(*file) &&
           std::any_of(capture->files.begin(), capture->files.end(),
                       [&](const FileSource &other) { return other.chosen != file->chosen && isTrace(other); });
}

bool NavigatorModel::isLeftOut(const Node *node) const {
    const auto *capture = captureOf(node);
    return capture != nullptr && runOf(node).capture(capture->rank) != capture;
}

QString NavigatorModel::nameOf(const Node *node) const {
    const auto *capture = captureOf(node);
    switch (node->is.kind) {
        case Kind::Run: {
            const auto &run = runOf(node);
            const auto role = run.role == RunRole::Baseline     ? tr(" (baseline)")
                              : run.role == RunRole::Comparison ? tr(" (comparison)")
                                                                : QString();
            return utf8Text(run.label) + role;
        }
        case Kind::Host:
            return capture->host.empty() ? tr("Unknown host") : utf8Text(capture->host);
        case Kind::Rank: {
            auto name = capture->rank < 0 ? tr("Host process") : tr("Rank %1").arg(capture->rank);
            if (isGuessed(runOf(node), *capture)) {
                name += QStringLiteral(" · ") + tr("number inferred");
            }
            if (!capture->captureLabel.empty()) {
                name += QStringLiteral(" · ") + utf8Text(capture->captureLabel);
            }
            if (isLeftOut(node)) {
                name += QStringLiteral(" · ") + tr("not shown");
            }
            if (capture->isFromSource()) {
                name += QStringLiteral(" · ") + tr("from source");
            }
            // The line is short; the tip has the device in any case.
            return capture->device < 0 || capture->isFromSource()
                       ? name
                       : name + QStringLiteral(" · ") + tr("device %1").arg(capture->device);
        }
        case Kind::Missing:
            return (node->is.file == node->is.mark ? tr("Rank %1").arg(node->is.file)
                                                   : tr("Ranks %1-%2").arg(node->is.file).arg(node->is.mark)) +
                   QStringLiteral(" · ") + tr("no profile");
        case Kind::File:
            return utf8Text(fileOf(node)->process.empty()
                                ? fileName(fileOf(node)->path)
                                : fileName(fileOf(node)->path) + " \u00b7 " + fileOf(node)->process);
    }
    return {};
}

QString NavigatorModel::toolTipOf(const Node *node) const {
    const auto *capture = captureOf(node);
    const auto *file = fileOf(node);
    const auto size = [](std::uint64_t bytes) {
        return QLocale(QLocale::English).formattedDataSize(static_cast<qint64>(bytes));
    };
    if (file != nullptr) {
        auto tip = utf8Text(file->path) + QLatin1Char('\n') + size(file->size);
        if (file->format.empty()) {
            tip += QLatin1Char('\n') + tr("Recognized by name, not supported yet");
        } else if (!file->chosen) {
            tip += QLatin1Char('\n') + tr("Not used: duplicate of another file of this rank");
        }
        return tip;
    }
    if (node->is.kind == Kind::Rank) {
        auto tip = isLeftOut(node)
                       ? tr("Another capture of this rank is shown; right-click to open this one") + QLatin1Char('\n')
                       : QString();
        tip += loadStateMeaning(shownState(*capture)) + QLatin1Char('\n') + utf8Text(shownPath(capture->folder)) +
               QLatin1Char('\n') + size(capture->filesInUse().bytes());
        tip += capture->device < 0 ? QString() : QLatin1Char('\n') + tr("device %1").arg(capture->device);
        if (capture->origin == RankOrigin::FolderName || capture->origin == RankOrigin::FileName) {
            tip += QLatin1Char('\n') + tr("Rank number inferred from the folder or file name");
        } else if (isGuessed(runOf(node), *capture)) {
            tip += QLatin1Char('\n') + tr("No file and no name gives the rank number: it follows the order of names; "
                                          "right-click to set it, or drag it onto another rank to swap them");
        } else if (isByHand(*capture)) {
            tip += QLatin1Char('\n') + tr("Rank number set by hand");
        }
        return tip;
    }
    return node->is.kind == Kind::Run       ? utf8Text(shownPath(runOf(node).path))
           : node->is.kind == Kind::Missing ? loadStateMeaning(LoadState::Missing)
                                            : QString();
}

QVariant NavigatorModel::diagnosticsOf(const Node *node, int role) const {
    const auto *capture = captureOf(node);
    const auto *file = fileOf(node);
    const auto *log = capture != nullptr ? capture->log.get() : runOf(node).log.get();
    if (node->is.kind == Kind::Host || node->is.kind == Kind::Missing || log == nullptr) {
        return {};
    }
    const auto entries = logEntries(log, file != nullptr ? file->path : std::string());
    if (entries.empty()) {
        return {};
    }
    switch (role) {
        case Qt::DisplayRole:
            return static_cast<int>(entries.size());
        case Qt::DecorationRole:
            return severityIcon(entries.front().severity);
        case Qt::ToolTipRole:
            return tr("%n diagnostic(s); see Import log", nullptr, static_cast<int>(entries.size()));
        default:
            return {};
    }
}

QVariant NavigatorModel::data(const QModelIndex &index, int role) const {
    if (!index.isValid() || isStale(nodeOf(index))) {
        return {};
    }
    const auto *node = nodeOf(index);
    if (index.column() == 1) {
        return diagnosticsOf(node, role);
    }
    switch (role) {
        case Qt::DisplayRole:
            return nameOf(node);
        case Qt::ToolTipRole:
            return toolTipOf(node);
        case Qt::DecorationRole:
            return node->is.kind == Kind::Missing ? QVariant(loadStateIcon(LoadState::Missing))
                   : node->is.kind == Kind::Rank  ? QVariant(loadStateIcon(shownState(*captureOf(node))))
                                                  : QVariant();
        case Qt::CheckStateRole:
            return isChoice(node) ? QVariant(fileOf(node)->chosen ? Qt::Checked : Qt::Unchecked) : QVariant();
        default:
            return {};
    }
}

Qt::ItemFlags NavigatorModel::flags(const QModelIndex &index) const {
    auto flags = QAbstractItemModel::flags(index);
    if (index.isValid() && !isStale(nodeOf(index)) && index.column() == 0 && isChoice(nodeOf(index))) {
        flags |= Qt::ItemIsUserCheckable;
    }
    const auto at = index.column() == 0 ? place(index) : std::nullopt;
    return at && !at->byHand.empty() && at->rank ? flags | Qt::ItemIsDragEnabled | Qt::ItemIsDropEnabled : flags;
}

QStringList NavigatorModel::mimeTypes() const { return {QStringLiteral("application/x-stagescope-rank")}; }

QMimeData *NavigatorModel::mimeData(const QModelIndexList &indexes) const {
    const auto dragged = indexes.isEmpty() ? std::nullopt : place(indexes.front());
    if (!dragged || !dragged->rank) {
        return nullptr;
    }
    auto *data = new QMimeData;
    data->setData(mimeTypes().front(),
                  QByteArray::number(dragged->run.value) + ' ' + QByteArray::number(*dragged->rank));
    return data;
}

std::optional<std::pair<NavigatorModel::Place, NavigatorModel::Place>> NavigatorModel::swapOf(
    const QMimeData *data, const QModelIndex &onto) const {
    const auto words = data->data(mimeTypes().front()).split(' ');
    const auto to = place(onto);
    if (words.size() != 2 || !to || !to->rank || to->byHand.empty() || to->run.value != words[0].toUInt()) {
        return std::nullopt;
    }
    const auto from = place(indexOf(to->run, words[1].toInt()));
    const bool areTwo = from && from->rank && *from->rank != *to->rank;
    return areTwo ? std::optional(std::pair(*from, *to)) : std::nullopt;
}

bool NavigatorModel::canDropMimeData(const QMimeData *data, Qt::DropAction, int, int, const QModelIndex &parent) const {
    return swapOf(data, parent).has_value();
}

bool NavigatorModel::dropMimeData(const QMimeData *data, Qt::DropAction, int, int, const QModelIndex &parent) {
    if (const auto swap = swapOf(data, parent)) {
        const auto &[from, to] = *swap;
        Q_EMIT ranksByHandRequested(to.run, {{from.byHand, *to.rank}, {to.byHand, *from.rank}});
    }
    return false;
}

bool NavigatorModel::setData(const QModelIndex &index, const QVariant &value, int role) {
    // Unchecking the used source has no meaning: another one must be checked instead.
    if (!index.isValid() || role != Qt::CheckStateRole || value.toInt() != Qt::Checked || !isChoice(nodeOf(index))) {
        return false;
    }
    const auto *node = nodeOf(index);
    Q_EMIT chooseRequested(runOf(node).id, fileOf(node)->id);
    return true;
}

}  // namespace stagescope
