#include "core/session/loading/load_job.h"
#include "core/session/loading/session_cache.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/formats/trace_dump.h"
#include "tests/core/session/gated_formats.h"
#include "tests/core/session/small_cluster.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <functional>
#include <limits>

namespace tst_session_cache {

using namespace stagescope;

namespace {

namespace fs = std::filesystem;

SessionCache::Options optionsIn(const ProfileTree &tree) {
    SessionCache::Options options;
    options.folder = fs::path(tree.path()).parent_path() / "cache";
    options.leastFileBytes = 1;
    options.program = "stagescope of today";
    return options;
}

/// What loading a folder gives, and how many files were read deep for it.
struct Loaded {
    std::string dump;
    std::uint64_t logged = 0;
    int filesRead = 0;
};

class CountingFormat : public GatedFormat {
public:
    CountingFormat(const Format &inner, std::atomic<int> &reads) : GatedFormat(inner, nullptr), m_reads(reads) {}
    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        // Shallow loading takes little of these files, and often yields nothing that could be kept.
        m_reads += control.depth == LoadDepth::Deep ? 1 : 0;
        return GatedFormat::load(file, sink, control);
    }

private:
    std::atomic<int> &m_reads;
};

Loaded load(const std::string &path, const std::shared_ptr<SessionCache> &cache) {
    std::atomic<int> reads = 0;
    std::vector<std::unique_ptr<Format>> formats;
    for (const auto &format : formatList()) {
        formats.push_back(std::make_unique<CountingFormat>(*format, reads));
    }
    Loaded result;
    {
        LoadJob::Options options;
        options.autoDeepBytes = std::numeric_limits<std::uint64_t>::max();
        options.formats = formats;
        options.cache = cache;
        LoadJob job(path, RunId{0}, options);
        job.wait();
        const auto run = job.snapshot();
        for (const auto &capture : run->captures) {
            for (const auto &loaded : capture.loaded) {
                for (const auto &trace : loaded.traces) {
                    result.dump += dumped(*trace);
                }
                for (const auto &table : loaded.tables) {
                    result.dump += std::to_string(static_cast<int>(table->kind())) + ' ' +
                                   std::to_string(table->rowCount()) + '\n';
                }
            }
            for (const auto &entry : capture.log ? capture.log->entries() : std::vector<ImportEntry>{}) {
                result.logged += entry.count;
            }
        }
    }
    if (cache) {
        cache->flush();
    }
    result.filesRead = reads;
    return result;
}

std::size_t archivesIn(const fs::path &folder) {
    std::error_code error;
    const fs::directory_iterator files(folder, error);
    return error ? 0 : static_cast<std::size_t>(std::count_if(begin(files), end(files), [](const auto &file) {
        return file.path().extension() == ".session";
    }));
}

/// Runs fn in a process of its own; how it ended.
int inChild(const std::function<void()> &fn) {
    const auto child = ::fork();
    if (child == 0) {
        fn();
        ::_exit(0);
    }
    int status = -1;
    ::waitpid(child, &status, 0);
    return status;
}

}  // namespace

class TestSessionCache : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theSecondOpeningReadsNoFile() {
        const SmallCluster cluster;
        const auto plain = load(cluster.tree.path(), nullptr);
        QVERIFY(plain.filesRead > 0);
        const auto cache = std::make_shared<SessionCache>(optionsIn(cluster.tree));
        const auto first = load(cluster.tree.path(), cache);
        QCOMPARE(first.filesRead, plain.filesRead);
        const auto second = load(cluster.tree.path(), cache);
        QCOMPARE(second.filesRead, 0);
        QCOMPARE(first.dump, plain.dump);
        QCOMPARE(second.dump, plain.dump);
        QCOMPARE(second.logged, plain.logged);
    }

    void diagnosticsAreKept() {
        const ProfileTree tree;
        tree.file("trace_view.json",
                  json("[{'ph':'X','name':'a','pid':1,'tid':1,'ts':1,'dur':5},{'ph':'X','name':'b','pid':1,'tid':1,"
                       "'ts':3,'dur':9},{'ph':'X','name':'c','pid':1,'tid':1,'ts':'never','dur':9}]"));
        const auto cache = std::make_shared<SessionCache>(optionsIn(tree));
        const auto first = load(tree.path(), cache);
        QVERIFY(first.logged >= 2);
        const auto second = load(tree.path(), cache);
        QCOMPARE(second.filesRead, 0);
        QCOMPARE(second.logged, first.logged);
    }

    void nothingIsWrittenBesideTheProfile() {
        const SmallCluster cluster;
        const auto listing = [&] {
            std::vector<std::string> names;
            for (const auto &entry : fs::recursive_directory_iterator(cluster.tree.path())) {
                names.push_back(entry.path().string());
            }
            std::sort(names.begin(), names.end());
            return names;
        };
        const auto before = listing();
        const auto cache = std::make_shared<SessionCache>(optionsIn(cluster.tree));
        load(cluster.tree.path(), cache);
        QVERIFY(listing() == before);
        QVERIFY(archivesIn(optionsIn(cluster.tree).folder) > 0);
    }

    void aChangedFileIsReadAnew() {
        const ProfileTree tree;
        const auto file = tree.file("trace_view.json", traceText(10));
        const auto cache = std::make_shared<SessionCache>(optionsIn(tree));
        load(tree.path(), cache);
        QCOMPARE(load(tree.path(), cache).filesRead, 0);
        tree.file("trace_view.json", traceText(12));
        const auto changed = load(tree.path(), cache);
        QVERIFY(changed.filesRead > 0);
        QCOMPARE(changed.dump, load(tree.path(), nullptr).dump);
        QCOMPARE(load(tree.path(), cache).filesRead, 0);
        QCOMPARE(archivesIn(optionsIn(tree).folder), std::size_t{1});
        tree.age("trace_view.json", 3600);
        QVERIFY(load(tree.path(), cache).filesRead > 0);
    }

    void anotherProgramReadsForItself() {
        const ProfileTree tree;
        tree.file("trace_view.json", traceText(10));
        load(tree.path(), std::make_shared<SessionCache>(optionsIn(tree)));
        auto options = optionsIn(tree);
        options.program = "stagescope of tomorrow";
        const auto newer = std::make_shared<SessionCache>(options);
        QVERIFY(!newer->entries().front().isCurrent);
        QVERIFY(load(tree.path(), newer).filesRead > 0);
        QVERIFY(newer->entries().front().isCurrent);
    }

    void smallFilesAreNotKept() {
        const ProfileTree tree;
        tree.file("trace_view.json", traceText(10));
        auto options = optionsIn(tree);
        options.leastFileBytes = 1 << 20;
        load(tree.path(), std::make_shared<SessionCache>(options));
        QCOMPARE(archivesIn(options.folder), std::size_t{0});
    }

    void whatWasUsedLeastRecentlyGoes() {
        const ProfileTree tree;
        const auto options = optionsIn(tree);
        for (const char *name : {"a", "b", "c"}) {
            tree.file(std::string(name) + "/trace_view.json", traceText(2000));
        }
        const auto cache = std::make_shared<SessionCache>(options);
        load(tree.path("a"), cache);
        const auto one = cache->entries().front().bytes;
        QTest::qWait(20);
        load(tree.path("b"), cache);
        QTest::qWait(20);
        QCOMPARE(load(tree.path("a"), cache).filesRead, 0);
        auto bounded = options;
        bounded.maxBytes = 2 * one + one / 2;
        const auto small = std::make_shared<SessionCache>(bounded);
        QTest::qWait(20);
        load(tree.path("c"), small);
        QCOMPARE(archivesIn(options.folder), std::size_t{2});
        QCOMPARE(load(tree.path("a"), small).filesRead, 0);
        QVERIFY(load(tree.path("b"), small).filesRead > 0);
    }

    void clearLeavesNothing() {
        const SmallCluster cluster;
        const auto cache = std::make_shared<SessionCache>(optionsIn(cluster.tree));
        load(cluster.tree.path(), cache);
        const auto entries = cache->entries();
        QVERIFY(!entries.empty());
        QVERIFY(std::all_of(entries.begin(), entries.end(), [](const auto &entry) { return entry.isCurrent; }));
        QCOMPARE(cache->clear(), entries.size());
        QVERIFY(fs::is_empty(optionsIn(cluster.tree).folder));
    }

    void foreignFilesAreLeftAlone() {
        const ProfileTree tree;
        tree.file("trace_view.json", traceText(10));
        const auto folder = optionsIn(tree).folder;
        const auto cache = std::make_shared<SessionCache>(optionsIn(tree));
        load(tree.path(), cache);
        const auto archive = cache->entries().front().path;
        std::ofstream(archive, std::ios::binary) << "this is something else";
        std::ofstream(folder / "notes.txt") << "mine";
        QVERIFY(!cache->entries().front().isCurrent);
        const auto again = load(tree.path(), cache);
        QVERIFY(again.filesRead > 0);
        QVERIFY(cache->entries().front().isCurrent);
        cache->clear();
        QVERIFY(fs::exists(folder / "notes.txt"));
    }

    void aFolderThatCannotBeMadeMattersNot() {
        const ProfileTree tree;
        tree.file("trace_view.json", traceText(10));
        auto options = optionsIn(tree);
        options.folder = fs::path(tree.file("blocked", "a file")) / "cache";
        const auto cache = std::make_shared<SessionCache>(options);
        QCOMPARE(load(tree.path(), cache).dump, load(tree.path(), nullptr).dump);
        QVERIFY(cache->entries().empty());
    }

    void killedAtAnyStepNothingIsTrustedThatIsNotWhole() {
        const SmallCluster cluster;
        const auto plain = load(cluster.tree.path(), nullptr);
        int killed = 0;
        for (int point = 1; point <= 60; ++point) {
            auto options = optionsIn(cluster.tree);
            int step = 0;
            options.beforeStep = [&] {
                if (++step == point * 3) {
                    ::raise(SIGKILL);
                }
            };
            const int status =
                inChild([&] { load(cluster.tree.path(), std::make_shared<SessionCache>(std::move(options))); });
            killed += WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL ? 1 : 0;
            const auto cache = std::make_shared<SessionCache>(optionsIn(cluster.tree));
            QCOMPARE(load(cluster.tree.path(), cache).dump, plain.dump);
            QCOMPARE(load(cluster.tree.path(), cache).dump, plain.dump);
            // Each writing swept away what the killed one left.
            for (const auto &entry : cache->entries()) {
                QVERIFY2(entry.path.extension() == ".session", entry.path.c_str());
            }
            cache->clear();
        }
        QVERIFY2(killed >= 50, qPrintable(QString::number(killed)));
    }

    void aFullDiskLeavesNothing() {
        const ProfileTree tree;
        tree.file("trace_view.json", traceText(20'000));
        const auto plain = load(tree.path(), nullptr);
        const auto cache = std::make_shared<SessionCache>(optionsIn(tree));
        load(tree.path(), cache);
        const auto bytes = cache->entries().front().bytes;
        cache->clear();
        for (const rlim_t room : {std::uint64_t{0}, std::uint64_t{100}, bytes / 2, bytes / 10 * 9}) {
            const int status = inChild([&] {
                // As on a full disk a write takes a part of its bytes, then fails.
                std::signal(SIGXFSZ, SIG_IGN);
                const rlimit limit{room, room};
                ::setrlimit(RLIMIT_FSIZE, &limit);
                load(tree.path(), std::make_shared<SessionCache>(optionsIn(tree)));
            });
            QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == 0);
            QVERIFY(fs::is_empty(optionsIn(tree).folder));
        }
        QCOMPARE(load(tree.path(), cache).dump, plain.dump);
        // Threads name things in an order of their own, so that sizes differ a little.
        QVERIFY(cache->entries().front().bytes > bytes / 10 * 9);
    }
};

TEST_SUITE(TestSessionCache)

}  // namespace tst_session_cache

#include "tst_session_cache.moc"
