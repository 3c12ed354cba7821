#include "core/formats/io/json_values.h"
#include "tests/core/formats/read_snapshot.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_snapshot_reader {

using namespace stagescope;
using namespace stagescope::testing;

namespace {

constexpr std::uint64_t kMiB = 1 << 20;

std::string stackText(const SnapshotStore &store, StackId stack) {
    std::string text;
    for (const auto id : store.stacks().frames(stack)) {
        const auto frame = store.stacks().at(id);
        text += (text.empty() ? "" : " < ") + std::string(store.text(frame.function)) +
                (frame.line == StackFrame::kNoLine || frame.line == 0 ? "" : ":" + std::to_string(frame.line));
    }
    return text;
}

/// All events of a device, one line each.
QByteArray dump(const SnapshotStore &store, const SnapshotDevice &device) {
    std::string text;
    for (std::uint32_t i = 0; i < device.eventCount; ++i) {
        const auto event = store.events().at(device.firstEvent + i);
        const auto pool = store.pools()[event.pool];
        text += std::string(snapshotActionText(event.action)) + ' ' + std::to_string(event.address) + ' ' +
                std::to_string(event.size) + " s" + std::to_string(store.streams()[event.stream]) + " p" +
                std::to_string(pool.first) + ',' + std::to_string(pool.second) + ' ' + std::to_string(event.timeNs) +
                " [" + stackText(store, event.stack) + "] '" + std::string(store.text(event.userText)) + "' '" +
                std::string(store.text(event.compileContext)) + "' [" + stackText(store, event.forwardStack) + "]\n";
    }
    for (const auto &segment : store.segments(device)) {
        text += "segment " + std::to_string(segment.address) + ' ' + std::to_string(segment.size) + '\n';
        for (const auto &block : store.blocks(segment)) {
            text += std::string(blockStateText(block.state)) + ' ' + std::to_string(block.address) + ' ' +
                    std::to_string(block.size) + ' ' + std::to_string(block.requested) + '\n';
        }
    }
    return QByteArray::fromStdString(text);
}

std::unique_ptr<ReadSnapshot> made(const char *name) { return readSnapshotFile(madeSnapshot(name)); }

}  // namespace

class SnapshotReaderTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Wherever it is cut, and told apart from what is no JSON at all.
    void cutJsonSaysSo() {
        const auto bytes = bytesOfFile(madeSnapshot("current.json")).trimmed();
        for (const int part : {3, 10, 50, 90, 99}) {
            auto cut = bytes.left(bytes.size() * part / 100);
            while (cut.endsWith('}') || cut.endsWith(']')) {
                cut.chop(1);
            }
            const auto read = readSnapshotBytes(cut);
            QVERIFY2(!read->reading.status && read->reading.status.error().kind == ErrorKind::Truncated,
                     read->errorText().c_str());
            QVERIFY(JsonDocument::parse(cut.toStdString(), {}).error().kind == ErrorKind::Truncated);
        }
        for (const auto *text : {"plain", "{\"a\": 1,,}", "[1] 2]"}) {
            QVERIFY(JsonDocument::parse(text, {}).error().kind == ErrorKind::Malformed);
        }
    }
    void everyPicklerSaysTheSame_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<int>("protocol");
        for (int protocol = 0; protocol <= 5; ++protocol) {
            QTest::addRow("protocol %d", protocol) << "current_" + QByteArray::number(protocol) + ".pickle" << protocol;
        }
        QTest::newRow("padded") << QByteArray("current_padded.pickle") << 4;
        QTest::newRow("C++") << QByteArray("current_cpp.pickle") << 2;
        QTest::newRow("JSON") << QByteArray("current.json") << -1;
    }
    void everyPicklerSaysTheSame() {
        QFETCH(QByteArray, file);
        QFETCH(int, protocol);
        const auto expected = made("current_4.pickle");
        const auto read = made(file.constData());
        QVERIFY2(read->reading.status, read->errorText().c_str());
        // PROTO is written from protocol 2 on.
        QCOMPARE(read->store().quality().protocol, protocol == 1 ? 0 : protocol);
        QCOMPARE(read->store().devices().size(), std::size_t{3});
        for (std::size_t i = 0; i < 3; ++i) {
            auto ours = dump(read->store(), read->store().devices()[i]);
            if (file.contains("cpp")) {
                ours.replace(":9223372036854775807", "");
            }
            QCOMPARE(ours, dump(expected->store(), expected->store().devices()[i]));
        }
        QCOMPARE(read->store().annotations().size(), std::size_t{3});
        QVERIFY(read->log.isEmpty());
    }

    void readsWhatCudaWrites() {
        const auto read = made("current_4.pickle");
        const auto &store = read->store();
        const auto &device = store.devices()[0];
        QCOMPARE(device.eventCount, 15U);
        QCOMPARE(device.overflow, RingOverflow::No);  // the file says that nothing was lost
        const auto alloc = store.events().at(device.firstEvent + 6);
        QVERIFY(alloc.action == SnapshotAction::Alloc);
        QCOMPARE(store.streams()[alloc.stream], std::uint64_t{0x5500});
        QCOMPARE(store.pools()[alloc.pool].first, std::int64_t{1});
        QCOMPARE(stackText(store, alloc.forwardStack), std::string("File \"/job/model.py\", line 12, in forward"));
        const auto oom = store.events().at(device.firstEvent + 13);
        QVERIFY(oom.action == SnapshotAction::OutOfMemory);
        QCOMPARE(oom.size, 64 * kMiB);
        QCOMPARE(oom.address, 3 * kMiB);  // free on the device
        QCOMPARE(store.devices()[1].device, 2);
        QVERIFY(store.devices()[2].isHost);
        QCOMPARE(store.text(store.annotations()[1].name), std::string_view("Optimizer.step#AdamW.step"));
        QVERIFY(store.annotations()[2].stage == SnapshotAnnotation::Stage::End);
        QVERIFY(std::find(store.settings().begin(), store.settings().end(),
                          std::pair<std::string, std::string>("roundup_power2_divisions.2", "4")) !=
                store.settings().end());
    }

    void aBlockLivesFromAllocToItsLastFree() {
        const auto read = made("current_4.pickle");
        const auto &table = read->store().devices()[0].allocations;
        QVERIFY(table.trouble.isSound());
        QCOMPARE(table.baselineBytes, std::uint64_t{1700});
        QCOMPARE(table.allocations.size(), std::size_t{7});
        QVERIFY(table.allocations[0].isOlder());  // freed without an alloc
        QCOMPARE(table.allocations[0].end, 1U);
        const auto &delayed = table.allocations[1];
        QCOMPARE(delayed.size, 4 * kMiB + 1);
        QCOMPARE(delayed.freeRequested, 8U);
        QCOMPARE(delayed.end, 10U);  // two events after it was asked for
        const auto again = table.ofEvent[11];
        QVERIFY(again != table.ofEvent[3]);  // the same address, another block
        QCOMPARE(table.allocations[again].address, delayed.address);
        QCOMPARE(table.ofEvent[7], table.ofEvent[4]);  // the label belongs to the block that lives there
        QCOMPARE(table.activeBytes[14], 700 + 512 + 6 * kMiB);
        QCOMPARE(table.reservedBaseline, 2 * kMiB);
        QCOMPARE(table.reservedAfter(14), 42 * kMiB);
    }

    void workspacesOfTorchNpuAreInUse() {
        const auto read = made("npu_workspace.pickle");
        const auto &store = read->store();
        QCOMPARE(store.quality().repairedWorkspaces, std::uint64_t{2});
        QCOMPARE(read->log.count("snapshot.workspace"), std::uint64_t{2});
        const auto segments = store.segments();
        QCOMPARE(segments.size(), std::size_t{3});
        QCOMPARE(segments[0].address, segments[1].address);  // of two streams
        QVERIFY(segments[0].isWorkspace && segments[1].isWorkspace && !segments[2].isWorkspace);
        QCOMPARE(segments[0].requested, 6 * kMiB);
        const auto &table = store.devices()[0].allocations;
        QVERIFY(table.trouble.isSound());
        QCOMPARE(table.activeBytes.back(), 14 * kMiB);
        QCOMPARE(store.quality().eventsWithoutTime, std::uint64_t{8});
        QCOMPARE(store.quality().eventsWithoutFrames, std::uint64_t{8});
    }

    void aRingThatOverflowedIsNoticed() {
        const auto flagged = made("ring_flagged.pickle");
        QCOMPARE(flagged->store().devices()[0].overflow, RingOverflow::Certain);
        QCOMPARE(flagged->log.count("snapshot.ring_overflow"), std::uint64_t{1});
        const auto silent = made("ring.pickle");
        QCOMPARE(silent->store().devices()[0].overflow, RingOverflow::Possible);
        QCOMPARE(made("expandable.pickle")->store().devices()[0].overflow, RingOverflow::No);
    }

    void blocksOf2022TellThroughTheirHistory() {
        const auto read = made("legacy_2022.pickle");
        QVERIFY2(read->reading.status, read->errorText().c_str());
        const auto blocks = read->store().blocks();
        QCOMPARE(blocks.size(), std::size_t{3});
        QCOMPARE(blocks[1].address, std::uint64_t{4096 + 1024});
        QCOMPARE(blocks[0].requested, std::uint64_t{1000});
        QCOMPARE(stackText(read->store(), blocks[0].stack), std::string("forward:12 < main:90"));
        QCOMPARE(blocks[1].requested, std::uint64_t{0});  // free: what stands there is left over
        QVERIFY(blocks[2].state == BlockState::PendingFree);
        QCOMPARE(read->store().devices()[0].allocations.baselineBytes, std::uint64_t{1300});
    }

    void whatIsNewIsNoHindrance() {
        const auto read = made("newest.pickle");
        QVERIFY2(read->reading.status, read->errorText().c_str());
        const auto &store = read->store();
        QCOMPARE(store.quality().protocol, 5);
        const auto alloc = store.events().at(1);
        QCOMPARE(store.pools()[alloc.pool], (std::pair<std::int64_t, std::int64_t>(0, 3)));
        QCOMPARE(stackText(store, alloc.stack), std::string("forward:12 < main:90"));
        QCOMPARE(stackText(store, alloc.forwardStack), std::string("f < g"));
        QCOMPARE(stackText(store, store.events().at(3).stack), stackText(store, alloc.stack));
        const auto &table = store.devices()[0].allocations;
        QVERIFY(table.trouble.isSound());
        QCOMPARE(table.allocations[0].freeRequested, 2U);
        QCOMPARE(table.allocations[0].end, 4U);
    }

    void kindsOfEventsThatWereLeftOut_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<quint64>("before");
        QTest::newRow("segments") << QByteArray("skipped_segments.pickle") << quint64{0};
        QTest::newRow("requests") << QByteArray("skipped_requests.pickle") << quint64{0};
        QTest::newRow("allocs") << QByteArray("skipped_allocs.pickle") << quint64{4 * kMiB};
    }
    void kindsOfEventsThatWereLeftOut() {
        QFETCH(QByteArray, file);
        QFETCH(quint64, before);
        const auto read = made(file.constData());
        QVERIFY2(read->reading.status, read->errorText().c_str());
        const auto &device = read->store().devices()[0];
        QVERIFY(device.allocations.trouble.isSound());
        QCOMPARE(quint64{device.allocations.baselineBytes}, before);
        QCOMPARE(device.allocations.activeBytes.back(), 3 * kMiB);
        QCOMPARE(device.allocations.reservedAfter(device.eventCount - 1), 20 * kMiB);
    }

    void anAllocThatIsMissingIsNoticed() {
        const auto read = made("unsound_allocs");
        QVERIFY2(read->reading.status, read->errorText().c_str());
        QCOMPARE(read->store().devices()[0].allocations.trouble.lostBlocks, std::uint64_t{1});
        QCOMPARE(read->log.count("snapshot.replay"), std::uint64_t{1});
    }

    void segmentsAloneAreEnough() {
        const auto read = made("segments_only.pickle");
        QVERIFY(read->reading.status);
        QCOMPARE(read->store().devices().size(), std::size_t{2});
        QCOMPARE(read->store().devices()[0].allocations.reservedBaseline, 42 * kMiB);
        QVERIFY(read->log.isEmpty());
    }

    void aListThatIsNamedManyTimesIsTakenOnce() {
        constexpr int kTimes = 1000;
        const auto text = [](const char *name) {
            return QByteArray("\x8c") + char(std::strlen(name)) + QByteArray(name);
        };
        const auto number = QByteArray("K\x01");
        const auto block = QByteArray("}q\x01(") + text("address") + number + text("size") + number + text("state") +
                           text("active_allocated") + "u";
        // One block, 1000 times in one list, which is that of 1000 segments: a million blocks by name.
        const auto blocks = QByteArray("]q\x02(") + block + QByteArray("h\x01").repeated(kTimes - 1) + "e";
        const auto segment = QByteArray("}q\x03(") + text("address") + number + text("total_size") + number +
                             text("blocks") + blocks + "u";
        const auto file = QByteArray("\x80\x04}(") + text("segments") + "](" + segment +
                          QByteArray("h\x03").repeated(kTimes - 1) + "e" + text("device_traces") + "]u.";
        const auto read = readSnapshotBytes(file);
        QVERIFY2(read->reading.status, read->errorText().c_str());
        QCOMPARE(read->store().segments().size(), std::size_t{kTimes});
        QCOMPARE(read->store().blocks().size(), std::size_t{kTimes});
        QCOMPARE(read->log.count("snapshot.shared_list"), std::uint64_t{kTimes - 1});
        QVERIFY(read->log.hasDataLoss());
    }

    void stopsWhenAsked() {
        std::stop_source stop;
        stop.request_stop();
        LoadControl control;
        control.stop = stop.get_token();
        const auto read = readSnapshotFile(madeSnapshot("current_4.pickle"), control);
        QVERIFY(!read->reading.store);
        QVERIFY(read->reading.status.error().kind == ErrorKind::Cancelled);
    }
};

TEST_SUITE(SnapshotReaderTest)

}  // namespace tst_snapshot_reader

#include "tst_snapshot_reader.moc"
