#include "core/settings/setting_edit.h"
#include "core/settings/setting_goals.h"
#include "core/settings/snippets.h"
#include "core/store/tables/table_store.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"
#include "views/collect/collect_page.h"
#include "views/collect/outlook_panel.h"
#include "views/collect/setting_draft.h"
#include "views/collect/setting_field.h"
#include "views/collect/setting_form.h"
#include "views/collect/step_strip.h"
#include "views/common/texts/language.h"
#include "views/common/theme.h"

#include <QtCore/QMimeData>
#include <QtCore/QTemporaryDir>
#include <QtCore/QUrl>
#include <QtGui/QClipboard>
#include <QtGui/QDropEvent>
#include <QtTest/QTest>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QTabWidget>

namespace tst_collect_page {

using namespace stagescope;

namespace {

/// Of somebody's own: a byte order mark is the only thing that it lacks of what a text can have.
const QByteArray kOwnSettings =
    "{\r\n\t\"start_step\"  :20 ,\t// when\r\n\t\"mine\": [1,2,  3],\r\n\t\"warmup\": 1,"
    "\r\n  \"experimental_config\":{ \"mstx\" :false }\r\n}  \r\n";

QByteArray bytesOf(const QString &path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(none)");
}

void type(QWidget *field, const char *text) {
    auto *line = qobject_cast<QLineEdit *>(field);
    QVERIFY(line != nullptr);
    line->setFocus();
    line->selectAll();
    QTest::keyClick(line, Qt::Key_Delete);
    QTest::keyClicks(line, QLatin1String(text));
}

}  // namespace

class TestCollectPage : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    std::unique_ptr<CollectPage> m_page;

    template <class Widget>
    [[nodiscard]] Widget *find(const char *name) const {
        return m_page->findChild<Widget *>(QLatin1String(name));
    }
    [[nodiscard]] SettingField *field(const char *path) const { return m_page->form()->field(path); }
    template <class Editor>
    [[nodiscard]] Editor *editor(const char *path) const {
        return field(path)->findChild<Editor *>();
    }
    void press(const char *button) const { QTest::mouseClick(find<QPushButton>(button), Qt::LeftButton); }
    void choose(SettingKind kind) const {
        auto *picker = find<QComboBox>("program");
        picker->setCurrentIndex(picker->findData(static_cast<int>(kind)));
        Q_EMIT picker->activated(picker->currentIndex());
    }
    QString written(const char *name, const QByteArray &bytes) const {
        const auto path = m_folder.filePath(QLatin1String(name));
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? path : QString();
    }
    [[nodiscard]] QString outlook() const { return m_page->findChild<OutlookPanel *>()->toPlainText(); }
    [[nodiscard]] const std::string &text() const { return m_page->draft()->text(); }
    [[nodiscard]] QString message() const { return find<QLabel>("collectMessage")->text(); }

private Q_SLOTS:
    void init() {
        m_page = std::make_unique<CollectPage>();
        m_page->show();
    }
    void cleanup() { m_page.reset(); }

    /// Numbers that stand for choices tick them.
    void aNumberThatStandsForChoices() {
        m_page->open(
            written("ms.json", "{\"start_step\": 1, \"stop_step\": 2, \"activities\": 2, \"export_type\": 2}"));
        const auto ticked = [&](const char *path) {
            QStringList names;
            for (const auto *box : field(path)->findChildren<QCheckBox *>()) {
                names << (box->isChecked() ? box->text() : QStringLiteral("-"));
            }
            return names.join(QLatin1Char(' '));
        };
        QCOMPARE(ticked("activities"), QStringLiteral("- NPU"));
        QCOMPARE(ticked("export_type"), QStringLiteral("text db"));
    }
    void whatIsOpenTellsTheVolume() {
        Run run;
        run.label = "job";
        RankCapture capture;
        capture.rank = 0;
        capture.files.push_back({.id = {}, .path = "a.json", .format = "trace_json", .size = 2 << 20});
        TableBuilder sums(TableKind::StepTraceTime);
        sums.set("step", std::string_view("7")).endRow();
        capture.loaded.push_back({.source = {}, .traces = {}, .tables = {std::make_shared<TableStore>(sums.take())}});
        run.captures = {capture};
        m_page->setEarlier({&run});
        QVERIFY2(outlook().contains(QStringLiteral("Measured: job has 2")), qPrintable(outlook()));
        m_page->setEarlier({});
        QVERIFY(outlook().contains(QStringLiteral("Qwen3")));
    }
    void openProfilesTellTheVersionAndTheOverhead() {
        QVERIFY(outlook().contains(QStringLiteral("Overhead in ms unknown")));
        EarlierCapture slow{
            .label = "slow", .bytes = 1, .ranks = 1, .steps = 1, .summedMs = 12.5, .mindSporeVersion = "2.5"};
        EarlierCapture fast{.label = "fast", .bytes = 1, .ranks = 1, .steps = 1, .summedMs = 10};
        m_page->draft()->setEarlier({slow, fast});
        QVERIFY2(outlook().contains(QStringLiteral("slow: 12.5 ms per recorded step, 2.50 ms more than the fastest")),
                 qPrintable(outlook()));
        QVERIFY(outlook().contains(QStringLiteral("fast: 10.0 ms per recorded step.")));
        QVERIFY(!outlook().contains(QStringLiteral("Overhead in ms unknown")));
        choose(SettingKind::MindSpore);
        QVERIFY(field("aicore_metrics") != nullptr);  // of the version of the open profile
        QCOMPARE(find<QLineEdit>("programVersion")->placeholderText(), QStringLiteral("2.5"));
        type(find<QLineEdit>("programVersion"), "2.7");
        QTest::keyClick(find<QLineEdit>("programVersion"), Qt::Key_Return);
        QVERIFY(field("aicore_metrics") == nullptr);
    }
    void yamlIsEditedWhereItsValuesStand() {
        const QByteArray training = "model: {a: 1}  # ours\ntools:\n  profile:\n    enable: false\n    ranks: [0]\n";
        const auto path = written("config.yaml", training);
        m_page->open(path);
        QCOMPARE(m_page->draft()->kind(), SettingKind::MindSpeedFsdp);
        QTest::mouseClick(editor<QCheckBox>("tools.profile.enable"), Qt::LeftButton, {}, {5, 5});
        type(editor<QLineEdit>("tools.profile.ranks"), "0, 8");
        press("saveSettings");
        QCOMPARE(bytesOf(path), QByteArray(training).replace("false", "true").replace("[0]", "[0, 8]"));
    }
    void aRequestIsPastedAndBecomesACommand() {
        QGuiApplication::clipboard()->setText(
            QStringLiteral("NpuTrace config = \nPROFILE_START_STEP=5\nPROFILE_ACTIVITIES=CPU,NPU\n"));
        press("pasteSettings");
        QCOMPARE(m_page->draft()->kind(), SettingKind::MsMonitor);
        QVERIFY(m_page->draft()->path().empty());
        type(editor<QLineEdit>("ACTIVITIES_ITERATIONS"), "2");
        QCOMPARE(m_page->strip()->sentence(), QStringLiteral("Steps 5 to 6 are recorded (2 in total)."));
        QVERIFY(find<QPlainTextEdit>("settingText")
                    ->toPlainText()
                    .contains(QStringLiteral("--start-step 5 \\\n  --iterations 2 \\\n  --log-file ./")));
        type(editor<QLineEdit>("ACTIVITIES_LOG_FILE"), "a=b");
        QVERIFY2(field("ACTIVITIES_LOG_FILE")->reason().contains(QStringLiteral("must not contain =")),
                 qPrintable(field("ACTIVITIES_LOG_FILE")->reason()));
        press("pasteSettings");
        press("dropChanges");
        QVERIFY(!m_page->draft()->isChanged());
        QGuiApplication::clipboard()->clear();
        press("pasteSettings");
        QVERIFY(message().contains(QStringLiteral("No text")));
    }
    void graphModeIsAskedForOfMindSporeAlone() {
        auto *graph = find<QCheckBox>("graphO2");
        QVERIFY(!graph->isVisible());
        choose(SettingKind::MindSporeSchedule);
        QVERIFY(graph->isVisible());
        type(editor<QLineEdit>("skip_first"), "3");
        QVERIFY(!outlook().contains(QStringLiteral("graph mode O2")));
        graph->click();
        QVERIFY2(outlook().contains(QStringLiteral("graph mode O2")), qPrintable(outlook()));
    }
    void newSettingsAreTheUsualOnes() {
        QCOMPARE(text(), newSettings(SettingKind::TorchNpu));
        QVERIFY(!m_page->draft()->isChanged());
        for (const auto &program : settingPrograms()) {
            choose(program.kind);
            QCOMPARE(m_page->draft()->kind(), program.kind);
            for (const auto &spec : program.keys) {
                auto *shown = m_page->form()->field(std::string(spec.path));
                QCOMPARE(shown != nullptr, spec.gone.empty());
                if (shown != nullptr) {
                    QVERIFY2(!shown->toolTip().isEmpty(), spec.path.data());
                }
            }
        }
    }
    void aValueIsCheckedWhileItIsTyped() {
        type(editor<QLineEdit>("active"), "3");
        QVERIFY(text().find("\"active\": 3,") != std::string::npos);
        QVERIFY(!field("active")->isRefused());
        type(editor<QLineEdit>("active"), "3x");
        QVERIFY(field("active")->isRefused());
        QVERIFY2(field("active")->reason().contains(QStringLiteral("1 is used")),
                 qPrintable(field("active")->reason()));
        QVERIFY(field("active")->findChildren<QLabel *>().last()->isVisible());
        QVERIFY(text().find("\"active\": 3,") != std::string::npos);  // the last one that was taken
        QCOMPARE(editor<QLineEdit>("active")->text(), QStringLiteral("3x"));
        // Other keys change meanwhile; what is typed stays.
        QTest::mouseClick(editor<QCheckBox>("with_stack"), Qt::LeftButton, {}, {5, 5});
        QVERIFY(text().find("\"with_stack\": true,") != std::string::npos);
        QCOMPARE(editor<QLineEdit>("active")->text(), QStringLiteral("3x"));
        QTest::keyClick(editor<QLineEdit>("active"), Qt::Key_Backspace);
        QVERIFY(!field("active")->isRefused());
    }
    void everyKindOfControl() {
        auto *level = editor<QComboBox>("experimental_config.profiler_level");
        level->setCurrentText(QStringLiteral("Level1"));
        Q_EMIT level->activated(level->currentIndex());
        QVERIFY(text().find("\"profiler_level\": \"Level1\"") != std::string::npos);
        const auto boxes = field("activities")->findChildren<QCheckBox *>();
        QCOMPARE(boxes.size(), 2);
        QVERIFY(boxes[0]->isChecked() && boxes[1]->isChecked());
        QTest::mouseClick(boxes[0], Qt::LeftButton, {}, {5, 5});
        QVERIFY(text().find("\"activities\": [\"NPU\"]") != std::string::npos);
        QTest::mouseClick(boxes[1], Qt::LeftButton, {}, {5, 5});
        QVERIFY(m_page->strip()->sentence().contains(QStringLiteral("Nothing is recorded")));
        QVERIFY(outlook().contains(QStringLiteral("once the errors are fixed")));
        type(editor<QLineEdit>("prof_dir"), "[a \"b\" \\c");
        QVERIFY(text().find("\"prof_dir\": \"[a \\\"b\\\" \\\\c\"") != std::string::npos);
        type(editor<QLineEdit>("experimental_config.gc_detect_threshold"), "1.5");
        QVERIFY(text().find("\"gc_detect_threshold\": 1.5") != std::string::npos);
        type(editor<QLineEdit>("experimental_config.gc_detect_threshold"), "");
        QVERIFY(text().find("\"gc_detect_threshold\": null") != std::string::npos);
        type(editor<QLineEdit>("rank_list"), "0, 4");
        QVERIFY(text().find("\"rank_list\": [0, 4]") != std::string::npos);
        QCOMPARE(editor<QLineEdit>("rank_list")->text(), QStringLiteral("0, 4"));
    }
    void onlyWhatIsChangedChangesInTheFile() {
        const auto path = written("own.json", kOwnSettings);
        m_page->open(path);
        QCOMPARE(m_page->draft()->kind(), SettingKind::TorchNpu);
        QCOMPARE(editor<QLineEdit>("start_step")->text(), QStringLiteral("20"));
        QTest::mouseClick(editor<QCheckBox>("experimental_config.mstx"), Qt::LeftButton, {}, {5, 5});
        QCOMPARE(bytesOf(path), kOwnSettings);  // not before it is saved
        press("saveSettings");
        QCOMPARE(bytesOf(path), QByteArray(kOwnSettings).replace("false", "true"));
        QVERIFY(!m_page->draft()->isChanged());
        QCOMPARE(QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden).filter(QStringLiteral("own")).size(), 1);
    }
    void aFileThatChangedMeanwhileIsNotOverwritten() {
        const auto path = written("shared.json", kOwnSettings);
        m_page->open(path);
        type(editor<QLineEdit>("warmup"), "2");
        written("shared.json", "{\"active\": 7}");
        press("saveSettings");
        QCOMPARE(bytesOf(path), QByteArray("{\"active\": 7}"));
        QVERIFY2(message().contains(QStringLiteral("has changed")), qPrintable(message()));
        QVERIFY(m_page->save(m_folder.filePath(QStringLiteral("other.json"))));
        QVERIFY(bytesOf(m_folder.filePath(QStringLiteral("other.json"))).contains("\"warmup\": 2"));
    }
    void whatCannotBeWrittenIsSaid() {
        type(editor<QLineEdit>("active"), "4");
        QVERIFY(!m_page->save(m_folder.filePath(QStringLiteral("no/such/folder/x.json"))));
        QVERIFY(!message().isEmpty());
        QVERIFY(m_page->draft()->isChanged());
        QDir(m_folder.path()).mkpath(QStringLiteral("a_ascend_pt"));
        QVERIFY(!m_page->save(m_folder.filePath(QStringLiteral("a_ascend_pt/x.json"))));
        QVERIFY(!QFile::exists(m_folder.filePath(QStringLiteral("a_ascend_pt/x.json"))));
    }
    void aRefusedValueIsNamedWhenSaving() {
        type(editor<QLineEdit>("warmup"), "soon");
        QVERIFY(m_page->save(m_folder.filePath(QStringLiteral("refused.json"))));
        QVERIFY2(message().contains(QStringLiteral("warmup")), qPrintable(message()));
    }
    void changesAreAskedFor() {
        auto *question = find<QWidget>("unsavedQuestion");
        type(editor<QLineEdit>("active"), "4");
        QVERIFY(!m_page->close());
        QVERIFY(question->isVisible() && m_page->isVisible());
        press("keepEditing");
        QVERIFY(!question->isVisible() && m_page->draft()->isChanged());
        const auto path = written("next.json", kOwnSettings);
        m_page->open(path);
        QVERIFY(m_page->draft()->path().empty());  // it waits
        press("dropChanges");
        QCOMPARE(m_page->draft()->path(), path.toStdString());
        type(editor<QLineEdit>("warmup"), "5");
        QVERIFY(!m_page->close());
        press("saveChanges");
        QVERIFY(!m_page->isVisible());
        QVERIFY(bytesOf(path).contains("\"warmup\": 5"));
    }
    void choosingAProgramAsksToo() {
        type(editor<QLineEdit>("active"), "4");
        choose(SettingKind::MindSpeed);
        QCOMPARE(m_page->draft()->kind(), SettingKind::TorchNpu);
        press("keepEditing");
        QCOMPARE(find<QComboBox>("program")->currentData().toInt(), static_cast<int>(SettingKind::TorchNpu));
        choose(SettingKind::MindSpeed);
        press("dropChanges");
        QCOMPARE(m_page->draft()->kind(), SettingKind::MindSpeed);
    }
    void brokenTexts_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("told");
        QTest::newRow("empty") << QByteArray() << QStringLiteral("braces");
        QTest::newRow("cut") << QByteArray("{\n\"active\": 1,\n\"warm") << QStringLiteral("line 3");
        QTest::newRow("list") << QByteArray("[1, 2]") << QStringLiteral("braces");
        QTest::newRow("binary") << QByteArray("\x00\xff\xfe{{{", 6) << QStringLiteral("line 1");
    }
    void brokenTexts() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, told);
        const auto path = written("broken.json", bytes);
        m_page->open(path);
        QVERIFY2(m_page->strip()->sentence().contains(told), qPrintable(m_page->strip()->sentence()));
        QVERIFY(!editor<QLineEdit>("active")->isEnabled());
        QCOMPARE(text(), bytes.toStdString());
        choose(SettingKind::MindSpore);  // nothing to be read as anything else
        QVERIFY(!m_page->draft()->review());
        QCOMPARE(bytesOf(path), bytes);
    }
    void wrongTypesAndUnknownKeys() {
        const auto path = written("odd.json", R"({"active": "3", "experimental_config": [], "with_stak": true,
            "rank_list": {"a": 1}, "warmup": 1e9, "start_step": 99999999999999999999})");
        m_page->open(path);
        QVERIFY(field("active")->reason().contains(QStringLiteral("1 is used")));
        QCOMPARE(editor<QLineEdit>("active")->text(), QStringLiteral("3"));
        QVERIFY2(outlook().contains(QStringLiteral("with_stak")) &&
                     outlook().contains(QStringLiteral("did you mean with_stack")),
                 qPrintable(outlook()));
        QTest::mouseClick(editor<QCheckBox>("experimental_config.mstx"), Qt::LeftButton, {}, {5, 5});
        QVERIFY(field("experimental_config.mstx")->isRefused());  // its object is none
        QCOMPARE(text(), bytesOf(path).toStdString());
    }
    void hugeAndMissingFiles() {
        const auto before = text();
        m_page->open(m_folder.filePath(QStringLiteral("none.json")));
        QVERIFY(!message().isEmpty());
        m_page->open(written("huge.json", QByteArray((17 << 20), ' ')));
        QVERIFY2(message().contains(QStringLiteral("MiB")), qPrintable(message()));
        m_page->open(m_folder.path());
        QCOMPARE(text(), before);
        const auto large = QByteArray("{\"active\": 2, \"mine\": \"") + QByteArray(2 << 20, 'x') + "\"}";
        m_page->open(written("large.json", large));
        QVERIFY(m_page->strip()->sentence().contains(QStringLiteral("1 MiB")));
        QVERIFY(find<QPlainTextEdit>("settingText")->toPlainText().size() < 1 << 20);
        type(editor<QLineEdit>("active"), "3");
        QVERIFY(text() == QByteArray(large).replace("2,", "3,").toStdString());
    }
    void stepsAreShownAndCounted() {
        type(editor<QLineEdit>("start_step"), "10");
        type(editor<QLineEdit>("active"), "2");
        type(editor<QLineEdit>("warmup"), "1");
        QCOMPARE(m_page->strip()->sentence(), QStringLiteral("Steps 11 to 12 are recorded (2 in total)."));
        QTRY_VERIFY(!m_page->grab().isNull() && !m_page->strip()->layoutShown().parts.empty());
        const auto &parts = m_page->strip()->layoutShown().parts;
        const auto part =
            std::find_if(parts.begin(), parts.end(), [](const auto &p) { return p.state == StepState::WarmUp; });
        QVERIFY(part != parts.end());
        QCOMPARE(part->begin, 10);
        QVERIFY(m_page->strip()->tipAt({part->box.x + 1, part->box.y + 1}).contains(QStringLiteral("10")));
        find<QSpinBox>("jobSteps")->setValue(12);
        QVERIFY2(outlook().contains(QStringLiteral("during a capture")), qPrintable(outlook()));
        find<QSpinBox>("jobSteps")->setValue(11);
        QVERIFY(m_page->strip()->sentence().contains(QStringLiteral("the folder is deleted")));
        find<QSpinBox>("jobSteps")->setValue(100);
        QVERIFY(!outlook().contains(QStringLiteral("The job ends")));
    }
    void answersRanksAndVolumeFollow() {
        QVERIFY2(outlook().contains(QStringLiteral("✗ no")) && outlook().contains(QStringLiteral("✓ yes")),
                 qPrintable(outlook()));
        const auto yes = outlook().count(QStringLiteral("✓ yes"));
        for (const auto *key : {"record_shapes", "profile_memory", "with_stack"}) {
            QTest::mouseClick(editor<QCheckBox>(key), Qt::LeftButton, {}, {5, 5});
        }
        QVERIFY(outlook().count(QStringLiteral("✓ yes")) >= yes + 3);
        find<QSpinBox>("PP")->setValue(4);
        find<QSpinBox>("DP")->setValue(8);
        find<QSpinBox>("TP")->setValue(2);
        QVERIFY2(outlook().contains(QStringLiteral("0, 2, 16, 18, 32, 34, 48, 50 of 64")), qPrintable(outlook()));
        QTest::mouseClick(editor<QCheckBox>("is_rank"), Qt::LeftButton, {}, {5, 5});
        type(editor<QLineEdit>("rank_list"), "0, 2, 16, 18");
        QVERIFY2(outlook().contains(QStringLiteral("Not recorded: 32, 34, 48, 50")), qPrintable(outlook()));
        QVERIFY2(outlook().contains(QStringLiteral("1.18 MiB")), qPrintable(outlook()));
        type(editor<QLineEdit>("start_step"), "10");
        QVERIFY2(outlook().contains(QStringLiteral("4.71 MiB")), qPrintable(outlook()));
    }
    void versionsHaveTheirOwnKeys() {
        QVERIFY(field("experimental_config.msprof_tx") == nullptr);
        type(find<QLineEdit>("programVersion"), "2.5");
        QTest::keyClick(find<QLineEdit>("programVersion"), Qt::Key_Return);
        QVERIFY(field("experimental_config.msprof_tx") != nullptr);
        QVERIFY(!m_page->draft()->isChanged());
    }
    void keysAreFound() {
        auto *filter = find<QLineEdit>("settingFilter");
        filter->setText(QStringLiteral("stacks"));
        QVERIFY(field("with_stack")->isVisibleTo(m_page.get()));
        QVERIFY(!field("active")->isVisibleTo(m_page.get()));
        Q_EMIT m_page->findChild<OutlookPanel *>()->anchorClicked(QUrl(QStringLiteral("key:active")));
        QVERIFY(field("active")->isVisibleTo(m_page.get()));
        QVERIFY(filter->text().isEmpty());
    }
    void theScheduleOfAScriptIsTaken() {
        const QByteArray script =
            "p = profile(schedule=torch.profiler.schedule(wait=0, warmup=1,\n    active=2, "
            "repeat=n, skip_first=10))\n";
        const auto path = written("train.py", script);
        m_page->open(path);
        QCOMPARE(m_page->draft()->kind(), SettingKind::Schedule);
        QCOMPARE(m_page->strip()->sentence(),
                 QStringLiteral("From step 11 on, 2 of every 3 steps are recorded until the job ends."));
        QVERIFY(m_page->draft()->path().empty());
        QVERIFY2(message().contains(QStringLiteral("train.py")), qPrintable(message()));
        type(editor<QLineEdit>("repeat"), "1");
        QCOMPARE(m_page->strip()->sentence(), QStringLiteral("Steps 11 to 12 are recorded (2 in total)."));
        QVERIFY(find<QPlainTextEdit>("settingText")
                    ->toPlainText()
                    .contains(QStringLiteral("schedule(warmup=1, active=2, repeat=1, skip_first=10)")));
        QCOMPARE(bytesOf(path), script);
        m_page->open(written("none.py", "print(1)\n"));
        press("dropChanges");
        QVERIFY(message().contains(QStringLiteral("no schedule()")));
    }
    void aDroppedFileIsOpened() {
        const auto path = written("dropped.json", kOwnSettings);
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_page.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_page.get(), &drop);
        QCOMPARE(m_page->draft()->path(), path.toStdString());
    }
    void snippetsHoldNumbersAndAreCopied() {
        auto *tabs = m_page->findChild<QTabWidget *>();
        tabs->setCurrentIndex(2);
        auto *shown = find<QPlainTextEdit>("snippetText");
        auto *which = find<QComboBox>("snippet");
        which->setCurrentIndex(which->findData(QStringLiteral("metadata")));
        Q_EMIT which->activated(which->currentIndex());
        find<QSpinBox>("PP")->setValue(4);
        find<QSpinBox>("snippet_global_batch")->setValue(64);
        QVERIFY2(shown->toPlainText().contains(QStringLiteral("\"pipeline_model_parallel_size\": 4")) &&
                     shown->toPlainText().contains(QStringLiteral("\"microbatch_num\": 64")),
                 qPrintable(shown->toPlainText()));
        find<QSpinBox>("snippet_micro_batch")->setValue(3);
        QVERIFY(shown->toPlainText().isEmpty());  // 64 samples are no whole microbatches of 3
        find<QSpinBox>("snippet_microbatches")->setValue(7);
        const auto buttons = shown->parentWidget()->findChildren<QPushButton *>();
        QCOMPARE(buttons.size(), 1);
        QTest::mouseClick(buttons.front(), Qt::LeftButton);
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("\"microbatch_num\": 7")));
    }
    /// One begins with what one wants to know, and may change more afterwards.
    void aQuestionFillsTheForm() {
        auto *goal = find<QComboBox>("goal");
        QVERIFY(goal->accessibleName().size() > 0);
        goal->setCurrentIndex(goal->findData(QStringLiteral("memory")));
        Q_EMIT goal->activated(goal->currentIndex());
        QVERIFY2(text().find("\"profile_memory\": true") != std::string::npos, text().c_str());
        QVERIFY2(message().contains(QStringLiteral("profile_memory=true")), qPrintable(message()));
        const auto after = text();
        Q_EMIT goal->activated(goal->currentIndex());
        QCOMPARE(text(), after);
        // Of another profiler: what was changed is asked for first.
        m_page->startFrom(SettingKind::Torch, questionById("call_stacks"));
        QCOMPARE(m_page->draft()->kind(), SettingKind::TorchNpu);
        press("dropChanges");
        QCOMPARE(m_page->draft()->kind(), SettingKind::Torch);
        QVERIFY2(text().find("\"with_stack\": true") != std::string::npos, text().c_str());
    }
    void variablesAreChecked() {
        m_page->findChild<QTabWidget *>()->setCurrentIndex(3);
        auto *reason = find<QLabel>("CPU_AFFINITY_CONF_reason");
        QVERIFY(!reason->isVisible());
        find<QSpinBox>("hostCores")->setValue(64);
        type(find<QLineEdit>("CPU_AFFINITY_CONF"), "1,npu0:0-64");
        QVERIFY(reason->isVisible());
        QVERIFY2(reason->text().contains(QStringLiteral("64")), qPrintable(reason->text()));
        type(find<QLineEdit>("CPU_AFFINITY_CONF"), "1,npu0:0-63");
        QVERIFY(reason->text().contains(QStringLiteral("Takes effect as written")));
    }
    void everySampleOfThePublishedOnesOpens() {
        for (const auto *name : {"tools.json", "torch_npu_profiler_config.json", "mindspore_profiler_config.json",
                                 "MS_PROFILER_OPTIONS_new.json"}) {
            const auto path = realPath(QStringLiteral("config/") + QLatin1String(name));
            if (path.isEmpty()) {
                QSKIP("no real profiles here");
            }
            m_page->open(path);
            QVERIFY2(m_page->draft()->review().has_value(), name);
            QCOMPARE(text(), bytesOf(path).toStdString());
        }
    }
    /// Of every program, in both themes and languages, at both sizes: labels have the room that they need.
    void nothingIsCut_data() {
        QTest::addColumn<int>("kind");
        for (const auto &program : settingPrograms()) {
            QTest::newRow(program.id.data()) << static_cast<int>(program.kind);
        }
    }
    void nothingIsCut() {
        QFETCH(int, kind);
        choose(static_cast<SettingKind>(kind));
        for (const auto language : {Language::Chinese, Language::English}) {
            setLanguage(language);
            for (const auto size : {QSize(1600, 900), QSize(1000, 700)}) {
                m_page->resize(size);
                QCOMPARE(m_page->size(), size);
                QCoreApplication::processEvents();
                for (const auto *button : m_page->findChildren<QPushButton *>()) {
                    QVERIFY2(!button->isVisible() || button->width() >= button->minimumSizeHint().width(),
                             qPrintable(button->text()));
                }
                for (const auto *shown : m_page->form()->fields()) {
                    QVERIFY2(shown->width() >= shown->minimumSizeHint().width(), shown->spec().path.data());
                }
            }
        }
        Theme::setCurrent(ThemeKind::Dark);
        QCoreApplication::processEvents();
        const auto dark = m_page->grab().toImage();
        int darkPixels = 0;
        for (int y = 0; y < dark.height(); y += 10) {
            darkPixels += dark.pixelColor(dark.width() / 2, y).lightness() < 128 ? 1 : 0;
        }
        QVERIFY(darkPixels > dark.height() / 10 / 2);
        Theme::setCurrent(ThemeKind::Light);
    }
};

TEST_SUITE(TestCollectPage)

}  // namespace tst_collect_page

#include "tst_collect_page.moc"
