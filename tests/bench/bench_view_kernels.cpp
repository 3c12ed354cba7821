// The page "Kernels" over five million kernels of a rank: until the tab shows them, until another grouping is shown,
// until a column is sorted, a row unfolded and a group selected, beside a plain sum of the durations and a copy of the
// column. Limit: 300 ms each; 8 ms for a frame, the whole page painted anew.
//
//   bench_view_kernels [millions of kernels ...]
#include "core/session/workspace.h"
#include "core/store/tables/kernel_record.h"
#include "core/store/tables/table_records.h"
#include "views/operators/kernel_tree.h"
#include "views/operators/kernels_page.h"

#include <QtCore/QElapsedTimer>
#include <QtGui/QImage>
#include <QtWidgets/QApplication>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QTreeView>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

using namespace stagescope;

namespace {

constexpr int kRounds = 5;
constexpr double kLimitMs = 300;
constexpr double kFrameLimitMs = 8;

std::vector<std::string> numbered(const std::string &before, int count, const std::string &after = {}) {
    std::vector<std::string> texts;
    for (int i = 0; i < count; ++i) {
        texts.push_back(before + std::to_string(i) + after);
    }
    return texts;
}

/// 400 names of 60 types on three cores, each with eight shapes; every tenth kernel communicates.
std::shared_ptr<const Workspace> madeKernels(std::size_t count) {
    TableWriter<KernelRecord> writer;
    std::mt19937 random(7);
    std::lognormal_distribution<double> length(9, 1.5);
    const std::vector<std::string> cores{"AI_CORE", "AI_VECTOR_CORE", "MIX_AIC"};
    const auto names = numbered("aclnnOperator_number_", 400);
    const auto types = numbered("Operator", 60);
    const auto shapes = numbered("\"4096,", 407, "\"");
    const auto operators = numbered("hcom_allReduce__865_", 50, "_1");
    std::int64_t now = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const auto name = random() % names.size();
        KernelRecord kernel;
        kernel.name = names[name];
        kernel.type = types[name % types.size()];
        kernel.core = cores[name % cores.size()];
        kernel.inputShapes = shapes[name + random() % 8];
        if (i % 10 == 0) {
            kernel.name = operators[name % operators.size()];
            kernel.type = "hcom_allReduce_";
            kernel.core = "COMMUNICATION";
        }
        kernel.begin = now;
        kernel.duration = static_cast<std::int64_t>(length(random)) + 20;
        kernel.wait = 500;
        kernel.stream = 2;
        writer.append(kernel);
        now += kernel.duration + kernel.wait;
    }
    RankCapture capture;
    capture.rank = 0;
    capture.state = LoadState::Deep;
    capture.loaded.emplace_back();
    capture.loaded.back().tables.push_back(std::make_shared<const TableStore>(writer.take()));
    auto workspace = std::make_shared<Workspace>();
    Run run;
    run.captures.push_back(std::move(capture));
    workspace->runs.push_back(std::move(run));
    workspace->version = 1;
    return workspace;
}

double median(std::vector<double> times) {
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

/// On the clock, and of all threads of the process: what it would take on a machine that does nothing else.
struct Times {
    double ms = 0;
    double cpuMs = 0;
};
Times medianTimes(
    const std::function<void(int round)> &work, const std::function<void()> &before = [] {}) {
    std::vector<double> times;
    std::vector<double> cpuTimes;
    for (int round = 0; round < kRounds; ++round) {
        before();
        const auto cpu = std::clock();
        QElapsedTimer timer;
        timer.start();
        work(round);
        times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
        cpuTimes.push_back(static_cast<double>(std::clock() - cpu) * 1e3 / CLOCKS_PER_SEC);
    }
    return {median(times), median(cpuTimes)};
}

void settle(const KernelsPage &page) {
    QCoreApplication::processEvents();
    while (page.isBusy()) {
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
    QCoreApplication::processEvents();
}

void say(const char *what, Times times, double limitMs = kLimitMs) {
    std::printf("  %-28s %8.1f ms, CPU %8.1f ms%s\n", what, times.ms, times.cpuMs,
                times.ms > limitMs ? "  OVER THE LIMIT" : "");
    std::fflush(stdout);
}

void measure(double millions) {
    const auto workspace = madeKernels(static_cast<std::size_t>(millions * 1e6));
    const auto durations = workspace->runs[0].captures[0].loaded[0].tables[0]->numbers("duration_ns");
    std::vector<std::int64_t> copy(durations.size());
    std::int64_t sum = 0;
    const auto summed = medianTimes([&](int) { sum += std::accumulate(durations.begin(), durations.end(), sum); });
    const auto copied = medianTimes([&](int) { std::copy(durations.begin(), durations.end(), copy.begin()); });
    std::printf("%.1f M kernels (limit %.0f ms); sum of a column %.1f ms, copy %.1f ms%s\n", millions, kLimitMs,
                summed.ms, copied.ms, sum == 0 ? "?" : "");
    Selection selection;
    TimeView time;
    std::unique_ptr<KernelsPage> page;
    const auto open = [&](int) {
        page = std::make_unique<KernelsPage>(ViewServices{&selection, &time});
        page->resize(1600, 900);
        page->show();
        page->setWorkspace(workspace);
        settle(*page);
    };
    say("open", medianTimes(open));
    auto *by = page->findChild<QComboBox *>(QStringLiteral("kernelsBy"));
    for (int grouping = 0; grouping < by->count(); ++grouping) {
        const auto regroupBy = [&](int index) {
            by->setCurrentIndex(index);
            Q_EMIT by->activated(index);
            settle(*page);
        };
        say(qPrintable(QStringLiteral("group by ") + by->itemData(grouping).toString()),
            medianTimes([&](int) { regroupBy(grouping); }, [&] { regroupBy((grouping + 1) % by->count()); }));
    }
    by->setCurrentIndex(0);
    Q_EMIT by->activated(0);
    settle(*page);
    auto *tree = page->tree()->tree();
    say("sort", medianTimes([&](int round) {
            tree->sortByColumn(2 + round, Qt::DescendingOrder);
            settle(*page);
        }));
    say("unfold a row", medianTimes([&](int round) {
            tree->expand(tree->model()->index(round, 0));
            settle(*page);
        }));
    say("select a group", medianTimes([&](int round) {
            page->tree()->chooseGroup(round);
            settle(*page);
        }));
    QImage image(page->size(), QImage::Format_ARGB32_Premultiplied);
    say("frame", medianTimes([&](int) { page->render(&image); }), kFrameLimitMs);
}

}  // namespace

int main(int argc, char **argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    std::vector<double> millions;
    for (int i = 1; i < argc; ++i) {
        millions.push_back(std::atof(argv[i]));
    }
    for (const double m : millions.empty() ? std::vector<double>{1, 5} : millions) {
        measure(m);
    }
    return 0;
}
