// A bundle is judged by what its parts become, not by its size in the file, and by all of them together.
#include "core/base/io/output_file.h"
#include "core/session/loading/load_job.h"
#include "core/store/bundle/bundle_bytes.h"
#include "core/store/bundle/bundle_file.h"
#include "core/store/bundle/bundle_rank.h"
#include "core/store/bundle/digest_note.h"
#include "tests/support/test_suite.h"

#include <QtCore/QFileInfo>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#define XXH_INLINE_ALL  // tests do not link it
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

namespace tst_bundle_limits {

using namespace stagescope;

namespace {

constexpr std::uint64_t kMiB = 1 << 20;

struct Section {
    std::int64_t number = 0;
    std::string bytes;
    std::optional<std::uint64_t> offset{};  ///< as the head claims it; nothing: behind the one before
};

std::string compressed(const std::string &bytes) {
    std::string frame(ZSTD_compressBound(bytes.size()), '\0');
    frame.resize(ZSTD_compress(frame.data(), frame.size(), bytes.data(), bytes.size(), 1));
    return frame;
}

/// A bundle with any claims.
std::string bundleWith(const std::vector<Section> &sections) {
    std::string head(kBundleMagic);
    const auto put = [&](std::uint64_t value, int bytes) {
        for (int i = 0; i < bytes; ++i) {
            head += static_cast<char>(value >> (8 * i));
        }
    };
    put(2, 4);
    put(sections.size(), 4);
    const auto first = kBundleMagic.size() + 8 + 40 * sections.size();
    std::string frames;
    for (const auto &section : sections) {
        const auto frame = compressed(section.bytes);
        for (const std::uint64_t value :
             {static_cast<std::uint64_t>(section.number), section.offset.value_or(first + frames.size()),
              std::uint64_t{frame.size()}, std::uint64_t{section.bytes.size()},
              std::uint64_t{XXH3_64bits(frame.data(), frame.size())}}) {
            put(value, 8);
        }
        frames += frame;
    }
    return head + frames;
}

/// A rank with one table of one column, one byte a row.
std::string narrowRank(std::uint64_t rows) {
    BundleWriter out;
    out.number(0);  // log
    out.number(1);
    out.text("steps");
    out.number(rows);
    out.number(1);
    out.text("step");
    out.number(0);
    return out.take() + std::string(rows, '\0') + std::string(1, '\0');
}

/// Tables without columns take no bytes for their rows.
std::string emptyTables(std::uint64_t tables, std::uint64_t rows) {
    BundleWriter out;
    out.number(0);
    out.number(tables);
    for (std::uint64_t i = 0; i < tables; ++i) {
        out.text("steps");
        out.number(rows);
        out.number(0);
    }
    return out.take() + std::string(rows, '\0');
}

std::string noteNaming(std::uint64_t ranks, std::uint64_t files) {
    BundleWriter out;
    out.number(1);
    out.text("/run");
    out.number(ranks);
    std::string note = out.take() + std::string(ranks, '\x02');
    BundleWriter rest;
    rest.signedNumber(0);
    rest.text("full");
    rest.number(files);
    return note + rest.take() + std::string(3 * files, '\0') + std::string(1, '\0');
}

}  // namespace

class BundleLimitsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void partsAreAscendingAndDisjoint() {
        QVERIFY(opened({{0, "abc"}, {1, "def"}}));
        const auto kindOf = [this](const std::vector<Section> &sections) {
            const auto file = opened(sections);
            return file ? std::optional<ErrorKind>() : std::optional(file.error().kind);
        };
        const auto first = kBundleMagic.size() + 8 + 80;
        QVERIFY(kindOf({{0, "abc"}, {1, "abc", first}}) == ErrorKind::Malformed);
        QVERIFY(kindOf({{0, "abc"}, {1, "abc", first + 1}}) == ErrorKind::Malformed);
        QVERIFY(kindOf({{1, "abc"}, {0, "abc"}}) == ErrorKind::Malformed);
        QVERIFY(kindOf({{0, "abc"}, {0, "abc"}}) == ErrorKind::Malformed);
        QVERIFY(kindOf({{0, "abc", first - 1}, {1, "abc"}}) == ErrorKind::Malformed);
    }

    /// One part that becomes too much, and many of which each alone would do.
    void rawBytesHaveOneBudgetAFile() {
        const auto one = opened({{0, std::string(60 * kMiB, '\0')}});
        QVERIFY(!one && one.error().kind == ErrorKind::Limit);
        std::vector<Section> many;
        for (int i = 0; i < 16; ++i) {
            many.push_back({i, std::string(4 * kMiB, static_cast<char>(i))});
        }
        const auto all = opened(many);
        QVERIFY(!all && all.error().kind == ErrorKind::Limit);
        many.resize(8);
        QVERIFY(opened(many));
    }

    /// What is written can be read: neither side has limits of its own.
    void whatNoReaderTakesIsNotWritten() {
        const auto refused = bundleOf({{0, std::string(30 * kMiB, 'a')}, {1, std::string(30 * kMiB, 'b')}});
        QVERIFY(!refused && refused.error().kind == ErrorKind::Limit);
        QVERIFY(bundleOf({{0, std::string(30 * kMiB, 'a')}}));
    }

    void rowsCountByTheirWidth() {
        for (const auto &bytes : {narrowRank(20 * kMiB), emptyTables(1 << 16, 1 << 16)}) {
            const auto file = opened({{0, bytes}});
            QVERIFY(file);
            const auto part = file->part(0);
            QVERIFY(part && *part == bytes);
            const auto read = decodeRank(*part, {.path = "x", .mostBytes = file->storeLimit(0)});
            QVERIFY(!read);
            QCOMPARE(read.error().kind, ErrorKind::Limit);
        }
        const auto small = opened({{0, narrowRank(1000)}});
        const auto read = decodeRank(*small->part(0), {.path = "x", .mostBytes = small->storeLimit(0)});
        QVERIFY(read && read->tables.size() == 1 && read->tables.front()->rowCount() == 1000);
    }

    /// The parts share what the file may become: more parts are not more.
    void partsShareTheBudget() {
        const auto file = opened({{0, std::string(3000, 'a')}, {1, std::string(1000, 'b')}, {5, {}}});
        QVERIFY(file);
        QVERIFY(file->storeLimit(0) > 2 * file->storeLimit(1));
        const auto size = std::filesystem::file_size(path());
        QVERIFY(file->storeLimit(0) + file->storeLimit(1) <= bundleStoreLimit(size));
        QCOMPARE(file->storeLimit(5), std::uint64_t{0});
        QCOMPARE(file->storeLimit(7), std::uint64_t{0});
    }

    void notesNameNoMoreThanAnyJobHas() {
        QVERIFY(decodeDigestNote(noteNaming(1000, 1000)));
        QVERIFY(!decodeDigestNote(noteNaming(30'000'000, 0)));
        QVERIFY(!decodeDigestNote(noteNaming(0, 300'000)));
        QVERIFY(!decodeDigestNote(noteNaming(1, 0) + std::string(40 * kMiB, 'x')));
        const auto bytes = encodeDigestNote({.root = "/run", .ranks = {3, 1}});
        QVERIFY(!decodeDigestNote(bytes));
        QVERIFY(decodeDigestNote(encodeDigestNote({.root = "/run", .ranks = {1, 3}})));
    }

    /// As users open it: a diagnostic, no rank, and the memory that it was before.
    void bombsAreRefusedWhereTheyAreOpened() {
        write({{kBundledDigest, noteNaming(30'000'000, 0)}, {0, narrowRank(10)}});
        for (int i = 0; i < 2; ++i) {
            const auto run = loadRun(path(), RunId{0}, LoadDepth::Deep);
            const bool isTold =
                !run || std::any_of(run->captures.begin(), run->captures.end(),
                                    [](const auto &capture) { return capture.log && capture.log->hasDataLoss(); });
            QVERIFY(isTold);
            write({{0, narrowRank(20 * kMiB)}});
        }
    }

    /// The head grows with the parts: read for each of them it would be quadratic.
    void headsAreReadOnce() {
        std::vector<Section> ranks;
        for (int i = 0; i < 3000; ++i) {
            ranks.push_back({i, narrowRank(1)});
        }
        write(ranks);
        const auto bytesRead = [] {
            std::ifstream in("/proc/self/io");
            std::string key;
            std::uint64_t value = 0;
            in >> key >> value;
            return value;
        };
        const auto before = bytesRead();
        const auto run = loadRun(path(), RunId{0}, LoadDepth::Deep);
        QVERIFY(run);
        QCOMPARE(run->ranks().size(), std::size_t{3000});
        QVERIFY(bytesRead() - before < 3000 * 40 * 100);  // the head a hundred times; 3000 times it was
    }

private:
    [[nodiscard]] std::string path() const { return m_folder.filePath(QStringLiteral("x.stagescope")).toStdString(); }
    void write(const std::vector<Section> &sections) const { QVERIFY(writeWholeFile(path(), bundleWith(sections))); }
    [[nodiscard]] Result<BundleFile> opened(const std::vector<Section> &sections) const {
        const auto status = writeWholeFile(path(), bundleWith(sections));
        return status ? BundleFile::open(path()) : tl::make_unexpected(status.error());
    }

    QTemporaryDir m_folder;
};

TEST_SUITE(BundleLimitsTest)

}  // namespace tst_bundle_limits

#include "tst_bundle_limits.moc"
