#include "core/settings/setting_edit.h"
#include "tests/core/settings/random_settings.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QByteArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QProcess>
#include <QtTest/QTest>

#include <functional>

namespace tst_random_edits {

using namespace stagescope;

namespace {

using RandomText = std::function<std::string(const SettingProgram &program, std::uint32_t seed)>;

/// One line for tests/support/judge_edits.py.
QByteArray lineOf(const char *syntax, std::uint32_t seed, const std::string &text, const SettingChange &change,
                  const Result<std::string> &edited) {
    const auto coded = [](const std::string &bytes) { return QByteArray::fromStdString(bytes).toBase64(); };
    return QByteArray(syntax) + '\t' + QByteArray::number(seed) + '\t' + coded(text) + '\t' +
           (edited ? '=' + coded(*edited) : '!' + coded(edited.error().detail)) + '\t' +
           QByteArray::fromStdString(change.key) + '\t' + coded(change.value) + '\n';
}

struct Verdict {
    int code = -1;
    QByteArray wrong;
    QJsonObject counts;  ///< of the syntax
};

Verdict judged(const char *syntax, const QByteArray &lines) {
    QProcess judge;
    judge.start(QStringLiteral("/usr/bin/python3"), {sourcePath("tests/support/judge_edits.py")});
    judge.write(lines);
    judge.closeWriteChannel();
    if (!judge.waitForFinished(-1)) {
        return {};
    }
    const auto said = judge.readAllStandardOutput().trimmed();
    const auto last = said.lastIndexOf('\n') + 1;
    return {judge.exitCode(), said.left(last) + judge.readAllStandardError(),
            QJsonDocument::fromJson(said.mid(last)).object().value(QLatin1String(syntax)).toObject()};
}

}  // namespace

/// Files made from seeds are edited, and another reader says whether only the value changed.
/// STAGESCOPE_EDITS: how many of each kind (10 000), STAGESCOPE_SEED: the first of them.
class RandomEditsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void onlyTheValueChanges_data() {
        QTest::addColumn<QByteArray>("syntax");
        QTest::addColumn<RandomText>("made");
        QTest::addColumn<QList<int>>("kinds");
        const auto ofKinds = [](std::initializer_list<SettingKind> kinds) {
            QList<int> list;
            for (const auto kind : kinds) {
                list.push_back(static_cast<int>(kind));
            }
            return list;
        };
        QTest::newRow("YAML") << QByteArray("yaml")
                              << RandomText([](const auto &, auto seed) { return RandomYaml(seed).text(); })
                              << ofKinds({SettingKind::MindSpeedFsdp});
        QTest::newRow("JSON") << QByteArray("json") << RandomText([](const auto &program, auto seed) {
            return RandomJson(program, seed).text();
        }) << ofKinds({SettingKind::TorchNpu, SettingKind::MindSpeed, SettingKind::MindSpore});
        QTest::newRow("requests") << QByteArray("request") << RandomText(&randomRequest)
                                  << ofKinds({SettingKind::MsMonitor, SettingKind::MsMonitorMindSpore});
    }
    void onlyTheValueChanges() {
        QFETCH(QByteArray, syntax);
        QFETCH(RandomText, made);
        QFETCH(QList<int>, kinds);
        bool isGiven = false;
        const auto given = qEnvironmentVariableIntValue("STAGESCOPE_EDITS", &isGiven);
        const auto count = static_cast<std::uint32_t>(isGiven ? given : 10'000);
        const auto from = static_cast<std::uint32_t>(qEnvironmentVariableIntValue("STAGESCOPE_SEED"));
        QByteArray lines;
        for (auto seed = from; seed < from + count; ++seed) {
            const auto kind = static_cast<SettingKind>(kinds[static_cast<qsizetype>(seed) % kinds.size()]);
            const auto text = made(settingProgram(kind), seed);
            RandomDraw draw(seed + 77'777);
            const auto change = randomChange(settingProgram(kind), draw);
            const auto edited = editSettings(text, kind, {&change, 1});
            QVERIFY(edited || !edited.error().detail.empty());
            lines += lineOf(syntax.constData(), seed, text, change, edited);
        }
        const auto verdict = judged(syntax.constData(), lines);
        if (verdict.code == 3) {
            QSKIP("no PyYAML");
        }
        QVERIFY2(verdict.code == 0, verdict.wrong.left(4000).constData());
        // Refusing everything would be right, too.
        const auto readable = verdict.counts.value(QLatin1String("readable")).toInt();
        const auto edited = verdict.counts.value(QLatin1String("edited")).toInt();
        qInfo("%d files, %d of them readable, %d edited", int(count), readable, edited);
        QVERIFY(readable * 10 > int(count) * 4);
        QVERIFY(edited * 10 > readable * 7);
    }
};

TEST_SUITE(RandomEditsTest)

}  // namespace tst_random_edits

#include "tst_random_edits.moc"
