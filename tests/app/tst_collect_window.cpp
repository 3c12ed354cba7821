#include "app/window/main_window.h"
#include "app/window/start_page.h"
#include "core/settings/setting_edit.h"
#include "tests/app/demo_profile_fixture.h"
#include "tests/support/test_suite.h"
#include "views/collect/collect_page.h"
#include "views/collect/setting_draft.h"
#include "views/collect/setting_field.h"
#include "views/collect/setting_form.h"
#include "views/common/scene_canvas.h"
#include "views/common/texts/message_texts.h"
#include "views/summary/summary_view.h"

#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtGui/QImage>
#include <QtTest/QTest>
#include <QtWidgets/QApplication>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QPushButton>

namespace tst_collect_window {

using namespace stagescope;

namespace {

constexpr int kOpenMs = 60'000;

QByteArray newBytes(SettingKind kind) { return QByteArray::fromStdString(newSettings(kind)); }

int shotOf(const QStringList &arguments) {
    return QProcess::execute(qEnvironmentVariable("STAGESCOPE_BINARY"),
                             QStringList{QStringLiteral("shot")} + arguments);
}

}  // namespace

/// How the window of settings is reached from the main window, and what becomes of it with that.
class CollectWindowTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        qputenv("XDG_CONFIG_HOME", m_home.path().toUtf8());
        qputenv("XDG_CACHE_HOME", m_home.path().toUtf8());
    }
    void init() {
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void cleanup() { m_window.reset(); }

    void aNewcomerFindsIt() {
        QVERIFY(page() == nullptr);
        const auto buttons = m_window->findChild<StartPage *>()->findChildren<QPushButton *>();
        const auto button = std::find_if(buttons.begin(), buttons.end(), [](const QPushButton *each) {
            return each->text().contains(QStringLiteral("Collect"));
        });
        QVERIFY(button != buttons.end() && (*button)->isVisible());
        QTest::mouseClick(*button, Qt::LeftButton);
        QVERIFY(page() != nullptr && page()->isVisible());
        QVERIFY(page()->isWindow());
    }
    void keysOpenIt() {
        QTest::keyClick(m_window.get(), Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(page() != nullptr && page()->isVisible());
        QTRY_COMPARE(QApplication::activeWindow(), page());
        QTest::keyClick(page(), Qt::Key_W, Qt::ControlModifier);
        QVERIFY(!page()->isVisible());
        QVERIFY(m_window->isVisible());
    }
    void aFileOfSettingsIsOpenedThere() {
        const auto path = m_home.filePath(QStringLiteral("tools.json"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(newBytes(SettingKind::MindSpeed)) > 0);
        file.close();
        m_window->openPaths({path});
        QTRY_VERIFY_WITH_TIMEOUT(page() != nullptr && page()->isVisible(), kOpenMs);
        QCOMPARE(page()->draft()->kind(), SettingKind::MindSpeed);
        QCOMPARE(page()->draft()->path(), path.toStdString());
        QVERIFY(m_window->runs()->workspace()->runs.empty());
        QVERIFY(m_window->runList()->find(path.toStdString()) == nullptr);
    }
    void theMainWindowWaitsForTheAnswer() {
        QTest::keyClick(m_window.get(), Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
        auto *box = page()->form()->field("with_stack")->findChild<QCheckBox *>();
        box->click();
        QVERIFY(page()->draft()->isChanged());
        QVERIFY(!m_window->close());
        QVERIFY(m_window->isVisible() && page()->isVisible());
        QTest::mouseClick(page()->findChild<QPushButton *>(QStringLiteral("dropChanges")), Qt::LeftButton);
        QVERIFY(!page()->isVisible());
        QVERIFY(m_window->close());
    }
    /// From a "no" of what the profile can answer to the settings that make the next one answer it: one click.
    void aGapOfTheProfileLeadsToItsSetting() {
        const DemoProfileFixture demo;
        QVERIFY(demo.isWritten());
        m_window->openPaths({demo.path()});
        auto *summary = m_window->findChild<SummaryView *>();
        const auto row = [summary] {
            const auto title = messageText(Message("capability.call_stacks")).toStdString();
            const auto &shown = summary->layoutShown();
            for (const auto &text : shown.scene.texts) {
                for (const auto &each : shown.settingRows) {
                    if (text.text == title && each.contains(text.x, text.y)) {
                        return each;
                    }
                }
            }
            return Box();
        };
        QTRY_VERIFY_WITH_TIMEOUT(!row().isEmpty(), kOpenMs);
        auto *canvas = summary->findChild<SceneCanvas *>();
        QTest::mouseClick(canvas, Qt::LeftButton, {}, {row().x + 4, row().y + 4});
        QVERIFY(page() != nullptr && page()->isVisible());
        QCOMPARE(page()->draft()->kind(), SettingKind::TorchNpu);
        QVERIFY(page()->form()->field("with_stack")->findChild<QCheckBox *>()->isChecked());
    }
    void itIsDrawnWithoutADisplay() {
        const auto picture = m_home.filePath(QStringLiteral("x.png"));
        QCOMPARE(shotOf({QStringLiteral("collect"), QStringLiteral("-o"), picture, QStringLiteral("--size"),
                         QStringLiteral("1000x700")}),
                 0);
        QCOMPARE(QImage(picture).size(), QSize(1000, 700));
        QVERIFY(shotOf({QStringLiteral("collect"), m_home.filePath(QStringLiteral("none.json")), QStringLiteral("-o"),
                        picture}) != 0);
        QVERIFY(shotOf({QStringLiteral("collect"), QStringLiteral("-o"), m_home.filePath(QStringLiteral("x.svg"))}) !=
                0);
        QVERIFY(shotOf({QStringLiteral("summary"), QStringLiteral("-o"), picture}) != 0);
    }

private:
    [[nodiscard]] CollectPage *page() const { return m_window->findChild<CollectPage *>(); }

    QTemporaryDir m_home;
    std::unique_ptr<MainWindow> m_window;
};

TEST_SUITE(CollectWindowTest)

}  // namespace tst_collect_window

#include "tst_collect_window.moc"
