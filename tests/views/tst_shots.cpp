// Every view in two themes, two languages and two sizes: it renders, shows something, and no label of a scene is wider
// than its box, none is written over another, and no control is too narrow for its words.
#include "core/demo/demo_options.h"
#include "core/session/loading/load_job.h"
#include "tests/support/kept_demos.h"
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
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QApplication>
#include <QtWidgets/QLabel>

namespace tst_shots {

using namespace stagescope;

namespace {

/// A text may stick out by the rounding of its width.
constexpr int kTolerance = 1;

QString shown(const SceneText &text) {
    return text.message.id.empty() ? QString::fromStdString(text.text) : messageText(text.message);
}

QStringList tooWide(SceneCanvas &canvas) {
    QStringList offenders;
    auto bold = canvas.font();
    bold.setBold(true);
    const auto &scene = canvas.scene();
    for (const auto &text : scene.texts) {
        const int width = QFontMetrics(text.bold ? bold : canvas.font()).horizontalAdvance(shown(text));
        const bool outside = text.x < 0 || text.x + text.width > scene.width;
        if (width > text.width + kTolerance || outside) {
            offenders << QStringLiteral("\"%1\": %2 px in %3 px at %4")
                             .arg(shown(text))
                             .arg(width)
                             .arg(text.width)
                             .arg(text.x);
        }
    }
    return offenders;
}

/// Texts of a picture that are written over each other.
QStringList overlapping(SceneCanvas &canvas) {
    QStringList offenders;
    std::vector<std::pair<QRect, QString>> drawn;
    auto bold = canvas.font();
    bold.setBold(true);
    for (const auto &text : canvas.scene().texts) {
        const QFontMetrics metrics(text.bold ? bold : canvas.font());
        const int width = std::min(metrics.horizontalAdvance(shown(text)), text.width);
        const int left = text.align == TextAlign::Right    ? text.x + text.width - width
                         : text.align == TextAlign::Center ? text.x + (text.width - width) / 2
                                                           : text.x;
        const int height = std::min(metrics.ascent(), text.height);
        const QRect box(left, text.y + (text.height - height) / 2, width, height);
        for (const auto &[other, words] : drawn) {
            const auto common = box.intersected(other);
            if (common.width() > 2 * kTolerance && common.height() > 2 * kTolerance) {
                offenders << QStringLiteral("\"%1\" and \"%2\" at %3, %4")
                                 .arg(shown(text), words)
                                 .arg(common.x())
                                 .arg(common.y());
            }
        }
        drawn.emplace_back(box, shown(text));
    }
    return offenders;
}

/// Words of controls that their widgets have no room for.
QStringList cutControls(const QWidget &view) {
    QStringList offenders;
    const auto check = [&](const QWidget *widget, const QString &text, int around) {
        const auto plain = QString(text).remove(QLatin1Char('&'));
        if (widget->isVisible() && !plain.contains(QLatin1Char('<')) &&
            widget->fontMetrics().horizontalAdvance(plain) + around > widget->width() + kTolerance) {
            offenders << QStringLiteral("%1 \"%2\" in %3 px")
                             .arg(QString::fromLatin1(widget->metaObject()->className()), plain)
                             .arg(widget->width());
        }
    };
    for (const auto *button : view.findChildren<QAbstractButton *>()) {
        check(button, button->text(), 0);
    }
    for (const auto *label : view.findChildren<QLabel *>()) {
        const bool isWhole = !label->wordWrap() && label->sizePolicy().horizontalPolicy() != QSizePolicy::Ignored;
        check(label, isWhole ? label->text() : QString(), 0);
    }
    return offenders;
}

}  // namespace

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
            const auto offenders = tooWide(*canvas);
            QVERIFY2(offenders.isEmpty(), qPrintable(offenders.join(QLatin1Char('\n'))));
            const auto overlaps = overlapping(*canvas);
            QVERIFY2(overlaps.isEmpty(), qPrintable(overlaps.join(QLatin1Char('\n'))));
        }
        QCoreApplication::processEvents();  // what is wider now is laid out
        const auto cut = cutControls(*view);
        QVERIFY2(cut.isEmpty(), qPrintable(cut.join(QLatin1Char('\n'))));
    }

private:
    QTemporaryDir m_folder;
    std::shared_ptr<const Workspace> m_workspace;
    std::shared_ptr<const Workspace> m_roles;  ///< of reinforcement learning
};

TEST_SUITE(TestShots)

}  // namespace tst_shots

#include "tst_shots.moc"
