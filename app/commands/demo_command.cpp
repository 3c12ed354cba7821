#include "app/command_list.h"
#include "app/output.h"
#include "core/demo/demo_options.h"
#include "core/demo/demo_writer.h"
#include "core/session/output_place.h"

namespace stagescope {

namespace {

std::vector<OptionSpec> optionsOfDemo() {
    std::vector<OptionSpec> options;
    for (const auto &spec : demoOptionSpecs()) {
        const auto defaultText = spec.defaultValue.empty() ? std::string{} : " (default: " + spec.defaultValue + ")";
        options.push_back({"--" + spec.name, spec.value, spec.meaning + defaultText, spec.isRepeatable});
    }
    return options;
}

std::string demoHelp() {
    return "Faults (R rank, S stage, P replica, A-B link, F factor, I kernel index)\n" + demoFaultLines();
}

int runDemo(const Arguments &arguments) {
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const auto &spec : demoOptionSpecs()) {
        for (const auto &value : arguments.values("--" + spec.name)) {
            pairs.emplace_back(spec.name, value);
        }
    }
    const auto options = parseDemoOptions(pairs);
    if (!options) {
        return printError({ErrorKind::BadArgument, options.error().detail, "stagescope demo"});
    }
    const auto &folder = arguments.positional[0];
    if (const auto place = checkNewProfilePlace(folder); !place) {
        return printError(place.error());
    }
    if (const auto status = writeDemo(folder, *options); !status) {
        auto error = status.error();
        error.where = error.where.starts_with(folder) ? error.where : folder;
        return printError(error);
    }
    return 0;
}

}  // namespace

Command makeDemoCommand() {
    return {.name = "demo",
            .section = CommandSection::Other,
            .synopsis = "DIR",
            .summary = "Write a synthetic cluster profile, optionally with faults",
            .details = "DIR is new or empty.",
            .options = optionsOfDemo(),
            .minPositional = 1,
            .maxPositional = 1,
            .more = &demoHelp,
            .run = &runDemo};
}

}  // namespace stagescope
