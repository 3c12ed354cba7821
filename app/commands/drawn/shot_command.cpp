#include "app/command_choice.h"
#include "app/command_clock.h"
#include "app/command_identity.h"
#include "app/command_list.h"
#include "app/command_outcome.h"
#include "app/command_redaction.h"
#include "app/command_rules.h"
#include "app/command_sources.h"
#include "app/common_options.h"
#include "app/output.h"
#include "app/pictures/picture_look.h"
#include "app/pictures/picture_maker.h"
#include "app/pictures/window_picture.h"
#include "core/analysis/tables/time_bounds.h"
#include "core/export/redaction/redacted_workspace.h"
#include "core/session/output_place.h"
#include "core/session/run_names.h"
#include "views/common/rule_settings.h"

namespace stagescope {

namespace {

constexpr QSize kDefaultSize{1600, 900};

/// Everything the options say, checked.
struct ShotRequest {
    std::string view;
    std::string path;
    QString output;
    PictureLook look;
    std::vector<int> ranks;
    std::optional<TimeSpan> range;
    std::optional<std::int64_t> step;
    std::optional<ItemRef> item;
    std::string group;
    std::string baseline;
    ClockChoice clock = ClockChoice::Aligned;
    RuleValues rules;
};

Status readFilters(const Arguments &arguments, ShotRequest &request) {
    request.group = arguments.value("--group");
    request.baseline = arguments.value("--baseline");
    ASSIGN_OR_RETURN(auto ranks, ranksOption(arguments, "--rank"));
    request.ranks = std::move(ranks);
    if (arguments.has("--step")) {
        ASSIGN_OR_RETURN(const auto step, parseStep(arguments.value("--step"), "--step"));
        request.step = step;
    }
    if (arguments.has("--range")) {
        ASSIGN_OR_RETURN(const auto range, parseTimeSpan(arguments.value("--range")));
        request.range = range;
    }
    if (arguments.has("--select")) {
        request.item = itemFromText(arguments.value("--select"));
        if (!request.item) {
            return badValue("--select", arguments.value("--select"), "an item such as slice:0/1/4/17 or rank:0/2");
        }
    }
    ASSIGN_OR_RETURN(const auto clock, readClock(arguments));
    request.clock = clock;
    ASSIGN_OR_RETURN(const auto rules, readRules(arguments));
    request.rules = rules;
    return {};
}

Result<ShotRequest> readShotRequest(const Arguments &arguments) {
    ShotRequest request;
    request.view = arguments.positional[0];
    if (arguments.positional.size() > 1) {
        request.path = arguments.positional[1];
    } else if (const auto *window = windowPictureById(request.view); window == nullptr || window->needsPath) {
        return fail(ErrorKind::BadArgument, "shot takes VIEW and PATH", "stagescope shot");
    }
    request.output = QString::fromStdString(arguments.value("-o"));
    if (!request.output.endsWith(QStringLiteral(".png"), Qt::CaseInsensitive) &&
        !request.output.endsWith(QStringLiteral(".svg"), Qt::CaseInsensitive)) {
        return badValue("-o", request.output.toStdString(), "a file name that ends in .png or .svg");
    }
    const auto opened = request.path.empty() ? std::vector<std::string>() : arguments.opened();
    RETURN_IF_ERROR(checkOutputPlace(request.output.toStdString(), opened));
    ASSIGN_OR_RETURN(const auto look, readPictureLook(arguments));
    request.look = look;
    RETURN_IF_ERROR(readFilters(arguments, request));
    return request;
}

Result<std::shared_ptr<const Workspace>> load(const ShotRequest &request) {
    auto workspace = std::make_shared<Workspace>();
    ASSIGN_OR_RETURN(auto run, loadForPictures(request.path, RunId{0}, {request.view}, request.ranks));
    workspace->runs.push_back(std::move(run));
    if (!request.baseline.empty()) {
        ASSIGN_OR_RETURN(auto baseline, loadForPictures(request.baseline, RunId{1}, {request.view},
                                                        ranksForBaseline(workspace->runs.front(), request.ranks)));
        baseline.role = RunRole::Baseline;
        workspace->runs.front().role = RunRole::Comparison;
        workspace->runs.push_back(std::move(baseline));
        labelRuns(workspace->runs);
    }
    for (auto &loaded : workspace->runs) {
        setClock(loaded, request.clock);
    }
    workspace->version = 1;
    return workspace;
}

void select(PictureMaker &maker, const ShotRequest &request, const Workspace &workspace) {
    if (request.ranks.empty() && request.group.empty() && !request.step && !request.item && !request.range) {
        maker.lookAtFirstFinding();
        return;
    }
    SelectionState state;
    state.step = request.step;
    state.group = request.group;
    for (const int rank : request.ranks) {
        state.ranks.push_back({RunId{0}, rank});
    }
    if (request.item) {
        state.items = {*request.item};
    }
    maker.selection().set(std::move(state));
    if (!request.range) {
        maker.lookAtStep();
    }
    if (const auto bounds = timeBounds(workspace); bounds && request.range) {
        const auto begin = bounds->begin + request.range->begin.value_or(Nanos{0});
        const auto end = request.range->end ? bounds->begin + *request.range->end : bounds->end;
        maker.timeView().setRange({begin, end});
    }
}

/// As it is drawn: without names where they are not wanted.
Result<std::shared_ptr<const Workspace>> withoutNames(const std::shared_ptr<const Workspace> &workspace,
                                                      const std::shared_ptr<const Redactor> &redactor) {
    if (redactor == nullptr) {
        return workspace;
    }
    auto redacted = redactedWorkspace(*workspace, *redactor);
    return redacted ? Result<std::shared_ptr<const Workspace>>(std::make_shared<const Workspace>(std::move(*redacted)))
                    : tl::make_unexpected(redacted.error());
}

void printRunNotes(const Workspace &workspace) {
    for (const auto &run : workspace.runs) {
        for (const auto &note : {clockNote(run), capturesNote(run), sourcesNote(run)}) {
            if (!note.empty()) {
                printNote(run.path + ": note: " + note);
            }
        }
    }
}

int runShot(const Arguments &arguments) {
    const auto early = redactorFor(arguments);
    const auto request = readShotRequest(arguments);
    if (!request) {
        return printError(request.error());
    }
    RuleSettings::current().setValues(request->rules);
    preparePictures(request->look);
    const auto size = request->look.size.value_or(kDefaultSize);
    if (const auto *window = windowPictureById(request->view)) {
        const auto drawn = writeWindowPicture(*window, request->path, request->output, size, request->look.scale);
        return drawn ? 0 : printError(drawn.error());
    }
    const auto workspace = load(*request);
    if (!workspace) {
        return printError(workspace.error());
    }
    const auto redactor = redactorFor(arguments, **workspace);
    printRunNotes(**workspace);
    auto usable = checkChoice(**workspace, {request->ranks, request->step, request->group, request->item});
    for (const auto &run : (*workspace)->runs) {
        usable = usable ? checkNotRead(request->output.toStdString(), run) : usable;
    }
    if (!usable) {
        return printError(usable.error());
    }
    const auto drawn = withoutNames(*workspace, redactor);
    if (!drawn) {
        return printError(drawn.error());
    }
    PictureMaker maker(*drawn);
    if (const auto status = maker.show(request->view, size); !status) {
        return printError(status.error());
    }
    select(maker, *request, **drawn);
    maker.settle();
    if (const auto reason = maker.emptyReason(); !reason.isEmpty()) {
        printNote(request->path + ": " + reason.toStdString());
    }
    const auto written = maker.write(request->output, size, request->look.scale);
    return written ? exitCode(lossesOf((*workspace)->runs, request->ranks), arguments, request->path)
                   : printError(written.error());
}

}  // namespace

Command makeShotCommand() {
    Command command;
    command.name = "shot";
    command.section = CommandSection::Look;
    command.synopsis = "VIEW PATH -o FILE | collect [FILE] -o FILE | watch DIR -o FILE | slim PATH -o FILE";
    command.summary = "Draw a view to PNG or SVG, without a display";
    command.options = {
        {"-o", "FILE", "output file (.png or .svg)"},
        {"--range", "A:B", "visible time, from the first event: 12ms:40ms"},
        {"--select", "ITEM", "selected item, e.g. slice:0/1/4/17 or rank:0/2"},
        {"--step", "N", "step"},
        {"--group", "G", "pipeline group, e.g. 'pp(0,2)'"},
        {"--rank", "LIST", "ranks, e.g. 0,2,4-7"},
        baselineOption(),
        allowLossOption(),
        stepPatternOption(),
        clockOption(),
        ruleOption(),
        redactOption(),
    };
    const auto look = pictureLookOptions("1600x900");
    command.options.insert(command.options.begin() + 1, look.begin(), look.end());
    command.minPositional = 1;
    command.maxPositional = 2;
    command.choices = [] {
        auto ids = drawableViewIds();
        for (const auto &window : windowPictures()) {
            ids.emplace_back(window.id);
        }
        return ids;
    };
    command.more = &viewsHelp;
    command.application = ApplicationKind::Offscreen;
    command.run = runShot;
    return command;
}

}  // namespace stagescope
