// Every view in two themes, two languages and two sizes: it renders, shows something, and no text is cut or written
// over another.
#include "core/demo/demo_options.h"
#include "core/session/loading/load_job.h"
#include "tests/support/kept_demos.h"
#include "tests/support/layout_faults.h"
#include "tests/support/places.h"
#include "tests/support/role_job.h"
#include "tests/support/test_suite.h"
#include "views/common/scene_canvas.h"
#include "views/common/texts/language.h"
#include "views/common/texts/message_texts.h"
#include "views/common/theme.h"
#include "views/view_list.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtGui/QImage>
#include <QtGui/QPainter>
#include <QtTest/QTest>
#include <QtWidgets/QApplication>

namespace tst_shots {

using namespace stagescope;

class TestShots : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        DemoOptions options;
        options.pp = 2;
        options.dp = 2;
        options.microbatches = 4;
        options.steps = 2;
        const auto path = m_folder.filePath(QStringLiteral("demo")).toStdString();
        QVERIFY(placeDemo(path, options).has_value());
        QVERIFY(QFile::copy(sourcePath("tests/core/formats/snapshots/current_4.pickle"),
                            m_folder.filePath(QStringLiteral("demo/snapshot_rank_0.pickle"))));
        QFile log(m_folder.filePath(QStringLiteral("demo/trainer_log.jsonl")));
        QVERIFY(log.open(QIODevice::WriteOnly));
        for (int step = 10; step <= 100; step += 10) {
            log.write(
                QStringLiteral("{\"current_steps\": %1, \"total_steps\": 100, \"loss\": %2, \"learning_rate\": 1e-5}\n")
                    .arg(step)
                    .arg(3.0 - step / 100.0)
                    .toUtf8());
        }
        log.close();
        auto workspace = std::make_shared<Workspace>();
        auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        workspace->runs.push_back(std::move(*run));
        workspace->version = 1;
        m_workspace = workspace;
        auto roles = std::make_shared<Workspace>();
        roles->runs.push_back(std::move(*testing::RoleJob{}.load()));
        roles->version = 2;
        m_roles = roles;
    }
    void cleanupTestCase() { setLanguage(Language::English); }

    void everyView_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<bool>("dark");
        QTest::addColumn<bool>("chinese");
        QTest::addColumn<QSize>("size");
        for (const auto &entry : drawableViews()) {
            for (int i = 0; i < 8; ++i) {
                const QSize size = (i & 4) == 0 ? QSize(1600, 900) : QSize(1000, 700);
                QTest::addRow("%s %s %s %d", entry.id, (i & 1) != 0 ? "dark" : "light", (i & 2) != 0 ? "zh" : "en",
                              size.width())
                    << QString::fromLatin1(entry.id) << ((i & 1) != 0) << ((i & 2) != 0) << size;
            }
        }
    }
    void everyView() {
        QFETCH(QString, id);
        QFETCH(bool, dark);
        QFETCH(bool, chinese);
        QFETCH(QSize, size);
        Theme::setCurrent(dark ? ThemeKind::Dark : ThemeKind::Light);
        setLanguage(chinese ? Language::Chinese : Language::English);
        Selection selection;
        TimeView timeView;
        const auto list = drawableViews();
        const auto entry =
            std::find_if(list.begin(), list.end(), [&](const ViewEntry &e) { return id == QLatin1String(e.id); });
        const std::unique_ptr<View> view(entry->make({&selection, &timeView, nullptr}, nullptr));
        view->resize(size);
        view->show();
        view->setWorkspace(id == QStringLiteral("roles") ? m_roles : m_workspace);
        QCoreApplication::processEvents();
        QTRY_VERIFY_WITH_TIMEOUT(!view->isBusy(), 60'000);
        QVERIFY2(!view->emptyReason(), "the view has nothing to show");

        QImage image(size, QImage::Format_RGB32);
        image.fill(Theme::current().color(ColorRole::Background));
        {
            QPainter painter(&image);
            painter.setFont(view->font());
            view->paintPicture(painter, size);
        }
        QSet<QRgb> colors;
        for (int y = 0; y < size.height(); y += 3) {
            for (int x = 0; x < size.width(); x += 3) {
                colors.insert(image.pixel(x, y));
            }
        }
        QVERIFY(colors.size() > 8);
        for (auto *canvas : view->findChildren<SceneCanvas *>()) {
            static_cast<void>(canvas->scene());
        }
        QCoreApplication::processEvents();  // what is wider now is laid out
        const auto faults = testing::textFaults(*view);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
    }

private:
    QTemporaryDir m_folder;
    std::shared_ptr<const Workspace> m_workspace;
    std::shared_ptr<const Workspace> m_roles;  ///< of reinforcement learning
};

TEST_SUITE(TestShots)

}  // namespace tst_shots

#include "tst_shots.moc"
