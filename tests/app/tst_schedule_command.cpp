#include "tests/support/test_suite.h"

#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtCore/QXmlStreamReader>
#include <QtGui/QImage>
#include <QtTest/QTest>

namespace tst_schedule_command {

using namespace Qt::StringLiterals;

namespace {

struct Ended {
    int code = -1;
    QByteArray out;
    QByteArray error;
};

Ended run(const QStringList &words) {
    QProcess process;
    process.start(qEnvironmentVariable("STAGESCOPE_BINARY"), QStringList{u"schedule"_s} + words);
    if (!process.waitForFinished(60'000)) {
        process.kill();
        process.waitForFinished();
        return {};
    }
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

QStringList sized(const QString &kind, int pp, int microbatches, const QStringList &more = {}) {
    return QStringList{kind, u"--pp"_s, QString::number(pp), u"--microbatches"_s, QString::number(microbatches)} + more;
}

}  // namespace

class ScheduleCommandTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void printsOrderAndFigures() {
        const auto ended = run(sized(u"1f1b"_s, 4, 8));
        QCOMPARE(ended.error, QByteArray());
        QCOMPARE(ended.code, 0);
        const auto lines = ended.out.split('\n');
        QCOMPARE(lines[0], QByteArray("0F0,0F1,0F2,0F3,0B0,0F4,0B1,0F5,0B2,0F6,0B3,0F7,0B4,0B5,0B6,0B7"));
        QVERIFY(ended.out.contains("makespan 33.000 ms"));
        const auto rank1 = lines[8].simplified();
        QCOMPARE(rank1, QByteArray("1 24.000 ms 9.000 ms 27.27 % 37.50 % 6.000 ms 3 3"));
        QVERIFY(ended.out.contains("idle = makespan - busy"));
    }
    void durationsCount() {
        const auto ended = run(sized(u"zb-h1"_s, 4, 8,
                                     {u"--forward"_s, u"10us"_s, u"--backward-input"_s, u"8us"_s,
                                      u"--backward-weight"_s, u"12us"_s, u"--transfer"_s, u"0us"_s}));
        // 8 microbatches of 30 us and, W being longer than I, three times F of idle time.
        QVERIFY2(ended.out.contains("makespan 270.000 us"), ended.out.constData());
    }
    void textIsTheNotationAlone() {
        const auto ended = run(sized(u"gpipe"_s, 2, 2, {u"--drain"_s, u"descending"_s, u"--text"_s}));
        QCOMPARE(ended.out, QByteArray("0F0,0F1,0B1,0B0\n1F0,1F1,1B1,1B0\n"));
    }
    void csvGoesToStdoutAndToAFile() {
        const auto file = m_folder.filePath(u"actions.csv"_s);
        const auto ended = run(sized(u"dualpipev"_s, 2, 4, {u"--csv"_s, u"-o"_s, file}));
        QCOMPARE(ended.code, 0);
        const auto lines = ended.out.split('\n');
        QCOMPARE(lines[0].trimmed(), QByteArray("rank,position,action,kind,stage,microbatch,chunk,backward_stage,"
                                                "backward_microbatch,backward_chunk,start_ns,end_ns"));
        QVERIFY(ended.out.contains(",(F3.0&B1.1),O,0,3,0,3,1,1,"));
        QFile csv(file);
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QCOMPARE(csv.readAll(), ended.out);
    }
    void drawsThePipelineScene_data() {
        QTest::addColumn<QStringList>("look");
        QTest::addColumn<QSize>("size");
        QTest::newRow("light") << QStringList() << QSize(1600, 160 + 4 * 88);
        QTest::newRow("dark") << QStringList{u"--theme"_s, u"dark"_s, u"--size"_s, u"900x400"_s, u"--scale"_s, u"2"_s}
                              << QSize(1800, 800);
        QTest::newRow("palette") << QStringList{u"--palette"_s, u"dualpipe"_s, u"--size"_s, u"800x400"_s}
                                 << QSize(800, 400);
    }
    void drawsThePipelineScene() {
        QFETCH(QStringList, look);
        QFETCH(QSize, size);
        const auto file = m_folder.filePath(u"chart.png"_s);
        const auto ended = run(sized(u"dualpipe"_s, 4, 8, QStringList{u"-o"_s, file} + look));
        QCOMPARE(ended.error, QByteArray());
        QCOMPARE(ended.code, 0);
        const QImage image(file);
        QCOMPARE(image.size(), size);
        QSet<QRgb> colors;
        for (int y = 0; y < image.height(); y += 3) {
            for (int x = 0; x < image.width(); x += 3) {
                colors.insert(image.pixel(x, y));
            }
        }
        QVERIFY2(colors.size() > 8, qPrintable(QString::number(colors.size())));
    }
    void svgNamesItsSchedule() {
        const auto file = m_folder.filePath(u"chart.svg"_s);
        QCOMPARE(run(sized(u"zb-v"_s, 4, 8, {u"-o"_s, file})).code, 0);
        QFile svg(file);
        QVERIFY(svg.open(QIODevice::ReadOnly));
        const auto text = svg.readAll();
        QVERIFY(text.contains("zb-v p=4 m=8"));
        QVERIFY(!text.contains("StepTaskInfo"));
        QXmlStreamReader xml(text);
        int shapes = 0;
        while (!xml.atEnd()) {
            xml.readNext();
            shapes += xml.isStartElement() && xml.name() == u"rect"_s ? 1 : 0;
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QVERIFY(shapes > 4 * 8 * 6);
    }
    void wrongArguments_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("part");
        const auto row = [](const char *name, const QStringList &words, const char *part) {
            QTest::newRow(name) << words << QByteArray(part);
        };
        row("kind", sized(u"2f2b"_s, 4, 8), "there are: gpipe, 1f1b");
        row("no size", {u"1f1b"_s, u"--pp"_s, u"4"_s}, "--microbatches");
        row("precondition", sized(u"dualpipe"_s, 3, 8), "even number of ranks");
        row("group", sized(u"interleaved"_s, 4, 8, {u"--group-size"_s, u"2"_s}), "group size = 2");
        row("chunks", sized(u"interleaved"_s, 4, 8, {u"--chunks"_s, u"0"_s}), "--chunks");
        row("too many", sized(u"1f1b"_s, 4'000'000, 4'000'000), "exceed");
        row("duration", sized(u"1f1b"_s, 4, 8, {u"--forward"_s, u"3"_s}), "--forward");
        row("long", sized(u"1f1b"_s, 4, 8, {u"--forward"_s, u"2min"_s}), "--forward");
        row("drain", sized(u"gpipe"_s, 4, 8, {u"--drain"_s, u"up"_s}), "--drain");
        row("ending", sized(u"1f1b"_s, 4, 8, {u"-o"_s, u"/nonexistent/x.gif"_s}), ".csv");
        row("folder", sized(u"1f1b"_s, 4, 8, {u"-o"_s, u"/nonexistent/x.png"_s}), "/nonexistent/x.png");
        row("palette", sized(u"1f1b"_s, 4, 8, {u"--palette"_s, u"pink"_s}), "--palette");
        row("kernels", sized(u"1f1b"_s, 4, 8, {u"--kernel-colors"_s, u"pink"_s}), "--kernel-colors");
        row("both", sized(u"1f1b"_s, 4, 8, {u"--text"_s, u"--csv"_s}), "exclude");
    }
    void wrongArguments() {
        QFETCH(QStringList, words);
        QFETCH(QByteArray, part);
        const auto ended = run(words);
        QCOMPARE(ended.code, 2);
        QCOMPARE(ended.out, QByteArray());
        QCOMPARE(ended.error.count('\n'), 1);
        QVERIFY2(ended.error.contains(part), ended.error.constData());
    }

private:
    QTemporaryDir m_folder;
};

TEST_SUITE(ScheduleCommandTest)

}  // namespace tst_schedule_command

#include "tst_schedule_command.moc"
