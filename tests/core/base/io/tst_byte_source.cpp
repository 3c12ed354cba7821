#include "core/base/io/byte_source.h"
#include "core/base/io/memory_limit.h"
#include "tests/core/base/packed.h"
#include "tests/support/test_suite.h"

#include <QtTest>

#include <sys/stat.h>

#include <fstream>
#include <random>

namespace tst_byte_source {

using namespace stagescope;

namespace {

std::string sampleText() {
    std::mt19937 random(3);
    std::string text;
    while (text.size() < 700'000) {
        text += "line " + std::to_string(random()) + "\n";
    }
    return text;
}

std::string readAll(ByteSource &source, std::size_t step, std::uint64_t from = 0) {
    std::string text;
    std::string piece(step, '\0');
    for (;;) {
        const auto got = source.read(from + text.size(), piece);
        if (!got || *got == 0) {
            return text;
        }
        text.append(piece, 0, *got);
    }
}

}  // namespace

class TestByteSource : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void moreThanAnyProfileGivesIsNotUnpacked() {
        constexpr std::size_t kPiece = std::size_t{4} << 20;
        std::string packed;
        const auto piece = zstded(std::string(kPiece, ' '));
        while (packed.size() < 120 * piece.size()) {
            packed += piece;
        }
        const auto source = ByteSource::open(write(packed));
        QVERIFY(source);
        const auto most = expansionLimit(packed.size());
        QVERIFY(most < 120 * kPiece);
        std::string window(kPiece, '\0');
        std::uint64_t sum = 0;
        auto got = (*source)->read(sum, window);
        while (got && *got > 0) {
            sum += *got;
            got = (*source)->read(sum, window);
        }
        QCOMPARE(sum, most);
        QVERIFY(!got && got.error().kind == ErrorKind::Limit);
    }

    void whatProfilesGiveIsWithinTheLimit() {
        const std::uint64_t large = 50'000'000;  // 1.5 GB of a trace
        QVERIFY(expansionLimit(large) > 100 * large);
        QVERIFY(expansionLimit(0) >= std::uint64_t{4} << 20);
        QVERIFY(expansionLimit(12'000) > 40 * std::uint64_t{12'000});  // the most that a real file gives
        QCOMPARE(expansionLimit(~std::uint64_t{0}), ~std::uint64_t{0});
    }

    void readingEndsWhereMemoryIsUsedUp() {
        for (const auto &packed : {sampleText(), gzipped(sampleText())}) {
            const auto source = ByteSource::open(write(packed));
            std::string piece(1000, '\0');
            setMemoryLimit(1);
            QTest::qSleep(2);  // the system is not asked for every read
            const auto refused = (*source)->read(0, piece);
            setMemoryLimit(0);
            QVERIFY(!refused && refused.error().kind == ErrorKind::Limit);
            QCOMPARE((*source)->read(0, piece).value(), piece.size());
        }
    }

    void sameBytesHoweverPacked() {
        const auto text = sampleText();
        const auto half = text.size() / 2;
        const auto first = text.substr(0, half);
        const auto second = text.substr(half);
        for (const auto &packed :
             {text, gzipped(text), gzipped(gzipped(text)), zstded(text), gzipped(first) + gzipped(second),
              zstded(first) + zstded(second), gzipped(text) + std::string(512, '\0')}) {
            const auto source = ByteSource::open(write(packed));
            QVERIFY(source);
            QVERIFY(readAll(**source, 100'000) == text);
            QVERIFY(readAll(**source, 7'777) == text);  // once more from the start
            std::string piece(50, '\0');
            for (const std::uint64_t at : {600'000ULL, 5ULL, 350'000ULL, 349'990ULL, 0ULL}) {
                QCOMPARE((*source)->read(at, piece).value(), piece.size());
                QVERIFY(piece == text.substr(at, piece.size()));
            }
            QCOMPARE((*source)->read(text.size() + 10, piece).value(), std::size_t{0});
            QCOMPARE((*source)->read(text.size() - 10, piece).value(), std::size_t{10});
        }
    }

    void brokenStreamsGiveWhatTheyHave() {
        const auto text = sampleText();
        for (const auto &packed : {gzipped(text), zstded(text)}) {
            const auto source = ByteSource::open(write(packed.substr(0, packed.size() / 2)));
            QVERIFY(source);
            const auto part = readAll(**source, 10'000);
            QVERIFY(part.size() > 1000 && text.starts_with(part));
            std::string piece(50, '\0');
            const auto end = (*source)->read(part.size(), piece);
            QVERIFY(!end);
            QCOMPARE(end.error().kind, ErrorKind::Truncated);
            QVERIFY(end.error().where.find(":byte ") != std::string::npos);

            auto damaged = packed;
            for (std::size_t i = packed.size() / 2; i < packed.size() / 2 + 2000; ++i) {
                damaged[i] = static_cast<char>(i * 7);
            }
            const auto bad = ByteSource::open(write(damaged));
            const auto good = readAll(**bad, 10'000);
            QVERIFY(good != text);
            QVERIFY(!(*bad)->read(good.size(), piece));
        }
    }

    void fileBytesAndSize() {
        const auto packed = gzipped(sampleText());
        const auto source = ByteSource::open(write(packed));
        QCOMPARE((*source)->fileSize(), packed.size());
        std::ignore = readAll(**source, 100'000);
        QCOMPARE((*source)->fileBytesRead(), packed.size());
        QVERIFY(!(*source)->isSeekable());
        QVERIFY((*ByteSource::open(write("plain")))->isSeekable());
    }

    void beyondFourGigabytes() {
        const auto path = write("");
        const std::uint64_t far = (std::uint64_t{5} << 30) + 3;
        std::ofstream(path, std::ios::binary | std::ios::in | std::ios::out).seekp(static_cast<std::streamoff>(far))
            << "end";
        const auto source = ByteSource::open(path);
        QCOMPARE((*source)->fileSize(), far + 3);
        std::string piece(10, '\0');
        QCOMPARE((*source)->read(far, piece).value(), std::size_t{3});
        QCOMPARE(piece.substr(0, 3), std::string("end"));
    }

    void regularFilesOnly() {
        QCOMPARE(ByteSource::open(m_folder.filePath(QStringLiteral("absent")).toStdString()).error().kind,
                 ErrorKind::NotFound);
        QCOMPARE(ByteSource::open(m_folder.path().toStdString()).error().kind, ErrorKind::Unsupported);
        QCOMPARE(ByteSource::open("/dev/null").error().kind, ErrorKind::Unsupported);
        const auto fifo = m_folder.filePath(QStringLiteral("fifo")).toStdString();
        QCOMPARE(::mkfifo(fifo.c_str(), 0600), 0);
        QCOMPARE(ByteSource::open(fifo).error().kind, ErrorKind::Unsupported);
        QVERIFY(ByteSource::open(write("")));
        QVERIFY(ByteSource::open(write("\x1f")));
    }

private:
    std::string write(const std::string &bytes) {
        const auto path = m_folder.filePath(QStringLiteral("file")).toStdString();
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }
    QTemporaryDir m_folder;
};

TEST_SUITE(TestByteSource)

}  // namespace tst_byte_source

#include "tst_byte_source.moc"
