#include "core/analysis/training/captured_steps.h"
#include "core/analysis/training/logged_steps.h"
#include "core/formats/format_list.h"
#include "tests/fuzz/fuzzed_file.h"

#include <cstdlib>
#include <tuple>

using namespace stagescope;

// A text, the state of a trainer, or a file of TensorBoard, as the first bytes tell. Steps of a log stand in order,
// each once.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const auto file = FuzzedFile::write("train.log", data, size);
    ImportLog log;
    Sink sink(log);
    std::ignore = makeTrainingLogFormat()->load(file, sink, {});
    Run run;
    for (auto &[rank, yield] : sink.take()) {
        run.clusterTables.insert(run.clusterTables.end(), yield.tables.begin(), yield.tables.end());
    }
    for (const auto &series : loggedSeries(run)) {
        for (std::size_t i = 1; i < series.steps.size(); ++i) {
            const auto &before = series.steps[i - 1];
            const auto &step = series.steps[i];
            if (std::pair(before.part, before.step) >= std::pair(step.part, step.step)) {
                std::abort();
            }
        }
        const auto pace = loggedPace(series, 2);
        if (pace.slow.size() + pace.starts.size() > series.steps.size()) {
            std::abort();
        }
        std::ignore = capturedSteps(run, series);
    }
    return 0;
}
