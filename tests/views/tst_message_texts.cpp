#include "core/advice/finding_texts.h"
#include "core/advice/rule.h"
#include "core/analysis/run/platform_texts.h"
#include "core/scene/kit/joined_texts.h"
#include "core/session/discovery/file_signatures.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"
#include "views/common/empty/empty_reason.h"
#include "views/common/texts/language.h"
#include "views/common/texts/message_texts.h"

#include <QtCore/QDirIterator>
#include <QtCore/QFile>
#include <QtCore/QRegularExpression>
#include <QtCore/QSet>
#include <QtTest/QTest>

#include <algorithm>
#include <string_view>

namespace tst_message_texts {

using namespace stagescope;

namespace {

/// All texts between quotes that `pattern` captures in the sources of a folder. An id that ends in a dot or a line is a
/// prefix, to which the code adds a name.
QSet<QString> captures(const QString &pattern, const char *folder = "core") {
    const QRegularExpression expression(pattern);
    QSet<QString> found;
    QDirIterator it(sourcePath(folder), {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files,
                    QDirIterator::Subdirectories);
    while (it.hasNext()) {
        QFile file(it.next());
        if (!file.open(QIODevice::ReadOnly)) {
            continue;
        }
        auto matches = expression.globalMatch(QString::fromUtf8(file.readAll()));
        while (matches.hasNext()) {
            found.insert(matches.next().captured(1));
        }
    }
    return found;
}

/// Of some texts each platform has its own, and there is none for all (inWordsOf).
bool isInWordsOfPlatforms(const QString &id, const QStringList &known) {
    return std::all_of(kPlatformWords.begin(), kPlatformWords.end(), [&](std::string_view words) {
        return known.contains(id + QLatin1Char('.') +
                              QLatin1String(words.data(), static_cast<qsizetype>(words.size())));
    });
}

QStringList without(const QSet<QString> &wanted, const QStringList &known) {
    QStringList missing;
    for (const auto &id : wanted) {
        const bool isPrefix = id.endsWith(QLatin1Char('.')) || id.endsWith(QLatin1Char('_'));
        const bool found =
            isPrefix ? !known.filter(QRegularExpression(QStringLiteral("^") + QRegularExpression::escape(id))).isEmpty()
                     : known.contains(id) || isInWordsOfPlatforms(id, known);
        if (!found) {
            missing << id;
        }
    }
    missing.sort();
    return missing;
}

}  // namespace

class TestMessageTexts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyMessageHasAText_data() {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("folder");
        // An id may stand behind a question: Message(isOne ? "a.one" : "a.several").
        const auto first = QStringLiteral("\\bMessage\\s*[({][^\"();]*\"([a-z_]+\\.[A-Za-z_.]*)\"");
        const auto second =
            QStringLiteral("\\bMessage\\s*[({][^\"();]*\"[a-z_.]+\"\\s*:\\s*\"([a-z_]+\\.[A-Za-z_.]*)\"");
        const auto empty = QStringLiteral("\\bemptyBecause\\([^\";]*\"([a-z_]+\\.[a-z_.]*)\"");
        for (const auto *folder : {"core", "views", "app"}) {
            QTest::addRow("%s", folder) << first << QString::fromLatin1(folder);
            QTest::addRow("%s, else", folder) << second << QString::fromLatin1(folder);
        }
        QTest::addRow("empty views") << empty << QStringLiteral("views");
    }
    void everyMessageHasAText() {
        QFETCH(QString, pattern);
        QFETCH(QString, folder);
        const auto ids = captures(pattern, qPrintable(folder));
        QVERIFY(folder != QStringLiteral("core") || ids.size() > 5);
        const auto missing = without(ids, messageIds());
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char(' '))));
    }
    void everyImportCodeHasAText() {
        auto codes = captures(QStringLiteral("\"((?:csv|db|discovery|file|json|snapshot|trace)\\.[a-z_]+)\""));
        QVERIFY(codes.size() > 10);
        QSet<QString> ids;
        for (const auto &code : std::as_const(codes)) {
            // A file name such as "analysis.db" is no code; but for this one no room is a file's stem.
            if (code != QStringLiteral("trace.dat")) {
                ids.insert(QStringLiteral("import.") + code);
            }
        }
        const auto missing = without(ids, messageIds());
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char(' '))));
    }
    /// The window and the command line say the same of files that nothing reads.
    void signaturesHaveOneSentence() {
        setLanguage(Language::English);
        for (const auto &signature : fileSignatures()) {
            const auto text = messageText(Message("import." + std::string(signature.code), {"%1"}));
            QCOMPARE(text, QString::fromUtf8(signature.sentence));
        }
    }
    /// Where PyTorch alone recorded, nobody has the settings of an NPU's profiler.
    void emptyViewsAdviseWhatTheDeviceHas() {
        RankCapture capture;
        capture.rank = 0;
        FileSource file;
        file.path = "/job/rank0.pt.trace.json";
        file.format = "trace_json";
        capture.files.push_back(file);
        auto workspace = std::make_shared<Workspace>();
        workspace->runs.emplace_back().captures.push_back(capture);
        int found = 0;
        for (const auto &id : messageIds()) {
            if (!id.endsWith(QStringLiteral(".torch")) || !id.contains(QStringLiteral(".empty"))) {
                continue;
            }
            ++found;
            const auto usual = id.chopped(6).toStdString();
            QVERIFY2(hasMessageText(usual), usual.c_str());
            QCOMPARE(emptyBecause(workspace, usual).id, id.toStdString());
            const auto text = messageText(emptyBecause(workspace, usual));
            for (const auto *word : {"profiler_level", "torch_npu", "mstx", "MindSpeed", "msprof", "sys_io"}) {
                QVERIFY2(!text.contains(QLatin1String(word)), qPrintable(id + QLatin1String(": ") + text));
            }
        }
        QVERIFY(found > 7);
        workspace->runs.front().captures.front().files.front().path = "/job/ASCEND_PROFILER_OUTPUT/trace_view.json";
        QCOMPARE(emptyBecause(workspace, "communication.empty.late").id, std::string("communication.empty.late"));
        QCOMPARE(emptyBecause({}, "communication.empty.late").id, std::string("communication.empty.late"));
    }
    /// Where nothing tells the platform, or it is none of these, settings of none are advised: what an empty view says
    /// there has no word of them.
    void emptyViewsAdviseNobodyElse() {
        auto workspace = std::make_shared<Workspace>();
        workspace->runs.emplace_back();
        const auto ids = captures(QStringLiteral("\"([a-z_]+(?:\\.[a-z_]+)*\\.empty(?:\\.[a-z_]+)*)\""), "views");
        int found = 0;
        for (const auto &id : ids) {
            const auto usual = id.toStdString();
            if (id.startsWith(QStringLiteral("summary.")) || id.endsWith(QStringLiteral(".torch")) ||
                id.endsWith(QStringLiteral(".other")) || !hasMessageText(usual)) {
                continue;  // tiles of the summary choose their texts themselves
            }
            QCOMPARE(hasMessageText(usual + ".torch"), hasMessageText(usual + ".other"));
            if (!hasMessageText(usual + ".other")) {
                continue;
            }
            ++found;
            const auto text = messageText(emptyBecause(workspace, usual));
            for (const auto *word : {"profiler_level", "torch_npu", "torch.", "mstx", "MindSpeed", "msprof", "sys_io",
                                     "export_type", "ProfilerActivity", "_json", "=True", "NPU", "NCCL"}) {
                QVERIFY2(!text.contains(QLatin1String(word)), qPrintable(id + QLatin1String(": ") + text));
            }
        }
        QVERIFY(found > 15);
    }
    /// A text in words of NPUs is of NPUs by its id, of a rule that others do not have, or has siblings for the others.
    void wordsOfNpusAreNotForAll() {
        setLanguage(Language::English);
        const QRegularExpression words(
            QStringLiteral(
                "\\bnpu|_npu|mstx|level1|\\bcube\\b|ai ?cores?\\b|aic_metrics|hccs|\\bsdma\\b|aclnn|\\bcann\\b"),
            QRegularExpression::CaseInsensitiveOption);
        QStringList ofRules;
        for (const auto &rule : ruleList()) {
            if (rule.isFor != nullptr && !rule.isFor(Platform::Torch)) {
                ofRules << QString::fromStdString("finding." + rule.id);
            }
        }
        const auto isOfNpus = [&](const QString &id) {
            const QRegularExpression own(QStringLiteral(
                "^(setting|settings|collect|import|value\\.metric|bound|summary\\.fact|finding\\.[a-z_]+\\."
                "source)\\b|\\.(npu|mindspore|msprof|torch_npu)(\\.|$)"));
            return own.match(id).hasMatch() || std::any_of(ofRules.begin(), ofRules.end(), [&](const QString &rule) {
                       return id == rule || id.startsWith(rule + QLatin1Char('.'));
                   });
        };
        QStringList foreign;
        for (const auto &id : messageIds()) {
            const auto usual = id.toStdString();
            const auto text = messageText(Message(usual));
            const bool hasSiblings = hasMessageText(usual + ".torch") || hasMessageText(usual + ".other");
            if (words.match(text).hasMatch() && !isOfNpus(id) && !hasSiblings) {
                foreign << id + QStringLiteral(": ") + text;
            }
        }
        QVERIFY2(foreign.isEmpty(), qPrintable(foreign.join(QLatin1Char('\n'))));
    }
    void idsAreUnique() {
        auto ids = messageIds();
        ids.sort();
        QStringList doubles;
        for (qsizetype i = 1; i < ids.size(); ++i) {
            if (ids[i] == ids[i - 1]) {
                doubles << ids[i];
            }
        }
        QVERIFY2(doubles.isEmpty(), qPrintable(doubles.join(QLatin1Char(' '))));
    }
    void argumentsAreFilledIn() {
        QCOMPARE(messageText(Message("pipeline.row", {"3", "1"})), QStringLiteral("rank 3, stage 1"));
        // Names out of profiles may look like places for arguments; what a text does not use is no trouble.
        QCOMPARE(messageText(Message("pipeline.row", {"%2", "1"})), QStringLiteral("rank %2, stage 1"));
        QCOMPARE(messageText(Message("overview.row.capture", {"3", "50", ""})), QStringLiteral("rank 3, overlap 50 %"));
    }
    void numbersHaveTheirPlural() {
        setLanguage(Language::English);
        const auto line = [](const char *count) {
            return messageText(Message("summary.found.line", {count, "files of ranks", "5.2 KiB"}));
        };
        QCOMPARE(line("1"), QStringLiteral("files of ranks: 1 file, 5.2 KiB"));
        QCOMPARE(line("2"), QStringLiteral("files of ranks: 2 files, 5.2 KiB"));
        QCOMPARE(messageText(Message("timeline.streams", {"1"})), QStringLiteral("1 stream"));
        QCOMPARE(messageText(Message("memory.flame.blocks", {"1"})), QStringLiteral("1 block"));
        QCOMPARE(messageText(Message("findings.checks.all", {"1"})), QStringLiteral("1 check passed"));
        QCOMPARE(messageText(Message("findings.checks", {"2", "3"})),
                 QStringLiteral("2 checks passed; 3 need more data"));
    }
    /// Whatever the figures are: no ending is left open, and one is never several.
    void everySentenceFitsItsNumber() {
        setLanguage(Language::English);
        const QRegularExpression several(QStringLiteral(
            "(^|[ (:])1 (more |new |older )?(rows|ranks|steps|kernels|operators|files|calls|blocks|checks|runs|events|"
            "segments|layers|stages|transfers|variables|links|devices|hosts|threads|streams|findings|questions|groups|"
            "cells|gaps|samples|slices|modules|settings|values|allocations)\\b"));
        for (const auto &id : messageIds()) {
            for (const auto *number : {"0", "1", "-1", "", "2"}) {
                const auto text = messageText(Message(id.toStdString(), std::vector<std::string>(9, number)));
                QVERIFY2(!text.contains(QStringLiteral("(s)")) ||
                             !text.contains(QRegularExpression(QStringLiteral("[0-9] [a-z]+\\(s\\)"))),
                         qPrintable(id + QLatin1Char(' ') + text));
                QVERIFY2(!several.match(text).hasMatch(), qPrintable(id + QLatin1Char(' ') + text));
                QVERIFY2(!text.contains(QRegularExpression(QStringLiteral("%[1-9n]"))), qPrintable(id));
            }
        }
        QCOMPARE(messageText(Message("ledger.noise", {"1"})), QStringLiteral("Within noise (1 item)"));
        QCOMPARE(messageText(Message("ledger.noise", {"0"})), QStringLiteral("Within noise (0 items)"));
        QCOMPARE(messageText(Message("finding.verdict.ranks", {"1", "2"})),
                 QStringLiteral("Nothing found on 1 of 2 ranks."));
    }
    /// Core has no translator: its English must be that of the window, whatever the number.
    void findingsHaveTheirPluralInCoreToo() {
        setLanguage(Language::English);
        int counted = 0;
        for (const auto &text : allTexts()) {
            if (!std::string_view(text.id).starts_with("finding") ||
                std::string_view(text.english).find("%n") == std::string_view::npos) {
                continue;
            }
            ++counted;
            for (const char *number : {"1", "2"}) {
                const Message message(text.id, {number, "a", "b", "c", "d", "e"});
                const auto inCore = findingText(message);
                QCOMPARE(QString::fromStdString(inCore), messageText(message));
                QVERIFY2(
                    inCore.find("(s)") == std::string::npos && inCore.find('%' + std::string("n")) == std::string::npos,
                    inCore.c_str());
                QVERIFY2(inCore.find(number) != std::string::npos, inCore.c_str());
            }
        }
        QVERIFY(counted > 5);
        QCOMPARE(findingText(Message("finding.retransmission", {"1", "3"})),
                 std::string("Probable RDMA retransmissions in 1 operator, worst on rank 3"));
        QCOMPARE(findingText(Message("finding.retransmission", {"2", "3"})),
                 std::string("Probable RDMA retransmissions in 2 operators, worst on rank 3"));
        // More than an int holds.
        QVERIFY(messageText(Message("finding.memory_leak.fact.left", {"9000000000"}))
                    .endsWith(QStringLiteral("more steps.")));
    }
    void signsBetweenTextsAreThoseOfTheLanguage() {
        const auto both = [](Join join) {
            std::string texts;
            joinText(texts, "a", join, messageTextFunction());
            joinText(texts, "b", join, messageTextFunction());
            return QString::fromStdString(texts);
        };
        setLanguage(Language::Chinese);
        QCOMPARE(both(Join::Comma), QString::fromUtf8("a，b"));
        QCOMPARE(both(Join::Semicolon), QString::fromUtf8("a；b"));
        setLanguage(Language::English);
        QCOMPARE(both(Join::Comma), QStringLiteral("a, b"));
        QCOMPARE(both(Join::Semicolon), QStringLiteral("a; b"));
    }
};

TEST_SUITE(TestMessageTexts)

}  // namespace tst_message_texts

#include "tst_message_texts.moc"
