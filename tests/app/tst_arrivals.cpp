// The window while ranks arrive in every order: no view may fall over what is not there yet, no verdict may stand
// before all is read, and in the end it says what `check` says. STAGESCOPE_ORDERS: random orders per profile (usually
// 3); STAGESCOPE_OPENINGS: how often the large profiles are opened (usually 2); STAGESCOPE_SEED: of all that is random.
#include "app/command_clock.h"
#include "app/window/main_window.h"
#include "app/window/view_tabs.h"
#include "core/advice/finding_texts.h"
#include "core/advice/findings.h"
#include "core/demo/demo_options.h"
#include "core/session/loading/session_cache.h"
#include "tests/app/arrivals.h"
#include "tests/support/kept_demos.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"
#include "views/common/pages/page_tabs.h"
#include "views/common/rule_settings.h"
#include "views/common/scene_canvas.h"
#include "views/common/texts/message_texts.h"
#include "views/common/workspace_advice.h"
#include "views/findings/findings_view.h"
#include "views/summary/summary_view.h"

#include <QtCore/QDir>
#include <QtCore/QMimeData>
#include <QtCore/QUrl>
#include <QtGui/QDropEvent>
#include <QtTest/QTest>
#include <QtWidgets/QApplication>

#include <map>

namespace tst_arrivals {

using namespace stagescope;
using namespace Qt::StringLiterals;

namespace {

constexpr int kPatience = 1'200'000;  // under ThreadSanitizer 64 ranks took six minutes; a hang ends by ctest's limit

int numberFrom(const char *variable, int usual) {
    bool isNumber = false;
    const int value = qEnvironmentVariableIntValue(variable, &isNumber);
    return isNumber ? value : usual;
}

/// All that a person would read, and the evidence.
QStringList textsOf(const Advice &advice) {
    QStringList texts;
    for (const auto &finding : advice.findings) {
        auto text = findingText(finding.title) + " | " + std::to_string(finding.impact.count());
        for (const auto &fact : finding.facts) {
            text += " | " + findingText(fact);
        }
        for (const auto &item : finding.evidence.items) {
            text += " | " + toText(item);
        }
        texts << QString::fromStdString(text);
    }
    for (const auto &rule : advice.rules) {
        texts << QString::fromStdString(rule.rule + (rule.unanswered ? ": " + rule.unanswered->id : ""));
    }
    return texts;
}

/// As `check` does.
QStringList checked(const QString &path) {
    auto run = loadRun(path.toStdString(), RunId{0}, LoadDepth::Deep);
    if (!run) {
        return {QString::fromStdString(errorLine(run.error()))};
    }
    setClock(*run, ClockChoice::Aligned);
    return textsOf(adviceFor(*run));
}

struct Profile {
    QString path;
    std::size_t parts = 0;
    QStringList findings;
};

/// On the right half of the window, which is that of the baseline.
void dropAsBaseline(QWidget *target, const QString &path) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    const QPoint at(target->width() - 50, 50);
    QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(target, &enter);
    QDropEvent event(QPointF(at), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(target, &event);
}

}  // namespace

class ArrivalsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_home.isValid());
        for (const auto *variable : {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"}) {
            qputenv(variable, m_home.path().toUtf8());
        }
        const int seed = numberFrom("STAGESCOPE_SEED", 1);
        m_random.seed(static_cast<unsigned>(seed));
        qInfo("seed %d", seed);
        using Options = std::vector<std::pair<std::string, std::string>>;
        addDemo(u"slow_rank"_s, Options{{"fault", "slow-rank=5:1.3"}});
        addDemo(u"interleaved"_s, Options{{"schedule", "interleaved"}, {"chunks", "2"}, {"fault", "slow-link=1-3:9"}});
        addDemo(u"dualpipev"_s, Options{{"schedule", "dualpipev"}, {"microbatches", "8"}, {"dp", "1"}}, {2});
        addDemo(u"hosts"_s, Options{{"schedule", "zb-h1"}, {"ranks-per-host", "2"}, {"clock-offset", "20"}});
        addDemo(u"gone"_s, Options{{"fault", "slow-stage=3:1.3"}}, {1, 6});
        addDemo(u"leak"_s, Options{{"pp", "2"}, {"steps", "4"}, {"fault", "memory-leak=1:67108864"}});
    }

    void cleanup() { m_window.reset(); }

    void everyPrefix_data() { eachProfile(); }
    /// Ranks come one by one, in order and against it, and all is looked at after each.
    void everyPrefix() {
        const auto profile = fetched();
        for (const bool isReversed : {false, true}) {
            auto &arrivals = open(profile, std::make_unique<Arrivals>(profile.parts, isReversed));
            for (std::size_t passed = 0; passed < arrivals.events(); ++passed) {
                arrivals.pass(passed);
                QTest::qWait(OpenRuns::kPollMs + 10);
                goElsewhere();
                QTRY_VERIFY_WITH_TIMEOUT(isAtRest(), kPatience);
                expectNoVerdictTooEarly();
            }
            arrivals.pass(Arrivals::kAll);
            expectWhatCheckSays(profile);
            m_window.reset();
        }
    }

    void randomOrders_data() { eachProfile(); }
    void randomOrders() {
        const auto profile = fetched();
        for (int i = numberFrom("STAGESCOPE_ORDERS", 3); i > 0 && !QTest::currentTestFailed(); --i) {
            auto &arrivals = open(profile, std::make_unique<Arrivals>(profile.parts, m_random));
            passSome(arrivals, arrivals.events());
            arrivals.pass(Arrivals::kAll);
            expectWhatCheckSays(profile);
            m_window.reset();
        }
    }

    void cancelledInTheMiddle_data() { eachProfile(); }
    /// What was read stays without a verdict; the rest can be asked for later.
    void cancelledInTheMiddle() {
        const auto profile = fetched();
        auto &arrivals = open(profile, std::make_unique<Arrivals>(profile.parts, m_random));
        passSome(arrivals, m_random() % arrivals.events());
        m_window->runs()->cancel();
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->runs()->status().running && isAtRest(), kPatience);
        expectNoVerdictTooEarly();
        arrivals.pass(Arrivals::kAll);
        QTRY_VERIFY_WITH_TIMEOUT(run() != nullptr, kPatience);
        if (!run()->captures.empty()) {  // else it was cancelled before anything was found
            m_window->runs()->requestDeep(run()->id, run()->ranks());
            expectWhatCheckSays(profile);
        }
        m_window.reset();
    }

    void secondFolderInTheMiddle_data() { eachProfile(); }
    void secondFolderInTheMiddle() {
        const auto profile = fetched();
        auto &arrivals = open(profile, std::make_unique<Arrivals>(profile.parts, m_random));
        passSome(arrivals, m_random() % arrivals.events());
        for (std::size_t passed = 1; run() == nullptr && passed <= arrivals.events(); ++passed) {
            arrivals.pass(passed);  // only beside a run can there be a baseline
            QTest::qWait(200);
        }
        QTRY_VERIFY_WITH_TIMEOUT(run() != nullptr, kPatience);
        const auto &other = m_profiles[m_random() % m_profiles.size()];
        dropAsBaseline(m_window.get(), other.path);
        passSome(arrivals, arrivals.events());
        arrivals.pass(Arrivals::kAll);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runs()->workspace()->baseline() != nullptr, kPatience);
        expectWhatCheckSays(profile);
        m_window.reset();
    }

    void anotherFolderInTheMiddle() {
        for (std::size_t i = 0; i < m_profiles.size(); ++i) {
            const auto &first = m_profiles[i];
            const auto &second = m_profiles[(i + 1) % m_profiles.size()];
            auto &arrivals = open(first, std::make_unique<Arrivals>(std::max(first.parts, second.parts), m_random));
            passSome(arrivals, m_random() % arrivals.events());
            m_window->openPaths({second.path});
            passSome(arrivals, m_random() % arrivals.events());
            expectNoVerdictTooEarly();
            arrivals.pass(Arrivals::kAll);
            expectWhatCheckSays(second, false);
            m_window.reset();
        }
    }

    void closedWhileJobsRun_data() { eachProfile(); }
    void closedWhileJobsRun() {
        const auto profile = fetched();
        for (int i = numberFrom("STAGESCOPE_ORDERS", 3); i > 0; --i) {
            auto &arrivals = open(profile, std::make_unique<Arrivals>(profile.parts, m_random));
            passSome(arrivals, m_random() % (arrivals.events() + 1));
            if (i % 2 == 0) {
                arrivals.pass(Arrivals::kAll);  // views are at work then, not only loading
                QTest::qWait(static_cast<int>(m_random() % 300));
            }
            m_window->close();
            m_window.reset();
        }
    }

    /// A verdict on clocks as recorded would be another a moment later.
    void judgedOnlyOnClocksBroughtTogether() {
        const auto hosts = std::find_if(m_profiles.begin(), m_profiles.end(),
                                        [](const Profile &profile) { return profile.path.endsWith(u"hosts"_s); });
        auto &arrivals = open(*hosts, std::make_unique<Arrivals>(hosts->parts, m_random));
        std::vector<bool> isShifted;
        connect(m_window->runs(), &OpenRuns::workspaceChanged, m_window.get(), [&] {
            if (run() != nullptr && !run()->captures.empty() && !isUnjudged()) {
                isShifted.push_back(run()->clock.isShifted());
            }
        });
        passSome(arrivals, arrivals.events());
        arrivals.pass(Arrivals::kAll);
        expectWhatCheckSays(*hosts);
        QVERIFY(!isShifted.empty());
        QVERIFY(std::all_of(isShifted.begin(), isShifted.end(), [](bool shifted) { return shifted; }));
        m_window.reset();
    }

    void openedOftenWithoutACache_data() {
        QTest::addColumn<QString>("path");
        QTest::addRow("demo of 64 ranks") << demoOf64();
        const auto real = realDataFolder() + QStringLiteral("/pipeline/straggler_SE.json.gz");
        QTest::addRow("one file of 64 ranks") << (QFileInfo::exists(real) ? real : QString());
    }
    void openedOftenWithoutACache() {
        QFETCH(QString, path);
        if (path.isEmpty()) {
            QSKIP("no real profiles here");
        }
        const Profile profile{path, 64, checked(path)};
        const int times = numberFrom("STAGESCOPE_OPENINGS", 1);
        for (int i = 0; i < times && !QTest::currentTestFailed(); ++i) {
            open(profile, std::make_unique<Arrivals>(profile.parts, m_random, std::chrono::milliseconds(200)))
                .pass(Arrivals::kAll);
            expectWhatCheckSays(profile);
            m_window.reset();
        }
        qInfo("opened %d times", times);
    }

private:
    void addDemo(const QString &name, std::vector<std::pair<std::string, std::string>> options,
                 const std::vector<int> &gone = {}) {
        for (const auto &[option, value] :
             {std::pair("pp", "4"), std::pair("dp", "2"), std::pair("microbatches", "4"), std::pair("steps", "2")}) {
            if (std::none_of(options.begin(), options.end(), [&](const auto &own) { return own.first == option; })) {
                options.emplace_back(option, value);
            }
        }
        const auto parsed = parseDemoOptions(options);
        QVERIFY2(parsed.has_value(), parsed ? "" : parsed.error().detail.c_str());
        const auto path = m_home.filePath(name);
        QVERIFY(placeDemo(path.toStdString(), *parsed).has_value());
        const auto all = loadRun(path.toStdString(), RunId{0}, LoadDepth::Shallow);
        for (const int rank : gone) {
            QVERIFY(QDir(QString::fromStdString(all->capture(rank)->folder)).removeRecursively());
        }
        m_profiles.push_back({path, static_cast<std::size_t>(parsed->ranks()) - gone.size(), checked(path)});
        QVERIFY(!m_profiles.back().findings.isEmpty());
    }
    QString demoOf64() {
        const auto path = m_home.filePath(u"large"_s);
        const auto options = parseDemoOptions(
            {{"pp", "8"}, {"dp", "8"}, {"microbatches", "8"}, {"steps", "2"}, {"fault", "slow-rank=13:1.2"}});
        return placeDemo(path.toStdString(), *options).has_value() ? path : QString();
    }
    void eachProfile() {
        QTest::addColumn<std::size_t>("index");
        for (std::size_t i = 0; i < m_profiles.size(); ++i) {
            QTest::addRow("%s", qPrintable(QFileInfo(m_profiles[i].path).fileName())) << i;
        }
    }
    [[nodiscard]] Profile fetched() const {
        QFETCH(std::size_t, index);
        return m_profiles[index];
    }

    Arrivals &open(const Profile &profile, std::unique_ptr<Arrivals> arrivals) {
        m_arrivals = std::move(arrivals);
        m_window = std::make_unique<MainWindow>();
        m_window->setLanguage(Language::English);
        LoadJob::Options loading;
        loading.threads = m_arrivals->threads();
        loading.gate = m_arrivals->gate();
        loading.previewFrom = 1;  // first parts of traces are shown, too
        m_window->runs()->setLoading(std::move(loading));
        m_window->show();
        m_window->openPaths({profile.path});
        return *m_arrivals;
    }
    /// In steps of random size and length, with views being changed and clicked in between.
    void passSome(Arrivals &arrivals, std::size_t most) {
        for (std::size_t passed = 0; passed < most; passed += 1 + m_random() % 4) {
            arrivals.pass(passed);
            QTest::qWait(static_cast<int>(m_random() % 80));
            goElsewhere();
        }
    }
    /// To another tab and page of it, with a click somewhere.
    void goElsewhere() {
        auto *tabs = m_window->tabs();
        tabs->setCurrentIndex(static_cast<int>(m_random() % static_cast<unsigned>(tabs->count())));
        auto *view = tabs->currentView();
        if (view == nullptr) {
            return;
        }
        for (auto *pages : view->findChildren<PageTabs *>()) {
            pages->setCurrentIndex(static_cast<int>(m_random() % static_cast<unsigned>(pages->count())));
        }
        for (auto *canvas : view->findChildren<SceneCanvas *>()) {
            if (canvas->isVisible() && m_random() % 2 == 0) {
                const QPoint at(static_cast<int>(m_random() % static_cast<unsigned>(std::max(canvas->width(), 1))),
                                static_cast<int>(m_random() % static_cast<unsigned>(std::max(canvas->height(), 1))));
                QTest::mouseMove(canvas, at);
                QTest::mouseClick(canvas, Qt::LeftButton, Qt::NoModifier, at);
            }
        }
    }

    [[nodiscard]] const Run *run() const { return m_window->runs()->workspace()->mainRun(); }
    [[nodiscard]] bool isUnjudged() const {
        return unjudged(m_window->runs()->workspace().get(), m_window->runs()).has_value();
    }
    [[nodiscard]] bool isAtRest() const {
        const auto views = m_window->findChildren<View *>();
        return std::none_of(views.begin(), views.end(), [](const View *view) { return view->isBusy(); });
    }
    [[nodiscard]] static bool holds(const Scene &scene, const Message &message) {
        const auto text = messageText(message).toStdString();
        return std::any_of(scene.texts.begin(), scene.texts.end(), [&](const auto &one) { return one.text == text; });
    }
    void expectNoVerdictTooEarly() {
        if (run() == nullptr || !isUnjudged()) {
            return;
        }
        m_window->tabs()->setCurrentId(u"summary"_s);
        const auto *summary = m_window->findChild<SummaryView *>();
        QVERIFY(summary->layoutShown().showButtons.empty());
        QVERIFY(!holds(summary->layoutShown().scene, Message("findings.none")));
        m_window->tabs()->turnTo(u"findings"_s);
        const auto *findings = m_window->findChild<FindingsView *>();
        QVERIFY(findings->layoutShown().rows.empty());
        QVERIFY(!holds(findings->layoutShown().scene, Message("findings.none")));
    }
    void expectWhatCheckSays(const Profile &profile, bool isFirst = true) {
        QTRY_VERIFY_WITH_TIMEOUT(run() != nullptr && !isUnjudged() && isAtRest(), kPatience);
        auto expected = profile.findings;
        if (!isFirst) {  // items name the run by its number
            auto again = loadRun(profile.path.toStdString(), run()->id, LoadDepth::Deep);
            setClock(*again, ClockChoice::Aligned);
            expected = textsOf(adviceFor(*again));
        }
        QCOMPARE(textsOf(*workspaceAdvice(m_window->runs()->workspace(), RuleSettings::current().values())), expected);
        m_window->tabs()->turnTo(u"findings"_s);
        const auto count =
            workspaceAdvice(m_window->runs()->workspace(), RuleSettings::current().values())->findings.size();
        auto *view = m_window->findChild<FindingsView *>();
        QTRY_COMPARE_WITH_TIMEOUT(view->layoutShown().rows.size(), count, kPatience);
        m_window->tabs()->setCurrentId(u"summary"_s);
        QTRY_VERIFY_WITH_TIMEOUT(isAtRest(), kPatience);
        const auto *summary = m_window->findChild<SummaryView *>();
        QTRY_COMPARE_WITH_TIMEOUT(summary->layoutShown().showButtons.size(), std::min<std::size_t>(count, 5),
                                  kPatience);
    }

    QTemporaryDir m_home;
    std::vector<Profile> m_profiles;
    std::mt19937 m_random;
    std::unique_ptr<Arrivals> m_arrivals;  ///< outlives the window, whose threads wait in it
    std::unique_ptr<MainWindow> m_window;
};

TEST_SUITE(ArrivalsTest)

}  // namespace tst_arrivals

#include "tst_arrivals.moc"
