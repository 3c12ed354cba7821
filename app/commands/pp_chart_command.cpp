#include "app/command_list.h"
#include "app/command_loading.h"
#include "app/command_outcome.h"
#include "app/output.h"
#include "core/analysis/pipeline/chart/cell_sources.h"
#include "core/export/peer_databases.h"
#include "core/export/shown_text.h"

#include <algorithm>

namespace stagescope {

namespace {

Result<PeerNames> namesOf(const Arguments &arguments) {
    const auto text = arguments.has("--names") ? arguments.value("--names") : std::string("recipe");
    if (text == "numbered" || text == "recipe") {
        return text == "recipe" ? PeerNames::Recipe : PeerNames::Numbered;
    }
    return badChoice("--names", text, {"numbered", "recipe"});
}

PeerChart chartOf(const Run &run, PeerNames names) {
    PeerChart result;
    for (const auto &group : pipelineGroups(run)) {
        result.ranks.merge(peerChart(pipelineChart(run, group), names).ranks);
    }
    return result;
}

bool printWritten(const PeerDatabases &result) {
    std::string text;
    for (const auto &copy : result.written) {
        text += "rank " + std::to_string(copy.rank) + ": " + std::to_string(copy.tasks) + " cells, " +
                std::to_string(copy.connections) + " transfer ends: " + shownText(copy.path) + "\n";
    }
    for (const int rank : result.without) {
        printNote("rank " + std::to_string(rank) + " has no profiler database to copy");
    }
    return writeOut(text);
}

int runPpChart(const Arguments &arguments) {
    const auto &path = arguments.positional[0];
    const auto names = namesOf(arguments);
    if (!names) {
        return printError(names.error());
    }
    if (!arguments.has("-o")) {
        return printError({ErrorKind::BadArgument, "-o DIR says where the copies go", "stagescope pp-chart"});
    }
    auto run = loadForCommand(path, RunId{0}, LoadDepth::Shallow);
    if (run && needsDeepForCells(*run)) {
        run = loadForCommand(path, RunId{0}, LoadDepth::Deep);
    }
    if (!run) {
        return printError(run.error());
    }
    const auto chart = chartOf(*run, *names);
    const bool hasCells =
        std::any_of(chart.ranks.begin(), chart.ranks.end(), [](const auto &r) { return !r.second.tasks.empty(); });
    if (!hasCells) {
        return printError({ErrorKind::BadArgument, "no pipeline cells were found", path});
    }
    const auto result = writePeerDatabases(*run, chart, arguments.value("-o"));
    if (!result) {
        return printError(result.error());
    }
    if (result->written.empty()) {
        return printError(
            {ErrorKind::Unsupported, "no rank with pipeline cells has a profiler database to copy", path});
    }
    if (!printWritten(*result)) {
        return 2;
    }
    return exitCode(lossesOf({&*run, 1}), arguments, path);
}

}  // namespace

Command makePpChartCommand() {
    return {
        .name = "pp-chart",
        .section = CommandSection::Copy,
        .synopsis = "PATH -o DIR",
        .summary = "Write copies of rank databases with pipeline chart tables",
        .details = "Adds StepTaskInfo and opConnectionId for tools that read them; originals are not changed.",
        .options = {{"-o", "DIR", "output folder, outside the profile"},
                    {"--names", "recipe|numbered",
                     "cell names: as in the msprof-analyze recipe (default): FP, BP, of a DualPipeV 3, 13B, 7F+13B; "
                     "or numbered for every schedule: 3F, 3B, 7F+13B"},
                    allowLossOption()},
        .minPositional = 1,
        .maxPositional = 1,
        .run = &runPpChart};
}

}  // namespace stagescope
