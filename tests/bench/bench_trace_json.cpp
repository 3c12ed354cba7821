// bench_trace_json TRACE|--made MB [ROUNDS]: deep loading of a trace JSON against the limit, one walk of simdjson over
// the same file on one core. Each measurement runs in a process of its own, in turn, so that peaks of memory and the
// weather of the machine do not mix; the fastest are compared. TRACE should be some hundred MB of an array of events in
// one line, "},
// {" between them (the walk cuts its windows there).

#include "core/formats/format_list.h"
#include "core/store/tables/table_store.h"
#include "tests/bench/made_files.h"
#include "tests/bench/measured_process.h"

#include <fcntl.h>
#include <simdjson.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace {

struct Outcome {
    double seconds = 0;
    double peakMiB = 0;
    unsigned long long events = 0;
};

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

double anonymousMiB() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("RssAnon:")) {
            return std::strtod(line.c_str() + 8, nullptr) / 1024;
        }
    }
    return 0;
}

struct Walk {
    unsigned long long events = 0;
    unsigned long long sum = 0;
};

long long microsToNs(std::string_view text) {
    long long value = 0;
    std::size_t i = 0;
    for (; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i) {
        value = value * 10 + (text[i] - '0');
    }
    long long fraction = 0;
    for (int scale = 100; ++i < text.size() && scale > 0; scale /= 10) {
        fraction += (text[i] - '0') * scale;
    }
    return value * 1000 + fraction;
}

bool isKey(const char *raw, std::string_view key) { return std::memcmp(raw, key.data(), key.size()) == 0; }

void walkWindow(simdjson::ondemand::array events, Walk &walk) {
    for (auto event : events) {
        for (auto field : event.get_object()) {
            const char *key = field.key().value().raw();
            if (isKey(key, "ts\"")) {
                auto value = field.value();
                const std::string_view raw = value.raw_json_token();
                walk.sum += static_cast<unsigned long long>(
                    microsToNs(raw.front() == '"' ? std::string_view(value.get_string()) : raw));
            } else if (isKey(key, "dur\"")) {
                walk.sum += static_cast<unsigned long long>(double(field.value()));
            } else if (isKey(key, "pid\"") || isKey(key, "tid\"")) {
                walk.sum += std::uint64_t(field.value());
            } else if (isKey(key, "name\"") || isKey(key, "ph\"")) {
                walk.sum += std::string_view(field.value()).size();
            }
        }
        ++walk.events;
    }
}

/// The limit: every event's ts, dur, pid, tid, name and ph, nothing kept.
unsigned long long limit(const std::string &path) {
    constexpr std::size_t kWindow = std::size_t{4} << 20;
    const int file = ::open(path.c_str(), O_RDONLY);
    struct stat status {};
    if (file < 0 || ::fstat(file, &status) != 0) {
        std::perror(path.c_str());
        std::exit(2);
    }
    const auto size = static_cast<std::size_t>(status.st_size);
    std::vector<char> buffer(kWindow + simdjson::SIMDJSON_PADDING + 2);
    simdjson::ondemand::parser parser;
    Walk walk;
    for (std::size_t at = 1; at + 1 < size;) {
        buffer[0] = '[';
        const auto got = ::pread(file, &buffer[1], std::min(kWindow, size - at), static_cast<off_t>(at));
        if (got <= 0) {
            break;
        }
        std::string_view text(&buffer[1], static_cast<std::size_t>(got));
        auto cut = at + text.size() < size ? text.rfind("}, {") : text.rfind('}');
        if (cut == std::string_view::npos) {
            break;
        }
        const bool isLast = at + text.size() >= size;
        buffer[cut + 2] = ']';
        std::memset(&buffer[cut + 3], ' ', std::min<std::size_t>(simdjson::SIMDJSON_PADDING, buffer.size() - cut - 3));
        simdjson::ondemand::document document = parser.iterate(buffer.data(), cut + 3, buffer.size());
        walkWindow(document.get_array(), walk);
        at = isLast ? size : at + cut + 3;
    }
    ::close(file);
    return walk.sum == 0 ? 0 : walk.events;
}

unsigned long long load(const std::string &path, unsigned workers) {
    stagescope::ImportLog log;
    stagescope::Sink sink(log);
    stagescope::LoadControl control;
    control.workers = workers;
    stagescope::FileSource file;
    file.path = path;
    const auto status = stagescope::makeTraceJsonFormat()->load(file, sink, control);
    if (!status) {
        std::fprintf(stderr, "%s\n", stagescope::errorLine(status.error()).c_str());
        std::exit(2);
    }
    const auto yields = sink.take();
    unsigned long long events = 0;
    for (const auto &table : yields.at(std::nullopt).tables) {
        for (std::size_t i = 0; table->kind() == stagescope::TableKind::Contents && i < table->rowCount(); ++i) {
            events += static_cast<unsigned long long>(table->number(i, "rows"));
        }
    }
    return events;
}

/// Two walks at once: twice the time of one where the machine lends but one core.
unsigned long long limitOfTwo(const std::string &path) {
    unsigned long long other = 0;
    std::thread second([&] { other = limit(path); });
    const auto events = limit(path);
    second.join();
    return events + other;
}

/// Runs the work in a child process and samples its memory.
Outcome measured(const std::function<unsigned long long()> &work) {
    std::array<int, 2> pipe{};
    if (::pipe(pipe.data()) != 0) {
        std::exit(2);
    }
    const auto child = ::fork();
    if (child == 0) {
        Outcome outcome;
        std::atomic<bool> done{false};
        std::thread sampler([&] {
            while (!done) {
                outcome.peakMiB = std::max(outcome.peakMiB, anonymousMiB());
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
            }
        });
        const double start = now();
        outcome.events = work();
        outcome.seconds = now() - start;
        done = true;
        sampler.join();
        const bool written = ::write(pipe[1], &outcome, sizeof outcome) == sizeof outcome;
        std::_Exit(written ? 0 : 2);
    }
    ::close(pipe[1]);
    Outcome outcome;
    const bool read = ::read(pipe[0], &outcome, sizeof outcome) == sizeof outcome;
    ::close(pipe[0]);
    ::waitpid(child, nullptr, 0);
    if (!read) {
        std::exit(2);
    }
    return outcome;
}

/// The time of the fastest: others on the machine only add to it, and of two cores they take one for many rounds.
Outcome best(const std::vector<Outcome> &outcomes) {
    Outcome best = *std::min_element(outcomes.begin(), outcomes.end(),
                                     [](const Outcome &a, const Outcome &b) { return a.seconds < b.seconds; });
    for (const auto &outcome : outcomes) {
        best.peakMiB = std::max(best.peakMiB, outcome.peakMiB);
    }
    return best;
}

}  // namespace

int main(int argc, char **argv) {
    const bool isMade = argc > 2 && std::string_view(argv[1]) == "--made";
    if (argc < 2) {
        std::fprintf(stderr, "usage: %s TRACE|--made MB [ROUNDS]\n", argv[0]);
        return 2;
    }
    const stagescope::bench::MadeFolder folder;
    const auto path = isMade ? stagescope::bench::madeTraceJson(folder, std::atof(argv[2])) : std::string(argv[1]);
    const int rounds = argc > 2 + isMade ? std::atoi(argv[2 + isMade]) : 5;
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) {
        std::perror(path.c_str());
        return 2;
    }
    const double megabytes = static_cast<double>(status.st_size) / 1e6;
    std::array<std::vector<Outcome>, 4> outcomes;
    for (int i = 0; i < rounds; ++i) {
        outcomes[0].push_back(measured([&] { return limit(path); }));
        outcomes[1].push_back(measured([&] { return load(path, 1); }));
        outcomes[2].push_back(measured([&] { return load(path, 2); }));
        outcomes[3].push_back(measured([&] { return limitOfTwo(path); }));
    }
    const std::array<const char *, 4> names{"simdjson walk", "load, 1 worker", "load, 2 workers", "two walks"};
    std::array<Outcome, 4> fastest;
    for (std::size_t i = 0; i < names.size(); ++i) {
        fastest[i] = best(outcomes[i]);
        std::printf("%-16s %8.3f s %8.0f MB/s %10llu events  peak RssAnon %7.1f MiB = %.3f of the file\n", names[i],
                    fastest[i].seconds, megabytes / fastest[i].seconds, fastest[i].events, fastest[i].peakMiB,
                    fastest[i].peakMiB * 1.048576 / megabytes);
    }
    using stagescope::bench::tellRatio;
    tellRatio("trace JSON, one worker / walk by simdjson", fastest[1].seconds / fastest[0].seconds, 3);
    const double cores = 2 * fastest[0].seconds / fastest[3].seconds;  // that the machine lent to two walks
    tellRatio("trace JSON, two workers / one, beside two walks / one",
              fastest[2].seconds / fastest[1].seconds * cores / 2, 0.625);
    tellRatio("trace JSON, memory / file", std::max(fastest[1].peakMiB, fastest[2].peakMiB) * 1.048576 / megabytes,
              0.25);
    return 0;
}
