#include "tests/support/places.h"
#include "tests/support/test_suite.h"
#include "views/common/texts/language.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QLibraryInfo>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtCore/QXmlStreamReader>
#include <QtTest/QTest>

namespace tst_translations {

using namespace stagescope;

namespace {

struct Text {
    QString context;
    QString source;
    QString translation;
    bool finished = true;
};

std::vector<Text> readTs(const QString &path) {
    QFile file(path);
    std::vector<Text> texts;
    if (!file.open(QIODevice::ReadOnly)) {
        return texts;
    }
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) {
            continue;
        }
        if (xml.name() == QStringLiteral("name")) {
            context = xml.readElementText();
        } else if (xml.name() == QStringLiteral("source")) {
            texts.push_back({context, xml.readElementText(), {}, true});
        } else if (xml.name() == QStringLiteral("translation") && !texts.empty()) {
            texts.back().finished = !xml.attributes().hasAttribute(QStringLiteral("type"));
            texts.back().translation = xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
        }
    }
    return texts;
}

/// Place holders of a text, sorted: a translation must use the same.
QStringList placeHolders(const QString &text) {
    static const QRegularExpression pattern(QStringLiteral("%(?:[1-9]|n)"));
    QStringList found;
    auto matches = pattern.globalMatch(text);
    while (matches.hasNext()) {
        found << matches.next().captured();
    }
    found.sort();
    found.removeDuplicates();
    return found;
}

const QString kChinese = sourcePath("translations/stagescope_zh_CN.ts");

}  // namespace

class TestTranslations : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Reads the sources anew, as `update_translations` does, into a copy: what is new there is not translated.
    void chineseIsComplete() {
        const auto lupdate = QLibraryInfo::path(QLibraryInfo::BinariesPath) + QStringLiteral("/lupdate");
        if (!QFile::exists(lupdate)) {
            QSKIP("lupdate is not installed");
        }
        const auto kResourceTexts = QCoreApplication::applicationDirPath() + QStringLiteral("/../core/resources");
        QVERIFY(QFile::exists(kResourceTexts));
        QTemporaryDir folder;
        const auto copy = folder.filePath(QStringLiteral("copy_zh_CN.ts"));
        QVERIFY(QFile::copy(kChinese, copy));
        QProcess process;
        process.setWorkingDirectory(sourcePath(""));
        process.start(lupdate, {QStringLiteral("-no-obsolete"), QStringLiteral("-I"), QStringLiteral("."),
                                QStringLiteral("core/advice"), QStringLiteral("core/settings"), QStringLiteral("app"),
                                QStringLiteral("views"), kResourceTexts, QStringLiteral("-ts"), copy});
        QVERIFY(process.waitForFinished(120'000));
        QCOMPARE(process.exitCode(), 0);
        QStringList missing;
        for (const auto &text : readTs(copy)) {
            if (!text.finished || text.translation.isEmpty()) {
                missing << text.context + QStringLiteral(": ") + text.source;
            }
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char('\n'))));
    }
    void placeHoldersAgree() {
        const auto texts = readTs(kChinese);
        QVERIFY(texts.size() > 100);
        QStringList wrong;
        for (const auto &text : texts) {
            if (placeHolders(text.source) != placeHolders(text.translation)) {
                wrong << text.source;
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
    }
    void languageSwitchesAtRunTime() {
        const auto title = [] { return QCoreApplication::translate("ViewList", "Timeline"); };
        const auto hits = [](int n) {
            return QCoreApplication::translate("stagescope::SearchPanel", "%n match(es) for \"%1\"", nullptr, n);
        };
        setLanguage(Language::English);
        QCOMPARE(title(), QStringLiteral("Timeline"));
        QCOMPARE(hits(1), QStringLiteral("1 match for \"%1\""));
        QCOMPARE(hits(2), QStringLiteral("2 matches for \"%1\""));
        setLanguage(Language::Chinese);
        QCOMPARE(title(), QString::fromUtf8("时间线"));
        setLanguage(Language::English);
        QCOMPARE(title(), QStringLiteral("Timeline"));
    }
};

TEST_SUITE(TestTranslations)

}  // namespace tst_translations

#include "tst_translations.moc"
