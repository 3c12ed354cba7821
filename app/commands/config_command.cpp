#include "app/command_list.h"
#include "app/command_loading.h"
#include "app/command_outcome.h"
#include "app/commands/config_text.h"
#include "app/output.h"
#include "core/analysis/run/steps.h"
#include "core/base/io/output_file.h"
#include "core/base/io/small_file.h"
#include "core/base/text.h"
#include "core/session/output_place.h"
#include "core/settings/environment_check.h"
#include "core/settings/script_check.h"
#include "core/settings/setting_edit.h"
#include "core/settings/snippets.h"

#include <algorithm>
#include <filesystem>
#include <map>

namespace stagescope {

namespace {

const char *const kConfigCommand = "stagescope config";
constexpr std::string_view kOptionsName = "MS_PROFILER_OPTIONS";

std::string kindsOfSettings() {
    std::string text;
    for (const auto &program : settingPrograms()) {
        text += (text.empty() ? "" : ", ") + std::string(program.id);
    }
    return text;
}

std::vector<std::string> kindNames() {
    std::vector<std::string> names;
    for (const auto &program : settingPrograms()) {
        names.emplace_back(program.id);
    }
    return names;
}

std::vector<std::string> snippetNames() {
    std::vector<std::string> names;
    for (const auto &snippet : snippetList()) {
        names.emplace_back(snippet.id);
    }
    return names;
}

/// The kind that --kind names, else what the keys of a text tell.
Result<SettingKind> kindOf(const Arguments &arguments, const std::string &text, const std::string &path) {
    if (arguments.has("--kind")) {
        const auto *program = settingProgramById(arguments.value("--kind"));
        return program != nullptr ? Result<SettingKind>(program->kind)
                                  : badChoice("--kind", arguments.value("--kind"), kindNames());
    }
    const auto read = readSettingText(text);
    if (!read) {
        return fail(read.error().kind, read.error().detail, path);
    }
    if (const auto kind = recognisedSettings(*read)) {
        return *kind;
    }
    return fail(ErrorKind::Unsupported, "none of its keys is a profiler key; set --kind: " + kindsOfSettings(), path);
}

Result<std::optional<std::int64_t>> numberOption(const Arguments &arguments, const char *name) {
    constexpr std::int64_t kMost = 1'000'000'000;
    if (!arguments.has(name)) {
        return std::optional<std::int64_t>{};
    }
    const auto value = parseInteger(arguments.value(name), name);
    if (!value || *value < 1 || *value > kMost) {
        return badValue(name, arguments.value(name), "a number from 1 to " + std::to_string(kMost));
    }
    return std::optional(*value);
}

struct ConfigRequest {
    SettingQuestion question;
    std::optional<JobSizes> job;
    HostSizes host;
    std::map<std::string, std::string> variables;
    std::vector<EarlierCapture> earlier;  ///< as they were told

    /// The version that is told, else that of the first capture that tells one.
    [[nodiscard]] SettingQuestion questionFor(SettingKind kind) const {
        auto own = question;
        for (const auto &capture : earlier) {
            own.version = own.version.empty() ? capture.versionFor(kind) : own.version;
        }
        return own;
    }
};

Status readJob(const Arguments &arguments, ConfigRequest &request) {
    JobSizes job;
    const std::pair<const char *, int *> sizes[] = {
        {"--tp", &job.tp}, {"--cp", &job.cp}, {"--dp", &job.dp}, {"--pp", &job.pp}};
    for (const auto &[name, target] : sizes) {
        ASSIGN_OR_RETURN(const auto value, numberOption(arguments, name));
        if (!value) {
            continue;
        }
        *target = static_cast<int>(*value);
        if (*target > 65'536 || job.world() > 1'048'576) {
            return badValue(name, arguments.value(name), "a size of a job of at most 1048576 ranks");
        }
        request.job = job;
    }
    if (request.job) {
        request.question.world = static_cast<int>(request.job->world());
    }
    return {};
}

Status readVariables(const Arguments &arguments, ConfigRequest &request) {
    for (const auto &text : arguments.values("--env")) {
        const auto change = readSettingChange(text);
        if (!change) {
            return badValue("--env", text, "NAME=VALUE");
        }
        request.variables[change->key] = change->value;
    }
    return {};
}

Result<ConfigRequest> readConfigRequest(const Arguments &arguments) {
    ConfigRequest request;
    request.question.version = arguments.value("--version");
    request.question.isGraphO2 = arguments.has("--graph-o2");
    const auto steps = numberOption(arguments, "--steps");
    const auto devices = numberOption(arguments, "--devices");
    const auto cores = numberOption(arguments, "--cores");
    for (const auto *number : {&steps, &devices, &cores}) {
        RETURN_IF_ERROR(*number);
    }
    request.question.steps = *steps;
    request.host.devices = *devices ? std::optional(static_cast<int>(**devices)) : std::nullopt;
    request.host.cores = *cores ? std::optional(static_cast<int>(**cores)) : std::nullopt;
    auto status = readJob(arguments, request);
    if (status) {
        status = readVariables(arguments, request);
    }
    return status ? Result<ConfigRequest>(std::move(request)) : tl::make_unexpected(status.error());
}

/// What was checked: text for stdout, and how many values were not taken as they stand.
struct ConfigReport {
    std::string text;
    std::size_t refused = 0;
};

void addProblems(ConfigReport &report, const std::vector<SettingProblem> &problems) {
    report.text += problems.empty() ? "  nothing is wrong\n" : problemsText(problems);
}

/// Where it is not the user who told it.
std::string versionText(const SettingQuestion &question, const ConfigRequest &request) {
    const bool isTaken = !question.version.empty() && question.version != request.question.version;
    return isTaken ? ", version " + question.version + " as in --like" : std::string();
}

/// One object: a file, a variable, or a call.
void addReview(const std::string &name, const SettingReview &review, const Arguments &arguments,
               const ConfigRequest &request, ConfigReport &report) {
    const auto &program = review.sheet.program();
    report.text += (report.text.empty() ? "" : "\n") + name + ": settings of " + std::string(program.id) + " (" +
                   std::string(program.file) + ")" + versionText(review.sheet.question(), request) + "\n";
    report.refused += refusedOf(review.problems);
    addProblems(report, review.problems);
    report.text += arguments.has("--values") ? valuesText(review.sheet) : "";
    report.text += outlookText(review, request.job, request.earlier);
}

Status checkObject(const std::string &name, const std::string &text, std::optional<SettingKind> kind,
                   const Arguments &arguments, const ConfigRequest &request, ConfigReport &report) {
    if (!kind) {
        ASSIGN_OR_RETURN(const auto found, kindOf(arguments, text, name));
        kind = found;
    }
    const auto read = readSettings(*kind, text);
    if (!read) {
        return fail(read.error().kind, read.error().detail, name);
    }
    addReview(name, reviewSettings(*kind, text, *read, request.questionFor(*kind)), arguments, request, report);
    return {};
}

Status checkScript(const std::string &path, const std::string &text, const Arguments &arguments,
                   const ConfigRequest &request, ConfigReport &report) {
    const auto calls = readCalls(text, "schedule");
    if (calls.empty() && !hasKnownCalls(text)) {
        return fail(ErrorKind::Unsupported, "calls no schedule(), and nothing else of a script is checked", path);
    }
    const auto *told = settingProgramById(arguments.value("--kind"));
    const auto kind = told != nullptr && isSchedule(told->kind) ? told->kind : scheduleOf(text);
    auto question = request.questionFor(kind);
    question.isGraphO2 = question.isGraphO2 || setsGraphO2(text);
    if (const auto problems = checkCalls(text, question); !problems.empty()) {
        report.text += path + ": calls of the profiler\n" + problemsText(problems);
        report.refused += refusedOf(problems);
    }
    for (const auto &call : calls) {
        addReview(path + ":" + std::to_string(call.line), reviewSettings(kind, call, {}, question), arguments, request,
                  report);
    }
    return {};
}

Status checkVariables(const Arguments &arguments, const ConfigRequest &request, ConfigReport &report) {
    if (request.variables.empty()) {
        return {};
    }
    report.text += std::string(report.text.empty() ? "" : "\n") + "environment\n";
    const auto problems = sortedProblems(checkEnvironment(request.variables, request.host));
    report.refused += refusedOf(problems);
    addProblems(report, problems);
    const auto it = request.variables.find(std::string(kOptionsName));
    return it == request.variables.end()
               ? Status()
               : checkObject(it->first, it->second, SettingKind::MindSporeOptions, arguments, request, report);
}

/// The time of steps may stand in the timeline alone.
Status readEarlier(const std::string &path, ConfigRequest &request) {
    auto run = loadForCommand(path, RunId{0}, LoadDepth::Shallow);
    auto earlier = run ? earlierCapture(*run) : std::nullopt;
    if (run && (!earlier || earlier->bytes <= 0) && needsDeepForSteps(*run)) {
        run = loadForCommand(path, RunId{0}, LoadDepth::Deep);
        earlier = run ? earlierCapture(*run) : std::nullopt;
    }
    if (!run || !earlier) {
        return !run ? Status(tl::make_unexpected(run.error()))
                    : fail(ErrorKind::NotFound, "has neither steps nor a profiler version", path);
    }
    request.earlier.push_back(std::move(*earlier));
    return {};
}

/// A file, or a text that was pasted.
Status checkSource(const Arguments &arguments, const ConfigRequest &request, ConfigReport &report) {
    if (arguments.has("--text")) {
        return checkObject("text", arguments.value("--text"), {}, arguments, request, report);
    }
    const auto &path = arguments.positional[1];
    const auto text = readSmallFile(path, kMaxSettingBytes);
    return !text                   ? Status(tl::make_unexpected(text.error()))
           : path.ends_with(".py") ? checkScript(path, *text, arguments, request, report)
                                   : checkObject(path, *text, {}, arguments, request, report);
}

int runCheckOfConfig(const Arguments &arguments) {
    auto request = readConfigRequest(arguments);
    if (!request) {
        return printError(request.error());
    }
    for (const auto &path : arguments.values("--like")) {
        if (const auto status = readEarlier(path, *request); !status) {
            return printError(status.error());
        }
    }
    const auto sources = arguments.positional.size() - 1 + (arguments.has("--text") ? 1 : 0);
    if (sources > 1 || (sources == 0 && request->variables.empty())) {
        return printError({ErrorKind::BadArgument, "check takes one FILE, or --text, or --env", kConfigCommand});
    }
    ConfigReport report;
    auto status = sources == 1 ? checkSource(arguments, *request, report) : Status();
    if (status) {
        status = checkVariables(arguments, *request, report);
    }
    if (!writeOut(report.text)) {
        return 2;
    }
    if (!status) {
        return printError(status.error());
    }
    if (report.refused > 0) {
        const auto name = arguments.positional.size() > 1 ? arguments.positional[1]
                          : arguments.has("--text")       ? std::string("text")
                                                          : std::string("environment");
        printNote(name + ": " + std::to_string(report.refused) + " of its settings would not be applied as written");
    }
    return report.refused > 0 && !arguments.has("--allow-loss") ? 1 : 0;
}

Result<std::vector<SettingChange>> changesOf(const Arguments &arguments) {
    std::vector<SettingChange> changes;
    for (std::size_t i = 2; i < arguments.positional.size(); ++i) {
        ASSIGN_OR_RETURN(auto change, readSettingChange(arguments.positional[i]));
        changes.push_back(std::move(change));
    }
    return changes;
}

/// A file that is there is changed wherever it is; a new one does not go into a profile.
Status writeSettings(const std::string &path, std::string text, SettingKind kind, const Arguments &arguments) {
    std::error_code unknown;
    const bool isNew = !std::filesystem::exists(path, unknown);
    ASSIGN_OR_RETURN(const auto changes, changesOf(arguments));
    const auto changed = editSettings(std::move(text), kind, changes);
    if (!changed) {
        const auto &error = changed.error();
        return fail(error.kind, (error.where.empty() ? "" : error.where + ": ") + error.detail, path);
    }
    const auto place = isNew ? checkNewProfilePlace(path) : checkOutputPlace(path, {});
    return place ? writeWholeFile(path, *changed) : place;
}

Status editFile(const Arguments &arguments) {
    if (arguments.positional.size() < 3) {
        return fail(ErrorKind::BadArgument, "edit takes FILE and key=value ...", kConfigCommand);
    }
    const auto &path = arguments.positional[1];
    ASSIGN_OR_RETURN(auto text, readSmallFile(path, kMaxSettingBytes));
    const auto kind = kindOf(arguments, text, path);
    const auto target = arguments.has("-o") ? arguments.value("-o") : path;
    return kind ? writeSettings(target, std::move(text), *kind, arguments) : tl::make_unexpected(kind.error());
}

Status makeFile(const Arguments &arguments) {
    const auto name = arguments.positional.size() > 1 ? arguments.positional[1] : std::string();
    const auto *program = settingProgramById(name);
    if (program == nullptr) {
        return badChoice(kConfigCommand, name, kindNames());
    }
    const auto path = arguments.value("-o");
    std::error_code unknown;
    if (path.empty() || std::filesystem::exists(path, unknown)) {
        return fail(ErrorKind::BadArgument,
                    path.empty() ? "new needs -o FILE" : "exists already; config edit changes it",
                    path.empty() ? kConfigCommand : path);
    }
    return writeSettings(path, newSettings(program->kind), program->kind, arguments);
}

int runSnippets(const Arguments &arguments) {
    const auto name = arguments.positional.size() > 1 ? arguments.positional[1] : std::string();
    std::map<std::string, std::string> numbers;
    for (const auto &text : arguments.values("--set")) {
        const auto change = readSettingChange(text);
        if (!change) {
            return printError(change.error());
        }
        numbers[change->key] = change->value;
    }
    std::string text;
    for (const auto &snippet : snippetList()) {
        if (!name.empty() && name != snippet.id) {
            continue;
        }
        const auto own = snippetText(snippet, numbers);
        if (!own) {
            return printError(own.error());
        }
        text += (text.empty() ? "" : "\n") + std::string("# ") + std::string(snippet.id) + ": " +
                std::string(snippet.meaning) + "\n" + *own;
    }
    return text.empty() ? printError(badChoice(kConfigCommand, name, snippetNames()).value()) : writeOut(text) ? 0 : 2;
}

int runConfig(const Arguments &arguments) {
    const auto &what = arguments.positional[0];
    if (what == "check") {
        return runCheckOfConfig(arguments);
    }
    if (what == "snippets") {
        return runSnippets(arguments);
    }
    if (what == "keys") {
        return writeOut(settingListText()) ? 0 : 2;
    }
    if (what != "edit" && what != "new") {
        return printError(badChoice(kConfigCommand, what, {"check", "edit", "new", "keys", "snippets"}).value());
    }
    const auto status = what == "edit" ? editFile(arguments) : makeFile(arguments);
    return status ? 0 : printError(status.error());
}

std::string moreOfConfig() {
    std::string text = "Kinds of settings\n";
    for (const auto &program : settingPrograms()) {
        text += "  " + std::string(program.id) + " (" + std::string(program.file) + ")\n";
    }
    text += "\nSnippets\n";
    for (const auto &snippet : snippetList()) {
        text += "  " + std::string(snippet.id) + ": " + std::string(snippet.meaning) + "\n";
    }
    text += "\nSnippet parameters (--set NAME=N)\n";
    for (const auto &number : snippetNumbers()) {
        text += "  " + std::string(number.name) + ": " + std::string(number.meaning) +
                " (default: " + (number.usual.empty() ? "from the batch sizes" : std::string(number.usual)) + ")" +
                "\n";
    }
    return text;
}

}  // namespace

Command makeConfigCommand() {
    return {
        .name = "config",
        .section = CommandSection::Other,
        .synopsis = "check [FILE] | edit FILE KEY=VALUE... | new KIND [KEY=VALUE...] -o FILE | keys | snippets [NAME]",
        .summary = "Check, edit and create profiler settings",
        .details =
            "check reports errors with line, effective values, recorded steps and what the profile will answer; "
            "edit changes keys in place; new creates settings; keys lists all keys; snippets prints Python code "
            "that marks steps and phases.",
        .options = {{"--kind", "KIND", "kind of FILE (default: detected from its keys)"},
                    {"--version", "V", "profiler version, e.g. 2.5 (default: latest)"},
                    {"--steps", "N", "number of training steps of the job"},
                    {"--tp", "N", "tensor parallel size (to check which ranks to record)"},
                    {"--cp", "N", "context parallel size"},
                    {"--dp", "N", "data parallel size"},
                    {"--pp", "N", "pipeline parallel size"},
                    {"--env", "NAME=VALUE", "environment variable to check (repeatable)", true},
                    {"--devices", "N", "devices per host, to check CPU_AFFINITY_CONF"},
                    {"--cores", "N", "cores per host, to check CPU_AFFINITY_CONF"},
                    {"--text", "TEXT", "settings as text: JSON, YAML or an msMonitor request"},
                    {"--graph-o2", "", "MindSpore graph mode with jit_level=O2"},
                    {"--like", "PROFILE",
                     "earlier profile of this job, for size and version; two with different settings give the overhead "
                     "(repeatable)",
                     true},
                    {"--values", "", "also list all keys with their effective values"},
                    {"--set", "NAME=N", "set a snippet parameter (repeatable)", true},
                    {"-o", "FILE", "output file"},
                    allowLossOption()},
        .minPositional = 1,
        .maxPositional = 200,
        .more = &moreOfConfig,
        .run = &runConfig};
}

}  // namespace stagescope
