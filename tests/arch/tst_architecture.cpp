#include "tests/arch/source_scanner.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QDirIterator>
#include <QtCore/QFile>
#include <QtCore/QRegularExpression>
#include <QtTest/QTest>

#include <map>
#include <set>

namespace tst_architecture {

using arch::FunctionSize;
using arch::SourceScanner;

namespace {

constexpr int kMaxFileLines = 600;
constexpr int kMaxFunctionLines = 60;
constexpr int kMaxConstructorLines = 40;
constexpr int kMaxNesting = 4;
constexpr int kMaxReadmeLines = 30;
constexpr int kMaxSourcesOfFolder = 25;

struct SourceFile {
    QString path;  ///< from the repository's root
    QString text;

    [[nodiscard]] qsizetype lines() const { return text.count(QLatin1Char('\n')); }
    /// A file may exceed the budgets when its head says why.
    [[nodiscard]] bool hasBudgetReason() const {
        return text.section(QLatin1Char('\n'), 0, 14).contains(QStringLiteral("// budget: "));
    }
    [[nodiscard]] QString place(qsizetype position) const {
        return path + QLatin1Char(':') + QString::number(text.left(position).count(QLatin1Char('\n')) + 1);
    }
};

QString rootFolder() { return stagescope::sourcePath(""); }

QString textOf(const QString &path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QList<SourceFile> sources(const QStringList &folders) {
    QList<SourceFile> result;
    for (const QString &folder : folders) {
        QDirIterator it(rootFolder() + QLatin1Char('/') + folder, {QStringLiteral("*.h"), QStringLiteral("*.cpp")},
                        QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext()) {
            const QString path = it.next();
            result.append({path.mid(rootFolder().size() + 1), textOf(path)});
        }
    }
    std::sort(result.begin(), result.end(), [](const SourceFile &a, const SourceFile &b) { return a.path < b.path; });
    return result;
}

QStringList allRooms() { return {QStringLiteral("app"), QStringLiteral("core"), QStringLiteral("views")}; }
QStringList allFolders() { return allRooms() << QStringLiteral("tests"); }

/// What a room may include beside itself and core/base: whole rooms ("core/store/") and single headers.
const std::map<QString, QStringList> &directions() {
    static const QString all = QStringLiteral("core/base/");
    static const QString store = QStringLiteral("core/store/");
    static const QString session = QStringLiteral("core/session/");
    static const QString analysis = QStringLiteral("core/analysis/");
    static const QString workspace = QStringLiteral("core/session/workspace.h");
    static const QString facts = QStringLiteral("core/session/rank_facts.h");  // a part of what the workspace holds
    static const std::map<QString, QStringList> table = {
        {QStringLiteral("core/base/"), {}},
        {store, {all}},
        {QStringLiteral("core/formats/"), {all, store}},
        {session,
         {all, store, QStringLiteral("core/formats/format.h"), QStringLiteral("core/formats/format_list.h"),
          QStringLiteral("core/formats/io/load_control.h")}},
        // The depth at which a table needs its ranks loaded is a word of the readers.
        {analysis, {all, store, workspace, facts, QStringLiteral("core/formats/io/load_control.h")}},
        // Two rules look at slices themselves: what ran beside an operator, what the host did meanwhile.
        {QStringLiteral("core/advice/"),
         {all, analysis, facts, QStringLiteral("core/store/trace/trace_store.h"), QStringLiteral("core/ask/")}},
        {QStringLiteral("core/scene/"),
         {all, store, analysis, workspace, QStringLiteral("core/session/time_view.h"),
          QStringLiteral("core/session/selection.h"), QStringLiteral("core/settings/step_plan.h")}},
        {QStringLiteral("core/ask/"), {all, store, analysis}},
        // Smaller copies are cut by those who read.
        {QStringLiteral("core/export/"),
         {all, store, analysis, workspace, QStringLiteral("core/formats/cut/file_cut.h")}},
        // A remote folder is judged as a local one would be.
        {QStringLiteral("core/fetch/"),
         {all, QStringLiteral("core/session/discovery/"), workspace, QStringLiteral("core/export/slim/slim_plan.h")}},
        // What two machines say to each other, whatever it is about.
        {QStringLiteral("core/remote/"), {all}},
        {QStringLiteral("core/demo/"),
         {all, store, QStringLiteral("core/analysis/pipeline/schedule/schedule.h"),
          QStringLiteral("core/analysis/pipeline/schedule/pipeline_cell.h")}},
        {QStringLiteral("core/settings/"), {all, store, analysis, workspace}},
        {QStringLiteral("views/"),
         {all, store, session, analysis, QStringLiteral("core/advice/"), QStringLiteral("core/scene/"),
          QStringLiteral("core/settings/"), QStringLiteral("core/export/"), QStringLiteral("core/ask/row_filter.h")}},
        {QStringLiteral("app/"), {QStringLiteral("core/"), QStringLiteral("views/")}},
        {QStringLiteral("tests/"), {QStringLiteral("core/"), QStringLiteral("views/"), QStringLiteral("app/")}},
    };
    return table;
}

QString roomOf(const QString &path) {
    for (const auto &[room, allowed] : directions()) {
        if (path.startsWith(room))
            return room;
    }
    return {};
}

bool mayInclude(const QString &path, const QString &header) {
    const QString room = roomOf(path);
    if (room.isEmpty())
        return false;
    QStringList allowed = directions().at(room);
    allowed << room;
    return std::any_of(allowed.begin(), allowed.end(), [&](const QString &entry) {
        return entry.endsWith(QLatin1Char('/')) ? header.startsWith(entry) : header == entry;
    });
}

QString folderOf(const QString &path) { return path.section(QLatin1Char('/'), 0, -2); }

/// Fails with every offender, one per line.
void verifyNone(const QStringList &offenders) {
    QVERIFY2(offenders.isEmpty(), qPrintable(QLatin1Char('\n') + offenders.join(QLatin1Char('\n'))));
}

}  // namespace

class TestArchitecture : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void scannerMeasures();
    void scannerSeesThroughTexts();
    void directionTable();
    void includes();
    void foldersIncludeInNoCircle();
    void foldersAreSmall();
    void coreIsWithoutGui();
    void oneWriter();
    void textsAreReadAndMatchedWithinLimits();
    void timesOfFilesHaveOneOwner();
    void signsHaveOneOwner();
    void databasesAreOpenedByOneFunction();
    void extremesAreTakenByValue();
    void fileSizes();
    void functionSizes();
    void typeNames();
    void linkedTypesAreNamedOnce();
    void readmes();
    void qObjectStandsFirst();
};

void TestArchitecture::scannerMeasures() {
    const SourceScanner scanner(QStringLiteral(R"src(
namespace a {
template <class T>
struct Box {
    explicit Box(int x) : m_x{x}, m_y(2) {
        run();
    }
    enum class Mode { On, Off };
    int m_x{0};
    int m_y = 1;
};
const int kTable[] = {1, 2, 3};
const std::map<int, int> &table() {
    static const std::map<int, int> t = {{1, 2}};
    return t;
}
Outer::Outer(int n)
    : m_n{n},
      m_m(n) {
}
void Outer::deep(int n) const {
    if (n > 0) {
        for (int i = 0; i < n; ++i) {
            while (i) {
            }
        }
    } else if (n < 0) {
        std::sort(a, b, [](int l, int r) {
            if (l) {
            }
            return l < r;
        });
    }
    switch (n) {
        case 1: {
            break;
        }
    }
}
}  // namespace a
)src"));
    QStringList found;
    for (const FunctionSize &f : scanner.functions()) {
        found << QStringLiteral("%1@%2 %3 %4%5")
                     .arg(f.name)
                     .arg(f.line)
                     .arg(f.lines)
                     .arg(f.nesting)
                     .arg(f.isConstructor ? QStringLiteral(" constructor") : QString());
    }
    const QStringList expected{QStringLiteral("Box@5 3 0 constructor"), QStringLiteral("table@13 4 0"),
                               QStringLiteral("Outer::Outer@17 4 0 constructor"),
                               QStringLiteral("Outer::deep@21 19 3")};
    QCOMPARE(found, expected);
    const QStringList types{QStringLiteral("Box"), QStringLiteral("Mode")};
    QCOMPARE(scanner.types(), types);
    const SourceScanner linked(QStringLiteral(
        "namespace a::b {\nstruct Seen {\n    struct Inner {};\n};\nenum class Order : int { First };\n"
        "struct Seen::Later {\n};\nnamespace {\nstruct Own {\n};\n}\ntemplate <>\nstruct Hash<int> {\n};\n"
        "void f() {\n    struct Local {};\n}\n}\nclass Outer final : public Q {\n};\n"));
    const QStringList seen{QStringLiteral("a::b::Seen"), QStringLiteral("a::b::Order"), QStringLiteral("Outer")};
    QCOMPARE(linked.linkedTypes(), seen);
}

void TestArchitecture::scannerSeesThroughTexts() {
    const QString source = QStringLiteral(
        "#define X {\nvoid f() {  // {\n    g(\"{\\\"\", '{', 1'000, R\"(}{)\");  /* {\n */\n}\nvoid h() {}\n");
    const SourceScanner scanner(source);
    QCOMPARE(scanner.functions().size(), 2);
    QCOMPARE(scanner.functions()[0].lines, 4);
    QCOMPARE(scanner.functions()[1].line, 6);
    QCOMPARE(scanner.code().count(QLatin1Char('\n')), source.count(QLatin1Char('\n')));
}

void TestArchitecture::directionTable() {
    const auto may = [](const char *from, const char *to) {
        return mayInclude(QString::fromLatin1(from), QString::fromLatin1(to));
    };
    QVERIFY(may("core/analysis/pipeline/schedule/schedule.cpp", "core/session/workspace.h"));
    QVERIFY(!may("core/analysis/pipeline/schedule/schedule.cpp", "core/session/loading/load_job.h"));
    QVERIFY(!may("core/formats/x_format.cpp", "core/session/workspace.h"));
    QVERIFY(!may("core/demo/event_loop.cpp", "core/analysis/pipeline/schedule/simulator.h"));
    QVERIFY(!may("views/timeline/x.cpp", "core/formats/format.h"));
    QVERIFY(!may("views/timeline/x.cpp", "app/main.h"));
    QVERIFY(may("app/main.cpp", "core/demo/demo_writer.h"));
    QVERIFY(!may("elsewhere/x.cpp", "core/base/time.h"));
}

void TestArchitecture::includes() {
    static const QRegularExpression include(QStringLiteral(R"re(^[ \t]*#[ \t]*include[ \t]*"([^"]+)")re"),
                                            QRegularExpression::MultilineOption);
    QStringList offenders;
    int seen = 0;
    for (const SourceFile &file : sources(allFolders())) {
        for (auto it = include.globalMatch(file.text); it.hasNext();) {
            const QRegularExpressionMatch match = it.next();
            const QString header = match.captured(1);
            ++seen;
            if (header.endsWith(QStringLiteral(".moc")) || mayInclude(file.path, header))
                continue;
            offenders << file.place(match.capturedStart(1)) + QStringLiteral(" may not include \"") + header +
                             QLatin1Char('"');
        }
    }
    QVERIFY(seen > 100);
    verifyNone(offenders);
}

// A folder is a subject. Two that include each other, be it by way of others, are one.
void TestArchitecture::foldersIncludeInNoCircle() {
    static const QRegularExpression include(QStringLiteral("^#include \"((?:core|views|app)/[^\"]+)\""),
                                            QRegularExpression::MultilineOption);
    std::map<QString, std::map<QString, QString>> arrows;  // folder -> folder it includes -> an example
    for (const SourceFile &file : sources(allRooms())) {
        for (auto it = include.globalMatch(file.text); it.hasNext();) {
            const auto match = it.next();
            const auto from = folderOf(file.path);
            const auto to = folderOf(match.captured(1));
            if (from != to) {
                arrows[from].try_emplace(to, file.place(match.capturedStart(1)));
            }
        }
    }
    QVERIFY(arrows.size() > 30);
    // Folders that include nothing of what is left fall away; what stays is in circles, or includes one.
    const auto isDone = [&](const auto &folder) {
        return std::none_of(folder.second.begin(), folder.second.end(),
                            [&](const auto &arrow) { return arrows.contains(arrow.first); });
    };
    while (std::erase_if(arrows, isDone) > 0) {
    }
    QStringList offenders;
    for (const auto &[from, targets] : arrows) {
        for (const auto &[to, example] : targets) {
            if (arrows.contains(to)) {
                offenders << from + QStringLiteral(" includes ") + to + QStringLiteral(", as in ") + example;
            }
        }
    }
    verifyNone(offenders);
}

// A header and the source of its name count once.
void TestArchitecture::foldersAreSmall() {
    std::map<QString, std::set<QString>> folders;
    for (const SourceFile &file : sources({QStringLiteral("core"), QStringLiteral("views")})) {
        folders[folderOf(file.path)].insert(file.path.section(QLatin1Char('.'), 0, 0));
    }
    QVERIFY(folders.size() > 40);
    QStringList offenders;
    for (const auto &[folder, names] : folders) {
        if (names.size() > kMaxSourcesOfFolder) {
            offenders << QStringLiteral("%1 holds %2 sources, at most %3")
                             .arg(folder)
                             .arg(names.size())
                             .arg(kMaxSourcesOfFolder);
        }
    }
    verifyNone(offenders);
}

void TestArchitecture::coreIsWithoutGui() {
    static const QRegularExpression include(QStringLiteral(R"re(^[ \t]*#[ \t]*include[ \t]*<(Q[^>]+)>)re"),
                                            QRegularExpression::MultilineOption);
    QStringList offenders;
    for (const SourceFile &file : sources({QStringLiteral("core")})) {
        for (auto it = include.globalMatch(file.text); it.hasNext();) {
            const QRegularExpressionMatch match = it.next();
            const QString header = match.captured(1);
            if (!header.startsWith(QStringLiteral("QtCore/")) && !header.startsWith(QStringLiteral("QtConcurrent/")))
                offenders << file.place(match.capturedStart(1)) + QStringLiteral(" includes <") + header +
                                 QLatin1Char('>');
        }
    }
    verifyNone(offenders);
}

// What users keep is replaced whole, with all that belongs to it, or not at all: by OutputFile and OutputFolder, which
// know how. Reading opens files otherwise, and buffers in memory are none.
void TestArchitecture::oneWriter() {
    static const QRegularExpression writes(QStringLiteral(
        R"re(\bofstream\b|\bstd::fstream\b|\bQSaveFile\b|\bQLockFile\b|\bQTemporary(?:File|Dir)\b|\bQFile::(?:rename|copy|link)\b)re"
        R"re(|(?:\bfs|\bfilesystem|\bstd|(?<![\w>]))::rename(?:at2?)?\(|\brename\(Qt|\bcreate_(?:directory|directories|symlink|hard_link)\b)re"
        R"re(|\bcopy_file\b|\bresize_file\b|\b(?:fs|filesystem)::copy\(|\bmkpath\(|::mkdir(?:at)?\(|\bmkdtemp\b|\bmkstemp\b|\bfopen\b)re"
        R"re(|\bO_(?:CREAT|WRONLY|RDWR|TRUNC|APPEND)\b|\bf?truncate\(|\bSQLITE_OPEN_CREATE\b)re"
        R"re(|[fF]ile\.open\(QIODevice::(?:WriteOnly|ReadWrite|Append|NewOnly))re"));
    static const std::map<QString, const char *> writers{
        {QStringLiteral("core/base/io/output_part.cpp"), "the writer: what is not whole yet"},
        {QStringLiteral("core/base/io/output_folder.cpp"), "the writer: folders"},
        {QStringLiteral("core/base/io/private_folder.cpp"), "copies below the cache folder, locked while in use"},
        {QStringLiteral("core/base/io/cache_folder.cpp"), "a folder for this process where the user has none"},
        {QStringLiteral("core/base/io/database_writer.cpp"), "SQLite opens files itself; users give it parts"},
        {QStringLiteral("core/base/io/child_process.cpp"), "what another program prints, into a private folder"},
        {QStringLiteral("core/base/io/mark_file.cpp"), "gives a broken file another name, never its content"},
        {QStringLiteral("app/window/show_listener.cpp"), "a socket in the folder of the session, and that folder"},
        {QStringLiteral("app/crash_report.cpp"), "runs in a signal handler, where nothing may be allocated"},
    };
    std::set<QString> seen;
    QStringList offenders;
    for (const SourceFile &file : sources(allRooms())) {
        const QString code = SourceScanner(file.text).code();
        for (auto it = writes.globalMatch(code); it.hasNext();) {
            const auto match = it.next();
            seen.insert(file.path);
            if (!writers.contains(file.path)) {
                offenders << file.place(match.capturedStart()) + QStringLiteral(" writes by itself: ") +
                                 match.captured();
            }
        }
    }
    verifyNone(offenders);
    QCOMPARE(seen.size(), writers.size());  // none is listed in vain
}

// std::regex recurses once a character: a long name in a profile ends the program. BytePattern has limits. getline from
// a file has none: a log without line ends fills the memory.
void TestArchitecture::textsAreReadAndMatchedWithinLimits() {
    static const QRegularExpression use(
        QStringLiteral(R"re(^[ \t]*#[ \t]*include[ \t]*<(?:\w+/)?regex(?:\.h)?>|\bgetline\()re"),
        QRegularExpression::MultilineOption);
    QVERIFY(use.match(QStringLiteral("a\n# include <regex>")).hasMatch());
    QVERIFY(!use.match(QStringLiteral("#include \"core/x_regex.h\"")).hasMatch());
    QStringList offenders;
    for (const SourceFile &file : sources(allRooms())) {
        for (auto it = use.globalMatch(file.text); it.hasNext();) {
            const auto match = it.next();
            const auto text = match.captured().trimmed();
            if (text.startsWith(QLatin1Char('#')) || file.text.contains(QStringLiteral("ifstream")))
                offenders << file.place(match.capturedStart()) + QStringLiteral(" has ") + text;
        }
    }
    verifyNone(offenders);
}

// Anybody may set a file's time to a year that 64 bits of nanoseconds do not hold.
void TestArchitecture::timesOfFilesHaveOneOwner() {
    static const QRegularExpression use(QStringLiteral(R"re(st_[amc]tim\.tv_sec\b[^;,]*\*)re"));
    QVERIFY(use.match(QStringLiteral("std::int64_t{facts.st_mtim.tv_sec} * kSecond")).hasMatch());
    QStringList offenders;
    for (const SourceFile &file : sources(allRooms())) {
        if (const auto match = use.match(file.text); match.hasMatch()) {
            offenders << file.place(match.capturedStart()) + QStringLiteral(" does not ask file_time.h");
        }
    }
    verifyNone(offenders);
}

// Who chooses a plus shows the minus of printf beside it; signedFigure has both as people read them.
void TestArchitecture::signsHaveOneOwner() {
    static const QRegularExpression use(QStringLiteral(R"re(\?\s*(?:QStringLiteral\()?"[ (]*\+"|%\+[.\d*]*l?[dfg])re"));
    QVERIFY(use.match(QStringLiteral("(more > 0 ? \"+\" : \"\") + text")).hasMatch());
    QVERIFY(use.match(QStringLiteral("(\"%+.1f\", value)")).hasMatch());
    QStringList owners;
    for (const SourceFile &file : sources(allRooms())) {
        if (use.match(file.text).hasMatch()) {
            owners << file.path;
        }
    }
    QCOMPARE(owners, QStringList{QStringLiteral("core/base/number_text.cpp")});
    static const QRegularExpression plain(QStringLiteral(R"re(\bdurationText\()re"));
    QStringList offenders;
    for (const SourceFile &file : sources({QStringLiteral("views"), QStringLiteral("core/scene"),
                                           QStringLiteral("app/window"), QStringLiteral("app/report")})) {
        if (const auto match = plain.match(file.text); match.hasMatch()) {
            offenders << file.place(match.capturedStart()) + QStringLiteral(" shows the hyphen: shownDuration");
        }
    }
    verifyNone(offenders);
}

// What is opened past it has all threads wait for the tally of SQLite's memory.
void TestArchitecture::databasesAreOpenedByOneFunction() {
    static const QRegularExpression use(QStringLiteral(R"re(\bsqlite3_open\w*\()re"));
    QStringList openers;
    for (const SourceFile &file : sources(allRooms())) {
        if (use.match(file.text).hasMatch()) {
            openers << file.path;
        }
    }
    QCOMPARE(openers, QStringList{QStringLiteral("core/base/io/sqlite_library.cpp")});
}

// std::minmax(a, b) gives references, also to what a call has just returned; std::minmax({a, b}) gives values.
void TestArchitecture::extremesAreTakenByValue() {
    static const QRegularExpression use(QStringLiteral(R"re(auto &{0,2}\[\w+, \w+\] = std::minmax\((?!\{))re"));
    QVERIFY(use.match(QStringLiteral("const auto [a, b] = std::minmax(f(), g());")).hasMatch());
    QVERIFY(!use.match(QStringLiteral("const auto [a, b] = std::minmax({f(), g()});")).hasMatch());
    QStringList offenders;
    for (const SourceFile &file : sources(allFolders())) {
        for (auto it = use.globalMatch(file.text); it.hasNext();) {
            offenders << file.place(it.next().capturedStart()) + QStringLiteral(" keeps references");
        }
    }
    offenders.removeIf([](const QString &place) { return place.startsWith(QLatin1String("tests/arch")); });
    verifyNone(offenders);
}

void TestArchitecture::fileSizes() {
    QStringList offenders;
    for (const SourceFile &file : sources(allFolders())) {
        if (file.lines() > kMaxFileLines && !file.hasBudgetReason())
            offenders
                << QStringLiteral("%1 has %2 lines, at most %3").arg(file.path).arg(file.lines()).arg(kMaxFileLines);
    }
    verifyNone(offenders);
}

void TestArchitecture::functionSizes() {
    QStringList offenders;
    int seen = 0;
    for (const SourceFile &file : sources(allRooms())) {
        if (file.hasBudgetReason())
            continue;
        const SourceScanner scanner(file.text);
        for (const FunctionSize &function : scanner.functions()) {
            ++seen;
            const QString where =
                file.path + QLatin1Char(':') + QString::number(function.line) + QLatin1Char(' ') + function.name;
            const int limit = function.isConstructor ? kMaxConstructorLines : kMaxFunctionLines;
            if (function.lines > limit)
                offenders << QStringLiteral("%1 has %2 lines, at most %3").arg(where).arg(function.lines).arg(limit);
            if (function.nesting > kMaxNesting)
                offenders
                    << QStringLiteral("%1 nests %2 deep, at most %3").arg(where).arg(function.nesting).arg(kMaxNesting);
        }
    }
    QVERIFY(seen > 300);
    verifyNone(offenders);
}

void TestArchitecture::typeNames() {
    static const QRegularExpression banned(
        QStringLiteral("(Manager|Utils?|Helpers?|Data|Info|Context|Processor)(?![a-z])"));
    QVERIFY(banned.match(QStringLiteral("RankInfo")).hasMatch());
    QVERIFY(!banned.match(QStringLiteral("Information")).hasMatch());
    QStringList offenders;
    for (const SourceFile &file : sources(allRooms())) {
        const SourceScanner scanner(file.text);
        for (const QString &type : scanner.types()) {
            // "Context bar" is what people read on it.
            if (banned.match(type).hasMatch() && type != QLatin1String("ContextBar"))
                offenders << file.path + QStringLiteral(" names a type ") + type;
        }
    }
    verifyNone(offenders);
}

// Two types of one name in one namespace make one program that follows either, as the linker likes: a test's DemoCell
// of 16 bytes once was the core's of 36.
void TestArchitecture::linkedTypesAreNamedOnce() {
    std::map<QString, QString> homes;
    QStringList offenders;
    for (const SourceFile &file : sources(allFolders())) {
        const SourceScanner scanner(file.text);
        for (const QString &name : scanner.linkedTypes()) {
            if (const auto [home, isNew] = homes.try_emplace(name, file.path); !isNew)
                offenders << name + QStringLiteral(" is a type of ") + home->second + QStringLiteral(" and of ") +
                                 file.path;
        }
    }
    QVERIFY(homes.size() > 1200);
    verifyNone(offenders);
}

void TestArchitecture::readmes() {
    QStringList offenders;
    for (const QString &room : {QStringLiteral("core"), QStringLiteral("views")}) {
        QStringList folders{room};
        QDirIterator it(rootFolder() + QLatin1Char('/') + room, QDir::Dirs | QDir::NoDotAndDotDot,
                        QDirIterator::Subdirectories);
        while (it.hasNext())
            folders << it.next().mid(rootFolder().size() + 1);
        for (const QString &folder : folders) {
            const QString text = textOf(rootFolder() + QLatin1Char('/') + folder + QStringLiteral("/README.md"));
            const qsizetype lines = text.count(QLatin1Char('\n'));
            if (lines == 0 || lines > kMaxReadmeLines)
                offenders << QStringLiteral("%1/README.md has %2 lines, 1 to %3 wanted")
                                 .arg(folder)
                                 .arg(lines)
                                 .arg(kMaxReadmeLines);
        }
    }
    verifyNone(offenders);
}

void TestArchitecture::qObjectStandsFirst() {
    // moc's scan for headers looks at the line's begin only.
    static const QRegularExpression macro(QStringLiteral(R"(^[ \t]*[^\s/].*\bQ_OBJECT\b)"),
                                          QRegularExpression::MultilineOption);
    QStringList offenders;
    for (const SourceFile &file : sources(allRooms())) {
        const QString code = SourceScanner::blanked(file.text);
        for (auto it = macro.globalMatch(code); it.hasNext();) {
            const QRegularExpressionMatch match = it.next();
            if (!match.captured().trimmed().startsWith(QStringLiteral("Q_OBJECT")))
                offenders << file.place(match.capturedStart());
        }
    }
    verifyNone(offenders);
}

TEST_SUITE(TestArchitecture)

}  // namespace tst_architecture

#include "tst_architecture.moc"
