// One trace, written in all the ways in which the format lets it be written: whoever writes it, sorts it, merges it or
// prints it anew, all tables are the same.
#include "tests/core/formats/trace_dump.h"
#include "tests/core/formats/trace_json/written_kineto.h"
#include "tests/support/same_tables.h"
#include "tests/support/test_suite.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtTest>

#include <algorithm>
#include <random>
#include <set>

namespace tst_written_forms {

using namespace stagescope;
using stagescope::testing::WrittenKineto;

namespace {

using Events = std::vector<std::string>;

std::string micros(const WrittenKineto &trace, std::int64_t time) { return WrittenKineto::micros(trace.at(time)); }

/// Operators around the launches, forward and backward, with what Kineto tells of their inputs; a collective; steps;
/// memory.
Events writtenEvents() {
    WrittenKineto trace(4);
    trace.start = 5'000'000'000;  // so that a double holds the time
    auto events = trace.events();
    const auto host = [&](const std::string &category, const std::string &name, std::int64_t begin,
                          std::int64_t duration, const std::string &arguments) {
        events.push_back("{'ph':'X','cat':'" + category + "','name':'" + name +
                         "','pid':100,'tid':100,'ts':" + micros(trace, begin) +
                         ",'dur':" + WrittenKineto::micros(duration) + ",'args':{" + arguments + "}}");
    };
    for (std::size_t i = 0; i < trace.works.size(); ++i) {
        const auto number = std::to_string(i + 1);
        const auto isBackward = i % 3 == 2;
        host("cpu_op", isBackward ? "MmBackward0" : "aten::mm", trace.works[i].launch - 2'000, 8'000,
             "'External id':" + number + ",'Sequence number':" + std::to_string(isBackward ? i - 1 : i) +
                 ",'Fwd thread id':" + (isBackward ? "1" : "0") +
                 ",'Input Dims':[[64,128],[128,256]],'Input type':['float','float'],'Concrete Inputs':['','']");
        host("python_function", "train.py(7): step", trace.works[i].launch - 3'000, 10'000,
             "'Python id':" + number + ",'Python module id':0");
    }
    const auto first = trace.works.front().launch;
    const auto last = trace.works.back().launch;
    constexpr std::int64_t kSteps = 3;
    for (std::int64_t i = 0; i < kSteps; ++i) {
        const auto length = (last - first) / kSteps;
        host("user_annotation", "ProfilerStep#" + std::to_string(i + 5), first - 5'000 + i * length, length, "");
    }
    events.push_back("{'ph':'X','cat':'kernel','name':'ncclDevKernel_AllReduce_Sum_bf16(x)','pid':0,'tid':30,'ts':" +
                     micros(trace, first + 50'000) +
                     ",'dur':120,'args':{'Collective name':'allreduce','In msg nelems':1024,'Out msg nelems':1024,"
                     "'Group size':2,'dtype':'BFloat16','Process Group Name':'0','Process Group Ranks':'[0, "
                     "1]','device':0,'stream':30}}");
    for (std::int64_t i = 0; i < 6; ++i) {
        events.push_back(
            "{'ph':'i','s':'t','name':'[memory]','pid':100,'tid':100,'ts':" + micros(trace, first + i * 40'000) +
            ",'args':{'Total Reserved':4194304,'Total Allocated':" + std::to_string((1 + i % 3) * 1048576) +
            ",'Bytes':" + std::to_string(i % 3 == 0 ? -2097152 : 1048576) + ",'Addr':" + std::to_string(4096 + i) +
            ",'Device Id':0,'Device Type':1}}");
    }
    return events;
}

std::string quoted(std::string text) {
    std::replace(text.begin(), text.end(), '\'', '"');
    return text;
}

QJsonArray asArray(const Events &events) {
    QJsonArray array;
    for (const auto &event : events) {
        array.append(QJsonDocument::fromJson(QByteArray::fromStdString(quoted(event))).object());
    }
    return array;
}

template <class Fn>
QJsonArray changed(const QJsonArray &events, Fn &&fn) {
    QJsonArray result;
    for (const auto &event : events) {
        result.append(fn(event.toObject()));
    }
    return result;
}

/// Whole numbers among the arguments as texts, those of their names too.
QJsonObject withTexts(QJsonObject event) {
    auto arguments = event[QStringLiteral("args")].toObject();
    for (auto it = arguments.begin(); it != arguments.end(); ++it) {
        if (it->isDouble()) {
            *it = QString::number(it->toInteger());
        }
    }
    if (!arguments.isEmpty()) {
        event[QStringLiteral("args")] = arguments;
    }
    return event;
}

QJsonObject withTextIds(QJsonObject event) {
    for (const auto &key : {QStringLiteral("pid"), QStringLiteral("tid")}) {
        event[key] = QString::number(event[key].toInteger());
    }
    return event;
}

/// Calls of the host and steps as a begin and an end. A lane's pairs are in the order of their times.
QJsonArray withPairs(const QJsonArray &events) {
    QJsonArray result;
    std::vector<std::pair<std::pair<double, double>, QJsonObject>>
        edges;  // ends of what is inside first, begins of what is around
    for (const auto &each : events) {
        auto event = each.toObject();
        const auto category = event[QStringLiteral("cat")].toString();
        if (category != QLatin1String("cpu_op") && category != QLatin1String("cuda_runtime") &&
            category != QLatin1String("python_function") && category != QLatin1String("gpu_memcpy")) {
            result.append(event);
            continue;
        }
        const auto begin = event[QStringLiteral("ts")].toDouble();
        const auto duration = event[QStringLiteral("dur")].toDouble();
        QJsonObject end{{QStringLiteral("ph"), QStringLiteral("E")}, {QStringLiteral("ts"), begin + duration}};
        for (const auto &key : {QStringLiteral("pid"), QStringLiteral("tid"), QStringLiteral("name")}) {
            end[key] = event[key];
        }
        event[QStringLiteral("ph")] = QStringLiteral("B");
        event.remove(QStringLiteral("dur"));
        edges.push_back({{begin, -duration}, event});
        edges.push_back({{begin + duration, duration - 1e9}, end});
    }
    std::stable_sort(edges.begin(), edges.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    for (const auto &edge : edges) {
        result.append(edge.second);
    }
    return result;
}

QByteArray written(const QJsonArray &events, QJsonDocument::JsonFormat format = QJsonDocument::Compact) {
    const QJsonObject file{{QStringLiteral("traceEvents"), events}};
    return QJsonDocument(file).toJson(format);
}

}  // namespace

class WrittenFormsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        m_events = writtenEvents();
        auto text = std::string("{\"traceEvents\":[");
        for (std::size_t i = 0; i < m_events.size(); ++i) {
            text += (i == 0 ? "" : ",\n") + quoted(m_events[i]);
        }
        m_run = loaded(QByteArray::fromStdString(text + "]}"));
        // What is compared is there.
        for (const auto *id :
             {"steps", "time_split", "kernel_stats", "framework_ops", "copies", "comm_summary", "free_gaps", "mfu"}) {
            const auto *entry = analysisById(id);
            QVERIFY2(entry != nullptr && !tableOfRun(*entry, m_run).rows.empty(), id);
        }
    }

    void tablesAreTheSame_data() {
        QTest::addColumn<QByteArray>("text");
        const auto events = asArray(m_events);
        QTest::newRow("names of members in their order") << written(events);  // as QJson has them
        QTest::newRow("indented") << written(events, QJsonDocument::Indented);
        QTest::newRow("a list alone") << QJsonDocument(events).toJson(QJsonDocument::Compact);
        QTest::newRow("numbers of arguments as texts") << written(changed(events, withTexts));
        QTest::newRow("numbers of processes as texts") << written(changed(events, withTextIds));
        QTest::newRow("begins and ends") << written(withPairs(events));
        QTest::newRow("windows' line ends") << written(events, QJsonDocument::Indented).replace("\n", "\r\n");
        QTest::newRow("a byte order mark") << QByteArray("\xef\xbb\xbf") + written(events);
        auto backwards = m_events;
        std::reverse(backwards.begin(), backwards.end());
        QTest::newRow("backwards") << written(asArray(backwards));
        for (const unsigned seed : {1U, 2U}) {
            auto shuffled = m_events;
            std::shuffle(shuffled.begin(), shuffled.end(), std::mt19937(seed));
            QTest::addRow("shuffled %u", seed) << written(asArray(shuffled));
        }
    }
    void tablesAreTheSame() {
        QFETCH(QByteArray, text);
        const auto run = loaded(text);
        static const std::set<std::string_view> kOfFiles{"ranks", "files", "import_log"};
        for (const auto &entry : analysisList()) {
            if (kOfFiles.contains(entry.id)) {
                continue;
            }
            const auto difference = differenceOf(tableOfRun(entry, m_run), tableOfRun(entry, run));
            QVERIFY2(difference.empty(), difference.c_str());
        }
    }

private:
    Run loaded(const QByteArray &text) { return loadedRun(m_files.write(text.toStdString(), "rank0.json")); }

    TraceFiles m_files;
    Events m_events;
    Run m_run;
};

TEST_SUITE(WrittenFormsTest)

}  // namespace tst_written_forms

#include "tst_written_forms.moc"
