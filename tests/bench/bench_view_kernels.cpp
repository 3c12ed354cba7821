// The page "Kernels" over five million kernels of a rank: until the tab shows them, until another grouping is shown,
// until a column is sorted, a row unfolded and a group selected, beside a plain sum of the durations and a copy of the
// column. Limit: 300 ms each.
//
//   bench_view_kernels [millions of kernels ...]
#include "core/store/tables/table_store.h"
#include "tests/bench/made_trace.h"
#include "views/operators/kernel_tree.h"
#include "views/operators/kernels_page.h"

#include <QtCore/QElapsedTimer>
#include <QtWidgets/QApplication>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QTreeView>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

using namespace stagescope;

namespace {

constexpr int kRounds = 5;
constexpr double kLimitMs = 300;

/// 60 types on three cores, 400 names, 300 shapes; every tenth kernel communicates.
std::shared_ptr<const Workspace> madeKernels(std::size_t count) {
    TableBuilder builder(TableKind::Kernels);
    std::mt19937 random(7);
    std::lognormal_distribution<double> length(9, 1.5);
    const std::vector<std::string> cores{"AI_CORE", "AI_VECTOR_CORE", "MIX_AIC"};
    std::int64_t now = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const auto name = random() % 400;
        const bool communicates = i % 10 == 0;
        const auto duration = static_cast<std::int64_t>(length(random)) + 20;
        builder.set("name", communicates ? "hcom_allReduce__865_" + std::to_string(name % 50) + "_1"
                                         : "aclnnOperator_number_" + std::to_string(name));
        builder.set("type", communicates ? std::string("hcom_allReduce_") : "Operator" + std::to_string(name % 60));
        builder.set("core", communicates ? std::string("COMMUNICATION") : cores[name % 3]);
        builder.set("begin_ns", now).set("duration_ns", duration).set("wait_ns", std::int64_t{500});
        builder.set("stream", std::int64_t{2}).set("input_shapes", "\"4096," + std::to_string(random() % 300) + "\"");
        builder.endRow();
        now += duration + 500;
    }
    RankCapture capture;
    capture.rank = 0;
    capture.state = LoadState::Deep;
    capture.loaded.emplace_back();
    capture.loaded.back().tables.push_back(std::make_shared<const TableStore>(builder.take()));
    auto workspace = std::make_shared<Workspace>();
    Run run;
    run.captures.push_back(std::move(capture));
    workspace->runs.push_back(std::move(run));
    workspace->version = 1;
    return workspace;
}

double medianMs(const std::function<void(int round)> &work) {
    std::vector<double> times;
    for (int round = 0; round < kRounds; ++round) {
        QElapsedTimer timer;
        timer.start();
        work(round);
        times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    std::sort(times.begin(), times.end());
    return times[kRounds / 2];
}

void settle(const KernelsPage &page) {
    do {
        QCoreApplication::processEvents(QEventLoop::AllEvents, 1);
    } while (page.isBusy());
    QCoreApplication::processEvents();
}

void say(const char *what, double ms) {
    std::printf("  %-28s %8.1f ms%s\n", what, ms, ms > kLimitMs ? "  OVER THE LIMIT" : "");
}

void measure(double millions) {
    const auto workspace = madeKernels(static_cast<std::size_t>(millions * 1e6));
    const auto durations = workspace->runs[0].captures[0].loaded[0].tables[0]->numbers("duration_ns");
    std::vector<std::int64_t> copy(durations.size());
    std::int64_t sum = 0;
    const double summed = medianMs([&](int) { sum += std::accumulate(durations.begin(), durations.end(), sum); });
    const double copied = medianMs([&](int) { std::copy(durations.begin(), durations.end(), copy.begin()); });
    std::printf("%.1f M kernels (limit %.0f ms); sum of a column %.1f ms, copy %.1f ms%s\n", millions, kLimitMs, summed,
                copied, sum == 0 ? "?" : "");
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
    say("open", medianMs(open));
    auto *by = page->findChild<QComboBox *>(QStringLiteral("kernelsBy"));
    for (int grouping = 0; grouping < by->count(); ++grouping) {
        const auto regroup = [&](int round) {
            // There and back; the longer of the two ways counts as one.
            by->setCurrentIndex(round % 2 == 0 ? grouping : (grouping + 1) % by->count());
            Q_EMIT by->activated(by->currentIndex());
            settle(*page);
        };
        say(qPrintable(QStringLiteral("group by ") + by->itemData(grouping).toString()), medianMs(regroup));
    }
    by->setCurrentIndex(0);
    Q_EMIT by->activated(0);
    settle(*page);
    auto *tree = page->tree()->tree();
    say("sort", medianMs([&](int round) {
            tree->sortByColumn(2 + round, Qt::DescendingOrder);
            settle(*page);
        }));
    say("unfold a row", medianMs([&](int round) {
            tree->expand(tree->model()->index(round, 0));
            settle(*page);
        }));
    say("select a group", medianMs([&](int round) {
            page->tree()->chooseGroup(round);
            settle(*page);
        }));
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
