#include "app/command_list.h"
#include "app/output.h"
#include "app/pictures/schedule_picture.h"
#include "core/analysis/pipeline/schedule/schedule_table.h"
#include "core/analysis/pipeline/schedule/schedule_text.h"
#include "core/base/io/output_file.h"
#include "core/base/words/nearest_names.h"
#include "core/export/table_writer.h"
#include "core/session/output_place.h"

#include <iomanip>
#include <sstream>

namespace stagescope {

namespace {

const char *const kScheduleCommand = "stagescope schedule";
/// So that the sum over the largest schedule fits into 64 bits of nanoseconds.
constexpr Nanos kMaxDuration = std::chrono::minutes{1};

struct ScheduleRequest {
    ScheduleOptions options;
    UniformCosts costs{.forward = std::chrono::milliseconds{1},
                       .backwardInput = std::chrono::milliseconds{1},
                       .backwardWeight = std::chrono::milliseconds{1}};
    PictureLook look;
    QString output;
    bool wantsText = false;
    bool wantsCsv = false;
};

struct Played {
    Schedule schedule;
    Simulation simulation;
};

std::vector<std::string> scheduleNames() {
    std::vector<std::string> names;
    for (const ScheduleKind kind : scheduleKinds()) {
        names.emplace_back(scheduleKindText(kind));
    }
    return names;
}

std::string kindsText() {
    std::string text;
    for (const auto &name : scheduleNames()) {
        text += (text.empty() ? "" : ", ") + name;
    }
    return text;
}

std::string schedulesHelp() {
    std::string text = "Schedules (KIND)\n";
    for (const auto &name : scheduleNames()) {
        text += "  " + name + "\n";
    }
    return text + "Notation as in PyTorch: F forward, I backward (input), W backward (weight), B = I + W.\n";
}

Status readNumbers(const Arguments &arguments, ScheduleOptions &options) {
    const std::pair<const char *, int *> numbers[] = {
        {"--pp", &options.stages},
        {"--microbatches", &options.microbatches},
        {"--chunks", &options.chunks},
        {"--group-size", &options.groupSize},
    };
    for (const auto &[name, target] : numbers) {
        if (!arguments.has(name)) {
            continue;
        }
        ASSIGN_OR_RETURN(const auto value, parseInteger(arguments.value(name), name));
        if (value < 1 || value > kMaxScheduleActions) {
            return badValue(name, arguments.value(name), "a number from 1 to " + std::to_string(kMaxScheduleActions));
        }
        *target = static_cast<int>(value);
    }
    return {};
}

Status readOptions(const Arguments &arguments, ScheduleOptions &options) {
    const auto kind = scheduleKindFromText(arguments.positional[0]);
    if (!kind) {
        const auto &name = arguments.positional[0];
        return fail(ErrorKind::BadArgument,
                    "no such schedule" + nearestNames(name, scheduleNames()) + "; there are: " + kindsText(), name);
    }
    options.kind = *kind;
    for (const auto *needed : {"--pp", "--microbatches"}) {
        if (!arguments.has(needed)) {
            return fail(ErrorKind::BadArgument, std::string(needed) + " is needed", kScheduleCommand);
        }
    }
    if (const auto drain = arguments.value("--drain"); arguments.has("--drain")) {
        if (drain != "ascending" && drain != "descending") {
            return badChoice("--drain", drain, {"ascending", "descending"});
        }
        options.drain = drain == "descending" ? DrainOrder::Descending : DrainOrder::Ascending;
    }
    options.overlapsMoe = arguments.has("--overlap-moe");
    options.detachesWeights = arguments.has("--detach");
    options.hasLogits = arguments.has("--logits");
    return readNumbers(arguments, options);
}

Status readCosts(const Arguments &arguments, UniformCosts &costs) {
    const std::pair<const char *, Nanos *> durations[] = {
        {"--forward", &costs.forward},
        {"--backward-input", &costs.backwardInput},
        {"--backward-weight", &costs.backwardWeight},
        {"--overlapped", &costs.overlapped},
        {"--loss", &costs.loss},
        {"--transfer", &costs.transfer},
    };
    for (const auto &[name, target] : durations) {
        if (!arguments.has(name)) {
            continue;
        }
        const auto value = parseDuration(arguments.value(name));
        if (!value || *value < Nanos{0} || *value > kMaxDuration) {
            return badValue(name, arguments.value(name), "a duration such as 12ms, at most 1min");
        }
        *target = *value;
    }
    return {};
}

Result<ScheduleRequest> readScheduleRequest(const Arguments &arguments) {
    ScheduleRequest request;
    RETURN_IF_ERROR(readOptions(arguments, request.options));
    RETURN_IF_ERROR(readCosts(arguments, request.costs));
    ASSIGN_OR_RETURN(const auto look, readPictureLook(arguments));
    request.look = look;
    request.output = QString::fromStdString(arguments.value("-o"));
    const auto endsIn = [&request](const char *ending) {
        return request.output.endsWith(QLatin1String(ending), Qt::CaseInsensitive);
    };
    if (arguments.has("-o") && !endsIn(".png") && !endsIn(".svg") && !endsIn(".csv")) {
        return badValue("-o", request.output.toStdString(), "a file name that ends in .png, .svg or .csv");
    }
    if (const auto place = checkOutputPlace(request.output.toStdString(), {}); arguments.has("-o") && !place) {
        return tl::make_unexpected(place.error());
    }
    request.wantsText = arguments.has("--text");
    request.wantsCsv = arguments.has("--csv");
    if (request.wantsText && request.wantsCsv) {
        return fail(ErrorKind::BadArgument, "--text and --csv exclude each other", kScheduleCommand);
    }
    return request;
}

std::string percentText(double percent) {
    std::ostringstream text;
    text << std::fixed << std::setprecision(2) << percent << " %";
    return text.str();
}

/// "12.000 ms": one line of figures per rank, columns aligned.
std::string figuresText(const ScheduleRequest &request, const Played &played) {
    const auto &[schedule, simulation] = played;
    const auto table = scheduleFigures(schedule, simulation);
    std::ostringstream text;
    text << "\n" << scheduleText(request.options) << ", makespan " << durationText(simulation.makespan) << "\n";
    for (const auto *head : {"rank", "busy", "idle", "idle/makespan", "idle/busy", "inner idle", "peak", "peak (I)"}) {
        text << std::setw(15) << head;
    }
    text << "\n";
    for (const auto &row : table.rows) {
        text << std::setw(15) << cellText(row[0]);
        for (std::size_t i = 1; i < row.size(); ++i) {
            const auto &unit = table.columns[i].unit;
            const auto value = unit == "ns"  ? durationText(Nanos{std::get<std::int64_t>(row[i])})
                               : unit == "%" ? percentText(std::get<double>(row[i]))
                                             : cellText(row[i]);
            text << std::setw(15) << value;
        }
        text << "\n";
    }
    text << "idle = makespan - busy; inner idle = last end - first begin of the rank - busy (what zero-bubble papers "
            "count);\nidle/busy is Megatron's bubble fraction; peak = activations of a stage (chunk) held at once, "
            "released at the end of B or W, (I): of I\n";
    return text.str();
}

Status writeOutput(const ScheduleRequest &request, const Played &played) {
    if (request.output.isEmpty()) {
        return {};
    }
    if (request.output.endsWith(QStringLiteral(".csv"), Qt::CaseInsensitive)) {
        return writeWholeFile(request.output.toStdString(),
                              tableToCsv(scheduleTable(played.schedule, played.simulation)));
    }
    preparePictures(request.look);
    const auto chart = theoryChart(request.options, played.schedule, request.costs);
    return chart ? writeSchedulePicture(*chart, request.look, request.output) : tl::make_unexpected(chart.error());
}

std::string outputText(const ScheduleRequest &request, const Played &played) {
    if (request.wantsCsv) {
        return tableToCsv(scheduleTable(played.schedule, played.simulation));
    }
    return scheduleToText(played.schedule) + (request.wantsText ? std::string() : figuresText(request, played));
}

int runSchedule(const Arguments &arguments) {
    const auto request = readScheduleRequest(arguments);
    if (!request) {
        return printError(request.error());
    }
    auto schedule = generateSchedule(request->options);
    if (!schedule) {
        return printError({schedule.error().kind, schedule.error().detail, kScheduleCommand});
    }
    auto simulation = simulateSchedule(*schedule, simulationCosts(request->costs));
    if (!simulation) {
        return printError({simulation.error().kind, simulation.error().detail, kScheduleCommand});
    }
    const Played played{std::move(*schedule), std::move(*simulation)};
    if (const auto status = writeOutput(*request, played); !status) {
        return printError(status.error());
    }
    return writeOut(outputText(*request, played)) ? 0 : 2;
}

}  // namespace

Command makeScheduleCommand() {
    Command command;
    command.name = "schedule";
    command.section = CommandSection::Other;
    command.synopsis = "KIND --pp P --microbatches M";
    command.summary = "Print and draw a pipeline schedule (no profile needed)";
    command.options = {
        {"--pp", "P", "pipeline-parallel size"},
        {"--microbatches", "M", "microbatches per step (dualpipe: both directions together)"},
        {"--chunks", "V", "virtual chunks per rank of interleaved, interleaved-zb and looped-bfs (default: 2)"},
        {"--group-size", "G", "microbatches per group, interleaved only (default: P)"},
        {"--drain", "ascending|descending", "backward order of gpipe (default: ascending)"},
        {"--overlap-moe", "", "interleaved: overlap forward and backward"},
        {"--detach", "", "mindspeed-dualpipev: separate weight backward in the cool-down"},
        {"--logits", "", "mindspeed-dualpipev: loss head as a separate cell"},
        {"--forward", "T", "duration of F per chunk (default: 1ms)"},
        {"--backward-input", "T", "duration of I per chunk (default: 1ms)"},
        {"--backward-weight", "T", "duration of W per chunk (default: 1ms)"},
        {"--overlapped", "T", "duration of an overlapped pair (default: F + B)"},
        {"--loss", "T", "duration of a loss cell (default: 0)"},
        {"--transfer", "T", "transfer time between ranks (default: 0)"},
        {"--text", "", "print the order only"},
        {"--csv", "", "print actions with times as CSV"},
        {"-o", "FILE", "output file: chart (.png, .svg) or actions (.csv)"},
    };
    const auto look = pictureLookOptions("1600 wide, height by ranks");
    command.options.insert(command.options.end(), look.begin(), look.end());
    command.minPositional = 1;
    command.maxPositional = 1;
    command.more = &schedulesHelp;
    command.application = ApplicationKind::Offscreen;
    command.run = runSchedule;
    return command;
}

}  // namespace stagescope
