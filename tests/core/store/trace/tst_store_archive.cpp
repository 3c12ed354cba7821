#include "core/store/tables/table_store.h"
#include "core/store/trace/store_archive.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/formats/trace_dump.h"
#include "tests/support/sample_timeline.h"
#include "tests/support/test_suite.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <cmath>
#include <random>
#include <thread>

namespace tst_store_archive {

using namespace stagescope;

namespace {

/// Slices that nest and overlap, arrows and counters, on many tracks; more rows than a frame holds on one of them.
std::shared_ptr<const TraceStore> largeTrace() {
    TraceBuilder b;
    std::mt19937_64 random(7);
    const auto process = b.intern("process");
    const auto stream = b.track({TrackKind::DeviceStream, process, b.intern("stream")});
    const auto rows = static_cast<std::int64_t>(kArchiveFrameRows) + 1000;
    for (std::int64_t i = 0; i < rows; ++i) {
        b.slice(stream, -5'000'000 + i * 100, static_cast<std::int64_t>(random() % 90), b.intern("kernel"),
                SliceClass::Computing, random() % (std::uint64_t{1} << 40));
    }
    for (int t = 0; t < 40; ++t) {
        const auto thread = b.track({TrackKind::HostThread, process, b.intern("thread " + std::to_string(t))});
        for (int i = 0; i < 300; ++i) {
            const auto at = static_cast<std::int64_t>(random() % 1'000'000);
            b.slice(thread, at, static_cast<std::int64_t>(random() % 50'000),
                    b.intern("op " + std::to_string(random() % 500)), SliceClass::HostOp, random());
            b.flow(FlowPhase::Start, thread, at, random() % 5000, b.intern("async"));
            b.flow(FlowPhase::End, stream, at + 10, random() % 5000, b.intern("async"));
        }
        b.sample(b.track({TrackKind::Counter, process, b.intern("counter " + std::to_string(t % 3))}), t * 10,
                 static_cast<double>(t) / 3, 0);
    }
    return sample::merged(std::move(b));
}

TableStore sampleTable() {
    TableBuilder builder(TableKind::Steps);
    for (int i = 0; i < 10; ++i) {
        builder.set("step", std::int64_t{i} * 1'000'000'007 - 5).set("ratio", i / 7.0);
        builder.set("name", "name " + std::to_string(i % 3)).endRow();
    }
    builder.addMeasures("measured", {0.1F, 65'215'348.0F, -1.5F});
    return builder.take();
}

ArchivedStores sampleStores() {
    ArchivedStores stores;
    stores.traces = {largeTrace(), sample::trace()};
    stores.tables = {std::make_shared<const TableStore>(sampleTable())};
    stores.log = {{Severity::DataLoss, "/a/file", "json.broken", 7, {{"byte 3", "what stood there"}}}};
    return stores;
}

std::string written(const ArchivedStores &stores, std::string_view identity) {
    std::string bytes;
    const auto output = [&](std::string_view piece) {
        bytes += piece;
        return Status{};
    };
    return StoreArchive::write(stores, identity, output, {}) ? bytes : std::string();
}

class Folder {
public:
    std::string file(std::string_view bytes) {
        const auto path = m_folder.filePath(QString::number(++m_count));
        QFile out(path);
        const bool isWhole = out.open(QIODevice::WriteOnly) && out.write(bytes.data(), qint64(bytes.size())) >= 0;
        return isWhole ? path.toStdString() : std::string();
    }

private:
    QTemporaryDir m_folder;
    int m_count = 0;
};

void compareArrows(const FlowTable &a, const FlowTable &b, TrackId track) {
    const auto first = rankTime(-10'000'000);
    const auto last = rankTime(100'000'000);
    const auto same = [](const Flow &x, const Flow &y) {
        return x.fromTrack == y.fromTrack && x.toTrack == y.toTrack && x.from == y.from && x.to == y.to &&
               x.category == y.category;
    };
    const auto left = a.leaving(track, first, last);
    const auto right = b.leaving(track, first, last);
    QVERIFY(std::equal(left.begin(), left.end(), right.begin(), right.end(), same));
    const auto in = a.reaching(track, first, last);
    const auto out = b.reaching(track, first, last);
    QVERIFY(std::equal(in.begin(), in.end(), out.begin(), out.end(), same));
}

/// Of each name that of its first slice, before any slice is decoded.
void compareClasses(const TraceStore &before, const TraceStore &after) {
    std::vector<std::optional<SliceClass>> expected(before.strings().size());
    for (const auto &track : before.tracks()) {
        const auto &slices = before.slices(track.id);
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            auto &klass = expected[slices.name(i).value];
            klass = klass ? klass : slices.klass(i);
        }
    }
    for (std::uint32_t i = 0; i < expected.size(); ++i) {
        QVERIFY(before.classOf(StringId{i}) == expected[i]);
        QVERIFY(after.classOf(StringId{i}) == expected[i]);
    }
    QVERIFY(!after.classOf(StringId{static_cast<std::uint32_t>(expected.size())}));
}

}  // namespace

class TestStoreArchive : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatComesBackIsWhatWasWritten() {
        Folder folder;
        const auto stores = sampleStores();
        const auto back = StoreArchive::read(folder.file(written(stores, "me")), "me", {});
        QVERIFY2(back, back ? "" : errorLine(back.error()).c_str());
        QCOMPARE(back->traces.size(), stores.traces.size());
        for (std::size_t i = 0; i < stores.traces.size(); ++i) {
            const auto &before = *stores.traces[i];
            const auto &after = *back->traces[i];
            QCOMPARE(dumped(after), dumped(before));
            QVERIFY(after.bounds() == before.bounds());
            compareClasses(before, after);
            QCOMPARE(after.flows().size(), before.flows().size());
            for (const auto &track : before.tracks()) {
                compareArrows(before.flows(), after.flows(), track.id);
            }
        }
        QVERIFY(stores.traces[0]->flows().size() > 100);
        QCOMPARE(back->log.size(), std::size_t{1});
        QCOMPARE(back->log[0].severity, Severity::DataLoss);
        QCOMPARE(back->log[0].count, std::uint64_t{7});
        QCOMPARE(back->log[0].samples[0].detail, std::string("what stood there"));
    }

    void pyramidsAreAsBefore() {
        Folder folder;
        const auto stores = sampleStores();
        const auto back = StoreArchive::read(folder.file(written(stores, "me")), "me", {}).value();
        const auto stream = sample::trackNamed(*stores.traces[0], "stream");
        const auto spans = [&](const TraceStore &trace) {
            std::vector<std::tuple<std::int64_t, std::int64_t, std::uint32_t, std::uint32_t>> result;
            trace.slices(stream).visit(0, *trace.bounds(), Nanos(20'000), [&](const SliceSpan &span) {
                result.emplace_back(ns(span.begin), ns(span.end), span.widest.value, span.count);
            });
            return result;
        };
        QVERIFY(spans(*stores.traces[0]).size() > 100);
        QVERIFY(spans(*back.traces[0]) == spans(*stores.traces[0]));
    }

    void tablesComeBack() {
        Folder folder;
        const auto back = StoreArchive::read(folder.file(written(sampleStores(), "me")), "me", {}).value();
        const auto before = sampleTable();
        QCOMPARE(back.tables.size(), std::size_t{1});
        const auto &after = *back.tables[0];
        QVERIFY(after.kind() == TableKind::Steps);
        QCOMPARE(after.rowCount(), before.rowCount());
        for (std::size_t row = 0; row < before.rowCount(); ++row) {
            QCOMPARE(after.number(row, "step"), before.number(row, "step"));
            QCOMPARE(after.real(row, "ratio"), before.real(row, "ratio"));
            QCOMPARE(after.text(row, "name"), before.text(row, "name"));
        }
        QVERIFY(!after.hasColumn("other"));
        const auto measured = after.measures("measured");
        QCOMPARE(measured.size(), std::size_t{10});
        QCOMPARE(measured[0], 0.1F);
        QCOMPARE(measured[1], 65'215'348.0F);
        QVERIFY(std::isnan(measured[3]));
    }

    void manyThreadsMayAskAtOnce() {
        Folder folder;
        const auto stores = sampleStores();
        const auto back = StoreArchive::read(folder.file(written(stores, "me")), "me", {}).value();
        std::vector<std::string> dumps(4);
        {
            std::vector<std::jthread> threads;
            for (auto &dump : dumps) {
                threads.emplace_back([&] { dump = dumped(*back.traces[0]); });
            }
        }
        const auto wanted = dumped(*stores.traces[0]);
        QVERIFY(std::all_of(dumps.begin(), dumps.end(), [&](const auto &dump) { return dump == wanted; }));
    }

    void storesOutliveTheFile() {
        Folder folder;
        const auto stores = sampleStores();
        const auto path = folder.file(written(stores, "me"));
        const auto back = StoreArchive::read(path, "me", {}).value();
        QVERIFY(QFile::resize(QString::fromStdString(path), 0));
        QCOMPARE(dumped(*back.traces[0]), dumped(*stores.traces[0]));
    }

    void anotherIdentityIsRefused() {
        Folder folder;
        const auto path = folder.file(written(sampleStores(), "size 1"));
        QCOMPARE(ArchiveFile::identityOf(path).value(), std::string("size 1"));
        QCOMPARE(StoreArchive::read(path, "size 2", {}).error().kind, ErrorKind::Changed);
    }

    void cutAnywhereItIsRefused() {
        Folder folder;
        ArchivedStores stores;
        stores.tables = {std::make_shared<const TableStore>(sampleTable())};
        const auto bytes = written(stores, "me");
        QVERIFY(StoreArchive::read(folder.file(bytes), "me", {}));
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            QVERIFY2(!StoreArchive::read(folder.file(bytes.substr(0, size)), "me", {}),
                     qPrintable(QString::number(size)));
        }
        QVERIFY(!StoreArchive::read(folder.file(bytes + 'x'), "me", {}));
    }

    void anyOtherByteIsNoticed() {
        Folder folder;
        ArchivedStores stores;
        stores.tables = {std::make_shared<const TableStore>(sampleTable())};
        const auto bytes = written(stores, "me");
        for (std::size_t at = 0; at < bytes.size(); ++at) {
            auto wrong = bytes;
            wrong[at] = static_cast<char>(wrong[at] ^ 0x10);
            QVERIFY2(!StoreArchive::read(folder.file(wrong), "me", {}), qPrintable(QString::number(at)));
        }
    }

    void writingStopsWhereItIsTold() {
        std::stop_source stop;
        int pieces = 0;
        const auto output = [&](std::string_view) {
            if (++pieces == 5) {
                stop.request_stop();
            }
            return Status{};
        };
        const auto status = StoreArchive::write(sampleStores(), "me", output, stop.get_token());
        QCOMPARE(status.error().kind, ErrorKind::Cancelled);
        QCOMPARE(pieces, 5);
        const auto full = [](std::string_view) { return Status(fail(ErrorKind::ReadFailed, "no space left")); };
        QCOMPARE(StoreArchive::write(sampleStores(), "me", full, {}).error().detail, std::string("no space left"));
    }
};

TEST_SUITE(TestStoreArchive)

}  // namespace tst_store_archive

#include "tst_store_archive.moc"
