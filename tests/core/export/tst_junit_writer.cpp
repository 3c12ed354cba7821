#include "core/export/junit_writer.h"
#include "tests/support/test_suite.h"

#include <QtCore/QXmlStreamReader>
#include <QtTest/QTest>

namespace tst_junit_writer {

using namespace stagescope;

namespace {

struct ReadCase {
    QString name;
    QString element;  ///< within the testcase
    QString text;
};

struct ReadSuite {
    QXmlStreamAttributes head;
    std::vector<ReadCase> cases;
    bool isWhole = false;
};

ReadSuite readBack(const std::string &xml) {
    ReadSuite result;
    QXmlStreamReader reader(QByteArray::fromStdString(xml));
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement) {
            continue;
        }
        if (reader.name() == QStringLiteral("testsuite")) {
            result.head = reader.attributes();
        } else if (reader.name() == QStringLiteral("testcase")) {
            result.cases.push_back({reader.attributes().value(QStringLiteral("name")).toString(), {}, {}});
        } else {
            auto &one = result.cases.back();
            one.element = reader.name().toString();
            const bool isOutput = one.element == QStringLiteral("system-out");
            one.text =
                isOutput ? reader.readElementText() : reader.attributes().value(QStringLiteral("message")).toString();
        }
    }
    result.isWhole = !reader.hasError();
    return result;
}

}  // namespace

class JunitWriterTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void casesAndTheirNumbers() {
        using Outcome = JunitCase::Outcome;
        const std::vector<JunitCase> cases{{"a > 1", Outcome::Passed, "0"},
                                           {"b", Outcome::Failed, "2"},
                                           {"c", Outcome::Broken, "no data"},
                                           {"d", Outcome::Skipped, "none"},
                                           {"e", Outcome::Failed, "3"}};
        const auto suite = readBack(junitXml("gate run", cases));
        QVERIFY(suite.isWhole);
        QCOMPARE(suite.head.value(QStringLiteral("name")).toString(), QStringLiteral("gate run"));
        QCOMPARE(suite.head.value(QStringLiteral("tests")).toString(), QStringLiteral("5"));
        QCOMPARE(suite.head.value(QStringLiteral("failures")).toString(), QStringLiteral("2"));
        QCOMPARE(suite.head.value(QStringLiteral("errors")).toString(), QStringLiteral("1"));
        QCOMPARE(suite.head.value(QStringLiteral("skipped")).toString(), QStringLiteral("1"));
        const QStringList elements{QStringLiteral("system-out"), QStringLiteral("failure"), QStringLiteral("error"),
                                   QStringLiteral("skipped"), QStringLiteral("failure")};
        QCOMPARE(suite.cases.size(), std::size_t(elements.size()));
        for (std::size_t i = 0; i < suite.cases.size(); ++i) {
            QCOMPARE(suite.cases[i].element, elements[qsizetype(i)]);
            QCOMPARE(suite.cases[i].name, QString::fromStdString(cases[i].name));
            QCOMPARE(suite.cases[i].text, QString::fromStdString(cases[i].text));
        }
        QVERIFY(readBack(junitXml("", {})).isWhole);
    }

    void hostileNames_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QString>("shown");
        const auto row = [](const char *tag, QByteArray name, QString shown) {
            QTest::newRow(tag) << std::move(name) << std::move(shown);
        };
        row("markup", "</testcase><a b=\"c\" d='e'>&amp;", QStringLiteral("</testcase><a b=\"c\" d='e'>&amp;"));
        row("section", "]]><![CDATA[", QStringLiteral("]]><![CDATA["));
        row("control",
            "a\x01"
            "b\x1b\nc",
            QStringLiteral("a\u2401b\u241b\u240ac"));
        row("zero", QByteArray("a\0b", 3), QStringLiteral("a\u2400b"));
        row("no UTF-8",
            "a\xff"
            "b",
            QStringLiteral("a\ufffdb"));
        row("no character",
            "a\xef\xbf\xbe"
            "b\xef\xbf\xbf",
            QStringLiteral("a\ufffdb\ufffd"));
        row("wide", "\xe6\xa2\xaf\xf0\x9f\x9a\x80", QStringLiteral("\u68af\U0001F680"));
    }
    void hostileNames() {
        QFETCH(QByteArray, name);
        QFETCH(QString, shown);
        const auto text = name.toStdString();
        for (const auto outcome : {JunitCase::Outcome::Passed, JunitCase::Outcome::Failed}) {
            const std::vector<JunitCase> cases{{text, outcome, text}};
            const auto suite = readBack(junitXml(text, cases));
            QVERIFY(suite.isWhole);
            QCOMPARE(suite.cases.size(), std::size_t{1});
            QCOMPARE(suite.head.value(QStringLiteral("name")).toString(), shown);
            QCOMPARE(suite.cases[0].name, shown);
            QCOMPARE(suite.cases[0].text, shown);
        }
    }
};

TEST_SUITE(JunitWriterTest)

}  // namespace tst_junit_writer

#include "tst_junit_writer.moc"
