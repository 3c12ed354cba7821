#include "core/formats/snapshot/pickle_opcodes.h"
#include "tests/core/formats/read_snapshot.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_pickle_machine {

using namespace stagescope;
using namespace stagescope::testing;

namespace {

/// A snapshot of protocol 4 whose first segment list holds `value`.
QByteArray around(const QByteArray &value) {
    return QByteArray("\x80\x04}\x94\x8c\x08segments\x94]", 16).append(value).append("as.");
}

ErrorKind kindOf(const ReadSnapshot &read) {
    return read.reading.status ? ErrorKind::Internal : read.reading.status.error().kind;
}

}  // namespace

class PickleMachineTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void refusesWhatWouldRun_data() {
        QTest::addColumn<QByteArray>("opcode");
        QTest::addColumn<QByteArray>("name");
        for (int code = 0; code < 256; ++code) {
            const auto &opcode = pickleOpcode(static_cast<std::uint8_t>(code));
            if (opcode.treatment == PickleTreatment::Refused) {
                QTest::addRow("%s", std::string(opcode.name).c_str())
                    << QByteArray(1, static_cast<char>(code))
                    << QByteArray(opcode.name.data(), int(opcode.name.size()));
            }
        }
    }
    void refusesWhatWouldRun() {
        QFETCH(QByteArray, opcode);
        QFETCH(QByteArray, name);
        const auto read = readSnapshotBytes(around("N" + opcode + "os\nsystem\n"));
        QVERIFY(kindOf(*read) == ErrorKind::Unsupported);
        QVERIFY(!read->reading.store);
        const auto text = QByteArray::fromStdString(read->errorText());
        QVERIFY2(text.contains("opcode " + name + " at byte 17"), text.constData());
    }
    void refusedOpcodesAreTheKnownOnes() {
        QByteArray refused;
        for (int code = 0; code < 256; ++code) {
            if (pickleOpcode(static_cast<std::uint8_t>(code)).treatment == PickleTreatment::Refused) {
                refused += static_cast<char>(code);
            }
        }
        QCOMPARE(refused, QByteArray("PQRbcio\x81\x82\x83\x84\x92\x93\x97\x98"));
    }

    void saysWhatIsWrong_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("kind");
        const auto row = [](const char *name, const QByteArray &bytes, ErrorKind kind) {
            QTest::addRow("%s", name) << bytes << static_cast<int>(kind);
        };
        row("no opcode", around("\xff"), ErrorKind::Malformed);
        row("newer protocol", QByteArray("\x80\x06}."), ErrorKind::Unsupported);
        row("unknown memo", around("h\x63"), ErrorKind::Malformed);
        row("no mark", around("u"), ErrorKind::Malformed);
        row("key without value", around("}(Nu"), ErrorKind::Malformed);
        row("dict as list", around("}(Ne"), ErrorKind::Malformed);
        row("list as dict", around("](NNu"), ErrorKind::Malformed);
        row("number as dict", around("K\x05(NNu"), ErrorKind::Malformed);
        row("pop beyond", QByteArray("\x80\x04") + QByteArray("00"), ErrorKind::Malformed);
        row("stop in the middle", QByteArray("\x80\x04("), ErrorKind::Truncated);
        row("stop before a value", QByteArray("\x80\x04."), ErrorKind::Malformed);
        row("huge text", around(QByteArray("X\xff\xff\xff\xff", 5)), ErrorKind::Limit);
        row("text beyond the end", around(QByteArray("X\xff\xff\x0f\x00", 5)), ErrorKind::Truncated);
        row("huge text of 8 bytes", around(QByteArray("\x8d\xff\xff\xff\xff\xff\xff\xff\xff")), ErrorKind::Limit);
        row("huge number", around(QByteArray("\x8b\xff\xff\xff\x7f")), ErrorKind::Limit);
        row("far memo entry", around(QByteArray("Nr\xff\xff\xff\xff")), ErrorKind::Limit);
        row("marks in marks", around(QByteArray(1000, '(')), ErrorKind::Limit);
        row("stack", around(QByteArray(3 << 20, 'N')), ErrorKind::Limit);
        row("no number", around("I1x\n"), ErrorKind::Malformed);
        row("no quotes", around("Sabc\n"), ErrorKind::Malformed);
        row("not a snapshot", QByteArray("\x80\x04}\x94."), ErrorKind::Malformed);
        row("a number", QByteArray("\x80\x04K\x05."), ErrorKind::Malformed);
        row("empty", QByteArray(), ErrorKind::Truncated);
    }
    void saysWhatIsWrong() {
        QFETCH(QByteArray, bytes);
        QFETCH(int, kind);
        const auto read = readSnapshotBytes(bytes);
        QVERIFY2(kindOf(*read) == static_cast<ErrorKind>(kind), read->errorText().c_str());
    }

    void sharedListsAreNotUnfolded() {
        // Each of 60 lists holds the one before 100 times: 100^60 items, if somebody counted.
        QByteArray bytes(
            "\x80\x04}\x8c\x0d"
            "device_traces]\x94",
            20);
        for (int level = 0; level < 60; ++level) {
            bytes += "0]\x94(";
            for (int i = 0; i < 100; ++i) {
                bytes += 'h';
                bytes += static_cast<char>(level);
            }
            bytes += 'e';
        }
        const auto read = readSnapshotBytes(bytes + "s.");
        QVERIFY2(read->reading.status, read->errorText().c_str());
        QCOMPARE(read->store().events().size(), std::size_t{0});
    }

    void aListWithinItselfIsHarmless() {
        // One list is the segments, the history and its own item; the settings hold themselves.
        const QByteArray bytes = QByteArray(
                                     "\x80\x04}\x94(\x8c\x08segments]\x94(h\x01h\x01h\x00"
                                     "e",
                                     25) +
                                 QByteArray(
                                     "\x8c\x0d"
                                     "device_tracesh\x01\x8c\x12"
                                     "allocator_settingsh\x00u.",
                                     41);
        const auto read = readSnapshotBytes(bytes);
        QVERIFY2(read->reading.status, read->errorText().c_str());
        QCOMPARE(read->store().segments().size(), std::size_t{0});
        QVERIFY(!read->store().settings().empty());
    }

    void numbersKeepTheirValue() {
        // {'segments': [{'total_size': 1, 'address': N, 'blocks': []}]} with N in several forms.
        const auto address = [](const QByteArray &number) {
            const auto read = readSnapshotBytes(around(QByteArray("}(\x8c\x07"
                                                                  "address",
                                                                  11) +
                                                       number + QByteArray("\x8c\x0atotal_sizeK\x01u", 15)));
            return read->reading.store ? read->store().segments()[0].address : std::uint64_t{1};
        };
        QCOMPARE(address(QByteArray("\x8a\x00", 2)), std::uint64_t{0});
        QCOMPARE(address(QByteArray("\x8a\x01\x7f", 3)), std::uint64_t{127});
        QCOMPARE(address(QByteArray("\x8a\x06\x00\x00\x00\x00\x00\x7f", 8)), std::uint64_t{0x7f0000000000});
        QCOMPARE(address(QByteArray("\x8a\x09\xff\xff\xff\xff\xff\xff\xff\xff\x00", 11)), ~std::uint64_t{0});
        QCOMPARE(address(QByteArray("\x8b\x02\x00\x00\x00\x34\x12", 7)), std::uint64_t{0x1234});
        QCOMPARE(address(QByteArray("L18446744073709551615L\n")), ~std::uint64_t{0});
        QCOMPARE(address(QByteArray("I4096\n")), std::uint64_t{4096});
        QCOMPARE(address(QByteArray("G\x40\xb0\x00\x00\x00\x00\x00\x00", 9)), std::uint64_t{4096});
        QCOMPARE(address(QByteArray("J\xff\xff\xff\xff")), std::uint64_t{0});  // negative: not an address
    }

    void aFileCutAnywhereGivesAnErrorAndWhatWasThere() {
        const auto whole = bytesOfFile(madeSnapshot("current_4.pickle"));
        std::size_t most = 0;
        for (int size = 0; size < whole.size(); ++size) {
            const auto read = readSnapshotBytes(whole.left(size));
            QVERIFY2(!read->reading.status, qPrintable(QString::number(size)));
            if (read->reading.store) {
                QVERIFY(!read->store().quality().isComplete);
                const auto events = read->store().events().size();
                QVERIFY2(events >= most, "a longer piece has fewer events");
                most = events;
            }
        }
        QCOMPARE(most, std::size_t{21});
    }

    void aBrokenByteNeverBreaksUs() {
        const auto whole = bytesOfFile(madeSnapshot("npu_workspace.pickle"));
        for (int i = 0; i < whole.size(); ++i) {
            for (const int flip : {0x01, 0xff}) {
                auto bytes = whole;
                bytes[i] = static_cast<char>(bytes[i] ^ flip);
                const auto read = readSnapshotBytes(bytes);
                QVERIFY(read->reading.store || !read->reading.status);
            }
        }
    }
};

TEST_SUITE(PickleMachineTest)

}  // namespace tst_pickle_machine

#include "tst_pickle_machine.moc"
