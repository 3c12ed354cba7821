#include "core/formats/format_list.h"
#include "tests/core/formats/trace_dump.h"
#include "tests/support/test_suite.h"

#include <QtTest>

#include <sys/stat.h>
#include <unistd.h>

#include <random>
#include <thread>

namespace tst_trace_json_damage {

using namespace stagescope;

namespace {

std::string eventText(int i) {
    return json("{'ph': 'X', 'name': 'op") + std::to_string(i) + json("', 'pid': 1, 'tid': 1, 'ts': ") +
           std::to_string(100 + i * 10) +
           json(", 'dur': 5, 'args': {'stack': 'f(1)}, {\\'a\\'', 'shape': [[1, 2], {'x': 'y'}]}}");
}

std::string plainTrace(int events) {
    std::string text = "[";
    for (int i = 0; i < events; ++i) {
        text += (i == 0 ? "" : ", ") + eventText(i);
    }
    return text + "]";
}

/// The N of "byte N" in the first sample of an entry.
std::uint64_t byteOf(const ImportLog &log, const std::string &code) {
    for (const auto &entry : log.entries()) {
        if (entry.code == code && !entry.samples.empty() && entry.samples.front().where.starts_with("byte ")) {
            return std::stoull(entry.samples.front().where.substr(5));
        }
    }
    return ~std::uint64_t{0};
}

std::string message(const DumpedTrace &loaded) {
    return loaded.status ? std::string("ok") : errorLine(loaded.status.error());
}

}  // namespace

class TestTraceJsonDamage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void textBehindTheEndIsTold() {
        for (const auto &whole : {plainTrace(5), json("{'a': 1, 'traceEvents': ") + plainTrace(5) + "}"}) {
            for (const unsigned workers : {1U, 2U}) {
                const auto clean = m_files.loadText(whole + " \n\t ", workers, {512, 1 << 20});
                QVERIFY(clean.status);
                QVERIFY(clean.log->isEmpty());
                const auto twice = m_files.loadText(whole + "\n" + whole, workers, {512, 1 << 20});
                QVERIFY(twice.status);
                QCOMPARE(twice.rows(), std::uint64_t{5});
                QCOMPARE(byteOf(*twice.log, "json.trailing_text"), std::uint64_t{whole.size() + 1});
                QVERIFY(twice.log->hasDataLoss());
            }
        }
    }

    void truncatedTailKeepsTheRest() {
        const auto text = plainTrace(200);
        for (int i = 1; i <= 50; ++i) {
            const auto length = text.size() * static_cast<std::size_t>(i) / 51 + static_cast<std::size_t>(i % 7);
            const auto cut = m_files.loadText(text.substr(0, length), 1 + static_cast<unsigned>(i % 2), {512, 1 << 20});
            QVERIFY2(cut.status, message(cut).c_str());
            std::size_t whole = 0;  // events that end before the cut
            for (std::size_t at = 1; whole < 200 && at + eventText(static_cast<int>(whole)).size() <= length; ++whole) {
                at += eventText(static_cast<int>(whole)).size() + 2;
            }
            QCOMPARE(cut.rows(), static_cast<std::uint64_t>(whole));
            QCOMPARE(cut.log->count("json.truncated"), std::uint64_t{1});
            QVERIFY(byteOf(*cut.log, "json.truncated") <= length);
            QVERIFY(cut.log->hasDataLoss());
        }
    }

    /// The list of events may be left open: its end is not missed. A cut within an event is.
    void theListMayBeLeftOpen() {
        const auto text = plainTrace(20);
        const auto end = text.rfind('}') + 1;
        for (const auto *rest : {"", ",", "\n,\n", ",\r\n  "}) {
            const auto open = m_files.loadText(text.substr(0, end) + rest, 1, {512, 1 << 20});
            QVERIFY(open.status);
            QCOMPARE(open.rows(), std::uint64_t{20});
            QVERIFY(!open.log->hasDataLoss());
            QCOMPARE(open.log->count("json.open_list"), std::uint64_t{1});
        }
        const auto cut = m_files.loadText(text.substr(0, end - 1), 1, {512, 1 << 20});
        QCOMPARE(cut.rows(), std::uint64_t{19});
        QVERIFY(cut.log->hasDataLoss());
    }

    void damagedEventIsCountedAndPassedOver_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<int>("lost");
        QTest::newRow("opening quote") << QStringLiteral("\"op7\"") << QStringLiteral(" op7\"") << 1;
        QTest::newRow("closing quote") << QStringLiteral("\"op7\"") << QStringLiteral("\"op7 ") << 1;
        QTest::newRow("colon") << QStringLiteral("\"op7\",") << QStringLiteral("\"op7\",") << 0;
        QTest::newRow("comma") << QStringLiteral("\"op7\",") << QStringLiteral("\"op7\" ") << 1;
        QTest::newRow("closing brace") << eventOf(7, 2)
                                       << eventOf(7, 2).replace(QStringLiteral("}}"), QStringLiteral("} ")) << 1;
        QTest::newRow("wrong bracket") << eventOf(7, 2)
                                       << eventOf(7, 2).replace(QStringLiteral("}}"), QStringLiteral("}]")) << 1;
        QTest::newRow("opening brace") << eventOf(7, 0) << eventOf(7, 0).replace(0, 1, QStringLiteral(" ")) << 1;
        QTest::newRow("escape") << QStringLiteral("\"op7\"") << QStringLiteral("\"op7\\\"") << 1;
    }
    void damagedEventIsCountedAndPassedOver() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(int, lost);
        auto text = plainTrace(40);
        const auto at = text.find(from.toStdString());
        QVERIFY(at != std::string::npos);
        text.replace(at, from.toStdString().size(), to.toStdString());
        std::string first;
        for (const std::size_t window : {std::size_t{4} << 20, std::size_t{64}, std::size_t{333}}) {
            const auto loaded = m_files.loadText(text, 2, {window, 1 << 20});
            QVERIFY(loaded.status);
            first = first.empty() ? loaded.dump() : first;
            QCOMPARE(loaded.dump(), first);
            // A broken border may take the neighbour along; everything else is there.
            QVERIFY2(loaded.rows() + static_cast<std::uint64_t>(2 * lost) >= 40 && loaded.rows() <= 40, first.c_str());
            QCOMPARE(loaded.log->hasDataLoss(), lost > 0);
            QVERIFY(loaded.dump().find(" op39\n") != std::string::npos);
            if (lost > 0 && loaded.log->count("json.damaged_event") > 0) {
                const auto byte = byteOf(*loaded.log, "json.damaged_event");
                QVERIFY(byte >= at && byte < at + 400);
            }
        }
    }

    void randomFlipsLoseLittle() {
        const auto text = plainTrace(100);
        std::mt19937 random(7);
        for (int round = 0; round < 200; ++round) {
            auto damaged = text;
            const auto at = 1 + random() % (text.size() - 2);
            damaged[at] = static_cast<char>(damaged[at] ^ static_cast<char>(1U << (random() % 8)));
            const auto loaded =
                m_files.loadText(damaged, 2, {round % 2 == 0 ? std::size_t{300} : std::size_t{1} << 20, 1 << 20});
            if (!loaded.status) {
                QFAIL(message(loaded).c_str());
            }
            QVERIFY2(loaded.rows() + 3 >= 100 && loaded.rows() <= 101,
                     QByteArray::number(static_cast<qulonglong>(at)).constData());
        }
    }

    void manyDamagesAtOnce() {
        auto text = plainTrace(300);
        std::mt19937 random(11);
        for (int i = 0; i < 100; ++i) {
            text[1 + random() % (text.size() - 2)] = static_cast<char>(random() % 256);
        }
        const auto one = m_files.loadText(text, 1);
        const auto small = m_files.loadText(text, 3, {100, 1 << 20});
        QCOMPARE(one.dump(), small.dump());
        QVERIFY(one.rows() > 150);
    }

    void hugeEventIsRefusedNotFollowing() {
        const std::string huge =
            json("{'ph': 'X', 'name': 'huge', 'args': {'a': '") + std::string(100'000, 'x') + json("'}}");
        const auto text = "[" + eventText(0) + ", " + huge + ", " + eventText(1) + "]";
        const auto loaded = m_files.loadText(text, 1, {256, 4096});
        QVERIFY(loaded.status);
        QCOMPARE(loaded.rows(), std::uint64_t{2});
        QCOMPARE(loaded.log->count("json.event_too_large"), std::uint64_t{1});
        QVERIFY(m_files.loadText(text, 1, {256, 1 << 20}).log->count("json.bad_time") == 1);
    }

    void badBytesInNames() {
        const auto loaded = m_files.loadText(json("[{'ph':'X','name':'a\xff\xfe") + "b\x01" +
                                             json("c','pid':1,'tid':1,'ts':1,'dur':1}, ") + eventText(1) + "]");
        QVERIFY(loaded.status);
        QCOMPARE(loaded.rows(), std::uint64_t{2});
        QVERIFY(loaded.dump().find("a\xef\xbf\xbd\xef\xbf\xbd"
                                   "b?c") != std::string::npos);
        QCOMPARE(loaded.log->count("json.control_characters"), std::uint64_t{1});
    }

    void whatIsNoTrace() {
        const auto kindOf = [&](const std::string &text) {
            const auto loaded = m_files.loadText(text);
            return loaded.status ? ErrorKind::Internal : loaded.status.error().kind;
        };
        QCOMPARE(kindOf(""), ErrorKind::Truncated);
        QCOMPARE(kindOf("  \n "), ErrorKind::Truncated);
        QCOMPARE(kindOf("\"text\""), ErrorKind::Malformed);
        QCOMPARE(kindOf("SQLite format 3"), ErrorKind::Malformed);
        QCOMPARE(TraceFiles::load(m_files.path("absent.json")).status.error().kind, ErrorKind::NotFound);
        QCOMPARE(TraceFiles::load(m_files.path(".")).status.error().kind, ErrorKind::Unsupported);
        const auto fifo = m_files.path("fifo.json");
        QCOMPARE(::mkfifo(fifo.c_str(), 0600), 0);
        QCOMPARE(TraceFiles::load(fifo).status.error().kind, ErrorKind::Unsupported);
        QVERIFY(m_files.loadText("[]").status);
        QVERIFY(!m_files.loadText("{}").log->hasDataLoss());
        QVERIFY(m_files.loadText("{\"traceEvents\": [").log->hasDataLoss());
        QVERIFY(m_files.loadText("{\"traceEvents\": [], \"a\": {").log->hasDataLoss());
        QVERIFY(m_files.loadText("{\"a\" 1}").log->hasDataLoss());
        QVERIFY(m_files.loadText("[[[[[").log->hasDataLoss());
        QVERIFY(m_files.loadText("[" + std::string(100'000, '{')).log->hasDataLoss());
    }

    void noPermission() {
        if (::geteuid() == 0) {
            QSKIP("the superuser may read everything");
        }
        const auto path = m_files.write("[]", "closed.json");
        ::chmod(path.c_str(), 0);
        QCOMPARE(TraceFiles::load(path).status.error().kind, ErrorKind::NoPermission);
    }

    void cancelledAnywhere() {
        const auto path = m_files.write(plainTrace(60'000), "long.json");
        for (int point = 0; point < 20; ++point) {
            std::stop_source stop;
            LoadProgress progress;
            LoadControl control;
            control.stop = stop.get_token();
            control.workers = 2;
            control.progress = &progress;
            DumpedTrace loaded;
            std::chrono::steady_clock::time_point done;
            std::thread thread([&] {
                loaded = TraceFiles::load(path, control, {64 * 1024, 1 << 20});
                done = std::chrono::steady_clock::now();
            });
            std::this_thread::sleep_for(std::chrono::milliseconds(point * 4));
            const auto asked = std::chrono::steady_clock::now();
            stop.request_stop();
            thread.join();
            QVERIFY(done - asked < std::chrono::seconds(2));
            if (!loaded.status) {
                QCOMPARE(loaded.status.error().kind, ErrorKind::Cancelled);
                QVERIFY(!loaded.trace);
            } else {
                QCOMPARE(loaded.rows(), std::uint64_t{60'000});
            }
        }
    }

    void progressCountsTheFile() {
        const auto path = m_files.write(plainTrace(5'000), "long.json");
        LoadProgress progress;
        LoadControl control;
        control.progress = &progress;
        QVERIFY(TraceFiles::load(path, control, {64 * 1024, 1 << 20}).status);
        QCOMPARE(progress.bytesDone.load(), TraceFiles::sourceOf(path).size);
    }

private:
    /// Event i followed by so many characters of what comes behind it.
    static QString eventOf(int i, int more) {
        return QString::fromStdString(
            (eventText(i) + ", ").substr(0, eventText(i).size() + static_cast<std::size_t>(more)));
    }

    TraceFiles m_files;
};

TEST_SUITE(TestTraceJsonDamage)

}  // namespace tst_trace_json_damage

#include "tst_trace_json_damage.moc"
