#include "core/export/peer_databases.h"
#include "core/formats/format_list.h"
#include "tests/fuzz/fuzzed_file.h"

#include <tuple>

using namespace stagescope;

/// A database that gets the rows of a pipeline chart in its copy; what its schema brings along must not run.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const auto profile = FuzzedFile::folder() / "profile";
    const auto copies = FuzzedFile::folder() / "copies";
    std::filesystem::create_directory(profile);
    std::filesystem::remove_all(copies);
    auto file =
        FuzzedFile::writeAt(profile / "ascend_pytorch_profiler_0.db", {reinterpret_cast<const char *>(data), size});
    file.format = "profiler_db";
    RankCapture capture;
    capture.rank = 0;
    capture.files.push_back(file);
    Run run;
    run.path = profile.string();
    run.captures.push_back(capture);
    PeerChart chart;
    chart.ranks[0].tasks.push_back({"3F", 100, 200, 0});
    chart.ranks[0].connections.push_back({"hcom_send__1", 150, "5_0_1_0"});
    const auto written = writePeerDatabases(run, chart, copies.string());
    for (const auto &copy : written ? written->written : std::vector<PeerDatabase>{}) {
        file.path = copy.path;
        FuzzedFile::load(*makeProfilerDbFormat(), file);
    }
    return 0;
}
