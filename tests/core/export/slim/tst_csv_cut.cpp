// Files of CSV cut to the time of some steps: what is kept is kept byte for byte, what cannot be read stays.
#include "core/base/io/byte_source.h"
#include "core/base/io/output_file.h"
#include "core/formats/cut/file_cut.h"
#include "tests/support/test_suite.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

namespace tst_csv_cut {

using namespace stagescope;

namespace {

/// Step 6, from 6000 us to 7000 us.
FileCut cutOfStep6() { return {.window = RankRange{rankTime(6'000'000), rankTime(7'000'000)}, .steps = {6}}; }

QByteArray contentOf(const std::string &path) {
    const auto source = ByteSource::open(path);
    std::string bytes(source ? 2 * (*source)->fileSize() + (std::size_t{8} << 20) : 0, '\0');
    const auto got = source ? (*source)->read(0, bytes) : Result<std::size_t>(0);
    return {bytes.data(), static_cast<qsizetype>(got.value_or(0))};
}

}  // namespace

class CsvCutTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Lines that are to be left out begin with '-', which is taken away; what is to be left out of a line stands in
    /// <>.
    void rows_data() {
        QTest::addColumn<QByteArray>("format");
        QTest::addColumn<QByteArray>("marked");
        const auto row = [](const char *name, const char *format, const char *marked) {
            QTest::newRow(name) << QByteArray(format) << QByteArray(marked);
        };
        row("kernels", "kernel_table",
            "Step Id,Name,Start Time(us),Duration(us)\n"
            "-5,a,5100.000\t,20\n<5>,reaches in,5990.000\t,20\n-5,ends there,5990.000\t,10\n6,b,6000.000\t,5\n"
            "6,\"late, of step 6\",7000.5\t,20\n-7,c,7000.000\t,3\n");
        row("kernels of other steps", "kernel_details",
            "Device_id,Step Id,Name,Start Time(us),Duration(us)\n0,\"<5>\",\"a, b\",5990.000\t,20\n"
            "0, <5>\t,c,5995.000\t,6\r\n-0,5,d,5990,10\n0,6,e,6000,5\n0,<7>,f,6999,5\n0,<7>,g,6999,5\n-0,7,h,7000,5\n");
        row("kernels without steps", "kernel_details",
            "Device_id,Op Name,Task Start Time(us),Task Duration(us)\n"
            "-0,a,5100,20\n0,b,5999.5,1\n0,c,6999.999,1\n-0,d,7000,1\n");
        row("tasks", "kernel_details",
            "kernel_name,task_time(us),task_start(us)\n-a,5,\"5100.000\t\"\nb,5,\"6100.000\t\"\n");
        row("step of no number", "kernel_table",
            "Step ID,Name,Start Time(us),Duration(us)\nN/A,a,6001,1\n-N/A,a,7001,1\n,a,6002,1\n");
        row("samples", "profile_memory",
            "Component,Timestamp(us),Total Reserved(MB)\n-PTA,\"5000.000\t\",1\nPTA,\"5999.999\t\",1\n"
            "-PTA,\"5500.000\t\",1\nGE,\"17.000\t\",1\nPTA,\"6000.000\t\",1\nPTA,\"6999.999\t\",1\n"
            "-PTA,\"8000.000\t\",1\nPTA,\"7000.000\t\",1\n-PTA,\"7000.001\t\",1\n");
        row("samples of the process", "profile_memory",
            "Device_id,event,memory(KB),timestamp(us)\n-0,app,1,4000\n0,app,1,5000\n0,app,1,6000\n"
            "1,app,1,4000\n");
        row("allocations", "profile_memory",
            "Name,Size(KB),Allocation Time(us),Release Time(us),Duration(us)\n"
            "-a,1,5000,5500,500\nb,1,5000,6500,1500\nc,1,5000,,\nd,1,6500,9000,2500\n-e,1,7500,,\nf,1,,6100,\n");
        row("allocations of msprof", "profile_memory",
            "Name,Size(KB),Allocation Time(us),Duration(us)\n-a,1,5000,500\nb,1,5000,1500\nc,1,5000,N/A\n");
        row("steps", "step_trace_time", "Device_id,Step,Computing\n-0,5,1.5\n0,6,1.5\n-0,7,1.5\n0,,2\n");
        row("damage", "kernel_table",
            "Step Id,Name,Start Time(us),Duration(us)\n"
            "-5,a,5100,20\n5,short\n-5,b,5200,20\n<5>,no time,x,20\n<5>,no "
            "length,5100,x\n6,c,6000,1\n-7,d,7500,1\n7,cut");
        row("a quote that does not close", "kernel_table",
            "Step Id,Name,Start Time(us),Duration(us)\n-5,a,5100,20\n6,\"b,6000,20\n-7,c,7500,1\n6,d,6500,1\n");
        row("lines in a field", "kernel_table",
            "Step Id,Name,Start Time(us),Duration(us)\n6,\"a\nb\nc\",6000,20\n-5,x,5000,1\n6,d,6500,1\n");
        row("line ends and a mark", "kernel_table",
            "\xef\xbb\xbfStep Id,Name,Start Time(us),Duration(us)\r\n-5,a,5100,20\r\n-\r\n6,b,6000,20\r\n");
        row("of another clock", "profile_memory", "Component,Timestamp(us),Total Reserved(MB)\nPTA,17,1\nPTA,18,1\n");
        row("without such columns", "profile_memory", "Name,Size(KB)\na,1\nb,2\n");
        row("first line alone", "kernel_table", "Step Id,Name,Start Time(us),Duration(us)\n");
        row("empty", "kernel_table", "");
        row("of no time", "statistics", "OP Type,Timestamp(us)\na,5000\nb,6000\n");
    }
    void rows() {
        QFETCH(QByteArray, format);
        QFETCH(QByteArray, marked);
        const auto whole = QByteArray(marked).replace("\n-", "\n").replace('<', "").replace('>', "");
        QByteArray wanted;
        for (const auto &line : marked.split('\n')) {
            wanted += line.startsWith('-') ? QByteArray() : line + '\n';
        }
        wanted.chop(1);
        for (auto at = wanted.indexOf('<'); at >= 0; at = wanted.indexOf('<')) {
            wanted.remove(at, wanted.indexOf('>') + 1 - at);
        }
        QCOMPARE(cut(format, whole), wanted);
    }

    /// Rows in turn of two steps, over several windows of the reader.
    void manyRows() {
        QByteArray whole("Step Id,Name,Start Time(us),Duration(us)\n");
        auto wanted = whole;
        const QByteArray longName(300, 'k');
        for (int i = 0; i < 20'000; ++i) {
            const bool isKept = i % 3 == 0;
            const auto line = QByteArray(isKept ? "6" : "7") + "," + longName + QByteArray::number(i) + "," +
                              (isKept ? "6100.125" : "7100.125") + "\t,20\n";
            whole += line;
            wanted += isKept ? line : QByteArray();
        }
        QVERIFY(cut("kernel_table", whole) == wanted);
    }

private:
    [[nodiscard]] QByteArray cut(const QByteArray &format, const QByteArray &content) const {
        const auto path = m_folder.filePath(QStringLiteral("source.csv")).toStdString();
        const auto target = m_folder.filePath(QStringLiteral("copy.csv")).toStdString();
        if (!writeWholeFile(path, content.toStdString())) {
            return "not written";
        }
        FileSource file;
        file.path = path;
        file.format = format.toStdString();
        const auto copy = copyCut(file, cutOfStep6(), target);
        return copy ? contentOf(*copy) : QByteArray::fromStdString(errorLine(copy.error()));
    }

    QTemporaryDir m_folder;
};

TEST_SUITE(CsvCutTest)

}  // namespace tst_csv_cut

#include "tst_csv_cut.moc"
