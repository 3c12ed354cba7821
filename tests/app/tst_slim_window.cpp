#include "app/window/main_window.h"
#include "app/window/panels/rows_panel.h"
#include "app/window/panels/slim_page.h"
#include "app/window/status_strip.h"
#include "app/window/window_actions.h"
#include "core/demo/demo_options.h"
#include "core/export/slim/slim_copy.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtGui/QImage>
#include <QtTest/QTest>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTableView>
#include <QtWidgets/QToolButton>

#include <filesystem>
#include <fstream>

namespace tst_slim_window {

using namespace stagescope;
using namespace Qt::StringLiterals;

namespace {
constexpr int kOpenMs = 120'000;
}  // namespace

/// Smaller copies of what is open. What is in them: tests/core/export/slim.
class SlimWindowTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        qputenv("XDG_CONFIG_HOME", m_home.path().toUtf8());
        qputenv("XDG_CACHE_HOME", m_home.path().toUtf8());
        qputenv("XDG_DATA_HOME", m_home.path().toUtf8());
        DemoOptions options;
        options.pp = 2;
        options.dp = 1;
        options.microbatches = 4;
        options.steps = 2;
        QVERIFY(placeDemo(path(u"run"_s).toStdString(), options));
    }
    void init() {
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void cleanup() { m_window.reset(); }

    void onlyOfWhatIsOpen() {
        QVERIFY(!action()->isEnabled());
        openRun(u"run"_s);
        QVERIFY(action()->isEnabled());
        action()->trigger();
        QVERIFY(page() != nullptr && page()->isVisible() && page()->isWindow());
        QVERIFY(text("slimProfile").contains(path(u"run"_s)));
        QVERIFY(field("slimTarget")->text().endsWith(u"run_slim"_s));
    }

    void aCopyForOneQuestion() {
        openPage(path(u"small"_s));
        QTRY_VERIFY_WITH_TIMEOUT(button("slimWrite")->isEnabled(), kOpenMs);
        QVERIFY2(text("slimMessage").startsWith(u"At most "_s), qPrintable(text("slimMessage")));
        QVERIFY(rows().contains(u"kept"_s) && rows().contains(u"skipped: not used by any view or table"_s));
        QVERIFY(!button("slimOpen")->isEnabled());
        QTest::mouseClick(button("slimWrite"), Qt::LeftButton);
        QVERIFY(page()->isWriting() && button("slimCancel")->isEnabled() && !button("slimWrite")->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(!page()->isWriting(), kOpenMs);
        QVERIFY2(text("slimMessage").startsWith(u"Written: "_s), qPrintable(text("slimMessage")));
        QVERIFY(rows().filter(u"no longer answered: Memory"_s).size() == 1);
        QVERIFY(rows().filter(u"no longer answered: Pipeline"_s).isEmpty());
        QVERIFY(QFile::exists(path(u"small/"_s) + QLatin1String(kSlimManifest)));
        QTest::mouseClick(button("slimOpen"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(mainPath() == path(u"small"_s), kOpenMs);
    }

    /// A setting that is off promises nothing, so that only the trace itself tells of transfers.
    void whatOnlyDeepReadingTellsIsNoLoss() {
        const auto rank = path(u"deep/rank0_ascend_pt"_s);
        QVERIFY(QDir().mkpath(rank + u"/ASCEND_PROFILER_OUTPUT"_s));
        const auto put = [&](const QString &name, const QByteArray &content) {
            QFile file(rank + name);
            return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
        };
        QVERIFY(put(u"/profiler_info_0.json"_s,
                    R"({"config": {"experimental_config": {"_profiler_level": "Level0"}}, "start_info": {}})"));
        QVERIFY(put(u"/ASCEND_PROFILER_OUTPUT/trace_view.json"_s,
                    R"([{"ph":"M","pid":4,"name":"process_name","args":{"name":"Communication"}},
{"ph":"M","pid":4,"tid":5,"name":"thread_name","args":{"name":"Group 0 Communication"}},
{"ph":"X","pid":4,"tid":5,"name":"hcom_send__123_0_1","ts":1000.125,"dur":100}])"));
        openPage(path(u"shallow"_s), u"deep"_s);
        QTRY_VERIFY_WITH_TIMEOUT(button("slimWrite")->isEnabled(), kOpenMs);
        button("slimWrite")->click();
        QTRY_VERIFY_WITH_TIMEOUT(!page()->isWriting(), kOpenMs);
        QVERIFY2(text("slimMessage").startsWith(u"Written: "_s), qPrintable(text("slimMessage")));
        QVERIFY2(rows().filter(u"no longer answered"_s).isEmpty(), qPrintable(rows().join(u'\n')));
    }

    void whatCannotBe_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("part");
        QTest::newRow("in the profile") << u"slimTarget"_s << path(u"run/copy"_s) << u"inside the profile"_s;
        QTest::newRow("the profile") << u"slimTarget"_s << path(u"run"_s) << u"it is the input"_s;
        QTest::newRow("nowhere") << u"slimTarget"_s << QString() << u"choose a destination"_s;
        QTest::newRow("no rank") << u"slimRanks"_s << u"0,x"_s << u"--ranks"_s;
        QTest::newRow("no step") << u"slimSteps"_s << u"5-2"_s << u"--steps"_s;
        QTest::newRow("other steps") << u"slimSteps"_s << u"777"_s << u"none of these steps"_s;
    }
    void whatCannotBe() {
        QFETCH(QString, field);
        QFETCH(QString, value);
        QFETCH(QString, part);
        openPage(path(u"never"_s));
        QTRY_VERIFY_WITH_TIMEOUT(button("slimWrite")->isEnabled(), kOpenMs);
        page()->findChild<QLineEdit *>(field)->setText(value);
        QVERIFY(!button("slimWrite")->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(page()->isPlanned(), kOpenMs);
        QVERIFY2(text("slimMessage").contains(part), qPrintable(text("slimMessage")));
        QVERIFY(!button("slimWrite")->isEnabled());
        QVERIFY(!QFile::exists(path(u"never"_s)));
    }
    void nothingAsked() {
        openPage(path(u"never"_s));
        page()->findChild<QCheckBox *>(u"pipeline"_s)->click();
        QTRY_VERIFY_WITH_TIMEOUT(page()->isPlanned(), kOpenMs);
        QVERIFY(text("slimMessage").contains(u"choose what"_s) && !button("slimWrite")->isEnabled());
        page()->findChild<QCheckBox *>(u"all"_s)->click();
        QVERIFY(!page()->findChild<QCheckBox *>(u"pipeline"_s)->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(button("slimWrite")->isEnabled(), kOpenMs);
    }
    void aFolderThatIsFull() {
        QVERIFY(QDir().mkpath(path(u"full"_s)));
        QFile file(path(u"full/x"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        openPage(path(u"full"_s));
        QTRY_VERIFY_WITH_TIMEOUT(button("slimWrite")->isEnabled(), kOpenMs);
        button("slimWrite")->click();
        QTRY_VERIFY_WITH_TIMEOUT(!page()->isWriting(), kOpenMs);
        QVERIFY(text("slimMessage").contains(u"not a new or empty folder"_s));
        QVERIFY(!button("slimOpen")->isEnabled());
    }

    void cancelledNothingIsLeft() {
        openPage(path(u"cancelled"_s));
        QTRY_VERIFY_WITH_TIMEOUT(button("slimWrite")->isEnabled(), kOpenMs);
        const auto before = QDir(m_home.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
        button("slimWrite")->click();
        button("slimCancel")->click();
        QVERIFY(!page()->isWriting());
        QVERIFY(text("slimMessage").startsWith(u"Cancelled"_s));
        m_window.reset();  // waits for what is under way
        QCOMPARE(QDir(m_home.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), before);
    }

    void whatIsLargeIsOfferedOne() {
        openRun(u"run"_s);
        QVERIFY(!offer()->isVisible());
        std::filesystem::copy(path(u"run"_s).toStdString(), path(u"large"_s).toStdString(),
                              std::filesystem::copy_options::recursive);
        const auto snapshot = path(u"large/rank_0_ascend_pt/x_0.pickle"_s).toStdString();
        std::ofstream(snapshot).close();
        std::error_code error;
        std::filesystem::resize_file(snapshot, MainWindow::kLargeRun + 1, error);
        if (error) {
            QSKIP("no sparse files of that size here");
        }
        m_window->openPaths({path(u"large"_s)});
        QTRY_VERIFY_WITH_TIMEOUT(offer()->isVisible(), kOpenMs);
        QVERIFY(offer()->text().contains(u"Slim Copy"_s));
        offer()->click();
        QVERIFY(page() != nullptr && page()->isVisible());
        QVERIFY(text("slimProfile").contains(u"18.6"_s));  // GiB
        m_window.reset();
        std::filesystem::remove_all(path(u"large"_s).toStdString());
    }

    void itIsDrawnWithoutADisplay() {
        const auto picture = path(u"x.png"_s);
        QCOMPARE(QProcess::execute(qEnvironmentVariable("STAGESCOPE_BINARY"),
                                   {u"shot"_s, u"slim"_s, path(u"run"_s), u"-o"_s, picture, u"--size"_s, u"800x450"_s}),
                 0);
        QCOMPARE(QImage(picture).size(), QSize(800, 450));
    }

private:
    [[nodiscard]] QString path(const QString &name) const { return m_home.filePath(name); }
    [[nodiscard]] QString mainPath() const {
        const auto *run = m_window->runs()->workspace()->mainRun();
        return run == nullptr ? QString() : QString::fromStdString(run->path);
    }
    void openRun(const QString &name) {
        m_window->openPaths({path(name)});
        QTRY_VERIFY_WITH_TIMEOUT(mainPath() == path(name) && !m_window->runs()->status().running, kOpenMs);
    }
    void openPage(const QString &target, const QString &profile = u"run"_s) {
        openRun(profile);
        action()->trigger();
        page()->setTarget(target);
    }
    [[nodiscard]] QAction *action() const {
        return m_window->findChild<WindowActions *>()->of(WindowCommand::SlimCopy);
    }
    [[nodiscard]] SlimPage *page() const { return m_window->findChild<SlimPage *>(); }
    [[nodiscard]] QPushButton *button(const char *name) const {
        return page()->findChild<QPushButton *>(QLatin1String(name));
    }
    [[nodiscard]] QLineEdit *field(const char *name) const {
        return page()->findChild<QLineEdit *>(QLatin1String(name));
    }
    [[nodiscard]] QString text(const char *name) const {
        return page()->findChild<QLabel *>(QLatin1String(name))->text();
    }
    [[nodiscard]] QStringList rows() const {
        QStringList texts;
        const auto *model = page()->findChild<RowsPanel *>(u"slimSums"_s)->findChild<QTableView *>()->model();
        for (int i = 0; i < model->rowCount(); ++i) {
            texts << model->index(i, 2).data().toString();
        }
        return texts;
    }
    [[nodiscard]] QToolButton *offer() const {
        return m_window->findChild<StatusStrip *>()->findChild<QToolButton *>(u"offer"_s);
    }

    QTemporaryDir m_home;
    std::unique_ptr<MainWindow> m_window;
};

TEST_SUITE(SlimWindowTest)

}  // namespace tst_slim_window

#include "tst_slim_window.moc"
