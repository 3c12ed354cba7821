// Addresses in the window: a script plays ssh. Commands: tst_remote.
#include "app/askpass/ask_pass.h"
#include "app/window/main_window.h"
#include "app/window/panels/navigator_dock.h"
#include "app/window/remote_runs.h"
#include "app/window/source_reader.h"
#include "core/demo/demo_options.h"
#include "core/session/remote_address.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QDirIterator>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtCore/QTimer>
#include <QtTest/QSignalSpy>
#include <QtTest/QTest>
#include <QtWidgets/QApplication>
#include <QtWidgets/QInputDialog>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMessageBox>
#include <QtWidgets/QProgressDialog>
#include <QtWidgets/QPushButton>

#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace tst_remote_window {

using namespace stagescope;
using namespace Qt::StringLiterals;

namespace {

constexpr int kOpenMs = 120'000;

/// What a dialog gets that comes up.
template <class Dialog>
void whenAsked(const std::function<void(Dialog &)> &answer) {
    auto *timer = new QTimer(qApp);
    QObject::connect(timer, &QTimer::timeout, timer, [timer, answer] {
        if (auto *dialog = qobject_cast<Dialog *>(QApplication::activeModalWidget())) {
            timer->deleteLater();
            answer(*dialog);
        }
    });
    timer->start(10);
}

/// What it writes to standard output.
QByteArray writtenBy(const std::function<void()> &work) {
    std::fflush(stdout);
    const int own = ::dup(STDOUT_FILENO);
    QTemporaryDir folder;
    const auto path = folder.filePath(u"out"_s).toUtf8();
    auto *file = std::fopen(path.constData(), "w");
    ::dup2(::fileno(file), STDOUT_FILENO);
    work();
    std::fflush(stdout);
    ::dup2(own, STDOUT_FILENO);
    ::close(own);
    std::fclose(file);
    QFile written(QString::fromUtf8(path));
    QByteArray text;
    while (written.isOpen() || written.open(QIODevice::ReadOnly)) {
        const auto line = written.readLine();
        if (line.isEmpty()) {
            break;
        }
        text += line.startsWith("QWARN") ? QByteArray() : line;  // of the test itself
    }
    return text;
}

}  // namespace

class RemoteWindowTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        for (const char *variable : {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"}) {
            qputenv(variable, path(u"home"_s).toUtf8());
        }
        qputenv("STAGESCOPE_SSH", path(u"ssh"_s).toUtf8());
        qputenv("STAGESCOPE_REMOTE_PROGRAM", qgetenv("STAGESCOPE_CLI"));
        DemoOptions options;
        options.pp = 2;
        options.dp = 2;
        options.microbatches = 2;
        options.steps = 2;
        QVERIFY(placeDemo(path(u"run"_s).toStdString(), options));
        options.dp = 1;
        QVERIFY(placeDemo(path(u"base"_s).toStdString(), options));
    }
    void init() { play(QByteArrayLiteral("exec sh -c \"$command\"")); }

    void runAndBaseline() {
        MainWindow window;
        window.openPaths({u"node7:"_s + path(u"run"_s), u"ssh://me@node8:22"_s + path(u"base"_s)});
        QTRY_VERIFY_WITH_TIMEOUT(ranksOf(window, 0) == 4 && ranksOf(window, 1) == 2, kOpenMs);
        QTRY_VERIFY_WITH_TIMEOUT(window.findChild<QProgressDialog *>() == nullptr, kOpenMs);
        QVERIFY2(window.windowTitle().startsWith(u"node7:"_s + path(u"run"_s)), qPrintable(window.windowTitle()));
        // What is remembered is the address.
        QTRY_VERIFY(!window.runList()->all().empty());
        QCOMPARE(QString::fromStdString(window.runList()->all().front().path), u"node7:"_s + path(u"run"_s));
    }

    /// What the digests lack of a rank comes when it is asked for, of that rank alone.
    void ranksAreLent() {
        MainWindow window;
        window.openPaths({u"node7:"_s + path(u"run"_s)});
        QTRY_VERIFY_WITH_TIMEOUT(ranksOf(window, 0) == 4, kOpenMs);
        const auto run = [&] { return window.runs()->workspace()->runs.front(); };
        QTRY_VERIFY_WITH_TIMEOUT(!window.runs()->isBeingRead(run().id), kOpenMs);
        const QSignalSpy told(window.findChild<SourceReader *>(), &SourceReader::told);
        Q_EMIT window.findChild<NavigatorDock *>()->sourceRequested(run().id, {2}, false);
        QTRY_VERIFY_WITH_TIMEOUT(run().capture(2)->isFromSource(), kOpenMs);
        QVERIFY(!run().capture(1)->isFromSource());
        QTRY_VERIFY_WITH_TIMEOUT(run().capture(2)->hasTrace(), kOpenMs);
        const auto lent = filesOf(u"full"_s);
        QVERIFY2(lent.size() == 1 && lent.front().endsWith(u"rank_2.stagescope"_s), qPrintable(lent.join(u' ')));
        // A line that breaks then is told, and the digest stays.
        play(QByteArrayLiteral("echo 'Connection refused' >&2; exit 255"));
        Q_EMIT window.findChild<NavigatorDock *>()->sourceRequested(run().id, {1}, false);
        QTRY_VERIFY_WITH_TIMEOUT(told.last().front().toString().contains(u"Connection refused"), kOpenMs);
        QVERIFY(told.last().front().toString().startsWith(u"node7:"_s) && !run().capture(1)->isFromSource());
    }

    /// Ranks that are there are looked at while the others come.
    void opensBeforeAllIsHere() {
        QDir(path(u"home/stagescope"_s)).removeRecursively();
        const auto gate = path(u"gate"_s);
        QFile::remove(gate);
        play("sh -c \"$command\" | { head -c 60000; sleep 2; head -c 1; while [ ! -e '" + gate.toUtf8() +
             "' ]; do sleep 0.1; done; cat; }");
        MainWindow window;
        window.openPaths({u"node7:"_s + path(u"run"_s)});
        QTRY_VERIFY_WITH_TIMEOUT(ranksOf(window, 0) > 0, kOpenMs);
        QVERIFY(ranksOf(window, 0) < 4 && window.findChild<QProgressDialog *>() != nullptr);
        QFile file(gate);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.close();
        QTRY_VERIFY_WITH_TIMEOUT(ranksOf(window, 0) == 4, kOpenMs);
        QTRY_VERIFY(window.findChild<QProgressDialog *>() == nullptr);
    }

    void askedForInTheMenu() {
        MainWindow window;
        auto *remote = window.findChild<RemoteRuns *>();
        const QSignalSpy failed(remote, &RemoteRuns::failed);
        QStringList here;
        const auto answer = [&](const QString &text) {
            remote->ask([&](const QStringList &paths) { here = paths; });
            auto *dialog = window.findChild<QInputDialog *>();
            dialog->setTextValue(text);
            dialog->accept();
        };
        answer(u"no address"_s);
        QCOMPARE(failed.size(), 1);
        answer(u" node7:"_s + path(u"base"_s));
        QTRY_COMPARE_WITH_TIMEOUT(here.size(), 1, kOpenMs);
        QCOMPARE(shownPath(here.front().toStdString()), "node7:" + path(u"base"_s).toStdString());
    }

    void troubleIsTold() {
        play(QByteArrayLiteral("echo 'me@node7: Permission denied (publickey).' >&2; exit 255"));
        MainWindow window;
        const QSignalSpy failed(window.findChild<RemoteRuns *>(), &RemoteRuns::failed);
        window.openPaths({u"node7:"_s + path(u"run"_s)});
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kOpenMs);
        QVERIFY(failed.front().front().toString().contains(u"Permission denied"));
        QVERIFY(window.findChild<QProgressDialog *>() == nullptr);
        QCOMPARE(ranksOf(window, 0), std::size_t{0});
    }

    void cancelEndsIt() {
        play("echo $$ > '" + path(u"pid"_s).toUtf8() + "'; exec sleep 600");
        MainWindow window;
        window.openPaths({u"node7:"_s + path(u"run"_s)});
        QTRY_VERIFY_WITH_TIMEOUT(!pidOfScript().isEmpty(), kOpenMs);
        auto *dialog = window.findChild<QProgressDialog *>();
        QVERIFY(dialog != nullptr);
        dialog->findChild<QPushButton *>()->click();
        QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(u"/proc/"_s + pidOfScript()), kOpenMs);
        QTRY_VERIFY(window.findChild<QProgressDialog *>() == nullptr);
        QCOMPARE(ranksOf(window, 0), std::size_t{0});
    }

    void sshAsksInAWindow() {
        int code = -1;
        whenAsked<QInputDialog>([](QInputDialog &dialog) {
            QCOMPARE(dialog.textEchoMode(), QLineEdit::Password);
            dialog.setTextValue(u"secret"_s);
            dialog.accept();
        });
        QCOMPARE(writtenBy([&] { code = askForSsh(u"me@node7's password: "_s); }), QByteArray("secret\n"));
        QCOMPARE(code, 0);
        whenAsked<QInputDialog>([](QInputDialog &dialog) { dialog.reject(); });
        QCOMPARE(writtenBy([&] { code = askForSsh(u"me@node7's password: "_s); }), QByteArray());
        QCOMPARE(code, 1);
        whenAsked<QMessageBox>([](QMessageBox &box) { box.button(QMessageBox::Yes)->click(); });
        QCOMPARE(writtenBy([&] { code = askForSsh(u"Continue connecting (yes/no/[fingerprint])? "_s); }),
                 QByteArray("yes\n"));
        QCOMPARE(code, 0);
    }

    /// ssh gets a program that asks, but for users who have their own.
    void sshIsTold() {
        qunsetenv("SSH_ASKPASS");
        qunsetenv("SSH_ASKPASS_REQUIRE");
        auto variables = sshAskVariables(u"/opt/stagescope"_s);
        QCOMPARE(variables.size(), std::size_t{3});
        QCOMPARE(variables["SSH_ASKPASS"], std::string("/opt/stagescope"));
        QCOMPARE(variables["SSH_ASKPASS_REQUIRE"], std::string("force"));
        QVERIFY(!isAskedBySsh());
        qputenv("SSH_ASKPASS", "/usr/bin/own");
        QCOMPARE(sshAskVariables(u"/opt/stagescope"_s).size(), std::size_t{1});
        qunsetenv("SSH_ASKPASS");
    }

private:
    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    [[nodiscard]] QString pidOfScript() const {
        QFile file(path(u"pid"_s));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll().trimmed()) : QString();
    }
    /// Below the folders of this level.
    [[nodiscard]] QStringList filesOf(const QString &level) const {
        QStringList files;
        for (QDirIterator it(path(u"home/stagescope/remote"_s), QDir::Files, QDirIterator::Subdirectories);
             it.hasNext();) {
            const auto file = it.next();
            if (file.contains(u'/' + level + u'/') && file.endsWith(u".stagescope"_s)) {
                files << file;
            }
        }
        return files;
    }
    static std::size_t ranksOf(MainWindow &window, std::size_t run) {
        const auto workspace = window.runs()->workspace();
        return run < workspace->runs.size() ? workspace->runs[run].ranks().size() : 0;
    }
    /// The body of the script that is run in place of ssh; `$command` is what the other machine's shell gets.
    void play(const QByteArray &body) const {
        QFile script(path(u"ssh"_s));
        QVERIFY(script.open(QIODevice::WriteOnly | QIODevice::Truncate));
        script.write("#!/bin/sh\nfor command; do :; done\nexport XDG_CACHE_HOME='" + path(u"far"_s).toUtf8() +
                     "'\ncd / || exit 1\n" + body + "\n");
        script.close();
        QVERIFY(script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }

    QTemporaryDir m_folder;
};

TEST_SUITE(RemoteWindowTest)

}  // namespace tst_remote_window

#include "tst_remote_window.moc"
