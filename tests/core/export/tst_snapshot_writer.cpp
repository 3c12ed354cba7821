#include "core/export/snapshot_writer.h"
#include "tests/core/formats/read_snapshot.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_snapshot_writer {

using namespace stagescope;
using namespace stagescope::testing;

namespace {

std::string jsonOf(const SnapshotStore &snapshot) {
    std::string text;
    const auto status = writeSnapshotJson(snapshot, [&text](std::string_view piece) {
        text += piece;
        return true;
    });
    return status ? text : errorLine(status.error());
}

std::string csvOf(const SnapshotStore &snapshot) {
    std::string text;
    (void)writeSnapshotCsv(snapshot, [&text](std::string_view piece) {
        text += piece;
        return true;
    });
    return text;
}

void compareDevices(const SnapshotStore &a, const SnapshotStore &b) {
    QCOMPARE(b.devices().size(), a.devices().size());
    for (std::size_t i = 0; i < a.devices().size(); ++i) {
        const auto &one = a.devices()[i];
        const auto &other = b.devices()[i];
        QCOMPARE(other.device, one.device);
        QCOMPARE(other.isHost, one.isHost);
        QCOMPARE(other.eventCount, one.eventCount);
        QCOMPARE(other.segmentCount, one.segmentCount);
        QCOMPARE(static_cast<int>(other.overflow), static_cast<int>(one.overflow));
        QCOMPARE(other.allocations.baselineBytes, one.allocations.baselineBytes);
        QVERIFY(other.allocations.activeBytes == one.allocations.activeBytes);
        QCOMPARE(other.allocations.allocations.size(), one.allocations.allocations.size());
        QCOMPARE(other.allocations.reservedBaseline, one.allocations.reservedBaseline);
    }
}

}  // namespace

class TestSnapshotWriter : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void jsonReadsBackAsTheSame_data() {
        QTest::addColumn<QString>("name");
        for (const char *name : {"current_4.pickle", "current.json", "current_cpp.pickle", "current_padded.pickle"}) {
            QTest::newRow(name) << QString::fromLatin1(name);
        }
    }
    void jsonReadsBackAsTheSame() {
        QFETCH(QString, name);
        const auto first = readSnapshotFile(madeSnapshot(name.toStdString()));
        QVERIFY(first->reading.store != nullptr);
        const auto text = jsonOf(first->store());
        const auto second = readSnapshotBytes(QByteArray::fromStdString(text));
        QVERIFY2(second->errorText().empty(), second->errorText().c_str());
        compareDevices(first->store(), second->store());
        QVERIFY(second->store().settings() == first->store().settings());
        QCOMPARE(second->store().annotations().size(), first->store().annotations().size());
        QCOMPARE(csvOf(second->store()), csvOf(first->store()));  // every event, with its stack
        QCOMPARE(jsonOf(second->store()), text);                  // and everything else that is written
    }
    void csvHasALineForEachEvent() {
        const auto snapshot = readSnapshotFile(madeSnapshot("current.json"));
        const auto lines = QByteArray::fromStdString(csvOf(snapshot->store())).split('\n');
        QCOMPARE(lines.size(), static_cast<int>(snapshot->store().events().size()) + 2);
        QCOMPARE(lines[0].trimmed(),
                 QByteArray("device,event,action,address,size_bytes,stream,pool,time_ns,text,stack"));
        QCOMPARE(lines[1].trimmed(), QByteArray("0,0,free_requested,139637976727552,1000,0,0.0,1700000000000007000,,"
                                                "/job/train.py:40 train_step; /job/train.py:90 main"));
        QVERIFY(lines[5].contains("\"{\"\"layer\"\": 3}\""));
    }
    void aSinkThatRefusesAndAStopEndIt() {
        const auto snapshot = readSnapshotFile(madeSnapshot("current.json"));
        const auto refused = writeSnapshotJson(snapshot->store(), [](std::string_view) { return false; });
        QVERIFY(!refused && refused.error().kind == ErrorKind::ReadFailed);
        std::stop_source stop;
        stop.request_stop();
        const auto stopped = writeSnapshotCsv(
            snapshot->store(), [](std::string_view) { return true; }, stop.get_token());
        QVERIFY(!stopped && stopped.error().kind == ErrorKind::Cancelled);
    }
};

TEST_SUITE(TestSnapshotWriter)

}  // namespace tst_snapshot_writer

#include "tst_snapshot_writer.moc"
