#include "core/session/run_list.h"

#include "core/base/io/cache_folder.h"
#include "core/base/io/mark_file.h"
#include "core/base/path_text.h"
#include "core/session/remote_address.h"

#include <QtCore/QDateTime>
#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

#include <algorithm>
#include <limits>
#include <set>

namespace stagescope {

namespace {

constexpr int kRunListVersion = 1;
constexpr qint64 kMostRunListBytes = qint64{16} << 20;
constexpr std::int64_t kNsOfMs = 1'000'000;
constexpr qint64 kLatestNs = std::numeric_limits<qint64>::max() / 2;

QJsonObject gistObject(const RunGist &gist) {
    QJsonObject parts;
    for (const auto &[id, length] : gist.parts) {
        parts[QString::fromStdString(id)] = static_cast<qint64>(length);
    }
    QJsonArray finding;
    if (!gist.finding.id.empty()) {
        finding.append(QString::fromStdString(gist.finding.id));
        for (const auto &argument : gist.finding.args) {
            finding.append(QString::fromStdString(argument));
        }
    }
    return {{QStringLiteral("step_ns"), static_cast<qint64>(gist.stepNs)},
            {QStringLiteral("parts_ns"), parts},
            {QStringLiteral("finding"), finding},
            {QStringLiteral("findings"), static_cast<qint64>(gist.findings)}};
}

std::optional<RunGist> gistIn(const QJsonValue &value) {
    constexpr qsizetype kMostTexts = 16;
    if (!value.isObject()) {
        return std::nullopt;
    }
    RunGist gist;
    gist.stepNs = std::max<qint64>(value[QStringLiteral("step_ns")].toInteger(), 0);
    const auto parts = value[QStringLiteral("parts_ns")].toObject();
    for (auto it = parts.begin(); it != parts.end() && gist.parts.size() < kMostTexts; ++it) {
        if (const auto length = it->toInteger(); length > 0) {
            gist.parts.emplace_back(it.key().toStdString(), length);
        }
    }
    const auto finding = value[QStringLiteral("finding")].toArray();
    for (qsizetype i = 0; i < std::min(finding.size(), kMostTexts); ++i) {
        auto text = finding[i].toString().toStdString();
        i == 0 ? static_cast<void>(gist.finding.id = std::move(text)) : gist.finding.args.push_back(std::move(text));
    }
    gist.findings = static_cast<std::size_t>(std::max<qint64>(value[QStringLiteral("findings")].toInteger(), 0));
    return gist;
}

QJsonObject runObject(const KnownRun &run) {
    QJsonObject object{{QStringLiteral("path"), QString::fromStdString(run.path)},
                       {QStringLiteral("name"), QString::fromStdString(run.name)},
                       {QStringLiteral("note"), QString::fromStdString(run.note)},
                       {QStringLiteral("used_ns"), static_cast<qint64>(run.usedNs)},
                       {QStringLiteral("ranks"), static_cast<qint64>(run.ranks)},
                       {QStringLiteral("runs"), static_cast<qint64>(run.runs)}};
    if (run.capturedNs) {
        object[QStringLiteral("captured_ns")] = static_cast<qint64>(*run.capturedNs);
    }
    if (run.gist) {
        object[QStringLiteral("gist")] = gistObject(*run.gist);
    }
    return object;
}

KnownRun runIn(const QJsonObject &object) {
    const auto text = [&](const char *key) { return object[QLatin1String(key)].toString().toStdString(); };
    const auto count = [&](const char *key) {
        return static_cast<std::size_t>(std::max<qint64>(object[QLatin1String(key)].toInteger(), 0));
    };
    KnownRun run{text("path"), text("name"), text("note"), {}, 0, count("ranks"), count("runs")};
    run.usedNs = std::clamp<qint64>(object[QStringLiteral("used_ns")].toInteger(), 0, kLatestNs);
    if (const auto captured = object[QStringLiteral("captured_ns")].toInteger(-1); captured >= 0) {
        run.capturedNs = captured;
    }
    run.gist = gistIn(object[QStringLiteral("gist")]);
    return run;
}

/// Each path once, the one used last first, at most kMostRuns.
void tidy(std::vector<KnownRun> &runs) {
    const auto byUse = [](const KnownRun &a, const KnownRun &b) { return a.usedNs > b.usedNs; };
    std::stable_sort(runs.begin(), runs.end(), byUse);
    std::set<std::string> seen;
    std::erase_if(runs, [&](const KnownRun &run) { return run.path.empty() || !seen.insert(run.path).second; });
    if (runs.size() > RunList::kMostRuns) {
        std::stable_partition(runs.begin(), runs.end(),
                              [](const KnownRun &run) { return !run.name.empty() || !run.note.empty(); });
        runs.resize(RunList::kMostRuns);
        std::stable_sort(runs.begin(), runs.end(), byUse);
    }
}

/// Nothing when there is no file.
Result<std::vector<KnownRun>> readRunList(const std::string &path) {
    QFile file(QString::fromStdString(path));
    if (!file.exists()) {
        return std::vector<KnownRun>{};
    }
    if (file.size() > kMostRunListBytes) {
        return fail(ErrorKind::Limit, "too large for the list of runs", path);
    }
    if (!file.open(QIODevice::ReadOnly)) {
        return fail(ErrorKind::ReadFailed, file.errorString().toStdString(), path);
    }
    const auto list = QJsonDocument::fromJson(file.readAll()).object();
    if (!list[QStringLiteral("runs")].isArray()) {
        return fail(ErrorKind::Malformed, "not the list of runs", path);
    }
    if (list[QStringLiteral("version")].toInt() != kRunListVersion) {
        return fail(ErrorKind::Unsupported, "the list of runs of another version of the program", path);
    }
    std::vector<KnownRun> runs;
    for (const auto &value : list[QStringLiteral("runs")].toArray()) {
        runs.push_back(runIn(value.toObject()));
    }
    tidy(runs);
    return runs;
}

std::string textOf(const std::vector<KnownRun> &runs) {
    QJsonArray array;
    for (const auto &run : runs) {
        array.append(runObject(run));
    }
    const QJsonDocument document(
        QJsonObject{{QStringLiteral("version"), kRunListVersion}, {QStringLiteral("runs"), array}});
    return document.toJson().toStdString();
}

KnownRun *findIn(std::vector<KnownRun> &runs, const std::string &path) {
    const auto it = std::find_if(runs.begin(), runs.end(), [&](const KnownRun &run) { return run.path == path; });
    return it == runs.end() ? nullptr : &*it;
}

}  // namespace

std::string absoluteRunPath(const std::string &path) {
    if (remoteAddress(path) && !QFileInfo::exists(QString::fromStdString(path))) {
        return path;
    }
    return QDir::cleanPath(QFileInfo(QString::fromStdString(path)).absoluteFilePath()).toStdString();
}

std::string_view KnownRun::label() const { return name.empty() ? lastPart(path) : std::string_view(name); }

std::string runListPath() { return (dataFolder() / "runs.json").string(); }

RunList::RunList(QObject *parent) : QObject(parent), m_file(runListPath()) {}

void RunList::refresh() {
    if (!m_file.hasChanged()) {
        return;
    }
    auto before = m_runs;
    read();
    if (m_runs != before) {
        Q_EMIT changed();
    }
}

void RunList::read() {
    m_file.noteState();
    auto runs = readRunList(m_file.path().string());
    m_isBroken = !runs;
    if (runs) {
        m_runs = std::move(*runs);
    } else {
        Q_EMIT troubled(runs.error());
    }
}

const KnownRun *RunList::find(const std::string &path) const {
    const auto absolute = absoluteRunPath(path);
    const auto it = std::find_if(m_runs.begin(), m_runs.end(), [&](const auto &run) { return run.path == absolute; });
    return it == m_runs.end() ? nullptr : &*it;
}

/// What another window wrote meanwhile is there when the change is applied.
template <class Change>
void RunList::change(const Change &apply) {
    const auto lock = m_file.lock();
    if (!lock) {
        Q_EMIT troubled(
            {lock.error().kind, "the list of runs cannot be saved: " + lock.error().detail, m_file.path().string()});
        return;
    }
    if (!m_isBroken && m_file.hasChanged()) {
        read();
    }
    apply(m_runs);
    tidy(m_runs);
    auto status = m_isBroken ? putAside(m_file.path()) : Status{};
    if (status) {
        m_isBroken = false;
        status = m_file.replace(textOf(m_runs));
    }
    if (!status) {
        Q_EMIT troubled(status.error());
    }
    Q_EMIT changed();
}

void RunList::noteOpened(KnownRun run) {
    run.path = absoluteRunPath(run.path);
    change([&](std::vector<KnownRun> &runs) {
        // After all others, also where two come in one ms or the clock was set back.
        run.usedNs = std::max<std::int64_t>(QDateTime::currentMSecsSinceEpoch() * kNsOfMs,
                                            runs.empty() ? 0 : runs[0].usedNs + 1);
        auto *known = findIn(runs, run.path);
        if (known == nullptr) {
            runs.push_back(run);
            return;
        }
        run.name = known->name;
        run.note = known->note;
        run.capturedNs = run.capturedNs ? run.capturedNs : known->capturedNs;
        run.ranks = run.ranks != 0 ? run.ranks : known->ranks;
        run.gist = run.gist ? run.gist : known->gist;
        *known = run;
    });
}

void RunList::noteGist(const std::string &path, RunGist gist) {
    std::sort(gist.parts.begin(), gist.parts.end());  // as the file has them
    const auto *known = find(path);
    if (known != nullptr && known->gist != gist) {
        change([&](std::vector<KnownRun> &runs) {
            if (auto *run = findIn(runs, absoluteRunPath(path))) {
                run->gist = gist;
            }
        });
    }
}

void RunList::rename(const std::string &path, const std::string &name) {
    change([&](std::vector<KnownRun> &runs) {
        if (auto *known = findIn(runs, path)) {
            known->name = name == lastPart(path) ? std::string() : name;
        }
    });
}

void RunList::annotate(const std::string &path, const std::string &note) {
    change([&](std::vector<KnownRun> &runs) {
        if (auto *known = findIn(runs, path)) {
            known->note = note;
        }
    });
}

void RunList::remove(const std::vector<std::string> &paths) {
    std::vector<KnownRun> removed;
    change([&](std::vector<KnownRun> &runs) {
        std::erase_if(runs, [&](const KnownRun &run) {
            const bool goes = std::find(paths.begin(), paths.end(), run.path) != paths.end();
            if (goes) {
                removed.push_back(run);
            }
            return goes;
        });
    });
    if (!removed.empty()) {
        m_removed.push_back(std::move(removed));
    }
}

bool RunList::undoRemove() {
    if (m_removed.empty()) {
        return false;
    }
    change([&](std::vector<KnownRun> &runs) {
        for (auto &run : m_removed.back()) {
            if (findIn(runs, run.path) == nullptr) {
                runs.push_back(std::move(run));
            }
        }
    });
    m_removed.pop_back();
    return true;
}

}  // namespace stagescope
