#include "tests/app/demo_profile_fixture.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"
#include "views/common/theme.h"

#include <QtCore/QDir>
#include <QtCore/QDirIterator>
#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtCore/QXmlStreamReader>
#include <QtGui/QImage>
#include <QtTest/QTest>

namespace tst_report {

using namespace stagescope;

namespace {

int runProgram(const QStringList &arguments) {
    QProcess process;
    process.start(qEnvironmentVariable("STAGESCOPE_BINARY"), arguments);
    if (!process.waitForFinished(240'000)) {
        process.kill();
        process.waitForFinished();
        return -1;
    }
    return process.exitCode();
}

int runReport(const QStringList &arguments) { return runProgram(QStringList{QStringLiteral("report")} + arguments); }

QString read(const QString &path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QStringList linesOfVerdict(const QString &html) {
    static const QRegularExpression block(QStringLiteral("id=\"verdict\">(.*?)</div>"),
                                          QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression line(QStringLiteral("<p>(.*?)</p>"));
    QStringList lines;
    auto matches = line.globalMatch(block.match(html).captured(1));
    while (matches.hasNext()) {
        lines += matches.next().captured(1);
    }
    return lines;
}

}  // namespace

class TestReport : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_demo.isWritten());
        QCOMPARE(runReport({m_demo.path(), QStringLiteral("-o"), folder(), QStringLiteral("--query"),
                            QStringLiteral("SELECT rank, name FROM kernel WHERE name <> '<&>'")}),
                 0);
        m_html = read(folder() + QStringLiteral("/index.html"));
        QVERIFY(!m_html.isEmpty());
    }
    void nothingLeadsOutside() {
        QVERIFY(!m_html.contains(QStringLiteral("http")));
        QVERIFY(!m_html.contains(QStringLiteral("<script")));
        QVERIFY(!m_html.contains(QStringLiteral("//")));
    }
    void everyLinkIsThere() {
        static const QRegularExpression pattern(QStringLiteral("(?:href|src)=\"([^\"#]+)\""));
        auto matches = pattern.globalMatch(m_html);
        int count = 0;
        while (matches.hasNext()) {
            const auto name = matches.next().captured(1);
            ++count;
            QVERIFY2(QFile::exists(folder() + QLatin1Char('/') + name), qPrintable(name));
        }
        QVERIFY(count > 3);
    }
    void tablesAndPictures() {
        const auto csv = read(folder() + QStringLiteral("/ranks.csv"));
        QCOMPARE(csv.count(QLatin1Char('\n')), 3);
        const QImage picture(folder() + QStringLiteral("/pipeline.png"));
        QVERIFY(picture.width() == 1600 && picture.height() > 200 && picture.height() <= 900);
        QFile bytes(folder() + QStringLiteral("/ranks.csv"));
        QVERIFY(bytes.open(QIODevice::ReadOnly) && bytes.readAll().startsWith("\xEF\xBB\xBF"));
    }
    /// The first rows are on the page, all of them beside it, with the statement.
    void resultsOfQueries() {
        const auto section = m_html.mid(m_html.indexOf(QStringLiteral("id=\"added\"")));
        QVERIFY(section.contains(QStringLiteral("WHERE name &lt;&gt; '&lt;&amp;&gt;'")));
        const auto rows = read(folder() + QStringLiteral("/query_1.csv")).count(QLatin1Char('\n')) - 1;
        QVERIFY(rows > 200);
        QVERIFY(section.contains(QStringLiteral("First 200 of %1 rows.").arg(rows)));
        QVERIFY(section.contains(QStringLiteral("href=\"query_1.csv\"")));
    }
    void numbersAreThoseOfTheScreen() {
        QVERIFY(m_html.contains(QStringLiteral(" ms</td>")));
        for (const char *id : {"not_overlapped_us", "computing_us", "duration_us"}) {
            QVERIFY2(!m_html.contains(QStringLiteral(">%1<").arg(QLatin1String(id))), id);
        }
    }
    void coloursAreCalledWhatTheyAre() {
        QVERIFY(m_html.contains(QStringLiteral("Green: transit")));
        const auto transit = Theme::current().color(ColorRole::Overlapped);
        QVERIFY(m_html.contains(QStringLiteral("background:") + transit.name()));
        QVERIFY(transit.green() > transit.red() && transit.green() > transit.blue());
    }
    void findingsComeWithPicturesOfTheirEvidence() {
        stagescope::DemoOptions options;
        options.pp = 2;
        options.dp = 2;
        options.microbatches = 4;
        options.steps = 3;
        stagescope::DemoFault slow;
        slow.first = 1;
        slow.factorPpm = 1'500'000;
        options.faults = {slow};
        const auto path = m_out.filePath(QStringLiteral("slow"));
        QVERIFY(stagescope::placeDemo(path.toStdString(), options).has_value());
        const auto out = m_out.filePath(QStringLiteral("slow_report"));
        QCOMPARE(runReport({path, QStringLiteral("-o"), out}), 0);
        const auto html = read(out + QStringLiteral("/index.html"));
        const auto found = html.indexOf(QStringLiteral("id=\"findings\""));
        const auto picture = html.indexOf(QStringLiteral("src=\"finding_1.png\""));
        QVERIFY(found > 0 && picture > found && picture < html.indexOf(QStringLiteral("id=\"pictures\"")));
        QVERIFY(!QImage(out + QStringLiteral("/finding_1.png")).isNull());
        // The caption says what the picture shows, and the verdict its cost once.
        const auto caption = html.mid(html.lastIndexOf(QStringLiteral("<figcaption>"), picture)).section(u'<', 1, 1);
        QVERIFY2(caption.contains(QStringLiteral(": rank 1, step ")), qPrintable(caption));
        const auto cause = html.mid(html.indexOf(QStringLiteral("Largest cause: "))).section(u'<', 0, 0);
        QCOMPARE(cause.count(QStringLiteral("ms per step")), 1);
    }
    /// What a reader wants first comes first.
    void verdictFindingsLedgerAppendix() {
        stagescope::DemoOptions options;
        options.pp = 2;
        options.dp = 1;
        options.microbatches = 4;
        options.steps = 2;
        options.faults = {stagescope::demoFaultFromText("slow-rank=1:1.5").value()};
        const auto path = m_out.filePath(QStringLiteral("slower"));
        QVERIFY(stagescope::placeDemo(path.toStdString(), options).has_value());
        const QDir out(m_out.filePath(QStringLiteral("slower_report")));
        QCOMPARE(runReport({path, QStringLiteral("-o"), out.path(), QStringLiteral("--baseline"), m_demo.path()}), 0);
        const auto html = read(out.filePath(QStringLiteral("index.html")));
        qsizetype last = 0;
        for (const char *id : {"verdict", "findings", "ledger", "appendix", "pictures"}) {
            const auto at = html.indexOf(QStringLiteral("id=\"%1\"").arg(QLatin1String(id)));
            QVERIFY2(at > last, id);
            last = at;
        }
        const auto verdict = linesOfVerdict(html);
        QCOMPARE(verdict.size(), 3);
        QVERIFY2(verdict[0].startsWith(QStringLiteral("slower: ")), qPrintable(verdict[0]));
        QVERIFY2(verdict[1].startsWith(QStringLiteral("Step time: ")), qPrintable(verdict[1]));
        QVERIFY2(verdict[2].contains(QStringLiteral("baseline")), qPrintable(verdict[2]));
        QVERIFY(QFile::exists(out.filePath(QStringLiteral("difference.csv"))));
        QVERIFY2(verdict[2].contains(QStringLiteral("Largest causes: ")), qPrintable(verdict[2]));
        QVERIFY(!QImage(out.filePath(QStringLiteral("compare_ledger.png"))).isNull());
    }
    void verdictOfARunAlone() {
        const auto verdict = linesOfVerdict(m_html);
        QCOMPARE(verdict.size(), 3);
        QVERIFY2(verdict[1].contains(QStringLiteral("% computing")), qPrintable(verdict[1]));
        QVERIFY2(verdict[2].startsWith(QStringLiteral("Largest cause: ")) ||
                     verdict[2].startsWith(QStringLiteral("No cause found")),
                 qPrintable(verdict[2]));
        QVERIFY(!m_html.contains(QStringLiteral("id=\"ledger\"")));
    }
    /// Well-formed, and nothing in it is fetched from anywhere: pictures are in it, and all tables.
    void oneFileHoldsEverything() {
        const auto file = m_out.filePath(QStringLiteral("all.html"));
        QCOMPARE(runReport({m_demo.path(), QStringLiteral("-o"), file, QStringLiteral("--baseline"), m_demo.path()}),
                 0);
        const auto html = read(file);
        QXmlStreamReader xml(html);
        QStringList ids;
        QStringList titles;
        int pictures = 0;
        while (!xml.atEnd()) {
            if (xml.readNext() != QXmlStreamReader::StartElement) {
                continue;
            }
            const auto name = xml.name().toString();
            QVERIFY2(!QStringList({QStringLiteral("link"), QStringLiteral("script"), QStringLiteral("iframe"),
                                   QStringLiteral("object")})
                          .contains(name),
                     qPrintable(name));
            for (const auto &attribute : xml.attributes()) {
                const auto value = attribute.value().toString();
                if (attribute.name() == QStringLiteral("href")) {
                    QVERIFY2(value.startsWith(QLatin1Char('#')), qPrintable(value.left(80)));
                } else if (attribute.name() == QStringLiteral("src")) {
                    const auto begin = QStringLiteral("data:image/png;base64,");
                    QVERIFY2(value.startsWith(begin), qPrintable(value.left(80)));
                    QVERIFY(!QImage::fromData(QByteArray::fromBase64(value.mid(begin.size()).toLatin1())).isNull());
                    ++pictures;
                }
                ids += attribute.name() == QStringLiteral("id") ? value : QString();
            }
            if (name == QStringLiteral("summary")) {
                titles += xml.readElementText();
            }
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString() + QString::number(xml.lineNumber())));
        for (const char *outside : {"http:", "https:", "file:/", "url(", "@import", ".csv\""}) {
            QVERIFY2(!html.contains(QLatin1String(outside)), outside);
        }
        QVERIFY(pictures > 5);
        QVERIFY(titles.size() > 10);
        QVERIFY(ids.contains(QStringLiteral("ledger")) && ids.contains(QStringLiteral("appendix")));
        QVERIFY(html.contains(QStringLiteral("prefers-color-scheme: dark")));
        QVERIFY(QDir(m_out.path()).entryList({QStringLiteral("all*")}).size() == 1);
        QCOMPARE(runReport({m_demo.path(), QStringLiteral("-o"), m_out.path() + QStringLiteral("/none/x.html")}), 2);
    }
    /// The pictures are those of the pipeline that the first finding is about.
    void picturesFollowTheFirstFinding() {
        stagescope::DemoOptions options;
        options.pp = 4;
        options.dp = 2;
        options.microbatches = 8;
        options.steps = 2;
        options.faults = {stagescope::demoFaultFromText("slow-rank=5:1.3").value()};
        const auto path = m_out.filePath(QStringLiteral("slow5"));
        QVERIFY(stagescope::placeDemo(path.toStdString(), options).has_value());
        const QDir out(m_out.filePath(QStringLiteral("slow5_report")));
        QCOMPARE(runReport({path, QStringLiteral("-o"), out.path()}), 0);
        const auto shot = [&](const QStringList &arguments) {
            const auto file = m_out.filePath(QStringLiteral("shot.png"));
            runProgram(QStringList{QStringLiteral("shot")} + arguments + QStringList{path, QStringLiteral("-o"), file});
            return QImage(file);
        };
        const auto ofReport = [&](const char *name) { return QImage(out.filePath(QLatin1String(name))); };
        const auto group = QStringLiteral("--group");
        const auto pipeline = QStringLiteral("pipeline");
        const auto isShown = [&](const char *name, const QStringList &arguments) {
            const auto picture = ofReport(name);  // without the empty rows at its end
            return !picture.isNull() && picture == shot(arguments).copy(picture.rect());
        };
        QVERIFY(isShown("pipeline.png", {pipeline, group, QStringLiteral("pp(1,3,5,7)")}));
        QVERIFY(!isShown("pipeline.png", {pipeline, group, QStringLiteral("pp(0,2,4,6)")}));
        QVERIFY(!ofReport("finding_1.png").isNull());
    }
    void speaksChinese() {
        const auto out = m_out.filePath(QStringLiteral("zh"));
        const QStringList words{m_demo.path(), QStringLiteral("-o"), out, QStringLiteral("--lang")};
        QCOMPARE(runReport(words + QStringList{QStringLiteral("zh_CN")}), 0);
        const auto html = read(out + QStringLiteral("/index.html"));
        for (const auto *part : {"lang=\"zh-CN\"", "专家建议", "附录", "迭代耗时", "项检查通过", "各卡通信算子耗时"}) {
            QVERIFY2(html.contains(QString::fromUtf8(part)), part);
        }
        for (const auto *part : {">Findings<", "Step time: ", "checks passed", "More tables", "Elapsed (ms)"}) {
            QVERIFY2(!html.contains(QString::fromUtf8(part)), part);
        }
        QCOMPARE(runReport(words + QStringList{QStringLiteral("xx")}), 2);
    }
    void anEarlierReportIsReplacedAnythingElseIsNot() {
        QCOMPARE(runReport({m_demo.path(), QStringLiteral("-o"), folder()}), 0);
        QVERIFY(QDir().mkpath(m_out.filePath(QStringLiteral("mine"))));
        QFile mine(m_out.filePath(QStringLiteral("mine/notes.txt")));
        QVERIFY(mine.open(QIODevice::WriteOnly));
        mine.close();
        QCOMPARE(runReport({m_demo.path(), QStringLiteral("-o"), m_out.filePath(QStringLiteral("mine"))}), 2);
        QCOMPARE(QDir(m_out.filePath(QStringLiteral("mine"))).entryList(QDir::Files | QDir::Hidden).size(), 1);
    }
    void redactedReportTellsNoPlace() {
        const auto other = m_out.filePath(QStringLiteral("redacted"));
        QCOMPARE(runReport({m_demo.path(), QStringLiteral("-o"), other, QStringLiteral("--redact")}), 0);
        const QDir dir(other);
        const auto files = dir.entryList({QStringLiteral("*.html"), QStringLiteral("*.csv")});
        QVERIFY(files.size() > 2);
        for (const auto &name : files) {
            QVERIFY2(!read(dir.filePath(name)).contains(m_demo.path()), qPrintable(name));
        }
    }
    /// Planted names are nowhere: neither in the page nor in tables, and pictures are drawn from what has none.
    void redactedReportTellsNoName() {
        const auto path = m_out.filePath(QStringLiteral("home/alice/falcon_run"));
        QVERIFY(QDir().mkpath(m_out.filePath(QStringLiteral("home/alice"))));
        DemoOptions options;
        options.pp = 2;
        options.dp = 1;
        options.microbatches = 4;
        options.steps = 2;
        QVERIFY(placeDemo(path.toStdString(), options).has_value());
        const QByteArray planted =
            "\"hostname\": \"trainer-7.lab.example.com\", \"user\": \"mallory\", \"cwd\": \"/home/bob/src\", "
            "\"addresses\": \"10.11.12.13 2001:db8::42\", \"api_token\": \"8675309\", ";
        int files = 0;
        for (QDirIterator it(path, {QStringLiteral("profiler_metadata.json")}, QDir::Files,
                             QDirIterator::Subdirectories);
             it.hasNext(); ++files) {
            QFile file(it.next());
            QVERIFY(file.open(QIODevice::ReadWrite));
            auto text = file.readAll();
            text.insert(text.indexOf('{') + 1, planted);
            QVERIFY(file.resize(0) && file.seek(0) && file.write(text) == text.size());
        }
        QVERIFY(files > 0);
        const QStringList names{QStringLiteral("alice"),       QStringLiteral("falcon_run"),
                                QStringLiteral("trainer-7"),   QStringLiteral("lab.example.com"),
                                QStringLiteral("mallory"),     QStringLiteral("bob"),
                                QStringLiteral("10.11.12.13"), QStringLiteral("2001:db8"),
                                QStringLiteral("8675309"),     m_out.path()};
        const auto textOf = [&](const QString &name, const QStringList &more) {
            const auto file = m_out.filePath(name);
            runReport(QStringList{path, QStringLiteral("-o"), file} + more);
            static const QRegularExpression picture(QStringLiteral("data:image/png;base64,[^\"]*"));
            return read(file).remove(picture);  // in which any short name may stand
        };
        const auto plain = textOf(QStringLiteral("plain.html"), {});
        QVERIFY(plain.contains(names[1]) && plain.contains(names[2]));
        const auto redacted = textOf(QStringLiteral("redacted.html"), {QStringLiteral("--redact")});
        QVERIFY(redacted.contains(QStringLiteral("id=\"pictures\"")));
        QVERIFY(redacted.contains(QStringLiteral("run-1")) && redacted.contains(QStringLiteral("host-1")));
        for (const auto &name : names) {
            QVERIFY2(!redacted.contains(name), qPrintable(name));
        }
        // Neither do answers, nor their heads, which are words of the statement.
        const auto asked = m_out.filePath(QStringLiteral("asked"));
        runReport({path, QStringLiteral("-o"), asked, QStringLiteral("--redact"), QStringLiteral("--query"),
                   QStringLiteral("SELECT * FROM environment"), QStringLiteral("--query"),
                   QStringLiteral("SELECT name LIKE '%alice%' FROM kernel")});
        for (const auto &file : {QStringLiteral("query_1.csv"), QStringLiteral("query_2.csv")}) {
            const auto answer = read(QDir(asked).filePath(file));
            QVERIFY2(!answer.isEmpty(), qPrintable(file));
            for (const auto &name : names) {
                QVERIFY2(!answer.contains(name), qPrintable(file + QLatin1Char(' ') + name));
            }
        }
    }

private:
    [[nodiscard]] QString folder() const { return m_out.filePath(QStringLiteral("report")); }

    DemoProfileFixture m_demo;
    QTemporaryDir m_out;
    QString m_html;
};

TEST_SUITE(TestReport)

}  // namespace tst_report

#include "tst_report.moc"
