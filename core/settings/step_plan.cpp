#include "core/settings/step_plan.h"

#include <algorithm>

namespace stagescope {

namespace {

/// So that no sum or product below overflows: (2^20 cycles of three numbers up to 2^40) stays under 2^62.
constexpr std::int64_t kMaxNumber = std::int64_t{1} << 40;
constexpr std::int64_t kMaxRepeat = std::int64_t{1} << 19;

std::int64_t clampedTo(std::optional<std::int64_t> value, std::int64_t most) {
    return std::clamp<std::int64_t>(value.value_or(0), 0, most);
}
std::int64_t countOf(const SettingSheet &sheet, std::string_view role) {
    return clampedTo(sheet.number(role), kMaxNumber);
}

std::optional<StepPlan> staticPlan(const SettingSheet &sheet) {
    const auto *type = sheet.find("profile_type");
    if (!sheet.isOn("enable") || type == nullptr || type->text != "static") {
        return std::nullopt;
    }
    const auto start = countOf(sheet, "start_step");
    return StepPlan{.skipFirst = start, .active = std::max<std::int64_t>(countOf(sheet, "end_step") - start, 1)};
}

std::optional<StepPlan> dynamicPlan(const SettingSheet &sheet) {
    const auto start = sheet.number("start_step").value_or(0);
    if (start < 1) {
        return std::nullopt;
    }
    return StepPlan{.skipFirst = std::min(start, kMaxNumber),
                    .warmup = countOf(sheet, "warmup"),
                    .active = std::max<std::int64_t>(countOf(sheet, "active"), 1)};
}

std::optional<StepPlan> monitorPlan(const SettingSheet &sheet) {
    const auto start = sheet.number("start_step").value_or(-1);
    const auto stop = std::min(lastMonitoredStep(sheet), kMaxNumber);
    if (start < 1 || stop < start) {
        return std::nullopt;
    }
    return StepPlan{.first = 1, .skipFirst = start - 1, .active = stop - start + 1};
}

std::optional<StepPlan> schedulePlan(const SettingSheet &sheet) {
    if (!sheet.isGiven("active")) {
        return std::nullopt;
    }
    return StepPlan{.skipFirst = countOf(sheet, "skip_first"),
                    .wait = countOf(sheet, "wait"),
                    .warmup = std::max(countOf(sheet, "warmup"), countOf(sheet, "warm_up")),
                    .active = std::max<std::int64_t>(countOf(sheet, "active"), 1),
                    .repeat = clampedTo(sheet.number("repeat"), kMaxRepeat)};
}

char letterOf(StepState state) {
    constexpr std::string_view kLetters = ".wRScx";
    return kLetters.at(static_cast<std::size_t>(state));
}

}  // namespace

std::int64_t StepPlan::needed() const { return skipFirst + std::max<std::int64_t>(repeat, 1) * cycle(); }

StepState StepPlan::stateOf(std::int64_t step, std::int64_t steps) const {
    const auto own = step - skipFirst;
    if (own < 0 || (repeat > 0 && own / cycle() >= repeat)) {
        return StepState::Skipped;
    }
    const auto place = own % cycle();
    const auto begin = step - place;
    if (place < wait) {
        return StepState::Skipped;
    }
    if (place < wait + warmup) {
        return begin + wait + warmup < steps ? StepState::WarmUp : StepState::Deleted;
    }
    return begin + cycle() > steps ? StepState::Cut : place + 1 == cycle() ? StepState::Saved : StepState::Recorded;
}

std::int64_t StepPlan::recorded(std::int64_t steps) const {
    const auto own = std::max<std::int64_t>(steps - skipFirst, 0);
    const auto whole = repeat > 0 ? std::min(own / cycle(), repeat) : own / cycle();
    const bool isOver = repeat > 0 && whole == repeat;
    return whole * active + (isOver ? 0 : std::max<std::int64_t>(own % cycle() - wait - warmup, 0));
}

std::int64_t lastMonitoredStep(const SettingSheet &sheet) {
    if (sheet.find("iterations") == nullptr) {
        return sheet.number("stop_step").value_or(-1);
    }
    const auto clamped = [](std::int64_t number) { return std::clamp(number, -kMaxNumber, kMaxNumber); };
    return clamped(sheet.number("start_step").value_or(0)) + clamped(sheet.number("iterations").value_or(0)) - 1;
}

std::optional<StepPlan> stepPlan(const SettingSheet &sheet) {
    switch (sheet.kind()) {
        case SettingKind::MindSpeed:
        case SettingKind::MindSpeedFsdp:
            return staticPlan(sheet);
        case SettingKind::TorchNpu:
            return dynamicPlan(sheet);
        case SettingKind::MsMonitor:
            return sheet.isGiven("npu_monitor") ? std::nullopt : dynamicPlan(sheet);
        case SettingKind::MindSpore:
            return monitorPlan(sheet);
        case SettingKind::MsMonitorMindSpore:
            return sheet.isGiven("npu_monitor") ? std::nullopt : monitorPlan(sheet);
        case SettingKind::Schedule:
        case SettingKind::MindSporeSchedule:
        case SettingKind::Torch:
            return schedulePlan(sheet);
        case SettingKind::MindSporeOptions:
            break;  // it records from the first step to the last
    }
    return std::nullopt;
}

std::vector<SettingProblem> stepProblems(const StepPlan &plan, std::int64_t steps) {
    std::vector<SettingProblem> problems;
    const auto add = [&](SettingVerdict verdict, const char *id, std::vector<std::string> args) {
        problems.push_back({verdict, 0, {}, Message("settings.problem.steps." + std::string(id), std::move(args))});
    };
    const auto last = steps > 0 ? plan.stateOf(steps - 1, steps) : StepState::Skipped;
    const auto text = [](std::int64_t number) { return std::to_string(number); };
    if (plan.recorded(steps) == 0) {
        add(SettingVerdict::Stops, last == StepState::Deleted ? "deleted" : "none", {text(steps), text(plan.needed())});
    } else if (last == StepState::Deleted) {
        add(SettingVerdict::Ignored, "deleted_last", {text(steps), text(plan.needed())});
    } else if (last == StepState::Cut) {
        add(SettingVerdict::Warning, plan.repeat == 0 ? "cut_for_ever" : "cut", {text(steps), text(plan.needed())});
    } else if (last == StepState::Saved) {
        add(SettingVerdict::Warning, "just", {text(steps)});
    } else if (plan.needed() > steps) {
        add(SettingVerdict::Warning, "fewer", {text(steps), text(plan.needed())});
    }
    return problems;
}

std::vector<StepStretch> stepStretches(const StepPlan &plan, std::int64_t steps, std::size_t most) {
    std::vector<StepStretch> stretches;
    std::int64_t step = 0;
    while (step < steps && stretches.size() < most) {
        const auto state = plan.stateOf(step, steps);
        const auto own = step - plan.skipFirst;
        // Where the state can change next: the end of the part of its cycle.
        const auto place = own < 0 ? 0 : own % plan.cycle();
        const bool isOver = own >= 0 && plan.repeat > 0 && own / plan.cycle() >= plan.repeat;
        auto end = isOver                            ? steps
                   : own < 0                         ? plan.skipFirst
                   : place < plan.wait               ? step + plan.wait - place
                   : place < plan.wait + plan.warmup ? step + plan.wait + plan.warmup - place
                   : place + 1 < plan.cycle()        ? step + plan.cycle() - 1 - place
                                                     : step + 1;
        end = std::min(end, steps);
        if (!stretches.empty() && stretches.back().state == state) {
            stretches.back().end = end + plan.first;
        } else {
            stretches.push_back({step + plan.first, end + plan.first, state});
        }
        step = end;
    }
    return stretches;
}

std::string stepStrip(const StepPlan &plan, std::int64_t steps, std::int64_t most) {
    std::string strip;
    for (std::int64_t step = 0; step < std::min(steps, most); ++step) {
        strip += step > 0 && step % 10 == 0 ? " " : "";
        strip += letterOf(plan.stateOf(step, steps));
    }
    return strip + (steps > most ? " ..." : "");
}

}  // namespace stagescope
