// Folders of traces that many producers leave, made from seeds: which runs, ranks, processes and devices they hold is
// what was written, and what each device did is added up here once more. STAGESCOPE_IDENTITIES=FIRST:COUNT chooses the
// seeds.
#include "core/analysis/run/kernels.h"
#include "core/analysis/run/trace_health.h"
#include "core/analysis/tables/analysis.h"
#include "core/session/discovery/discovery.h"
#include "core/session/discovery/run_folder.h"
#include "core/session/loading/load_job.h"
#include "tests/strangers/identity.h"
#include "tests/support/test_suite.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace tst_who_is_who {

using namespace stagescope;
using namespace strangers;

namespace {

constexpr std::uint64_t kSeedsByDefault = 120;

/// What a device did in a step: its kernels, each with its launch, and how long it was busy.
struct Done {
    using Kernel = std::tuple<std::string, std::int64_t, std::int64_t, std::int64_t>;  ///< name, begin, length, launch
    std::multiset<Kernel> kernels;
    std::map<std::string, std::pair<std::int64_t, double>> byName;  ///< count, us
    std::map<std::int64_t, double> busy;                            ///< us of each step
    auto operator<=>(const Done &) const = default;

    /// What differs from the other first.
    [[nodiscard]] std::string textBeside(const Done &other) const {
        const auto [own, others] =
            std::mismatch(kernels.begin(), kernels.end(), other.kernels.begin(), other.kernels.end());
        if (own != kernels.end()) {
            const auto &[name, begin, length, launch] = *own;
            return name + " at " + std::to_string(begin) + " launched at " + std::to_string(launch);
        }
        for (const auto &[step, us] : busy) {
            const auto it = other.busy.find(step);
            if (it == other.busy.end() || it->second != us) {
                return "step " + std::to_string(step) + " busy for " + std::to_string(us) + " us";
            }
        }
        return byName == other.byName ? "nothing" : "sums by name";
    }
};

double rounded(double us) { return std::round(us * 1000) / 1000; }

/// Steps of processes that cannot be told apart reach from the first begin to the last end of all: then together.
std::int64_t stepOf(bool isApart, std::int64_t step) { return isApart ? step : 0; }

Done writtenBy(const TracedJob &job, const DrivenDevice &device, bool isApart) {
    Done done;
    for (const auto &kernel : device.kernels) {
        done.kernels.emplace(kernel.name, kernel.begin, kernel.duration, kernel.launch);
        auto &[count, us] = done.byName[kernel.name];
        ++count;
        us = rounded(us + static_cast<double>(kernel.duration) / 1000);
        auto &busy = done.busy[stepOf(isApart, job.firstStep + static_cast<std::int64_t>(kernel.step))];
        busy = rounded(busy + static_cast<double>(kernel.duration) / 1000);
    }
    return done;
}

/// Whether nothing but time tells whose work a device does: then no launch is claimed where time does not tell, and the
/// processes may not be told apart.
bool areNumbersShared(const TracedJob &job) {
    return job.files == FilesOfJob::Merged && job.processes.size() > 1 && job.countsAnew && !job.marksMerged;
}

/// By rank and device, both -1 where nobody can know.
using ByDevice = std::multimap<std::pair<int, int>, Done>;

ByDevice written(const TracedJob &job, bool isApart) {
    ByDevice all;
    for (const auto &process : job.processes) {
        for (const auto &device : process.devices) {
            const int rank = isApart && job.ranksAreKnown() ? process.rank : -1;
            const bool isTold = !isApart || process.devices.size() > 1;
            if (!device.kernels.empty()) {
                all.emplace(std::pair(rank, isTold ? device.number : -1), writtenBy(job, device, isApart));
            }
        }
    }
    return all;
}

ResultTable tableOf(const Run &run, const char *id, const std::map<std::string, std::string> &set = {}) {
    const auto &entry = *analysisById(id);
    Workspace workspace;
    workspace.runs.push_back(run);
    AnalysisInput input{.workspace = &workspace};
    for (const auto &parameter : entry.parameters) {
        const auto it = set.find(parameter.name);
        input.parameters[parameter.name] = it == set.end() ? parameter.defaultValue : it->second;
    }
    auto table = entry.run(input, {});
    return table ? std::move(*table) : ResultTable{};
}

int numberOf(const std::string &cell) {
    return cell.find_first_of("0123456789") == std::string::npos ? -1 : std::stoi(cell);
}

ByDevice told(const Run &run, const TracedJob &job, bool isApart) {
    std::map<std::pair<int, int>, Done> done;
    const auto names = tableOf(run, "kernel_stats", {{"by", "name"}});
    for (std::size_t row = 0; row < names.rows.size(); ++row) {
        auto &place = done[{numberOf(names.text(row, "rank")), numberOf(names.text(row, "device"))}];
        place.byName[names.text(row, "name")] = {std::stoll(names.text(row, "count")),
                                                 rounded(std::stod(names.text(row, "total_us")))};
    }
    const auto steps = tableOf(run, "time_split");
    for (std::size_t row = 0; row < steps.rows.size(); ++row) {
        const auto us = rounded(std::stod("0" + steps.text(row, "computing_us")));
        if (us > 0) {
            auto &place = done[{numberOf(steps.text(row, "rank")), numberOf(steps.text(row, "device"))}];
            auto &busy = place.busy[stepOf(isApart, numberOf(steps.text(row, "step")))];
            busy = rounded(busy + us);
        }
    }
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> launches;  // by device and begin
    for (const auto &process : job.processes) {
        for (const auto &device : process.devices) {
            for (const auto &kernel : device.kernels) {
                launches[{device.number, kernel.begin}] = kernel.launch;
            }
        }
    }
    for (const int rank : run.ranks()) {
        for (const auto &kernel : deviceKernels(*run.capture(rank))) {
            const auto unknown = areNumbersShared(job) ? launches[{kernel.device, kernel.begin}] : -1;
            auto place = done.find({rank, static_cast<int>(kernel.device)});
            place = place == done.end() ? done.find({rank, -1}) : place;
            if (place != done.end()) {
                place->second.kernels.emplace(std::string(kernel.name), kernel.begin, kernel.duration,
                                              kernel.launch.value_or(unknown));
            }
        }
    }
    ByDevice all;
    for (auto &[place, what] : done) {
        all.emplace(std::pair(isApart && job.ranksAreKnown() ? place.first : -1, place.second), std::move(what));
    }
    return all;
}

/// One line a difference.
std::string differences(const ByDevice &is, const ByDevice &should) {
    std::string text;
    const auto say = [&text](const char *what, const ByDevice &some, const ByDevice &others) {
        for (const auto &[place, done] : some) {
            const auto [first, last] = others.equal_range(place);
            if (std::none_of(first, last, [&](const auto &other) { return other.second == done; })) {
                text += "\n  " + std::string(what) + ", rank " + std::to_string(place.first) + ", device " +
                        std::to_string(place.second) + ": " +
                        (first == last ? "not there" : done.textBeside(first->second));
            }
        }
    };
    say("told", is, should);
    say("written", should, is);
    return text + (is.size() == should.size() ? "" : "\n  not as many devices");
}

/// A kernel by name, begin, length and device; its launch.
using Placed = std::map<std::tuple<std::string, std::int64_t, std::int64_t, std::int64_t>, std::int64_t>;

Placed kernelsOf(const TracedProcess &process) {
    Placed all;
    for (const auto &device : process.devices) {
        for (const auto &kernel : device.kernels) {
            all.emplace(std::tuple(kernel.name, kernel.begin, kernel.duration, device.number), kernel.launch);
        }
    }
    return all;
}

std::string countOf(const ResultTable &table, const char *column) {
    double sum = 0;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        sum += std::stod("0" + table.text(row, column));
    }
    return std::to_string(rounded(sum));
}

/// Of one rank: each of its kernels is one of the process, with its launch; sums are those of these kernels.
std::string troublesOfRank(const Run &run, const RankCapture &capture, const Placed &process, std::size_t &told) {
    double us = 0;
    std::size_t count = 0;
    for (const auto &kernel : deviceKernels(capture)) {
        const auto known =
            process.find(std::tuple(std::string(kernel.name), kernel.begin, kernel.duration, kernel.device));
        if (known == process.end()) {
            return "\n  rank " + std::to_string(capture.rank) + " has a kernel of another process";
        }
        if (kernel.launch != known->second) {
            return "\n  rank " + std::to_string(capture.rank) + " has another launch of a kernel";
        }
        us += static_cast<double>(kernel.duration) / 1000;
        ++count;
    }
    told += count;
    Run alone = run;
    std::erase_if(alone.captures, [&](const RankCapture &other) { return other.rank != capture.rank; });
    const auto names = tableOf(alone, "kernel_stats", {{"by", "name"}});
    const auto steps = tableOf(alone, "time_split");
    const bool areSums = countOf(names, "count") == std::to_string(rounded(static_cast<double>(count))) &&
                         std::abs(std::stod(countOf(names, "total_us")) - us) < 0.1 &&
                         std::abs(std::stod(countOf(steps, "computing_us")) - us) < 0.1;
    return areSums ? "" : "\n  sums of rank " + std::to_string(capture.rank) + " are other ones";
}

/// What check and trace_health say of it, by trouble.
std::map<std::string, std::size_t> healthOf(const Run &run, int rank) {
    std::map<std::string, std::size_t> counts;
    for (const auto &found : traceHealth(*run.capture(rank))) {
        counts[found.trouble] += found.count;
    }
    return counts;
}

/// Devices of several processes have one name: what a rank has is of one process, what is in none is counted.
std::string troublesOfShared(const TracedJob &job, const Run &run) {
    std::size_t written = 0;
    std::vector<Placed> processes;
    for (const auto &process : job.processes) {
        processes.push_back(kernelsOf(process));
        written += processes.back().size();
    }
    if (run.ranks().size() == 1) {
        const auto told = deviceKernels(*run.capture(run.ranks().front())).size();
        const auto drivers =
            std::count_if(processes.begin(), processes.end(), [](const auto &p) { return !p.empty(); });
        return drivers > 1 && healthOf(run, run.ranks().front())["shared_device"] == 0 ? "\n  one rank, and no word"
               : told == written                                                       ? ""
                                                                                       : "\n  kernels are lost";
    }
    std::string text;
    std::size_t told = 0;
    std::set<std::size_t> taken;
    for (const int rank : run.ranks()) {
        const auto &capture = *run.capture(rank);
        const auto kernels = deviceKernels(capture);
        const auto of = std::find_if(processes.begin(), processes.end(), [&](const Placed &process) {
            return !kernels.empty() &&
                   process.contains(std::tuple(std::string(kernels.front().name), kernels.front().begin,
                                               kernels.front().duration, kernels.front().device));
        });
        if (of == processes.end() || !taken.insert(static_cast<std::size_t>(of - processes.begin())).second) {
            text += "\n  rank " + std::to_string(rank) + " is of no process, or the second of one";
            continue;
        }
        text += troublesOfRank(run, capture, *of, told);
    }
    auto health = healthOf(run, run.ranks().front());
    if (told + health["unclaimed_work"] != written) {
        text += "\n  " + std::to_string(told) + " kernels in ranks, " + std::to_string(health["unclaimed_work"]) +
                " in none, " + std::to_string(written) + " written";
    }
    return text;
}

std::string troublesOf(const TracedJob &job, const std::string &path) {
    const auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
    if (!run) {
        return "\n  " + path + ": " + run.error().detail;
    }
    if (job.sharesDevices()) {
        if (qEnvironmentVariableIsSet("STAGESCOPE_IDENTITIES_COUNT")) {
            std::size_t written = 0;
            for (const auto &process : job.processes) {
                written += kernelsOf(process).size();
            }
            auto health = healthOf(*run, run->ranks().front());
            qInfo("SHARED ranks %zu of %zu, unclaimed %zu of %zu", run->ranks().size(), job.processes.size(),
                  health["unclaimed_work"], written);
        }
        return troublesOfShared(job, *run);
    }
    std::string text;
    const bool isApart = !areNumbersShared(job) || run->ranks().size() > 1;
    if (run->ranks().size() != (isApart ? job.processes.size() : 1)) {
        text += "\n  " + std::to_string(run->ranks().size()) + " ranks";
    }
    text += differences(told(*run, job, isApart), written(job, isApart));
    for (const auto &capture : run->captures) {
        for (const auto &entry : capture.log ? capture.log->entries() : std::vector<ImportEntry>{}) {
            const bool isOpen = areNumbersShared(job) && entry.code == "trace.ambiguous_flow";
            if (entry.severity != Severity::Info && !isOpen) {
                text += "\n  " + entry.code;
            }
        }
    }
    return text;
}

}  // namespace

class WhoIsWhoTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachDeviceDidWhatWasWritten_data() {
        QTest::addColumn<quint64>("seed");
        const auto parts = qEnvironmentVariable("STAGESCOPE_IDENTITIES").split(u':');
        const auto first = std::max<quint64>(parts.front().toULongLong(), 1);
        const auto count = parts.front().isEmpty() ? kSeedsByDefault : parts.size() > 1 ? parts[1].toULongLong() : 1;
        for (quint64 seed = first; seed < first + count; ++seed) {
            QTest::addRow("%llu", static_cast<unsigned long long>(seed)) << seed;
        }
    }
    void eachDeviceDidWhatWasWritten() {
        QFETCH(quint64, seed);
        const auto scene = imagineIdentity(seed);
        QTemporaryDir folder;
        const auto kept = qEnvironmentVariable("STAGESCOPE_STRANGERS_KEEP");
        folder.setAutoRemove(kept.isEmpty());
        const auto path = kept.isEmpty() ? folder.path() : QStringLiteral("%1/%2").arg(kept).arg(seed);
        QVERIFY(writeIdentity(scene, path.toStdString()));
        auto found = discover(path.toStdString(), RunId{0});
        QVERIFY2(found, found ? "" : found.error().detail.c_str());
        auto runs = runsWithin(*found);
        if (runs.empty()) {
            runs.push_back(path.toStdString());
        }
        std::string text;
        std::vector<bool> isTold(scene.jobs.size());
        for (const auto &run : runs) {
            const auto job = jobOf(scene, run);
            text += job < scene.jobs.size()
                        ? isTold[job] ? "\n  one job is told as two: " + run : troublesOf(scene.jobs[job], run)
                        : "\n  two jobs are told as one, or none: " + run;
            if (job < scene.jobs.size()) {
                isTold[job] = true;
            }
        }
        if (runs.size() != scene.jobs.size()) {
            text += "\n  " + std::to_string(runs.size()) + " runs";
        }
        text = scene.text() + text;
        QVERIFY2(text == scene.text(), text.c_str());
    }

private:
    /// The one whose kernels a run has; beyond the last: of several, or of none.
    static std::size_t jobOf(const IdentityScene &scene, const std::string &path) {
        const auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
        std::set<std::size_t> jobs;
        for (const auto &capture : run ? run->captures : std::vector<RankCapture>{}) {
            for (const auto &kernel : deviceKernels(capture)) {
                for (std::size_t i = 0; i < scene.jobs.size(); ++i) {
                    if (kernel.name.starts_with(scene.jobs[i].prefix)) {
                        jobs.insert(i);
                    }
                }
            }
        }
        return jobs.size() == 1 ? *jobs.begin() : scene.jobs.size();
    }
};

TEST_SUITE(WhoIsWhoTest)

}  // namespace tst_who_is_who

#include "tst_who_is_who.moc"
