// A running window shows what an assistant asks for, and nothing else.
#include "app/mcp/running_windows.h"
#include "app/window/main_window.h"
#include "app/window/show_listener.h"
#include "app/window/view_tabs.h"
#include "core/demo/demo_options.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"

#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <future>

namespace tst_show_listener {

using namespace stagescope;
using namespace Qt::StringLiterals;

class ShowListenerTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(QFile::setPermissions(m_folder.path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        qputenv("XDG_RUNTIME_DIR", m_folder.path().toUtf8());
        DemoOptions options;
        options.pp = 2;
        options.dp = 1;
        options.microbatches = 2;
        options.steps = 1;
        QVERIFY(placeDemo(path().toStdString(), options));
        m_window = std::make_unique<MainWindow>();
        m_window->show();
    }
    void cleanupTestCase() {
        const auto socket =
            QString::fromStdString(windowSocketOf(static_cast<int>(QCoreApplication::applicationPid())));
        QVERIFY(QFile::exists(socket));
        m_window.reset();
        QVERIFY(!QFile::exists(socket));
        qunsetenv("XDG_RUNTIME_DIR");
    }

    void onlyTheUserMayEnter() {
        const auto sockets = runningWindows();
        QCOMPARE(sockets.size(), std::size_t{1});
        QCOMPARE(m_window->shower()->socketPath(), sockets.front());
        const auto allowed = QFileInfo(QString::fromStdString(windowSocketFolder())).permissions();
        QVERIFY(!(allowed & (QFile::ReadGroup | QFile::ExeGroup | QFile::ReadOther | QFile::ExeOther)));
    }
    void withoutTheProfileItSaysSo() {
        const auto shown = asked(path().toStdString(), "rank:0/1");
        QVERIFY(!shown && shown.error().detail.find("another profile") != std::string::npos);
    }
    void anItemIsShownAsSoonAsItIsLoaded() {
        m_window->shower()->showWhenThere(*itemFromText("rank:0/1"));
        m_window->openPaths({path()});
        QTRY_VERIFY_WITH_TIMEOUT(isSelected("rank:0/1"), 30'000);
        QTRY_VERIFY_WITH_TIMEOUT(isLoaded(), 30'000);
    }
    void anItemIsShown() {
        const auto slice = firstSlice();
        const auto shown = asked(path().toStdString(), slice);
        QVERIFY2(shown, shown ? "" : shown.error().detail.c_str());
        QVERIFY(isSelected(slice));
        QCOMPARE(m_window->tabs()->currentId(), u"timeline"_s);
    }
    void whatIsNoItemIsRefused_data() {
        QTest::addColumn<QByteArray>("item");
        for (const char *item :
             {"", "nonsense", "slice:0/99/99/99", "rank:0/77", "rank:0/1\n{\"show\":\"rank:0/0\"}"}) {
            QTest::newRow(item) << QByteArray(item);
        }
    }
    void whatIsNoItemIsRefused() {
        QFETCH(QByteArray, item);
        const auto before = m_window->selection()->state();
        QVERIFY(!asked(path().toStdString(), item.toStdString()));
        QVERIFY(m_window->selection()->state() == before);
    }
    void longAndEmptyLinesDoNoHarm() {
        QVERIFY(!asked(std::string(100'000, 'x'), "rank:0/1"));
        QVERIFY(!asked("", ""));
        QVERIFY(asked(path().toStdString(), "rank:0/0"));
    }

private:
    [[nodiscard]] QString path() const { return m_folder.path() + u"/demo"_s; }
    /// From another thread, as from another program.
    static Result<std::string> asked(const std::string &path, const std::string &item) {
        const auto socket = runningWindows().front();
        auto answer = std::async(std::launch::async, [=] { return showInWindow(socket, path, item); });
        while (answer.wait_for(std::chrono::milliseconds(5)) != std::future_status::ready) {
            QCoreApplication::processEvents();
        }
        return answer.get();
    }
    [[nodiscard]] bool isSelected(const std::string &item) const {
        const auto &items = m_window->selection()->state().items;
        return items.size() == 1 && toText(items.front()) == item;
    }
    [[nodiscard]] bool isLoaded() const {
        const auto *run = m_window->runs()->workspace()->mainRun();
        return run != nullptr && run->captures.size() == 2 &&
               std::ranges::all_of(run->captures, [](const RankCapture &c) { return c.state == LoadState::Deep; });
    }
    [[nodiscard]] std::string firstSlice() const {
        const auto *run = m_window->runs()->workspace()->mainRun();
        for (const auto &loaded : run->capture(1)->loaded) {
            for (const auto &trace : loaded.traces) {
                for (const auto &track : trace->tracks()) {
                    if (trace->slices(track.id).size() > 0) {
                        return toText(SliceRef{run->id, loaded.source, track.id, SliceId{0}});
                    }
                }
            }
        }
        return {};
    }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

TEST_SUITE(ShowListenerTest)

}  // namespace tst_show_listener

#include "tst_show_listener.moc"
