#include "app/command_identity.h"
#include "app/command_list.h"
#include "app/command_loading.h"
#include "app/command_outcome.h"
#include "app/output.h"
#include "app/pictures/series_picture.h"
#include "core/advice/runs/run_series.h"
#include "core/export/table_writer.h"
#include "core/session/output_place.h"
#include "core/session/run_names.h"

#include <QtCore/QDir>

#include <algorithm>

namespace stagescope {

namespace {

constexpr const char *kRunsCommand = "stagescope runs";
constexpr std::size_t kMostRuns = 1000;

tl::unexpected<Error> refusedRuns(std::string detail) {
    return fail(ErrorKind::BadArgument, std::move(detail), kRunsCommand);
}

struct RunsRequest {
    std::vector<std::string> paths;
    std::vector<SeriesMetric> metrics;
    SeriesOrder order = SeriesOrder::Given;
    bool isJson = false;
    QString picture;
    PictureLook look;
};

/// Folders and files directly below, by name; what is hidden and what a cluster analysis wrote is none.
std::vector<std::string> runsBelow(const std::string &folder) {
    std::vector<std::string> paths;
    const QDir below(QString::fromStdString(folder));
    for (const auto &entry : below.entryInfoList(QDir::Dirs | QDir::Files | QDir::NoDotAndDotDot, QDir::Name)) {
        paths.push_back(entry.filePath().toStdString());
    }
    return paths;
}

Status readPaths(const Arguments &arguments, RunsRequest &request) {
    for (const auto &path : arguments.positional) {
        const auto below = arguments.has("--series") ? runsBelow(path) : std::vector{path};
        request.paths.insert(request.paths.end(), below.begin(), below.end());
    }
    if (request.paths.empty()) {
        return refusedRuns("nothing in " + arguments.positional.front());
    }
    return request.paths.size() > kMostRuns ? Status(refusedRuns("more than " + std::to_string(kMostRuns) + " runs"))
                                            : Status{};
}

Status readSeriesOrder(const Arguments &arguments, RunsRequest &request) {
    const auto text = arguments.has("--order") ? arguments.value("--order") : std::string("given");
    if (text != "given" && text != "time" && text != "label") {
        return badChoice("--order", text, {"given", "time", "label"});
    }
    request.order = text == "time" ? SeriesOrder::Time : text == "label" ? SeriesOrder::Label : SeriesOrder::Given;
    return {};
}

Result<RunsRequest> readRunsRequest(const Arguments &arguments) {
    RunsRequest request;
    for (const auto &status : {readPaths(arguments, request), readSeriesOrder(arguments, request)}) {
        if (!status) {
            return tl::make_unexpected(status.error());
        }
    }
    auto names = arguments.values("--metric");
    if (names.empty()) {
        names.assign(usualSeriesMetrics().begin(), usualSeriesMetrics().end());
    }
    for (const auto &name : names) {
        auto metric = seriesMetric(name);
        if (!metric) {
            return refusedRuns(metric.error().detail);
        }
        request.metrics.push_back(std::move(*metric));
    }
    const auto format = arguments.has("--format") ? arguments.value("--format") : std::string("csv");
    if (format != "csv" && format != "json") {
        return badChoice("--format", format, {"csv", "json"});
    }
    request.isJson = format == "json";
    request.picture = QString::fromStdString(arguments.value("-o"));
    if (arguments.has("-o") && !request.picture.endsWith(QLatin1String(".png"), Qt::CaseInsensitive) &&
        !request.picture.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive)) {
        return badValue("-o", request.picture.toStdString(), "a file name that ends in .png or .svg");
    }
    if (const auto place = checkOutputPlace(request.picture.toStdString(), request.paths);
        arguments.has("-o") && !place) {
        return tl::make_unexpected(place.error());
    }
    const auto look = readPictureLook(arguments);
    if (!look) {
        return tl::make_unexpected(look.error());
    }
    request.look = *look;
    return request;
}

/// One after the other, each forgotten when its figures are made.
std::vector<SeriesRun> seriesOf(const RunsRequest &request, bool isFolder, std::vector<ImportEntry> &losses) {
    std::vector<SeriesRun> series;
    for (const auto &path : request.paths) {
        std::vector<ImportEntry> lost;
        const auto load = [&](LoadDepth depth) {
            auto run = loadForCommand(path, RunId{0}, depth);
            lost = run ? lossesOf({&*run, 1}) : std::vector<ImportEntry>{};
            return run;
        };
        auto run = loadSeriesRun(load, request.metrics, SeriesReading::Traces);
        if (!run) {
            // In a folder of runs lies what is none: notes, scripts.
            printNote(isFolder ? path + ": note: skipped, " + run.error().detail : path + ": " + run.error().detail);
            continue;
        }
        losses.insert(losses.end(), lost.begin(), lost.end());
        series.push_back(std::move(*run));
    }
    return series;
}

int runRuns(const Arguments &arguments) {
    const auto request = readRunsRequest(arguments);
    if (!request) {
        return printError(request.error());
    }
    std::vector<ImportEntry> losses;
    const bool isFolder = arguments.has("--series");
    auto series = seriesOf(*request, isFolder, losses);
    if (series.empty() || (!isFolder && series.size() < request->paths.size())) {
        return printError({ErrorKind::NotFound, "not all of these are runs that can be read", kRunsCommand});
    }
    std::vector<std::string> paths;
    for (const auto &run : series) {
        paths.push_back(run.path);
    }
    const auto names = namesApart(paths);
    for (std::size_t i = 0; i < series.size(); ++i) {
        series[i].label = names[i];
    }
    sortSeries(series, request->order);
    if (!request->picture.isEmpty()) {
        preparePictures(request->look);
        if (const auto status = writeSeriesPicture(series, request->metrics, request->look, request->picture);
            !status) {
            return printError(status.error());
        }
    }
    const auto table = seriesTable(series, request->metrics);
    if (!writeOut(request->isJson ? tableToJson(table) : tableToCsv(table))) {
        return 2;
    }
    return exitCode(losses, arguments, arguments.positional.front());
}

}  // namespace

Command makeRunsCommand() {
    Command command;
    command.name = "runs";
    command.section = CommandSection::Look;
    command.synopsis = "PATH...";
    command.summary = "Compare metrics of many runs, as a table and a chart";
    command.options = {
        {"--series", "", "treat each PATH as a folder of runs (its direct entries)"},
        {"--metric", "M", "metric as in 'gate': step_ms, p95(time_split.free_us) (repeatable)", true},
        {"--order", "given|time|label", "sort runs: given (default), time (first step) or label (natural order)"},
        {"--format", "csv|json", "output format (default: csv)"},
        {"-o", "FILE", "write a chart (.png, .svg): one panel per metric, one box per run"},
        stepPatternOption(),
        allowLossOption(),
    };
    const auto look = pictureLookOptions("1000x700");
    command.options.insert(command.options.end(), look.begin(), look.end());
    command.minPositional = 1;
    command.maxPositional = kMostRuns;
    command.application = ApplicationKind::Offscreen;
    command.run = &runRuns;
    return command;
}

}  // namespace stagescope
