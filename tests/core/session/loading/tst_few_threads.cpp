// Where the system gives no more threads, work is done by those that there are: nothing is lost.
#include "core/base/extra_threads.h"
#include "core/demo/demo_options.h"
#include "core/session/loading/load_job.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/session/profile_tree.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <limits>

namespace tst_few_threads {

using namespace stagescope;

namespace {

constexpr std::size_t kStack = std::size_t{1} << 30;

/// While it lives, `threads` more get the addresses for their stacks, and no other does.
class FewThreads {
public:
    explicit FewThreads(double threads) {
        pthread_getattr_default_np(&m_attributes);
        pthread_attr_t large = m_attributes;
        pthread_attr_setstacksize(&large, kStack);
        pthread_setattr_default_np(&large);
        std::size_t pages = 0;
        std::ifstream("/proc/self/statm") >> pages;
        ::getrlimit(RLIMIT_AS, &m_limit);
        auto limit = m_limit;
        limit.rlim_cur = pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) +
                         static_cast<std::size_t>((threads + 0.5) * static_cast<double>(kStack));
        ::setrlimit(RLIMIT_AS, &limit);
    }
    ~FewThreads() {
        ::setrlimit(RLIMIT_AS, &m_limit);
        pthread_setattr_default_np(&m_attributes);
    }
    FewThreads(const FewThreads &) = delete;
    FewThreads &operator=(const FewThreads &) = delete;

private:
    pthread_attr_t m_attributes{};
    rlimit m_limit{};
};

}  // namespace

class FewThreadsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void refusedThreadsAreToldAndNotThrown() {
        std::atomic<int> done = 0;
        {
            const FewThreads none(0);
            ExtraThreads helpers;
            QVERIFY(!helpers.start([&] { ++done; }));
        }
        {
            ExtraThreads helpers;
            QVERIFY(helpers.start([&] { ++done; }));
        }
        QCOMPARE(done, 1);
    }

    /// A trace as text and databases: read by one thread where four are wanted.
    void filesAreReadWhole() {
        const ProfileTree tree;
        std::string events = R"([{"ph": "X", "name": "first", "pid": 1, "tid": 1, "ts": 1, "dur": 2})";
        for (int i = 0; i < 2000; ++i) {
            events += R"(,{"ph": "X", "name": "op", "pid": 1, "tid": )" + std::to_string(i % 7) + R"(, "ts": )" +
                      std::to_string(10 + i) + R"(, "dur": 0.5})";
        }
        tree.file("trace/trace_view.json", events + "]");
        QVERIFY(placeDemo(tree.path("demo"), DemoOptions{}));
        for (const char *part : {"trace", "demo"}) {
            const auto wanted = slicesOf(tree.path(part));
            QVERIFY(wanted > 0);
            for (const double threads : {1.0, 2.0}) {
                const FewThreads few(threads);
                QCOMPARE(slicesOf(tree.path(part)), wanted);
            }
        }
    }

private:
    /// -1 when anything was lost.
    static std::int64_t slicesOf(const std::string &path) {
        LoadJob::Options options;
        options.threads = 4;
        options.autoDeepBytes = std::numeric_limits<std::uint64_t>::max();
        LoadJob job(path, RunId{0}, options);
        job.wait({});
        const auto run = job.snapshot();
        std::int64_t count = 0;
        for (const auto &capture : run->captures) {
            if (capture.state != LoadState::Deep || (capture.log != nullptr && capture.log->hasDataLoss())) {
                return -1;
            }
            for (const auto &loaded : capture.loaded) {
                for (const auto &trace : loaded.traces) {
                    for (const auto &track : trace->tracks()) {
                        count += static_cast<std::int64_t>(trace->slices(track.id).size());
                    }
                }
            }
        }
        return count;
    }
};

TEST_SUITE(FewThreadsTest)

}  // namespace tst_few_threads

#include "tst_few_threads.moc"
