#include "core/advice/finding_texts.h"
#include "core/advice/findings.h"
#include "core/analysis/overview/capabilities.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/demo/demo_options.h"
#include "core/session/loading/load_job.h"
#include "tests/core/analysis/planted.h"
#include "tests/support/kept_demos.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QDirIterator>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <sqlite3.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace tst_absent_parts {

using namespace stagescope;

namespace {

/// A profile folder that tests take parts from; each in a copy of its own.
class Profile {
public:
    explicit Profile(const std::vector<std::pair<std::string, std::string>> &options) {
        const auto parsed = parseDemoOptions(options);
        m_isWritten = parsed && placeDemo(folder().toStdString(), *parsed);
    }
    [[nodiscard]] bool isWritten() const { return m_isWritten; }
    [[nodiscard]] QString folder() const { return m_temporary.filePath(QStringLiteral("whole")); }
    /// A fresh copy without anything taken yet.
    [[nodiscard]] QString copy() {
        const auto to = m_temporary.filePath(QStringLiteral("copy%1").arg(m_copies++));
        QDirIterator files(folder(), QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const auto from = files.next();
            const auto target = to + from.mid(folder().size());
            QDir().mkpath(QFileInfo(target).path());
            QFile::copy(from, target);
        }
        return to;
    }

private:
    QTemporaryDir m_temporary;
    bool m_isWritten = false;
    int m_copies = 0;
};

QString rankFolder(const QString &profile, int rank) {
    QDirIterator folders(profile, {QStringLiteral("*rank_%1_*").arg(rank)}, QDir::Dirs, QDirIterator::Subdirectories);
    return folders.hasNext() ? folders.next() : QString();
}
QStringList databasesOf(const QString &folder) {
    QStringList found;
    QDirIterator files(folder, {QStringLiteral("*.db")}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        found += files.next();
    }
    found.sort();
    return found;
}

std::vector<std::string> rowsOf(const QString &path, const std::string &sql) {
    std::vector<std::string> rows;
    sqlite3 *db = nullptr;
    sqlite3_open(path.toUtf8().constData(), &db);
    const auto take = [](void *into, int, char **values, char **) {
        static_cast<std::vector<std::string> *>(into)->emplace_back(values[0] == nullptr ? "" : values[0]);
        return 0;
    };
    sqlite3_exec(db, sql.c_str(), take, &rows, nullptr);
    sqlite3_close(db);
    return rows;
}
bool edited(const QString &path, const std::string &sql) {
    sqlite3 *db = nullptr;
    sqlite3_open(path.toUtf8().constData(), &db);
    const bool isDone = sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
    sqlite3_close(db);
    return isDone;
}
std::vector<std::string> tablesOf(const QString &path) {
    return rowsOf(path, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'");
}
/// Tables with a primary key do not let go of it: then they are made anew without.
bool columnDropped(const QString &path, const std::string &table, const std::string &column) {
    std::string rest;
    for (const auto &other : rowsOf(path, "SELECT name FROM pragma_table_info('" + table + "')")) {
        rest += other == column ? "" : (rest.empty() ? "\"" : ", \"") + other + '"';
    }
    return edited(path, "CREATE TABLE kept AS SELECT " + rest + " FROM " + table + "; DROP TABLE " + table +
                            "; ALTER TABLE kept RENAME TO " + table);
}

std::shared_ptr<const Workspace> opened(const QString &folder) {
    auto workspace = std::make_shared<Workspace>();
    if (auto run = loadRun(folder.toStdString(), RunId{0}, LoadDepth::Deep)) {
        workspace->runs.push_back(std::move(*run));
    }
    return workspace;
}

/// The figures of some tables by what their rows are about: of a row the texts, steps and ranks are its key.
using Figures = std::map<std::string, std::string>;

const std::vector<std::pair<const char *, std::vector<const char *>>> kTables{
    {"time_split", {"rank", "step", "source"}},
    {"comm_time", {"rank", "step", "communication_group", "name"}},
    {"comm_bandwidth", {"rank", "step", "communication_group", "name", "transport", "package_mb"}},
    {"comm_matrix", {"step", "communication_group", "kind", "name", "source", "destination", "transport"}},
    {"memory_peak", {"rank"}},
};

Figures figuresOf(const Workspace &workspace) {
    Figures figures;
    for (const auto &[id, keys] : kTables) {
        const auto table = planted::table(id, {.workspace = &workspace});
        std::map<std::string, int> seen;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            std::string key = id;
            for (const auto *name : keys) {
                key += '|' + table.text(row, name);
            }
            key += '#' + std::to_string(seen[key]++);
            for (const auto &column : table.columns) {
                if (column.type != ColumnType::Text) {
                    figures[key + ' ' + column.name] = table.text(row, column.name);
                }
            }
        }
    }
    return figures;
}

/// What became another number; empty where all that is left are the same figures.
std::string changed(const Figures &whole, const Figures &less) {
    for (const auto &[key, value] : less) {
        const auto it = whole.find(key);
        if (it != whole.end() && !value.empty() && value != it->second) {
            return key + ": " + it->second + " became " + value;
        }
    }
    return {};
}

struct Judged {
    Advice advice;
    std::size_t passed = 0;
};
Judged judged(const Workspace &workspace) {
    auto advice = workspace.runs.empty() ? Advice{} : adviceFor(workspace.runs.front());
    const auto passed = passedRules(advice);
    return {std::move(advice), passed};
}

bool saysNoFinding(const Advice &advice) {
    return advice.findings.empty() && advice.verdict.headline.id == "findings.none";
}

std::string told(const std::vector<Message> &notes) {
    std::string text;
    for (const auto &note : notes) {
        text += findingText(note) + '\n';
    }
    return text;
}

const std::vector<std::pair<std::string, std::string>> kSmall{
    {"pp", "2"}, {"dp", "1"}, {"microbatches", "2"}, {"steps", "2"}, {"layers", "1"}};

}  // namespace

class AbsentPartsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Two of eight ranks were copied in part: one without its output, one with the first bytes of its database.
    void halfCopiedRanksAreCounted() {
        Profile profile({{"pp", "4"}, {"dp", "2"}, {"microbatches", "8"}, {"steps", "3"}});
        QVERIFY(profile.isWritten());
        QVERIFY(saysNoFinding(judged(*opened(profile.folder())).advice));
        const auto copy = profile.copy();
        QVERIFY(QDir(rankFolder(copy, 3) + QStringLiteral("/ASCEND_PROFILER_OUTPUT")).removeRecursively());
        for (const auto &database : databasesOf(rankFolder(copy, 5))) {
            if (database.contains(QStringLiteral("profiler_5"))) {
                QVERIFY(QFile::resize(database, 60'000));
            }
        }
        const auto workspace = opened(copy);
        const auto advice = judged(*workspace).advice;
        QVERIFY(advice.verdict.ground == RunVerdict::Ground::Part && !saysNoFinding(advice));
        QCOMPARE(findingText(advice.verdict.headline), std::string("Nothing found on 6 of 8 ranks."));
        const auto notes = told(advice.verdict.notes);
        QVERIFY2(notes.find("8 found, 6 complete; judged on 6 of 8; copy ranks 3 and 5 again") != std::string::npos,
                 notes.c_str());
        QVERIFY2(notes.find("No profile of") == std::string::npos, notes.c_str());
        QVERIFY(QDir(rankFolder(copy, 7)).removeRecursively());
        const auto without = told(judged(*opened(copy)).advice.verdict.notes);
        QVERIFY2(without.find("7 found, 5 complete; judged on 5 of 8; copy ranks 3 and 5 again") != std::string::npos &&
                     without.find("No profile of rank 7.") != std::string::npos,
                 without.c_str());
        for (const auto &answer : capabilities(workspace->runs.front())) {
            const bool isAdvised = answer.remedy.id.find(".schedule") != std::string::npos ||
                                   answer.remedy.id.find(".ranges") != std::string::npos ||
                                   answer.remedy.id.find(".marks") != std::string::npos;
            QVERIFY2(!isAdvised, answer.question.c_str());  // the other ranks follow it
        }
    }

    /// Any rank that is taken away, or from which one of its files is.
    void everyRankAndFileIsMissed() {
        Profile profile(kSmall);
        QVERIFY(profile.isWritten());
        const auto whole = figuresOf(*opened(profile.folder()));
        const auto before = judged(*opened(profile.folder()));
        for (int rank = 0; rank < 2; ++rank) {
            const auto copy = profile.copy();
            QVERIFY(QDir(rankFolder(copy, rank)).removeRecursively());
            const auto less = judged(*opened(copy));
            QVERIFY(!saysNoFinding(less.advice) && less.advice.verdict.ground != RunVerdict::Ground::Whole);
            QVERIFY(!less.advice.verdict.notes.empty());
        }
        QDirIterator files(profile.folder(), QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const auto name = files.next().mid(profile.folder().size());
            if (name == QStringLiteral("/truth.json")) {
                continue;
            }
            const auto copy = profile.copy();
            QVERIFY(QFile::remove(copy + name));
            const auto workspace = opened(copy);
            const auto less = judged(*workspace);
            const auto change = changed(whole, figuresOf(*workspace));
            QVERIFY2(change.empty(), qPrintable(name + QLatin1Char(' ') + QString::fromStdString(change)));
            QVERIFY2(less.passed >= before.passed || !saysNoFinding(less.advice), qPrintable(name));
        }
    }

    /// Any table of the databases of a rank.
    void everyTableIsMissed() {
        Profile profile(kSmall);
        QVERIFY(profile.isWritten());
        const auto whole = figuresOf(*opened(profile.folder()));
        const auto before = judged(*opened(profile.folder()));
        int dropped = 0;
        for (const auto &database : databasesOf(rankFolder(profile.folder(), 0))) {
            const auto name = database.mid(profile.folder().size());
            for (const auto &table : tablesOf(database)) {
                const auto copy = profile.copy();
                QVERIFY(edited(copy + name, "DROP TABLE " + table));
                const auto workspace = opened(copy);
                const auto less = judged(*workspace);
                const auto change = changed(whole, figuresOf(*workspace));
                QVERIFY2(change.empty(), (table + ", " + change).c_str());
                QVERIFY2(less.passed >= before.passed || less.advice.verdict.ground != RunVerdict::Ground::Whole,
                         table.c_str());
                ++dropped;
                QVERIFY(QDir(copy).removeRecursively());
            }
        }
        QVERIFY(dropped > 20);
    }

    /// Any column of the tables that figures are made of. Names, groups and numbers of steps are what rows are about:
    /// without them these are other rows.
    void everyColumnIsMissed() {
        Profile profile(kSmall);
        QVERIFY(profile.isWritten());
        const auto whole = figuresOf(*opened(profile.folder()));
        const std::vector<std::string> tables{"TASK",          "COMPUTE_TASK_INFO",  "COMMUNICATION_OP",
                                              "STEP_TIME",     "CommAnalyzerTime",   "CommAnalyzerBandwidth",
                                              "StepTraceTime", "CommAnalyzerMatrix", "MEMORY_RECORD",
                                              "NPU_MEM"};
        const std::vector<std::string> identities{"hccl_op_name", "group_name", "step", "transport_type", "opName"};
        int dropped = 0;
        for (const auto &database : databasesOf(rankFolder(profile.folder(), 0))) {
            const auto name = database.mid(profile.folder().size());
            for (const auto &table : tablesOf(database)) {
                const bool isAsked = std::find(tables.begin(), tables.end(), table) != tables.end();
                for (const auto &column : rowsOf(database, "SELECT name FROM pragma_table_info('" + table + "')")) {
                    const bool isIdentity = std::find(identities.begin(), identities.end(), column) != identities.end();
                    if (!isAsked || isIdentity) {
                        continue;
                    }
                    const auto copy = profile.copy();
                    QVERIFY2(columnDropped(copy + name, table, column), column.c_str());
                    const auto change = changed(whole, figuresOf(*opened(copy)));
                    QVERIFY2(change.empty(), (table + '.' + column + ", " + change).c_str());
                    ++dropped;
                    QVERIFY(QDir(copy).removeRecursively());
                }
            }
        }
        QVERIFY(dropped > 50);
    }

    /// Where nothing can be judged it is not said that nothing was found.
    void nothingIsJudgedOfNothing() {
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("trace.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n");
        file.close();
        Run run;
        run.id = RunId{0};
        const auto empty = adviceFor(run);
        QCOMPARE(passedRules(empty), std::size_t{0});
        QVERIFY(empty.verdict.ground == RunVerdict::Ground::Nothing && !saysNoFinding(empty));
        QCOMPARE(findingText(empty.verdict.headline), std::string("Nothing to judge yet."));
        const auto opaque = opened(folder.path());
        if (!opaque->runs.empty()) {
            const auto advice = judged(*opaque).advice;
            QVERIFY(!saysNoFinding(advice) && advice.verdict.ground == RunVerdict::Ground::Nothing);
        }
    }

    /// Wherever the largest file of a rank is cut: what it lacks is no lead over the others, and names that are lost
    /// make no kernels the same.
    void aCutRankAccusesNobody() {
        Profile profile({{"pp", "2"}, {"dp", "2"}, {"microbatches", "8"}, {"steps", "3"}});
        QVERIFY(profile.isWritten());
        QVERIFY(judged(*opened(profile.folder())).advice.findings.empty());
        for (int percent = 7; percent < 100; percent += 18) {
            const auto copy = profile.copy();
            QDirIterator files(rankFolder(copy, 1), QDir::Files, QDirIterator::Subdirectories);
            QFileInfo largest;
            while (files.hasNext()) {
                const QFileInfo info(files.next());
                largest = info.size() > largest.size() ? info : largest;
            }
            QVERIFY(QFile::resize(largest.filePath(), largest.size() * percent / 100));
            const auto advice = judged(*opened(copy)).advice;
            std::string rules;
            for (const auto &finding : advice.findings) {
                rules += ' ' + finding.rule;
            }
            QVERIFY2(rules.empty(),
                     qPrintable(QStringLiteral("%1 %:%2").arg(percent).arg(QString::fromStdString(rules))));
            QVERIFY(!saysNoFinding(advice));
        }
    }

    /// An operator of communication whose file has no times: empty, and it is said.
    void absentTimesOfCommunication() {
        const auto path = realPath(QStringLiteral("../findings/cases/A3_comm_missing/profile"));
        if (path.isEmpty()) {
            QSKIP("the case is absent");
        }
        const auto workspace = opened(path);
        const auto table = planted::table("comm_time", {.workspace = workspace.get()});
        std::size_t found = 0;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            if (table.text(row, "name").starts_with("hcom_allGather")) {
                ++found;
                for (const auto *column : {"start_us", "transit_ms", "wait_ms", "idle_ms", "wait_percent"}) {
                    QCOMPARE(table.text(row, column), std::string());
                }
                QCOMPARE(table.text(row, "elapsed_ms"), std::string("2.5"));
            }
        }
        QCOMPARE(found, std::size_t{1});
    }
};

TEST_SUITE(AbsentPartsTest)

}  // namespace tst_absent_parts

#include "tst_absent_parts.moc"
