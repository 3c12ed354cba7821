#include "app/command_list.h"
#include "app/manual/manual_pages.h"
#include "app/manual/markdown_blocks.h"
#include "app/window/manual_window.h"
#include "app/window/window_commands.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"
#include "views/view_list.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtCore/QRegularExpression>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QListWidget>
#include <QtWidgets/QTextBrowser>

namespace tst_manual {

using namespace stagescope;
using namespace Qt::StringLiterals;

namespace {

constexpr int kCommandMs = 120'000;

QString textOf(const QString &path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString markdown(const std::string &page) { return QString::fromStdString(manualPage(page).value_or(std::string())); }

/// Prose without tables, code, headings and marks, a sentence each.
QStringList sentencesOf(const std::string &page) {
    QStringList sentences;
    for (const auto &block : markdownBlocks(manualPage(page).value())) {
        const bool isProse = block.kind == MarkdownBlock::Kind::Paragraph || block.kind == MarkdownBlock::Kind::Item;
        if (isProse) {
            static const QRegularExpression end(u"(?<=[.:;?]) "_s);
            sentences += QString::fromStdString(block.text).split(end, Qt::SkipEmptyParts);
        }
    }
    return sentences;
}

}  // namespace

class ManualTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { useCommands(allCommands()); }

    void everyFileIsAPage() {
        const auto files = QDir(sourcePath("resources/manual")).entryList({u"*.md"_s}, QDir::Files, QDir::Name).size();
        QCOMPARE(static_cast<qsizetype>(manualPages().size()), files);
        for (const auto &page : manualPages()) {
            QVERIFY2(!page.title.empty() && manualPage(page.id).has_value(), page.id.c_str());
        }
        QVERIFY(!manualPage("no-such-page").has_value());
    }
    void everyLinkLeadsSomewhere_data() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("text");
        for (const auto &page : manualPages()) {
            QTest::newRow(page.id.c_str()) << sourcePath("resources/manual") << markdown(page.id);
        }
        QTest::newRow("README") << sourcePath("") << textOf(sourcePath("README.md"));
    }
    void everyLinkLeadsSomewhere() {
        QFETCH(QString, folder);
        QFETCH(QString, text);
        static const QRegularExpression link(u"\\]\\(([^)#]+)(#[^)]*)?\\)"_s);
        for (auto it = link.globalMatch(text); it.hasNext();) {
            const auto target = it.next().captured(1);
            QVERIFY2(target.contains(u"://"_s) || QFile::exists(folder + u'/' + target), qPrintable(target));
        }
    }
    void theReadmeIsADoor() { QVERIFY(textOf(sourcePath("README.md")).size() <= 9000); }

    /// Sentences are short, and words those of the field (tests/arch/tst_words has the list for all other texts).
    void sentencesAreShort() {
        static const QRegularExpression dialect(
            u"\\b(told|tells?|asks|asked|lies|stands|mend(s|ed)?|beside|beneath|lent|gone|guessed|drawer|colour)\\b"_s,
            QRegularExpression::CaseInsensitiveOption);
        for (const auto &page : manualPages()) {
            const auto sentences = sentencesOf(page.id);
            int isLong = 0;
            for (const auto &sentence : sentences) {
                isLong += sentence.count(u' ') + 1 > 30 ? 1 : 0;
                QVERIFY2(!dialect.match(sentence).hasMatch(), qPrintable(sentence));
            }
            QVERIFY2(isLong * 20 <= sentences.size(), page.id.c_str());
        }
    }
    /// Names of commands, views and pages that the manual uses exist, and each command has a page that names it.
    void everyCommandIsNamed() {
        QString all;
        for (const auto &page : manualPages()) {
            all += markdown(page.id);
        }
        static const QRegularExpression called(u"stagescope(?:-cli)? ([a-z][a-z-]+)"_s);
        for (auto it = called.globalMatch(all); it.hasNext();) {
            const auto name = it.next().captured(1).toStdString();
            QVERIFY2(name == "help" || commandByName(name) != nullptr || name == "demo", name.c_str());
        }
        for (const auto &command : commandList()) {
            QVERIFY2(command.name == kOpenCommand || all.contains(QString::fromStdString(command.name)),
                     command.name.c_str());
        }
    }
    /// "File > Watch Folder" is a command of that menu, or a menu in it.
    void everyMenuIsThere() {
        QStringList known{u"View > Theme"_s, u"View > Keys"_s, u"View > Language"_s};
        for (const auto &command : windowCommands()) {
            auto text = QString::fromLatin1(command.text).remove(u'&').remove(u"..."_s);
            const auto menu = command.menu == WindowMenu::File   ? u"File"_s
                              : command.menu == WindowMenu::Help ? u"Help"_s
                                                                 : u"View"_s;
            known.append(menu + u" > "_s + text);
        }
        static const QRegularExpression place(u"(?:File|View|Help) > [A-Z][a-z]+(?: (?:a )?[A-Z][a-z]+)*"_s);
        int found = 0;
        for (const auto &page : manualPages()) {
            const auto text = markdown(page.id);
            for (auto it = place.globalMatch(text); it.hasNext(); ++found) {
                const auto named = it.next().captured();
                QVERIFY2(known.contains(named), qPrintable(named));
            }
        }
        QVERIFY(found > 5);
    }
    void everyExampleRuns_data() {
        QTest::addColumn<QStringList>("lines");
        for (const auto &page : manualPages()) {
            QStringList lines;
            for (const auto &line : markdown(page.id).split(u'\n')) {
                if (line.startsWith(u"$ "_s)) {
                    lines.append(line.mid(2));
                }
            }
            if (!lines.isEmpty()) {
                QTest::newRow(page.id.c_str()) << lines;
            }
        }
    }
    /// Lines that begin with "$ ", in order, in one folder.
    void everyExampleRuns() {
        QFETCH(QStringList, lines);
        const QTemporaryDir folder;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
        for (const auto *name : {"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"}) {
            environment.insert(QLatin1String(name), folder.filePath(QLatin1String(name)));
        }
        for (const auto &line : lines) {
            auto words = QProcess::splitCommand(line);
            QVERIFY2(words.size() > 1 && words.takeFirst() == u"stagescope"_s, qPrintable(line));
            QProcess process;
            process.setProcessEnvironment(environment);
            process.setWorkingDirectory(folder.path());
            process.start(qEnvironmentVariable("STAGESCOPE_BINARY"), words);
            QVERIFY2(process.waitForFinished(kCommandMs), qPrintable(line));
            const auto error = process.readAllStandardError();
            QVERIFY2(process.exitCode() == 0, qPrintable(line + u": "_s + QString::fromUtf8(error)));
        }
    }
    void textFitsATerminal() {
        for (const auto &page : manualPages()) {
            const auto text = QString::fromStdString(textOfMarkdown(manualPage(page.id).value(), 80));
            for (const auto &line : text.split(u'\n')) {
                const bool isCode = line.startsWith(u"    "_s);
                const bool hasLongWord = !line.trimmed().contains(u' ');
                QVERIFY2(line.size() <= 80 || isCode || hasLongWord, qPrintable(line));
                QVERIFY2(!line.contains(u"]("_s) && !line.contains(u"**"_s), qPrintable(line));
            }
        }
    }
    void wordsAreFound() {
        const auto hits = manualHits("Welch");
        QVERIFY(!hits.empty());
        QVERIFY(std::any_of(hits.begin(), hits.end(), [](const ManualHit &hit) { return hit.page == "ci"; }));
        QVERIFY(manualHits("no such word at all").empty());
        QVERIFY(manualHits("").empty());
    }
    void theWindowShowsPagesAndFindsWords() {
        ManualWindow window;
        window.show();
        auto *pages = window.findChild<QListWidget *>();
        auto *text = window.findChild<QTextBrowser *>();
        QCOMPARE(pages->count(), static_cast<int>(manualPages().size()));
        QCOMPARE(window.page(), u"index"_s);
        QVERIFY(text->toPlainText().contains(u"Why is a step slow?"_s));
        Q_EMIT text->anchorClicked(QUrl(u"slow-step.md"_s));
        QCOMPARE(window.page(), u"slow-step"_s);
        window.findChild<QLineEdit *>()->setText(u"Welch"_s);
        QVERIFY(pages->count() > 0 && pages->count() < static_cast<int>(manualPages().size()));
        pages->setCurrentRow(0);
        QVERIFY(text->toPlainText().contains(u"Welch"_s));
    }
};

TEST_SUITE(ManualTest)

}  // namespace tst_manual

#include "tst_manual.moc"
