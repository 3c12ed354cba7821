// The tiles made of lines: environment, capabilities, files found; and the list of all drawers.
#include "core/base/byte_text.h"
#include "core/base/words/ranges_text.h"
#include "core/scene/kit/joined_texts.h"
#include "core/scene/pages/summary_tiles.h"

#include <algorithm>
#include <array>

namespace stagescope::summary_scene {

namespace {

constexpr std::size_t kMaxSettings = 40;
constexpr int kRowGap = 4;
constexpr int kBadgeGap = 10;

bool isOneOf(std::string_view text, std::initializer_list<std::string_view> list) {
    return std::find(list.begin(), list.end(), text) != list.end();
}

/// Names and times of a capture differ by nature, so do its devices by number; parallel sizes have a place of their
/// own, and what was measured is no setting.
bool isOfInterest(const EnvironmentRow &row) {
    const bool isNumberedDevice = row.section == "device" && row.key.starts_with("NPU ");
    if (isNumberedDevice || isOneOf(row.section, {"identity", "session", "host", "parallel", "memory"})) {
        return false;
    }
    return std::any_of(row.values.begin(), row.values.end(), [](const auto &v) { return !v.text.empty(); });
}

int sectionOrder(const EnvironmentRow &row) {
    constexpr std::array<std::string_view, 4> kOrder{"version", "device", "profiler", "environment"};
    return static_cast<int>(std::find(kOrder.begin(), kOrder.end(), row.section) - kOrder.begin());
}

std::vector<const EnvironmentRow *> settings(const TileInput &input) {
    std::vector<const EnvironmentRow *> rows;
    for (const auto &row : input.model.environment) {
        if (isOfInterest(row)) {
            rows.push_back(&row);
        }
    }
    std::stable_sort(rows.begin(), rows.end(), [](const EnvironmentRow *a, const EnvironmentRow *b) {
        return a->differs() != b->differs() ? a->differs() : sectionOrder(*a) < sectionOrder(*b);
    });
    return rows;
}

/// Facts of devices that formats have in common have words; variables and settings are called as they are set.
std::string keyText(const EnvironmentRow &row, const TileInput &input) {
    constexpr auto kFacts =
        std::to_array<std::string_view>({"architecture", "capacity_bytes", "clock_hz", "compute_major", "compute_minor",
                                         "count", "memory_bandwidth_bytes_per_s", "multiprocessors", "name"});
    const bool isFact = row.section == "device" && std::find(kFacts.begin(), kFacts.end(), row.key) != kFacts.end();
    return isFact ? input.style.message(Message("summary.environment.device." + row.key)) : row.key;
}

std::string valueText(const EnvironmentRow &row, const TileInput &input) {
    const auto shown = [&](const std::string &text) {
        const auto bytes = row.key.ends_with("_bytes") ? bytesFromText(text) : std::nullopt;
        return text.empty() ? input.style.message(Message("environment.empty_value"))
               : bytes      ? bytesText(static_cast<std::uint64_t>(*bytes))
                            : text;
    };
    if (!row.differs()) {
        return shown(row.values.front().text);
    }
    std::string text;
    for (const auto &value : row.values) {
        const auto ranks = Message(value.ranks.size() == 1 ? "rank.label" : "ranks.label",
                                   {rangesText({value.ranks.begin(), value.ranks.end()})});
        joinText(text, shown(value.text) + " (" + input.style.message(ranks) + ")", Join::Semicolon,
                 input.style.message);
    }
    return text;
}

int keyWidth(int width) { return width * 45 / 100; }

/// Lines of settings: key left, value right, wrapped; returns the height used.
int flowSettings(ScenePen *pen, const TileInput &input, const Box &box) {
    const int line = input.style.lineHeight;
    const auto rows = settings(input);
    int y = box.y;
    for (std::size_t i = 0; i < std::min(rows.size(), kMaxSettings); ++i) {
        const auto &row = *rows[i];
        const auto value = valueText(row, input);
        const int room = box.width - keyWidth(box.width);
        const auto lines = wrapped(value, room, input.style.metrics);
        if (pen != nullptr) {
            pen->text({box.x, y, keyWidth(box.width) - 8, line}, keyText(row, input),
                      row.differs() ? ColorRole::Warning : ColorRole::MutedText, TextAlign::Left, row.differs());
            pen->paragraph({box.x + keyWidth(box.width), y, room, box.bottom() - y}, value, ColorRole::Text);
        }
        y += std::max(1, static_cast<int>(lines.size())) * line + 2;
    }
    if (rows.size() > kMaxSettings) {
        if (pen != nullptr) {
            pen->text({box.x, y, box.width, line},
                      pen->words(Message("summary.environment.more", {std::to_string(rows.size() - kMaxSettings)})),
                      ColorRole::MutedText);
        }
        y += line;
    }
    return y - box.y;
}

std::string environmentSource(const TileInput &input) {
    const auto rows = settings(input);
    const auto differing = std::count_if(rows.begin(), rows.end(), [](const auto *row) { return row->differs(); });
    return input.style.message(differing > 0
                                   ? Message("summary.environment.differs", {std::to_string(differing)})
                                   : Message("summary.environment.same", {std::to_string(input.model.ranksReady)}));
}

struct Badge {
    ColorRole role;
    const char *id;
};

Badge badgeOf(Answer answer) {
    switch (answer) {
        case Answer::Yes:
            return {ColorRole::Overlapped, "answer.yes"};
        case Answer::Partly:
            return {ColorRole::Preparing, "answer.partly"};
        case Answer::OnDemand:
            return {ColorRole::Accent, "answer.on_demand"};
        case Answer::No:
            return {ColorRole::Free, "answer.no"};
    }
    return {ColorRole::Free, "answer.no"};
}

int badgeWidth(const TileInput &input) {
    int width = 0;
    for (const auto answer : {Answer::Yes, Answer::Partly, Answer::OnDemand, Answer::No}) {
        width = std::max(width, input.style.metrics(input.style.message(Message(badgeOf(answer).id))));
    }
    return width + 12;
}

/// What stands below a question: the remedy, and the setting as it is.
std::string remedyText(const Capability &capability, const TileInput &input) {
    if (!capability.toLoad.empty()) {
        return input.style.message(Message("summary.capability.load"));
    }
    auto text = capability.remedy.id.empty() ? std::string{} : input.style.message(capability.remedy);
    if (!text.empty() && !capability.setting.empty()) {
        text += " " + input.style.message(Message("summary.capability.setting", {capability.setting}));
    }
    return text;
}

std::string questionText(const Capability &capability, const TileInput &input) {
    auto text = input.style.message(capability.title);
    if (capability.ranksYes > 0 && capability.ranksYes < capability.ranks) {
        text += " (" +
                input.style.message(Message("summary.capability.ranks",
                                            {std::to_string(capability.ranksYes), std::to_string(capability.ranks)})) +
                ")";
    }
    return text;
}

/// The source of a rank may tell.
bool isLeftOutOfDigest(const Capability &capability) { return capability.remedy.id == "remedy.level"; }

/// A setting of the profiler would supply it, and there is a page to set it.
bool isSetByProfiler(const Capability &capability, Platform platform) {
    const auto own = "remedy." + std::string(platformName(platform)) + ".";
    const bool hasSettings = isOfNpus(platform) || isOfTorch(platform);
    return hasSettings && capability.toLoad.empty() && capability.remedy.id.starts_with(own) &&
           !capability.remedy.id.ends_with(".none");
}

int flowCapabilities(ScenePen *pen, const TileInput &input, const Box &box) {
    const int line = input.style.lineHeight;
    const int badge = badgeWidth(input);
    const int room = box.width - badge - kBadgeGap;
    int y = box.y;
    for (const auto &capability : input.model.capabilities) {
        const auto question = questionText(capability, input);
        const auto remedy = remedyText(capability, input);
        const int x = box.x + badge + kBadgeGap;
        const int questionLines = static_cast<int>(wrapped(question, room, input.style.metrics).size());
        if (pen != nullptr) {
            const auto look = badgeOf(capability.answer);
            const Box chip{box.x, y, badge, line};
            pen->fill(chip, look.role);
            pen->label(chip, pen->words(Message(look.id)), look.role);
            const bool isOffered = !capability.toLoad.empty() || isLeftOutOfDigest(capability);
            const bool isSet = isSetByProfiler(capability, input.model.platform);
            if (isOffered || isSet) {
                pen->frame(chip.inset(-1, -1), ColorRole::Accent);
            }
            const int lines = questionLines + static_cast<int>(wrapped(remedy, room, input.style.metrics).size());
            input.loadButtons->push_back(isOffered ? chip : Box{});
            input.settingRows->push_back(isSet ? Box{box.x, y, box.width, lines * line} : Box{});
            pen->paragraph({x, y, room, box.bottom() - y}, question);
            pen->paragraph({x, y + questionLines * line, room, box.bottom() - y}, remedy, ColorRole::MutedText);
        }
        y += (questionLines + static_cast<int>(wrapped(remedy, room, input.style.metrics).size())) * line + kRowGap;
    }
    return y - box.y;
}

std::string capabilitiesSource(const TileInput &input) {
    const auto &all = input.model.capabilities;
    const bool leads = std::any_of(all.begin(), all.end(), [&](const Capability &capability) {
        return isSetByProfiler(capability, input.model.platform);
    });
    return input.style.message(Message(leads ? "summary.source.capabilities.click" : "summary.source.capabilities"));
}

/// A line for each kind of file; records of hosts by themselves say what they lack. Returns the height used.
int flowFound(ScenePen *pen, const TileInput &input, const Box &box) {
    const auto &style = input.style;
    Box area = box;
    int height = 0;
    const auto add = [&](const std::string &text, ColorRole role) {
        const auto lines = static_cast<int>(wrapped(text, box.width, style.metrics).size());
        const auto place = area.takeTop(lines * style.lineHeight);
        if (pen != nullptr) {
            pen->paragraph(place, text, role);
        }
        height += lines * style.lineHeight;
    };
    for (const auto &found : input.model.found) {
        add(style.message(Message(found.isRead ? "summary.found.line" : "summary.found.line_not_read",
                                  {std::to_string(found.count), style.message(found.name), bytesText(found.bytes)})),
            found.isRead ? ColorRole::Text : ColorRole::Warning);
        if (found.name.id == "summary.found.sched" && input.model.ranks == 0) {
            add(style.message(Message("summary.found.sched.alone")), ColorRole::MutedText);
        }
    }
    return height;
}

}  // namespace

TileDrawer environmentDrawer() {
    return {"summary.tile.environment",
            environmentSource,
            [](const TileInput &input) { return settings(input).empty(); },
            "summary.empty.environment",
            [](const TileInput &input, int width) {
                return flowSettings(nullptr, input, {0, 0, width, 0});
            },
            [](ScenePen &pen, const TileInput &input, const Box &box) { flowSettings(&pen, input, box); }};
}

TileDrawer capabilitiesDrawer() {
    return {"summary.tile.capabilities",
            capabilitiesSource,
            [](const TileInput &input) { return input.model.capabilities.empty(); },
            "summary.empty.capabilities",
            [](const TileInput &input, int width) {
                return flowCapabilities(nullptr, input, {0, 0, width, 0});
            },
            [](ScenePen &pen, const TileInput &input, const Box &box) { flowCapabilities(&pen, input, box); }};
}

TileDrawer foundDrawer() {
    return {"summary.tile.found",
            nullptr,
            [](const TileInput &input) { return input.model.found.empty(); },
            "summary.empty.found",
            [](const TileInput &input, int width) {
                return flowFound(nullptr, input, {0, 0, width, 1 << 20});
            },
            [](ScenePen &pen, const TileInput &input, const Box &box) { flowFound(&pen, input, box); }};
}

const TileDrawer &drawerOf(SummaryTileKind kind) {
    static const std::array kDrawers{factsDrawer(),        splitDrawer(), findingsDrawer(),  strategyDrawer(),
                                     pipelineDrawer(),     stepsDrawer(), operatorsDrawer(), environmentDrawer(),
                                     capabilitiesDrawer(), foundDrawer()};
    return kDrawers[static_cast<std::size_t>(kind)];
}

}  // namespace stagescope::summary_scene
