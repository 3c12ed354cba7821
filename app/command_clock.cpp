#include "app/command_clock.h"

#include "core/analysis/overview/clock_offsets.h"

#include <algorithm>
#include <cstdio>

namespace stagescope {

namespace {

std::string millisText(Nanos value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3f", static_cast<double>(value.count()) / 1e6);
    return text;
}

}  // namespace

OptionSpec clockOption() {
    return {"--clock", "aligned|raw", "aligned host clocks or raw times (default: aligned; shifts are reported)", false,
            true};
}

Result<ClockChoice> readClock(const Arguments &arguments) {
    if (!arguments.has("--clock")) {
        return ClockChoice::Aligned;
    }
    const auto text = arguments.value("--clock");
    if (text != "aligned" && text != "raw") {
        return badChoice("--clock", text, {"aligned", "raw"});
    }
    return text == "raw" ? ClockChoice::Raw : ClockChoice::Aligned;
}

void setClock(Run &run, ClockChoice choice) {
    run.clock = choice == ClockChoice::Aligned ? measuredAlignment(run) : ClockAlignment{};
}

std::string clockNote(const Run &run) {
    if (!run.clock.isShifted()) {
        return {};
    }
    Nanos least{0};
    Nanos most{0};
    for (const int rank : run.ranks()) {
        least = std::min(least, run.clock.offset(rank));
        most = std::max(most, run.clock.offset(rank));
    }
    if (least == most) {
        return "the scheduler record was placed by an estimate, see table import_log; --clock raw takes times as "
               "recorded";
    }
    const auto spread = run.clock.uncertainty() ? ", +-" + millisText(*run.clock.uncertainty()) + " ms" : std::string();
    return "clocks of the hosts were brought together: ranks moved by " + millisText(least) + " to " +
           millisText(most) + " ms" + spread + "; --clock raw takes times as recorded";
}

}  // namespace stagescope
