#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QDirIterator>
#include <QtCore/QFile>
#include <QtCore/QRegularExpression>
#include <QtCore/QXmlStreamReader>
#include <QtTest/QTest>

#include <set>

namespace tst_words {

namespace {

/// A text of the window, as the translations list all of them.
struct UserText {
    QString context;
    QString english;
    QStringList chinese;  ///< several for texts with a number
};

QList<UserText> userTexts() {
    QFile file(stagescope::sourcePath("translations/stagescope_zh_CN.ts"));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    QList<UserText> texts;
    QString context;
    QXmlStreamReader xml(&file);
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) {
            continue;
        }
        const auto name = xml.name();
        if (name == u"name") {
            context = xml.readElementText();
        } else if (name == u"source") {
            texts.append({context, xml.readElementText(), {}});
        } else if (name == u"translation" || name == u"numerusform") {
            const auto text = xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
            if (!text.isEmpty()) {
                texts.last().chinese.append(text);
            }
        }
    }
    return texts;
}

/// Words of this program's own dialect; a reader of Nsight Systems, Perfetto or PyTorch has to decode them.
const QRegularExpression &dialect() {
    static const QRegularExpression words(
        QStringLiteral("\\b(told|tells?|telling|asks?|asked|lies?|lay|lying|stands?|stood|mend(s|ed)?|beside|beneath|"
                       "heed(s|ed)?|in sight|looked at|lent|given (up|out|back)|left out|gone|no more|any more|drains|"
                       "guessed|seen|sees|promises|stretch|pieces?|drawer|arrows?|not known|nothing is known|"
                       "what (is|are|was|becomes|follows)|analyse|colours?|(synchron|initial|recogn|util)is\\w+)\\b"),
        QRegularExpression::CaseInsensitiveOption);
    return words;
}

/// Without names of code and files (a word with a dot, an underscore, a bracket or an equals sign in it) and of keys.
QString proseOf(QString text) {
    static const QRegularExpression code(
        QStringLiteral("\\S*(?:[A-Za-z]\\.[A-Za-z]|_|\\(|=)\\S*|[Aa]rrow keys|import analyse"));
    return text.remove(code);
}

std::set<QString> placeholders(const QString &text) {
    static const QRegularExpression place(QStringLiteral("%(?:L?\\d+|n)"));
    std::set<QString> found;
    for (auto it = place.globalMatch(text); it.hasNext();) {
        found.insert(it.next().captured());
    }
    return found;
}

/// String literals of production code with more than one word, without comments.
QStringList dialectInCode() {
    static const QRegularExpression comment(QStringLiteral("//[^\\n]*"));
    static const QRegularExpression literal(QStringLiteral("(?:\"(?:[^\"\\\\\\n]|\\\\.)*\"\\s*)+"));
    QStringList found;
    for (const auto *folder : {"app", "core", "views"}) {
        QDirIterator it(stagescope::sourcePath(folder), {QStringLiteral("*.h"), QStringLiteral("*.cpp")}, QDir::Files,
                        QDirIterator::Subdirectories);
        while (it.hasNext()) {
            QFile file(it.next());
            if (!file.open(QIODevice::ReadOnly)) {
                continue;
            }
            const auto code = QString::fromUtf8(file.readAll()).remove(comment);
            for (auto text = literal.globalMatch(code); text.hasNext();) {
                const auto prose = proseOf(text.next().captured());
                if (prose.trimmed().contains(u' ') && dialect().match(prose).hasMatch()) {
                    found.append(it.filePath() + QStringLiteral(": ") + prose);
                }
            }
        }
    }
    return found;
}

}  // namespace

/// The words of users: README of the words has the rules.
class WordsTest : public QObject {
    Q_OBJECT

private:
    /// Texts that break a rule, one a line.
    template <class Breaks>
    static QString breaking(Breaks breaks) {
        QStringList lines;
        for (const auto &text : userTexts()) {
            if (breaks(text)) {
                lines.append(text.context + QStringLiteral(": ") + text.english + QStringLiteral(" | ") +
                             text.chinese.join(QStringLiteral(" / ")));
            }
        }
        return lines.join(QLatin1Char('\n'));
    }

private Q_SLOTS:
    void initTestCase() { QVERIFY(userTexts().size() > 3000); }

    void textsUseTheFieldsWords() {
        const auto found = breaking([](const UserText &text) {
            return dialect().match(proseOf(text.english)).hasMatch() && !text.english.contains(u"analyse=");
        });
        QVERIFY2(found.isEmpty(), qPrintable(found));
    }
    void unitsStandInParentheses() {
        static const QRegularExpression unit(QStringLiteral(", (us|ms|ns|%|GiB|MiB|bytes|blocks|times)$"));
        const auto found = breaking([](const UserText &text) { return unit.match(text.english).hasMatch(); });
        QVERIFY2(found.isEmpty(), qPrintable(found));
    }
    void dotsFollowTheWord() {
        static const QRegularExpression chinese(QStringLiteral("[\\x{4e00}-\\x{9fff}]\\.\\.\\.| \\x{2026}"));
        static const QRegularExpression english(QStringLiteral("[a-z] \\.\\.\\.|\\x{2026}"));
        const auto found = breaking([](const UserText &text) {
            const bool isMenu = text.english.endsWith(u"...");
            const bool isWrongChinese =
                !isMenu && std::any_of(text.chinese.begin(), text.chinese.end(),
                                       [](const auto &t) { return chinese.match(t).hasMatch(); });
            return english.match(text.english).hasMatch() || isWrongChinese;
        });
        QVERIFY2(found.isEmpty(), qPrintable(found));
    }
    void bothLanguagesHaveTheSamePlaces() {
        const auto found = breaking([](const UserText &text) {
            return std::any_of(text.chinese.begin(), text.chinese.end(), [&](const QString &chinese) {
                auto english = placeholders(text.english);
                auto other = placeholders(chinese);
                english.erase(QStringLiteral("%n"));
                other.erase(QStringLiteral("%n"));
                return english != other;
            });
        });
        QVERIFY2(found.isEmpty(), qPrintable(found));
    }
    /// One Chinese word for one thing, and none of English where there is one.
    void chineseUsesTheGlossary() {
        static const QRegularExpression never(QStringLiteral(
            "步长|单步|每步|步内|步末|步骤|通信组|传输类型|诊断结果|抽屉|路由器|核函数|导入日志|泄露|比对|时间去向|"
            "时间拆分|显存不足|气泡|采集工具"));
        static const QRegularExpression stray(QStringLiteral(
            "(?:[\\x{4e00}-\\x{9fff}，：；] ?(?:Rank|rank|Shape|step|kernel)s? ?[\\x{4e00}-\\x{9fff}，。])|"
            "[\\x{4e00}-\\x{9fff}] ?\\((?:ms|us|ns|%|GiB)\\)"));
        const auto found = breaking([](const UserText &text) {
            return std::any_of(text.chinese.begin(), text.chinese.end(), [](const QString &chinese) {
                return never.match(chinese).hasMatch() || stray.match(chinese).hasMatch();
            });
        });
        QVERIFY2(found.isEmpty(), qPrintable(found));
    }
    /// "12 of 34 ms" would turn to "12 of 0.03 s": each figure has its unit, since a formatter chooses it by the size.
    void eachTimeHasItsUnit() {
        static const QRegularExpression shared(QStringLiteral("%\\d (of|to|instead of|and|then|than) %\\d ms"));
        const auto found = breaking([](const UserText &text) { return shared.match(text.english).hasMatch(); });
        QVERIFY2(found.isEmpty(), qPrintable(found));
    }
    /// Texts that are not translated (columns of tables, the command line): fewer with each change, never more.
    void codeSpeaksNoDialect() {
        const auto found = dialectInCode();
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }
};

TEST_SUITE(WordsTest)

}  // namespace tst_words

#include "tst_words.moc"
