// Opening a cluster's communication matrix and computing the table of its links against simdjson walking the same
// bytes, alternating in one run. Without a file it writes one: groups of 64 ranks, every link of each.
#include "core/analysis/tables/analysis.h"
#include "core/session/loading/load_job.h"
#include "tests/bench/measured_process.h"

#include <simdjson.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

using namespace stagescope;
using namespace stagescope::bench;

namespace {

constexpr int kGroup = 64;
constexpr const char *kName = "/cluster_communication_matrix.json";

/// As a cluster analysis writes it: each link with its operators and with their sum.
void writeCluster(const std::string &folder, int ranks) {
    std::filesystem::create_directories(folder + "/cluster_analysis_output");
    std::ofstream file(folder + "/cluster_analysis_output" + kName, std::ios::binary);
    file << '{';
    for (int first = 0; first < ranks; first += kGroup) {
        file << (first == 0 ? "\"(" : ", \"(");
        for (int rank = first; rank < first + kGroup; ++rank) {
            file << (rank == first ? "" : ", ") << rank;
        }
        file << ")\": {\"step5\": {";
        for (const auto *name : {"alltoall-total", "Total Op Info"}) {
            file << (*name == 'a' ? "\"" : ", \"") << name << '@' << 9000 + first << "\": {";
            for (int i = 0; i < kGroup * kGroup; ++i) {
                const int from = first + i / kGroup;
                const int to = first + i % kGroup;
                file << (i == 0 ? "\"" : ", \"") << from << '-' << to << "\": {\"Transport Type\": \""
                     << (from / 8 == to / 8 ? "HCCS" : "RDMA")
                     << "\", \"Transit Size(MB)\": 8.388608, \"Transit Time(ms)\": 0.4" << (from * 7 + to) % 13
                     << ", \"Bandwidth(GB/s)\": 19.1, \"Op Name\": \"" << (*name == 'a' ? "hcom_alltoall__000_0_1" : "")
                     << "\"}";
            }
            file << '}';
        }
        file << "}}";
    }
    file << '}';
}

/// Reads every value of the file once.
double walked(simdjson::dom::element element) {
    double sum = 0;
    if (element.is_object()) {
        for (const auto &[key, value] : simdjson::dom::object(element)) {
            sum += static_cast<double>(key.size()) + walked(value);
        }
    } else if (element.is_string()) {
        sum += static_cast<double>(std::string_view(element).size());
    } else if (element.is_number()) {
        sum += double(element);
    }
    return sum;
}

int walk(const std::string &folder) {
    simdjson::dom::parser parser;
    const auto text = simdjson::padded_string::load(folder + "/cluster_analysis_output" + kName);
    return text.error() == simdjson::SUCCESS && walked(parser.parse(text.value_unsafe())) > 0 ? 0 : 1;
}

int open(const std::string &folder, std::size_t least) {
    Workspace space;
    auto run = loadRun(folder, RunId{0}, LoadDepth::Shallow);
    if (!run) {
        return 1;
    }
    space.runs.push_back(std::move(*run));
    const auto table = analysisById("comm_matrix")->run({.workspace = &space}, {});
    return table && table->rows.size() >= least ? 0 : 1;
}

}  // namespace

int main(int argc, char **argv) {
    const int ranks = argc > 1 ? std::atoi(argv[1]) / kGroup * kGroup : 4096;
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 5;
    const auto folder =
        (std::filesystem::temp_directory_path() / ("bench_matrix_" + std::to_string(::getpid()))).string();
    writeCluster(folder, ranks);
    const auto links = static_cast<std::size_t>(ranks) * kGroup;
    std::array<std::vector<Outcome>, 2> outcomes;
    for (int i = 0; i < rounds; ++i) {
        outcomes[0].push_back(measured([&] { return walk(folder); }));
        outcomes[1].push_back(measured([&] { return open(folder, links); }));
    }
    std::filesystem::remove_all(folder);
    const auto reference = median(outcomes[0]);
    const auto ours = median(outcomes[1]);
    std::printf("simdjson     %7.3f s  cpu %7.3f s  %7.1f MiB\n", reference.seconds, reference.cpuSeconds,
                reference.peakMiB);
    std::printf("ours         %7.3f s  cpu %7.3f s  %7.1f MiB, %zu links of %d ranks (at most 2 s)\n", ours.seconds,
                ours.cpuSeconds, ours.peakMiB, links, ranks);
    tellRatio("cluster matrix / walk by simdjson", ours.cpuSeconds / reference.cpuSeconds, 5);
    return 0;
}
