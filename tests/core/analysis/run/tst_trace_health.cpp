// Devices of one file, and what tables say of times that cannot be.
#include "core/analysis/run/trace_health.h"
#include "core/base/intervals.h"
#include "core/formats/tables/stream_order.h"
#include "core/store/tables/health_record.h"
#include "tests/core/formats/trace_dump.h"
#include "tests/core/formats/trace_json/written_kineto.h"
#include "tests/support/same_tables.h"
#include "tests/support/test_suite.h"

#include <QtCore/QRegularExpression>
#include <QtTest/QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace tst_trace_health {

using namespace stagescope;
using stagescope::testing::WrittenKineto;

namespace {

using Rows = std::vector<std::map<std::string, std::string>>;

Rows rowsOf(const Run &run, std::string_view id) {
    const auto table = tableOfRun(*analysisById(id), run);
    Rows rows;
    for (const auto &cells : table.rows) {
        auto &row = rows.emplace_back();
        for (std::size_t i = 0; i < cells.size(); ++i) {
            row[table.columns[i].name] = cellText(cells[i]);
        }
    }
    return rows;
}

double sumOf(const Rows &rows, const std::string &column, const std::string &device) {
    double sum = 0;
    for (const auto &row : rows) {
        sum += row.at("device") == device && !row.at(column).empty() ? std::stod(row.at(column)) : 0;
    }
    return sum;
}

/// Union of the kernels, without copies, in us.
double busyOf(const WrittenKineto &trace) {
    std::vector<Interval> kernels;
    for (const auto &work : trace.works) {
        if (!work.copies) {
            kernels.push_back({work.begin, work.begin + work.duration});
        }
    }
    return static_cast<double>(totalLength(merged(std::move(kernels)))) / 1000;
}

}  // namespace

class TraceHealthTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachDeviceHasItsRows() {
        WrittenKineto first(1);
        WrittenKineto second(2, 25);
        second.device = 1;
        second.firstNumber = 1000;
        auto events = first.events();
        const auto more = second.events();
        events.insert(events.end(), more.begin(), more.end());
        const auto run = loadedRun(m_files.write(json(WrittenKineto::traceOf(events)), "rank0.json"));
        const auto splits = rowsOf(run, "time_split");
        QCOMPARE(splits.size(), std::size_t{2});
        const auto gaps = rowsOf(run, "free_gaps");
        const auto kernels = rowsOf(run, "kernel_stats");
        const auto copies = rowsOf(run, "copies");
        for (const auto *trace : {&first, &second}) {
            const auto device = std::to_string(trace->device);
            QCOMPARE(sumOf(splits, "computing_us", device), busyOf(*trace));
            const auto idle = sumOf(splits, "free_us", device) + sumOf(splits, "preparing_us", device);
            QVERIFY(std::abs(sumOf(gaps, "duration_us", device) - idle) < 0.01);
            QVERIFY(std::abs(idle + busyOf(*trace) - sumOf(splits, "step_us", device)) < 0.01);
            const auto copied =
                std::count_if(trace->works.begin(), trace->works.end(), [](const auto &work) { return work.copies; });
            QCOMPARE(sumOf(copies, "count", device), static_cast<double>(copied));
            QCOMPARE(sumOf(kernels, "count", device),
                     static_cast<double>(trace->works.size()) - static_cast<double>(copied));
        }
    }

    /// A process of JAX drives all devices of its host, and its traces have neither calls nor arrows.
    void devicesWithoutLaunchesHaveTheirRows() {
        std::string events;
        const auto add = [&](const std::string &event) { events += (events.empty() ? "" : ",") + event; };
        const auto place = [](int device, const char *thread) {
            return "'pid':" + std::to_string(device + 2) + ",'tid':" + thread;
        };
        for (const int device : {0, 1}) {
            const auto name = "/device:GPU:" + std::to_string(device) + " (NVIDIA H100)";
            add("{'ph':'M','name':'process_name'," + place(device, "0") + ",'args':{'name':'" + name + "'}}");
            add("{'ph':'M','name':'thread_name'," + place(device, "1") + ",'args':{'name':'Steps'}}");
            add("{'ph':'M','name':'thread_name'," + place(device, "13") + ",'args':{'name':'Stream #13(Compute)'}}");
            for (int step = 0; step < 3; ++step) {
                const auto at = [&](const char *thread, const char *what, int begin, int duration) {
                    add("{'ph':'X','name':'" + std::string(what) + "'," + place(device, thread) + ",'ts':" +
                        std::to_string(1000 + 1000 * step + begin) + ",'dur':" + std::to_string(duration) + "}");
                };
                at("1", std::to_string(step).c_str(), 0, 850);
                at("13", "fusion_1", 100, device == 0 ? 600 : 200);
                at("13", "ncclDevKernel_AllReduce", 750, 50);
            }
        }
        const auto run = loadedRun(
            m_files.write(json("{'displayTimeUnit':'ns','traceEvents':[" + events + "]}"), "host.trace.json"));
        const auto splits = rowsOf(run, "time_split");
        QCOMPARE(splits.size(), std::size_t{6});
        QCOMPARE(sumOf(splits, "computing_us", "0"), 1800.0);
        QCOMPARE(sumOf(splits, "computing_us", "1"), 600.0);
        QCOMPARE(sumOf(splits, "free_us", "1"), 1800.0);
        QCOMPARE(sumOf(rowsOf(run, "kernel_stats"), "count", "1"), 3.0);
    }

    void oneDeviceHasNoColumnOfItsOwn() {
        const auto run =
            loadedRun(m_files.write(json(WrittenKineto::traceOf(WrittenKineto(3).events())), "rank0.json"));
        const auto splits = rowsOf(run, "time_split");
        QCOMPARE(splits.size(), std::size_t{1});
        QCOMPARE(splits[0].at("device"), std::string());
        QVERIFY(rowsOf(run, "trace_health").empty());
        QVERIFY(healthNote(*run.capture(0)).empty());
    }

    void troubleIsTold() {
        WrittenKineto trace(4);
        trace.works[5].begin = -trace.start;
        trace.works[5].duration = 0;
        const auto run = loadedRun(m_files.write(json(WrittenKineto::traceOf(trace.events())), "rank0.json"));
        const auto rows = rowsOf(run, "trace_health");
        const auto row = std::find_if(rows.begin(), rows.end(),
                                      [](const auto &each) { return each.at("trouble") == trouble::kNoTime; });
        QVERIFY(row != rows.end());
        QCOMPARE(row->at("effect"), std::string("left_out"));
        QCOMPARE(row->at("touches_figures"), std::string("yes"));
        const auto notes = tableOfRun(*analysisById("time_split"), run).notes;
        QVERIFY(std::any_of(notes.begin(), notes.end(), [](const std::string &note) {
            return note.find("trace_health") != std::string::npos &&
                   note.find("before the capture") == std::string::npos;
        }));
        trace.works.erase(trace.works.begin() + 5);
        const auto sound = loadedRun(m_files.write(json(WrittenKineto::traceOf(trace.events())), "rank0.json"));
        QCOMPARE(rowsOf(run, "time_split")[0].at("step_us"), rowsOf(sound, "time_split")[0].at("step_us"));
        QCOMPARE(rowsOf(run, "time_split")[0].at("computing_us"), rowsOf(sound, "time_split")[0].at("computing_us"));
    }

    void durationsOfAnotherUnitAreTold_data() {
        QTest::addColumn<double>("factor");
        QTest::newRow("nanoseconds") << 1000.0;
        QTest::newRow("milliseconds") << 0.001;
    }
    void durationsOfAnotherUnitAreTold() {
        QFETCH(double, factor);
        auto text = QString::fromStdString(WrittenKineto::traceOf(WrittenKineto(4).events()));
        const QRegularExpression pattern(QStringLiteral("'dur':([0-9.]+)"));
        qsizetype from = 0;
        for (auto match = pattern.match(text); match.hasMatch(); match = pattern.match(text, from)) {
            const auto scaled = QString::number(match.captured(1).toDouble() * factor, 'f', 6);
            text.replace(match.capturedStart(1), match.capturedLength(1), scaled);
            from = match.capturedStart(1) + scaled.size();
        }
        const auto run = loadedRun(m_files.write(json(text.toStdString()), "rank0.json"));
        const auto rows = rowsOf(run, "trace_health");
        QVERIFY(std::ranges::any_of(rows, [](const auto &row) { return row.at("trouble") == trouble::kUnit; }));
        QVERIFY(healthNote(*run.capture(0)).find("another unit") != std::string::npos);
    }

    /// Work that was launched in a step whose mark is lost or has an impossible time is not that of the step before.
    void workOfALostMarkIsOfNoStep_data() {
        QTest::addColumn<double>("moved");   // us
        QTest::addColumn<double>("length");  // us; 0: that of the step, NaN: the mark is not there
        QTest::newRow("not there") << 0.0 << std::nan("");
        QTest::newRow("at zero") << -1.7e15 << 0.0;
        QTest::newRow("a year later") << 3.15e13 << 0.0;
        QTest::newRow("of negative length") << 0.0 << -5.0;
        QTest::newRow("of many days") << 0.0 << 1e12;
    }
    void workOfALostMarkIsOfNoStep() {
        QFETCH(double, moved);
        QFETCH(double, length);
        const WrittenKineto trace(5);
        const auto withMarks = [&](bool isDamaged) {
            auto events = trace.events();
            const auto at = [&](std::size_t work) { return (trace.at(trace.works[work].launch) - 5'000) / 1000; };
            for (const std::size_t step : {0, 1, 2}) {
                const auto begin = at(20 * step);
                const auto end = step < 2 ? at(20 * step + 20) : at(59) + 100;
                const bool isThis = isDamaged && step == 1;
                if (!isThis || !std::isnan(length)) {
                    const auto own = isThis && length != 0 ? static_cast<std::int64_t>(length) : end - begin;
                    events.push_back("{'ph':'X','cat':'user_annotation','name':'ProfilerStep#" +
                                     std::to_string(step + 1) + "','pid':100,'tid':100,'ts':" +
                                     std::to_string(begin + (isThis ? static_cast<std::int64_t>(moved) : 0)) +
                                     ",'dur':" + std::to_string(own) + "}");
                }
            }
            return rowsOf(loadedRun(m_files.write(json(WrittenKineto::traceOf(events)), "rank0.json")), "time_split");
        };
        const auto sound = withMarks(false);
        const auto rows = withMarks(true);
        QCOMPARE(sound.size(), std::size_t{3});
        for (const char *step : {"1", "3"}) {
            const auto isIt = [&](const auto &row) { return row.at("step") == step; };
            const auto own = std::ranges::find_if(rows, isIt);
            const auto known = std::ranges::find_if(sound, isIt);
            QVERIFY(own != rows.end() && known != sound.end());
            QCOMPARE(own->at("computing_us"), known->at("computing_us"));
        }
    }

    /// A device whose clock is 20 s ahead of the host's.
    void workLongAfterItsLaunchIsTold() {
        WrittenKineto trace(4);
        for (auto &work : trace.works) {
            work.begin += 20'000'000'000;
        }
        const auto run = loadedRun(m_files.write(json(WrittenKineto::traceOf(trace.events())), "rank0.json"));
        const auto rows = rowsOf(run, "trace_health");
        const auto row =
            std::ranges::find(rows, trouble::kLongAfterLaunch, [](const auto &each) { return each.at("trouble"); });
        QVERIFY(row != rows.end());
        QCOMPARE(row->at("touches_figures"), std::string("yes"));
        QVERIFY(healthNote(*run.capture(0)).find("after the launching call") != std::string::npos);
    }

    /// One time that cannot be, at the end of its stream, too: the figures are those of the trace without that kernel.
    void workOutOfOrderIsInNoFigure() {
        for (unsigned seed = 1; seed <= 20; ++seed) {
            std::mt19937 random(seed);
            WrittenKineto trace(seed);
            const auto position = random() % trace.works.size();
            const std::int64_t moves[] = {1'500'000'000, -1'500'000'000, 60'000'000'000, -60'000'000'000};
            auto damaged = trace;
            damaged.works[position].begin += moves[seed % 4];
            trace.works.erase(trace.works.begin() + static_cast<std::ptrdiff_t>(position));
            const auto run = loadedRun(m_files.write(json(WrittenKineto::traceOf(damaged.events())), "rank0.json"));
            const auto sound = loadedRun(m_files.write(json(WrittenKineto::traceOf(trace.events())), "rank0.json"));
            const auto rows = rowsOf(run, "trace_health");
            QCOMPARE(rows.size(), std::size_t{1});
            QCOMPARE(rows[0].at("trouble"), std::string(trouble::kOutOfOrder));
            QCOMPARE(rows[0].at("effect"), std::string("left_out"));
            QCOMPARE(rows[0].at("count"), std::string("1"));
            QVERIFY(rowsOf(run, "time_split") == rowsOf(sound, "time_split"));
            for (const auto &[table, figure] : {std::pair("kernel_stats", "count"), {"free_gaps", "duration_us"}}) {
                QCOMPARE(sumOf(rowsOf(run, table), figure, {}), sumOf(rowsOf(sound, table), figure, {}));
            }
            QVERIFY(rowsOf(sound, "trace_health").empty());
        }
    }

    /// Kernels of graphs on one stream, or queues that several streams share.
    void streamsThatKeepNoOrderAreSound() {
        std::mt19937 random(1);
        std::vector<OrderedWork> works;
        for (int i = 0; i < 200; ++i) {
            const auto begin = static_cast<std::int64_t>(random() % 1'000'000'000);
            works.push_back({0, std::int64_t{10'000} * i, std::int64_t{10'000} * i + 4'000, begin + 10'000'000});
        }
        QVERIFY(worksOutOfOrder(works).empty());
        // As many as there are in a large trace, the last launched first; and calls that all end at once.
        std::vector<OrderedWork> many;
        for (int i = 0; i < 300'000; ++i) {
            const auto at = std::int64_t{10'000'000} * i;
            many.push_back({0, at, at + 4'000, std::int64_t{10'000'000'000'000} - at});
            many.push_back({1, at, std::int64_t{1} << 60, std::int64_t{10'000'000'000'000} - at});
        }
        QVERIFY(worksOutOfOrder(many).empty());
        // A clock that is behind by two milliseconds.
        for (auto &work : works) {
            work.begin = work.launch - 2'000'000;
        }
        QVERIFY(worksOutOfOrder(works).empty());
        works[100].begin += 5'000'000'000;
        QCOMPARE(worksOutOfOrder(works), std::vector<std::size_t>{100});
    }

    void negativeDurationsAreTold() {
        WrittenKineto trace(4);
        trace.works[3].duration = -5000;
        const auto run = loadedRun(m_files.write(json(WrittenKineto::traceOf(trace.events())), "rank0.json"));
        const auto rows = rowsOf(run, "trace_health");
        QCOMPARE(rows.size(), std::size_t{1});
        QCOMPARE(rows[0].at("trouble"), std::string("trace.negative_duration"));
        QCOMPARE(rows[0].at("effect"), std::string("kept"));
        QCOMPARE(rows[0].at("touches_figures"), std::string("yes"));
        QVERIFY(healthNote(*run.capture(0)).find("with a negative duration") != std::string::npos);
    }

    /// Some calls at the end of a capture have no kernel yet; where many have none, figures lack their work.
    void callsWithoutWorkAreToldWhereTheyAreMany_data() {
        QTest::addColumn<int>("lost");
        QTest::addColumn<bool>("isTold");
        QTest::newRow("one of twenty") << 1 << false;
        QTest::newRow("eight of twenty") << 8 << true;
    }
    void callsWithoutWorkAreToldWhereTheyAreMany() {
        QFETCH(int, lost);
        QFETCH(bool, isTold);
        QString events;
        const auto add = [&](const char *cat, const char *name, const char *place, int begin, int number) {
            events += events.isEmpty() ? QString() : QStringLiteral(",");
            events += QStringLiteral("{'ph':'X','cat':'%1','name':'%2',%3,'ts':%4,'dur':5,'args':{'correlation':%5}}")
                          .arg(QLatin1String(cat), QLatin1String(name), QLatin1String(place))
                          .arg(begin)
                          .arg(number);
        };
        constexpr int kCalls = 20;
        for (int i = 0; i < kCalls; ++i) {
            add("cuda_runtime", "cudaLaunchKernel", "'pid':100,'tid':1", 1000 + 100 * i, i + 1);
            if (i < kCalls - lost) {
                add("kernel", "sgemm", "'pid':0,'tid':7", 1010 + 100 * i, i + 1);
            }
        }
        const auto run = loadedRun(m_files.write(json("{'traceEvents':[" + events.toStdString() + "]}"), "rank0.json"));
        const auto rows = rowsOf(run, "trace_health");
        QCOMPARE(rows.size(), std::size_t{1});
        QCOMPARE(rows[0].at("trouble"), std::string(trouble::kNoWork));
        QCOMPARE(rows[0].at("touches_figures"), std::string("no"));
        QCOMPARE(!healthNote(*run.capture(0)).empty(), isTold);
    }

    void endsWithoutABeginAreLost() {
        const WrittenKineto trace(4);
        auto events = trace.events();
        events.emplace_back("{'ph':'E','name':'open','pid':1,'tid':2,'ts':1700000000000100}");
        const auto run = loadedRun(m_files.write(json(WrittenKineto::traceOf(events)), "rank0.json"));
        const auto rows = rowsOf(run, "trace_health");
        const auto row =
            std::ranges::find(rows, "trace.unmatched_end", [](const auto &each) { return each.at("trouble"); });
        QVERIFY(row != rows.end());
        QCOMPARE(row->at("count"), std::string("1"));
        QCOMPARE(row->at("effect"), std::string("lost"));
    }

    /// Steps as no profiler can have measured them leave the others what they are.
    void impossibleStepsChangeNoOther_data() {
        QTest::addColumn<QString>("begin");  // of step 1, in us
        QTest::addColumn<QString>("duration");
        QTest::addColumn<QString>("steps");
        QTest::addColumn<bool>("isTold");
        QTest::newRow("sound") << "1000"
                               << "1000"
                               << "1 1000, 2 1000, 3 1000" << false;
        QTest::newRow("reaches over all others") << "1000"
                                                 << "3000"
                                                 << "1 1000, 2 1000, 3 1000" << false;
        QTest::newRow("reaches into the next one") << "1000"
                                                   << "1500"
                                                   << "1 1000, 2 1000, 3 1000" << false;
        QTest::newRow("ends days later") << "1000"
                                         << "1000000000000"
                                         << "2 1000, 3 1000" << true;
        QTest::newRow("begins at 0") << "-1700000000000000"
                                     << "1000"
                                     << "2 1000, 3 1000" << true;
    }
    void impossibleStepsChangeNoOther() {
        QFETCH(const QString, begin);
        QFETCH(const QString, duration);
        QFETCH(const QString, steps);
        QFETCH(const bool, isTold);
        std::vector<std::string> events;
        const auto add = [&](const std::string &what, std::int64_t from, const std::string &lasts) {
            events.push_back("{'ph':'X'," + what + ",'ts':" + std::to_string(1'700'000'000'000'000 + from) +
                             ",'dur':" + lasts + "}");
        };
        for (int step = 1; step <= 3; ++step) {
            const auto number = std::to_string(step);
            const bool isOdd = step == 1;
            add("'cat':'user_annotation','name':'ProfilerStep#" + number + "','pid':9,'tid':9",
                isOdd ? begin.toLongLong() : 1000 * step, isOdd ? duration.toStdString() : "1000");
            const auto join = ",'args':{'correlation':" + number + ",'device':0,'stream':7}";
            add("'cat':'cuda_runtime','name':'cudaLaunchKernel','pid':9,'tid':9" + join, 1000 * step + 100, "10");
            add("'cat':'kernel','name':'gemm','pid':0,'tid':7" + join, 1000 * step + 200, "500");
        }
        const auto run = loadedRun(m_files.write(json(WrittenKineto::traceOf(events)), "rank0.json"));
        QStringList found;
        for (const auto &row : rowsOf(run, "steps")) {
            found << QString::fromStdString(row.at("step") + ' ' + row.at("duration_us"));
        }
        QCOMPARE(found.join(QStringLiteral(", ")), steps);
        const auto rows = rowsOf(run, "trace_health");
        QCOMPARE(std::ranges::any_of(rows, [](const auto &row) { return row.at("effect") == "left_out"; }), isTold);
    }

    /// Kernels of no length were busy all the same: nobody may take the device to be idle. A few are shorter than the
    /// unit of the file.
    void kernelsWithoutALengthAreTold() {
        for (const std::size_t sound : {std::size_t{0}, std::size_t{50}}) {
            WrittenKineto trace(4);
            for (std::size_t i = sound; i < trace.works.size(); ++i) {
                trace.works[i].duration = 0;
            }
            const auto run = loadedRun(m_files.write(json(WrittenKineto::traceOf(trace.events())), "rank0.json"));
            const auto rows = rowsOf(run, "trace_health");
            const bool isTold =
                std::ranges::any_of(rows, [](const auto &each) { return each.at("trouble") == trouble::kNoLength; });
            QCOMPARE(isTold, sound == 0);
            QCOMPARE(healthNote(*run.capture(0)).find("without a duration") != std::string::npos, isTold);
        }
    }

    /// What the check of streams leaves out is in no table of copies, and costs nothing.
    void copiesOfNoTimeAreInNoTable() {
        WrittenKineto trace(4);
        const auto copy = std::ranges::find_if(trace.works, [](const auto &work) { return work.copies; });
        QVERIFY(copy != trace.works.end());
        copy->duration = 1'000'000'000'000'000;
        const auto run = loadedRun(m_files.write(json(WrittenKineto::traceOf(trace.events())), "rank0.json"));
        trace.works.erase(copy);
        const auto sound = loadedRun(m_files.write(json(WrittenKineto::traceOf(trace.events())), "rank0.json"));
        auto found = rowsOf(run, "copies");
        auto wanted = rowsOf(sound, "copies");
        QCOMPARE(found.size(), std::size_t{1});
        for (auto *rows : {&found, &wanted}) {
            rows->front().erase("evidence");  // the slice has another number
        }
        QCOMPARE(found, wanted);
    }

    /// Numbers are numbers, however a writer has them.
    void numbersMayBeTexts() {
        const WrittenKineto trace(4);
        const auto sound = loadedRun(m_files.write(json(WrittenKineto::traceOf(trace.events())), "rank0.json"));
        for (const auto *form : {"'%'", "%.0", "'%.0'"}) {
            auto text = QString::fromStdString(WrittenKineto::traceOf(trace.events()));
            for (const auto *key : {"correlation", "device", "stream"}) {
                const auto wanted = QStringLiteral("'%1':").arg(QLatin1String(key));
                text.replace(QRegularExpression(wanted + QStringLiteral("(\\d+)")),
                             wanted + QString::fromLatin1(form).replace(QLatin1Char('%'), QStringLiteral("\\1")));
            }
            const auto run = loadedRun(m_files.write(json(text.toStdString()), "rank0.json"));
            for (const auto *table : {"time_split", "dispatch", "copies", "kernel_stats"}) {
                QVERIFY2(rowsOf(run, table) == rowsOf(sound, table), table);
            }
        }
    }

private:
    TraceFiles m_files;
};

TEST_SUITE(TraceHealthTest)

}  // namespace tst_trace_health

#include "tst_trace_health.moc"
