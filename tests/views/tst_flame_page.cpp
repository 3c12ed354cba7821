#include "core/session/selection.h"
#include "core/session/time_view.h"
#include "tests/core/analysis/recorded_rank.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"
#include "tests/views/demo_workspace.h"
#include "views/common/scene_canvas.h"
#include "views/common/texts/language.h"
#include "views/common/theme.h"
#include "views/operators/flame_page.h"

#include <QtCore/QFile>
#include <QtGui/QPainter>
#include <QtTest/QSignalSpy>
#include <QtTest/QtTest>
#include <QtWidgets/QComboBox>

namespace tst_flame_page {

using namespace stagescope;

namespace {

/// A step of two layers; the second one's kernel runs three times as long. Rank 1 has only the first.
std::shared_ptr<const Workspace> twoRanks() {
    const auto rank = [](int number) {
        planted::RecordedRank recorded;
        recorded.host("train.py(3): step", 0, 1000, SliceClass::Python);
        recorded.host("nn.Module: Linear_0", 110, 300, SliceClass::Python);
        recorded.direct("aten::mm", "gemm", 120, 140, 1000, 1100);
        if (number == 0) {
            recorded.host("nn.Module: Linear_1", 310, 600, SliceClass::Python);
            recorded.direct("aten::addmm", "gemm", 320, 340, 1100, 1400);
        }
        return recorded.capture(number, {planted::steps({{1, 0, 2000}})});
    };
    auto workspace = std::make_shared<Workspace>(planted::workspace({rank(0), rank(1)}));
    workspace->version = 1;
    return workspace;
}

}  // namespace

class FlamePageTest : public QObject {
    Q_OBJECT
private:
    Selection m_selection;
    TimeView m_time;
    std::unique_ptr<FlamePage> m_page;

    [[nodiscard]] std::optional<QRect> placeOf(const std::string &name) const {
        (void)m_page->canvas()->scene();
        for (const auto &part : m_page->layoutShown().parts) {
            const auto &tree = m_page->model().tree();
            if (tree.name(tree.nodes[part.node]) == name) {
                return QRect(part.box.x, part.box.y, part.box.width, part.box.height);
            }
        }
        return std::nullopt;
    }
    void choose(QComboBox *picker, int data) const {
        picker->setCurrentIndex(picker->findData(data));
        Q_EMIT picker->activated(picker->currentIndex());
        QTRY_VERIFY(!m_page->isBusy());
    }

private Q_SLOTS:
    void cleanup() { setLanguage(Language::English); }

    void init() {
        setLanguage(Language::English);
        m_selection.set({});
        m_page = std::make_unique<FlamePage>(ViewServices{&m_selection, &m_time});
        m_page->resize(1000, 400);
        m_page->setWorkspace(twoRanks());
        m_page->show();
        QTRY_VERIFY(!m_page->isBusy() && !m_page->model().isEmpty());
    }

    void boxesAreAsWideAsTheirDeviceTime() {
        const auto first = placeOf("Linear_0");
        const auto second = placeOf("Linear_1");
        QVERIFY(first && second);
        QVERIFY(std::abs(second->width() - 3 * first->width()) <= 3);
        QVERIFY(second->x() < first->x());
        choose(m_page->widthPicker(), static_cast<int>(FlameWidth::Host));
        QVERIFY(placeOf("Linear_1")->width() < 2 * placeOf("Linear_0")->width());
        QVERIFY(!placeOf("gemm"));
        choose(m_page->widthPicker(), static_cast<int>(FlameWidth::Exposed));
        QVERIFY(m_page->layoutShown().parts.empty());
    }

    void framesAreChosen() {
        QVERIFY(placeOf("aten::mm") && placeOf("train.py(3): step"));
        choose(m_page->framesPicker(), static_cast<int>(FlameFrames::Module));
        QVERIFY(placeOf("Linear_0") && !placeOf("aten::mm") && !placeOf("train.py(3): step"));
        choose(m_page->framesPicker(), static_cast<int>(FlameFrames::Operator));
        QVERIFY(!placeOf("Linear_0") && placeOf("aten::mm"));
    }

    void aClickWidensAndSelects() {
        const auto before = *placeOf("Linear_0");
        QVERIFY(m_page->tipAt(before.center()).startsWith(QStringLiteral("Linear_0")));
        QTest::mouseClick(m_page->canvas(), Qt::LeftButton, {}, before.center());
        QVERIFY(placeOf("Linear_0")->width() > 2 * before.width());
        QVERIFY(!placeOf("Linear_1"));
        QCOMPARE(m_selection.state().items.size(), std::size_t{1});
        QVERIFY(std::holds_alternative<SliceRef>(m_selection.state().items[0]));
        // A second click, or Enter, turns to the timeline.
        QSignalSpy spy(m_page.get(), &View::viewRequested);
        QTest::mouseDClick(m_page->canvas(), Qt::LeftButton, {}, placeOf("Linear_0")->center());
        QCOMPARE(spy.size(), 1);
        QTest::keyClick(m_page->canvas(), Qt::Key_Return);
        QCOMPARE(spy.size(), 2);
        // Callers stay in sight and lead out again.
        QTest::mouseClick(m_page->canvas(), Qt::LeftButton, {}, placeOf("train.py(3): step")->center());
        QCOMPARE(*placeOf("Linear_0"), before);
    }

    void keysAlone() {
        for (int i = 0; i < 3; ++i) {
            QTest::keyClick(m_page->canvas(), Qt::Key_Down);
        }
        const auto nameOfRoot = [&] {
            const auto &tree = m_page->model().tree();
            return std::string(tree.name(tree.nodes[m_page->root()]));
        };
        QCOMPARE(nameOfRoot(), std::string("Linear_1"));
        QTest::keyClick(m_page->canvas(), Qt::Key_Right);
        QCOMPARE(nameOfRoot(), std::string("Linear_0"));
        QTest::keyClick(m_page->canvas(), Qt::Key_Backspace);
        QCOMPARE(nameOfRoot(), std::string("train.py(3): step"));
        QTest::keyClick(m_page->canvas(), Qt::Key_Home);
        QCOMPARE(m_page->root(), 0U);
    }

    void theSelectedRankIsShown() {
        SelectionState state;
        state.ranks = {RankRef{RunId{0}, 1}};
        m_selection.set(state);
        QTRY_VERIFY(!m_page->isBusy() && !placeOf("Linear_1"));
        QVERIFY(placeOf("Linear_0"));
        state.step = 7;
        m_selection.set(state);
        QTRY_VERIFY(!m_page->isBusy() && m_page->model().isEmpty());
    }

    void theBoxStaysWhenAnotherTreeHasIt() {
        QTest::mouseClick(m_page->canvas(), Qt::LeftButton, {}, placeOf("Linear_0")->center());
        const auto wide = placeOf("Linear_0")->width();
        auto state = m_selection.state();
        state.ranks = {RankRef{RunId{0}, 1}};
        m_selection.set(state);
        QTRY_VERIFY(!m_page->isBusy() && m_page->root() != 0);
        QCOMPARE(placeOf("Linear_0")->width(), wide);
        // Another width of the same tree, and the same rank in a later workspace, keep it, too.
        choose(m_page->widthPicker(), static_cast<int>(FlameWidth::Host));
        QCOMPARE(placeOf("Linear_0")->width(), wide);
        const auto *tree = m_page->model().paths.get();
        m_page->setWorkspace(twoRanks());
        QTRY_VERIFY(!m_page->isBusy());
        QCOMPARE(m_page->model().paths.get(), tree);
    }

    void withoutATimelineItSaysWhy() {
        m_page->setWorkspace(std::make_shared<const Workspace>());
        QVERIFY(m_page->emptyReason().has_value());
        QCOMPARE(m_page->emptyReason()->id, std::string("flame.empty"));
    }

    /// Pictures to look at, of the profiles that are there; every label fits its box.
    void pictures_data() {
        QTest::addColumn<QString>("path");
        QTest::newRow("demo") << QString();
        QTest::newRow("h100") << QStringLiteral("torch/h100/gaunernst_bert-small-uncased__1016001.json.gz");
        QTest::newRow("mi300") << QStringLiteral("torch/mi300/resnet_act_checkpoint.json.gz");
        QTest::newRow("cnn_text") << QStringLiteral("ascend/cnn_text");
        QTest::newRow("modules") << QStringLiteral("planted/modules");
    }
    void pictures() {
        QFETCH(QString, path);
        std::shared_ptr<const Workspace> shown;
        if (path.isEmpty()) {
            shown = demoWorkspace(smallDemo());
        } else {
            const auto file = realDataFolder() + QLatin1Char('/') + path;
            auto run = QFile::exists(file) ? loadRun(file.toStdString(), RunId{0}, LoadDepth::Deep)
                                           : Result<Run>(fail(ErrorKind::NotFound, "no such profile here"));
            if (!run) {
                QSKIP("no such profile here");
            }
            auto workspace = std::make_shared<Workspace>();
            workspace->runs.push_back(std::move(*run));
            shown = workspace;
        }
        const auto folder = qEnvironmentVariable("STAGESCOPE_PICTURES");
        for (const bool isDark : {false, true}) {
            // One language with each theme.
            Theme::setCurrent(isDark ? ThemeKind::Dark : ThemeKind::Light);
            setLanguage(isDark ? Language::Chinese : Language::English);
            m_page->retranslate();
            for (const QSize size : {QSize(1600, 900), QSize(1000, 700)}) {
                m_page->resize(size);
                m_page->setWorkspace(shown);
                QTRY_VERIFY(!m_page->isBusy());
                QCoreApplication::processEvents();  // palette and layout
                const auto image = m_page->grab().toImage();
                QVERIFY(!image.isNull());
                for (const auto &text : m_page->canvas()->scene().texts) {
                    QVERIFY(text.x >= 0 && text.x + text.width <= size.width());
                }
                if (!folder.isEmpty()) {
                    image.save(QStringLiteral("%1/%2_%3_%4.png")
                                   .arg(folder, QString::fromLatin1(QTest::currentDataTag()),
                                        isDark ? QStringLiteral("dark") : QStringLiteral("light"))
                                   .arg(size.width()));
                }
            }
        }
    }

private:
    void choose(const char *against) const {
        auto *picker = m_page->againstPicker();
        picker->setCurrentIndex(picker->findData(QString::fromLatin1(against)));
        QVERIFY(picker->currentIndex() >= 0);
        Q_EMIT picker->activated(picker->currentIndex());
        QTRY_VERIFY(!m_page->isBusy());
    }
    [[nodiscard]] std::optional<Color> colorOf(const std::string &name) const {
        const auto place = placeOf(name);
        for (const auto &rect : m_page->layoutShown().scene.rects) {
            if (place && rect.x == place->x() && rect.y == place->y()) {
                return rect.color;
            }
        }
        return std::nullopt;
    }

private Q_SLOTS:
    /// Rank 1 lacks the second layer.
    void anotherRankIsComparedWith() {
        QVERIFY(!m_page->model().isDifference());
        QCOMPARE(m_page->againstPicker()->findData(QStringLiteral("baseline")), -1);
        QCOMPARE(m_page->againstPicker()->findData(QStringLiteral("rank:0")), -1);
        choose("rank:1");
        QVERIFY(m_page->model().isDifference());
        QCOMPARE(m_page->model().paths->grown(0, FlameWidth::Device), Nanos{300});
        QCOMPARE(colorOf("Linear_1")->hash, kMaxHeat);
        QCOMPARE(colorOf("Linear_0")->hash, (kMaxHeat + 1) / 2);
        QVERIFY(m_page->tipAt(placeOf("Linear_1")->center()).contains(QStringLiteral("+300 ns")));
        choose("none");
        QVERIFY(!m_page->model().isDifference());
        QCOMPARE(colorOf("Linear_1")->role, ColorRole::Slice);
    }

    /// As every tab does: from the moment on that there is one, and no longer than that.
    void aBaselineIsComparedWithFromTheStart() {
        auto both = std::make_shared<Workspace>(*twoRanks());
        auto baseline = twoRanks()->runs.front();
        baseline.id = RunId{1};
        baseline.role = RunRole::Baseline;
        baseline.path = "/baseline";
        both->runs.push_back(std::move(baseline));
        m_page->setWorkspace(both);
        QTRY_VERIFY(!m_page->isBusy());
        QVERIFY(m_page->model().isDifference());
        QCOMPARE(m_page->model().paths->grown(0, FlameWidth::Device), Nanos{0});
        choose("none");
        m_page->setWorkspace(std::make_shared<Workspace>(*both));
        QTRY_VERIFY(!m_page->isBusy());
        QVERIFY(!m_page->model().isDifference());
        choose("baseline");
        m_page->setWorkspace(twoRanks());
        QTRY_VERIFY(!m_page->isBusy());
        QVERIFY(!m_page->model().isDifference());
    }
};

TEST_SUITE(FlamePageTest)

}  // namespace tst_flame_page

#include "tst_flame_page.moc"
