// Files of JSON by steps: what is kept is kept byte for byte, and so is what cannot be read.
#include "core/base/io/byte_source.h"
#include "core/base/io/output_file.h"
#include "core/formats/cut/file_cut.h"
#include "core/formats/cut/json_cut.h"
#include "tests/support/test_suite.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

namespace tst_json_cut {

using namespace stagescope;

class JsonCutTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// What is to be left out stands between two '~'.
    void members_data() {
        QTest::addColumn<QByteArray>("marked");
        const auto row = [](const char *name, const char *marked) { QTest::newRow(name) << QByteArray(marked); };
        row("first", R"({"step6": {"a": 1}~, "step7": {"b": 2}~})");
        row("last", "{~\"step5\": {\"b\": [\"}\", 2]},\n ~\"step6\": {\"a\": 1.0e+5}\n}\n");
        row("within", R"({ ~"5": {}, ~"6": {"a": {"c": [1, {}]}}~ , "7": {}, "8": {}~ })");
        row("two of them", R"({~"step5": {}, ~"step6": {}~, "step7": {}~, "step16": {}~, "step26": {}~})");
        row("other members", "{\"Total\": [1, 2]~, \"step5\": {}~, \"step6\": {}, \"note\": \"a, b\" , \"x\": null }");
        row("twice", R"({"step6": {"a": 1}~, "step5": {}~, "step6": {"b": 1}})");
        row("other values", R"({~"step5": 17 , ~"step6": 18~ , "step7": "x"~})");
        row("not a number", R"({"step6": {"a": NaN, "b": -Infinity}~, "step5": {"a": NaN}~})");
        row("names", "{\"a\\\"b\": {}~, \"step5\": {\"step6\": {}}~, \"step6\": {}, \"step6\\\\\": {}}");
        row("a mark", "\xef\xbb\xbf{~\"step5\": {}, ~\"step6\": {}}");
        row("of other steps", R"({"step7": {}, "x": {}})");
        row("empty object", "{}");
        row("a list", R"([{"step5": {}}, {"step6": {}}])");
        row("cut off", R"({"step5": {"a": 1}, "step6": {"a": )");
        row("broken within", R"({"step5": {"a": 1 2}, "step6": {}})");
        row("broken behind", R"({"step5": {}, "step6": {}} x)");
        row("empty", "");
    }
    void members() {
        QFETCH(QByteArray, marked);
        const auto parts = marked.split('~');
        QByteArray wanted;
        for (qsizetype i = 0; i < parts.size(); i += 2) {
            wanted += parts[i];
        }
        QCOMPARE(cut(parts.join()), wanted);
    }

    void manyMembers() {
        QByteArray whole("{");
        QByteArray wanted("{");
        for (int i = 0; i < 3000; ++i) {
            const auto member = "\"step" + QByteArray::number(i) + "\": {\"op\": \"" + QByteArray(2000, 'x') + "\"}";
            whole += (i == 0 ? "" : ",\n") + member;
            wanted += i == 6 ? member : i == 16 ? ",\n" + member : QByteArray();
        }
        QVERIFY(cut(whole + "}") == wanted + "}");
    }

    void cancelled() {
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(isWritten(R"({"step6": {}})"));
        const auto kept = keptMembers(source(), m_cut, stop.get_token());
        QVERIFY(!kept && kept.error().kind == ErrorKind::Cancelled);
    }

private:
    [[nodiscard]] FileSource source() const {
        FileSource file;
        file.path = m_folder.filePath(QStringLiteral("communication.json")).toStdString();
        file.format = "communication";
        return file;
    }
    [[nodiscard]] bool isWritten(const QByteArray &content) const {
        return writeWholeFile(source().path, content.toStdString()).has_value();
    }
    [[nodiscard]] QByteArray cut(const QByteArray &content) const {
        if (!isWritten(content)) {
            return "not written";
        }
        const auto target = m_folder.filePath(QStringLiteral("copy.json")).toStdString();
        const auto copy = copyCut(source(), m_cut, target);
        const auto bytes = copy ? ByteSource::open(*copy) : tl::make_unexpected(copy.error());
        std::string text(static_cast<std::size_t>(content.size()) + 1, '\0');
        const auto got = bytes ? (*bytes)->read(0, text) : tl::make_unexpected(bytes.error());
        return got ? QByteArray(text.data(), static_cast<qsizetype>(*got))
                   : QByteArray::fromStdString(errorLine(got.error()));
    }

    FileCut m_cut{.steps = {6, 16}};
    QTemporaryDir m_folder;
};

TEST_SUITE(JsonCutTest)

}  // namespace tst_json_cut

#include "tst_json_cut.moc"
