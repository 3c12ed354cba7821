// Profiles that nobody has seen, made from seeds: each is opened with everything that the program has, and what must
// hold for all of them is looked at. STAGESCOPE_STRANGERS=FIRST:COUNT chooses the seeds; one seed alone shows what is
// wrong with it. Options for the whole round are in README.md beside this file.
#include "app/command_clock.h"
#include "app/window/main_window.h"
#include "app/window/view_tabs.h"
#include "core/advice/findings.h"
#include "core/session/loading/load_job.h"
#include "tests/strangers/stranger_checks.h"
#include "tests/support/shown_evidence.h"
#include "tests/support/test_suite.h"
#include "views/common/theme.h"
#include "views/view_list.h"

#include <QtCore/QScopeGuard>
#include <QtCore/QTemporaryDir>
#include <QtGui/QImage>
#include <QtGui/QPainter>
#include <QtTest/QTest>

#include <algorithm>
#include <array>

namespace tst_strangers {

using namespace stagescope;
using namespace strangers;

namespace {

constexpr int kWaitMs = 60'000;
constexpr int kSeedsByDefault = 200;
constexpr std::uint64_t kOtherSeeds = 1'000'000;  ///< of baselines
constexpr std::size_t kViewsPerSeed = 5;

struct Seeds {
    std::uint64_t first = 1;
    std::uint64_t count = kSeedsByDefault;
};
/// Beyond the usual seeds: pipelines of several lengths, late ranks whose begins say otherwise.
constexpr std::array<std::uint64_t, 4> kOnceFailed{488, 3398, 3672, 5920};

Seeds chosenSeeds() {
    const auto text = qEnvironmentVariable("STAGESCOPE_STRANGERS");
    const auto parts = text.split(u':');
    Seeds seeds;
    if (!text.isEmpty()) {
        seeds.first = parts[0].toULongLong();
        seeds.count = parts.size() > 1 ? parts[1].toULongLong() : 1;
    }
    return seeds;
}

/// STAGESCOPE_STRANGERS_KEEP=FOLDER leaves the profiles there, to be looked at.
QString keptFolder(quint64 seed) {
    const auto parent = qEnvironmentVariable("STAGESCOPE_STRANGERS_KEEP");
    return parent.isEmpty() ? QDir::tempPath() + QStringLiteral("/stranger-XXXXXX")
                            : QStringLiteral("%1/seed_%2_XXXXXX").arg(parent).arg(seed);
}

/// The profile, and another one as its baseline where a path is given; null when one cannot be opened at all.
std::shared_ptr<const Workspace> workspaceOf(const QString &path, const QString &baseline, LoadDepth depth) {
    auto workspace = std::make_shared<Workspace>();
    workspace->version = 1;
    for (const auto &part : {path, baseline}) {
        if (part.isEmpty()) {
            continue;
        }
        auto run = loadRun(part.toStdString(), RunId{static_cast<std::uint32_t>(workspace->runs.size())}, depth);
        if (!run) {
            return nullptr;
        }
        run->role = workspace->runs.empty() ? RunRole::None : RunRole::Baseline;
        workspace->runs.push_back(std::move(*run));
    }
    return workspace;
}

/// Warnings of Qt are troubles too, but for those that the offscreen platform always has.
QStringList &warnings() {
    static QStringList list;
    return list;
}
void takeWarning(QtMsgType type, const QMessageLogContext &, const QString &text) {
    if (type != QtDebugMsg && type != QtInfoMsg && !text.contains(QLatin1String("propagateSizeHints")) &&
        !text.contains(QLatin1String("XDG_RUNTIME_DIR"))) {
        warnings() << text;
    }
}

/// Rules of what is found, in order.
QStringList rulesOf(const std::vector<Finding> &found) {
    QStringList rules;
    for (const auto &finding : found) {
        rules << QString::fromStdString(finding.rule);
    }
    return rules;
}

}  // namespace

class StrangersTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_home.isValid());
        for (const char *name : {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"}) {
            qputenv(name, m_home.path().toUtf8());
        }
    }

    void aSeedIsOneProfile() {
        for (const std::uint64_t seed : {3, 4, 5, 6}) {
            const QTemporaryDir a;
            const QTemporaryDir b;
            for (const auto *folder : {&a, &b}) {
                auto profile = imagine(seed);
                QVERIFY(writeProfile(profile, folder->path().toStdString()));
            }
            for (const auto &name : QDir(a.path()).entryList(QDir::Files)) {
                QFile first(a.filePath(name));
                QFile second(b.filePath(name));
                QVERIFY(first.open(QIODevice::ReadOnly) && second.open(QIODevice::ReadOnly));
                QCOMPARE(first.readAll(), second.readAll());
            }
        }
    }

    void everyStrangerIsUnderstood_data() {
        QTest::addColumn<quint64>("seed");
        const auto addSeed = [](std::uint64_t seed) {
            QTest::addRow("%llu", static_cast<unsigned long long>(seed)) << static_cast<quint64>(seed);
        };
        const auto seeds = chosenSeeds();
        for (std::uint64_t i = 0; i < seeds.count; ++i) {
            addSeed(seeds.first + i);
        }
        if (qEnvironmentVariableIsEmpty("STAGESCOPE_STRANGERS")) {
            std::for_each(kOnceFailed.begin(), kOnceFailed.end(), addSeed);
        }
    }
    void everyStrangerIsUnderstood() {
        QFETCH(quint64, seed);
        warnings().clear();
        const auto restored =
            qScopeGuard([before = qInstallMessageHandler(takeWarning)] { qInstallMessageHandler(before); });
        auto profile = imagine(seed);
        QTemporaryDir folder(keptFolder(seed));
        folder.setAutoRemove(qEnvironmentVariableIsEmpty("STAGESCOPE_STRANGERS_KEEP"));
        const auto path = folder.path().toStdString();
        QVERIFY(writeProfile(profile, path));
        const auto before = stateOfFolder(path);
        const QTemporaryDir other;
        auto second = imagine(seed + kOtherSeeds);
        const bool hasBaseline = seed % 5 == 0;
        QVERIFY(!hasBaseline || writeProfile(second, other.path().toStdString()));
        const auto baseline = hasBaseline ? other.path() : QString();
        const Opened opened{workspaceOf(folder.path(), baseline, LoadDepth::Shallow),
                            workspaceOf(folder.path(), baseline, LoadDepth::Deep)};
        QVERIFY2(opened.shallow != nullptr && opened.deep != nullptr, profile.text().c_str());
        Troubles troubles = troublesOfLoading(profile.habits, *opened.deep->mainRun());
        const auto take = [&](const Troubles &more) { troubles.insert(troubles.end(), more.begin(), more.end()); };
        take(troublesOfTables(opened));
        if (profile.habits.layout != Layout::Databases) {
            take(troublesOfFacts(profile, opened));
        }
        drawSome(seed, opened.deep, troubles);
        if (seed % 8 == 0) {
            openInWindow(folder.path(), *opened.deep, troubles);
        }
        if (stateOfFolder(path) != before) {
            troubles.emplace_back("the profile has changed");
        }
        for (const auto &warning : std::as_const(warnings())) {
            troubles.push_back("warning: " + warning.toStdString());
        }
        std::string text = profile.text();
        for (const auto &trouble : troubles) {
            text += "\n  " + trouble;
        }
        QVERIFY2(troubles.empty(), text.c_str());
    }

private:
    /// Some views of each profile, in turn, so that many seeds show all of them in both themes.
    void drawSome(std::uint64_t seed, const std::shared_ptr<const Workspace> &workspace, Troubles &troubles) {
        const auto views = drawableViews();
        for (std::size_t i = 0; i < kViewsPerSeed; ++i) {
            const auto nth = (seed * kViewsPerSeed + i) % views.size();
            Theme::setCurrent(seed % 2 == 0 ? ThemeKind::Dark : ThemeKind::Light);
            Selection selection;
            TimeView timeView;
            const std::unique_ptr<View> view(views[nth].make({&selection, &timeView, nullptr}, nullptr));
            const QSize size = seed % 3 == 0 ? QSize(1000, 700) : QSize(1600, 900);
            view->resize(size);
            view->show();
            view->setWorkspace(workspace);
            QCoreApplication::processEvents();
            if (!QTest::qWaitFor([&] { return !view->isBusy(); }, kWaitMs)) {
                troubles.push_back(std::string(views[nth].id) + " is never done");
                continue;
            }
            QImage image(size, QImage::Format_RGB32);
            image.fill(Theme::current().color(ColorRole::Background));
            QPainter painter(&image);
            view->paintPicture(painter, size);
            painter.end();
            const auto reason = view->emptyReason();
            if (reason && reason->id.empty()) {
                troubles.push_back(std::string(views[nth].id) + " is empty without a reason");
            }
            if (!reason && coloursOf(image) < 4) {
                troubles.push_back(std::string(views[nth].id) + " says that there is something and shows nothing");
            }
        }
    }

    static int coloursOf(const QImage &image) {
        QSet<QRgb> colours;
        for (int y = 0; y < image.height(); y += 2) {
            const auto *line = reinterpret_cast<const QRgb *>(image.constScanLine(y));
            for (int x = 0; x < image.width(); x += 2) {
                colours.insert(line[x]);
            }
        }
        return static_cast<int>(colours.size());
    }

    /// The window finds what a command finds, and every tab of it can be looked at while ranks arrive.
    void openInWindow(const QString &path, const Workspace &loaded, Troubles &troubles) {
        MainWindow window;
        window.resize(1400, 850);
        window.show();
        window.openPaths({path});
        const auto isDone = [&] {
            const auto status = window.runs()->status();
            const auto *run = window.runs()->workspace()->mainRun();
            return run != nullptr && !window.runs()->isBeingRead(run->id) && status.ranksDeep == status.ranksTotal;
        };
        for (int tab = 0; tab < window.tabs()->count(); ++tab) {
            window.tabs()->setCurrentIndex(tab);
            QCoreApplication::processEvents();
        }
        if (!QTest::qWaitFor(isDone, kWaitMs)) {
            troubles.emplace_back("the window never has it all");
            return;
        }
        for (int tab = 0; tab < window.tabs()->count(); ++tab) {
            window.tabs()->setCurrentIndex(tab);
            auto *view = window.tabs()->currentView();
            if (!QTest::qWaitFor([&] { return view == nullptr || !view->isBusy(); }, kWaitMs)) {
                troubles.emplace_back("a tab of the window is never done");
            }
        }
        const auto inWindow = rulesOf(findings(*window.runs()->workspace()->mainRun()));
        auto run = *loaded.mainRun();
        setClock(run, ClockChoice::Aligned);  // as `check` does
        if (loaded.runs.size() == 1 && inWindow != rulesOf(findings(run))) {
            troubles.emplace_back("the window finds something else: " + inWindow.join(u' ').toStdString());
        }
        const auto found = findings(*window.runs()->workspace()->mainRun());
        for (std::size_t i = 0; i < found.size(); ++i) {
            if (const auto trouble = ShownEvidence(&window).troubleOf(found[i], i); !trouble.empty()) {
                troubles.push_back("Show of " + found[i].rule + ": " + trouble);
            }
        }
        window.close();
    }

    QTemporaryDir m_home;
};

TEST_SUITE(StrangersTest)

}  // namespace tst_strangers

#include "tst_strangers.moc"
