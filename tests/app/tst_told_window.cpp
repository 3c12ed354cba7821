// What a person says of a profile in the window: which rank a file is of, which ranges are its steps. Kept for all
// programs of the user, never in the profile.
#include "app/window/main_window.h"
#include "app/window/panels/navigator_dock.h"
#include "app/window/view_tabs.h"
#include "core/analysis/run/steps.h"
#include "core/base/words/step_pattern.h"
#include "core/session/discovery/ranks_by_hand.h"
#include "core/session/loading/kept_ranks.h"
#include "core/session/loading/kept_steps.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/test_suite.h"
#include "views/timeline/timeline_view.h"

#include <QtCore/QFile>
#include <QtCore/QMimeData>
#include <QtCore/QTemporaryDir>
#include <QtCore/QTimer>
#include <QtTest/QTest>
#include <QtWidgets/QApplication>
#include <QtWidgets/QInputDialog>
#include <QtWidgets/QMenu>
#include <QtWidgets/QTreeView>

namespace tst_told_window {

using namespace stagescope;
using namespace Qt::StringLiterals;

namespace {

constexpr int kOpenMs = 60'000;

/// Of a process without a rank: 12 iterations of its own, one profiler step around them.
QByteArray trace(int process) {
    constexpr qint64 kBegin = qint64(1700000000) * 1000000;
    const auto own = "'pid': " + QByteArray::number(process) + ", 'tid': 1, ";
    QByteArray text =
        "{'schemaVersion': 1, 'traceEvents': [{'ph': 'X', 'cat': 'user_annotation', "
        "'name': 'ProfilerStep#7', 'dur': 60000, " +
        own + "'ts': " + QByteArray::number(kBegin) + "}";
    for (int i = 0; i < 12; ++i) {
        const auto at = [&](int later) { return QByteArray::number(kBegin + 5000 * i + later); };
        text += ", {'ph': 'X', 'cat': 'user_annotation', 'name': 'iter " + QByteArray::number(i + 3) + " of 90', " +
                own + "'ts': " + at(100) + ", 'dur': 4800}";
        text += ", {'ph': 'X', 'cat': 'kernel', 'name': 'gemm', 'pid': 0, 'tid': 7, 'ts': " + at(300) +
                ", 'dur': 1000, 'args': {'device': 0, 'stream': 7}}";
    }
    text += "]}";
    return text.replace('\'', '"');
}

}  // namespace

class ToldWindowTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        qputenv("XDG_CONFIG_HOME", m_home.path().toUtf8());
        qputenv("XDG_CACHE_HOME", m_home.path().toUtf8());
        qputenv("XDG_DATA_HOME", m_home.path().toUtf8());
        QVERIFY(QDir().mkpath(path(u"two"_s)));
        write(u"two/b.json"_s, trace(4000));
        write(u"two/c.json"_s, trace(5000));
    }
    void init() {
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_window->openPaths({path(u"two"_s)});
        waitFor([&] { return run() != nullptr && run()->captures.size() == 2; });
    }
    void cleanup() {
        m_window.reset();
        QVERIFY(StepPattern::choose({}));
        setRanksByHand({});
    }

    void aRankIsSetAndForgotten() {
        QVERIFY(textOf(0).contains(u"inferred"_s));
        const auto file = placeByHand(*run()->capture(0));
        chooseOf(0, u"Set Rank Number..."_s, 5);
        waitFor([&] { return run()->capture(5) != nullptr; });
        QCOMPARE(placeByHand(*run()->capture(5)), file);
        QVERIFY(!textOf(5).contains(u"inferred"_s));
        QCOMPARE(keptRanks().size(), std::size_t{1});
        // In the next window, too.
        cleanup();
        setRanksByHand(keptRanks());
        init();
        waitFor([&] { return run()->capture(5) != nullptr; });
        chooseOf(5, u"Forget the Number Set by Hand"_s);
        waitFor([&] { return run()->capture(5) == nullptr && run()->capture(0) != nullptr; });
        QVERIFY(keptRanks().empty());
    }

    void aDraggedRankSwapsNumbers() {
        const auto first = placeByHand(*run()->capture(0));
        const auto second = placeByHand(*run()->capture(1));
        auto *model = m_window->findChild<NavigatorDock *>()->model();
        const auto from = model->indexOf(run()->id, 1);
        const auto onto = model->indexOf(run()->id, 0);
        QVERIFY(from.flags().testFlag(Qt::ItemIsDragEnabled) && onto.flags().testFlag(Qt::ItemIsDropEnabled));
        const std::unique_ptr<QMimeData> data(model->mimeData({from}));
        QVERIFY(!model->canDropMimeData(data.get(), Qt::MoveAction, -1, -1, from));
        QVERIFY(!model->canDropMimeData(data.get(), Qt::MoveAction, -1, -1, onto.parent()));
        QVERIFY(model->canDropMimeData(data.get(), Qt::MoveAction, -1, -1, onto));
        QVERIFY(!model->dropMimeData(data.get(), Qt::MoveAction, -1, -1, onto));  // the view removes no row
        waitFor([&] { return run()->capture(0) != nullptr && placeByHand(*run()->capture(0)) == second; });
        QCOMPARE(placeByHand(*run()->capture(1)), first);
        QVERIFY(!textOf(0).contains(u"inferred"_s));
        QVERIFY(keepRanks({{first, -1}, {second, -1}}));
    }

    void rangesBecomeSteps() {
        QCOMPARE(numbersOfSteps(), QList<qint64>{7});
        m_window->tabs()->setCurrentId(u"timeline"_s);
        m_window->selection()->setItem(sliceNamed("iter 6 of 90"));
        QTRY_VERIFY(action(TimelineCommand::UseAsStep)->isEnabled());
        QVERIFY(!action(TimelineCommand::ForgetSteps)->isEnabled());
        action(TimelineCommand::UseAsStep)->trigger();
        const QList<qint64> iterations{3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};
        waitFor([&] { return numbersOfSteps() == iterations; });
        QCOMPARE(keptSteps(path(u"two"_s).toStdString()), std::string("iter (?<step>\\d+) of 90"));
        QCOMPARE(m_window->tabs()->currentId(), u"timeline"_s);
        QVERIFY(sliceNamed("Step 6") != SliceRef{});  // the lane of steps shows them
        // In the next window, too.
        cleanup();
        init();
        waitFor([&] { return numbersOfSteps() == iterations; });
        QTRY_VERIFY(action(TimelineCommand::ForgetSteps)->isEnabled());
        action(TimelineCommand::ForgetSteps)->trigger();
        waitFor([&] { return numbersOfSteps() == QList<qint64>{7}; });
        QVERIFY(keptSteps(path(u"two"_s).toStdString()).empty());
        // Work of a device is no step.
        m_window->selection()->setItem(sliceNamed("gemm"));
        QTRY_VERIFY(action(TimelineCommand::CopyName)->isEnabled());
        QVERIFY(!action(TimelineCommand::UseAsStep)->isEnabled());
    }

private:
    [[nodiscard]] QString path(const QString &name) const { return m_home.filePath(name); }
    [[nodiscard]] const Run *run() const { return m_window->runs()->workspace()->mainRun(); }
    [[nodiscard]] NavigatorDock *dock() const { return m_window->findChild<NavigatorDock *>(); }
    [[nodiscard]] QString textOf(int rank) const { return dock()->model()->indexOf(run()->id, rank).data().toString(); }
    [[nodiscard]] QAction *action(TimelineCommand command) const {
        return qobject_cast<TimelineView *>(m_window->tabs()->view(u"timeline"_s))->rowActions()->action(command);
    }
    void write(const QString &name, const QByteArray &content) const {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    template <class Is>
    void waitFor(Is is) const {
        QVERIFY(QTest::qWaitFor([&] { return run() != nullptr && !m_window->runs()->isBeingRead(run()->id) && is(); },
                                kOpenMs));
    }
    [[nodiscard]] QList<qint64> numbersOfSteps() const {
        QList<qint64> numbers;
        for (const auto &step : rankSteps(*run()->capture(run()->ranks().front()))) {
            numbers << step.step;
        }
        return numbers;
    }
    [[nodiscard]] SliceRef sliceNamed(std::string_view name) const {
        for (const auto &loaded : run()->capture(run()->ranks().front())->loaded) {
            for (const auto &trace : loaded.traces) {
                for (const auto &track : trace->tracks()) {
                    const auto &slices = trace->slices(track.id);
                    for (std::uint32_t i = 0; i < slices.size(); ++i) {
                        if (trace->text(slices.name(i)) == name) {
                            return {run()->id, loaded.source, track.id, SliceId{i}};
                        }
                    }
                }
            }
        }
        return {};
    }
    /// By the menu of its row, as a hand does it; `number` is typed where it is asked for.
    void chooseOf(int rank, const QString &wanted, int number = 0) {
        auto *tree = dock()->tree();
        const auto row = dock()->model()->indexOf(run()->id, rank);
        tree->expand(row.parent());
        tree->scrollTo(row);
        QStringList texts;
        QAction *chosen = nullptr;
        QTimer::singleShot(0, this, [&] {
            auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            for (auto *action : menu->actions()) {
                texts << action->text();
                chosen = action->text() == wanted ? action : chosen;
            }
            QTimer::singleShot(0, this, [number] {
                if (auto *dialog = qobject_cast<QInputDialog *>(QApplication::activeModalWidget())) {
                    dialog->setIntValue(number);
                    dialog->accept();
                }
            });
            menu->close();
            if (chosen != nullptr) {
                chosen->trigger();
            }
        });
        Q_EMIT tree->customContextMenuRequested(tree->visualRect(row).center());
        QVERIFY2(chosen != nullptr, qPrintable(texts.join(u", "_s)));
    }

    QTemporaryDir m_home;
    std::unique_ptr<MainWindow> m_window;
};

TEST_SUITE(ToldWindowTest)

}  // namespace tst_told_window

#include "tst_told_window.moc"
