#pragma once

#include "core/settings/setting_text.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// What settings are for; each is read by one program.
enum class SettingKind : std::uint8_t {
    MindSpeed,           ///< tools.json of MindSpeed-MM
    MindSpeedFsdp,       ///< `tools` in the YAML of MindSpeed-MM's FSDP backend
    TorchNpu,            ///< profiler_config.json of torch_npu's dynamic_profile
    MsMonitor,           ///< a request of msMonitor (dyno nputrace), as torch_npu reads it
    MindSpore,           ///< profiler_config.json of MindSpore's DynamicProfilerMonitor
    MsMonitorMindSpore,  ///< a request of msMonitor, as MindSpore reads it
    MindSporeOptions,    ///< the environment's MS_PROFILER_OPTIONS
    Schedule,            ///< arguments of schedule(): torch, torch_npu
    MindSporeSchedule,   ///< arguments of MindSpore's schedule()
    Torch,               ///< arguments of torch.profiler.profile
};
inline constexpr std::size_t kSettingKinds = 10;

enum class SettingType : std::uint8_t {
    Flag,
    Integer,
    Number,
    Text,
    Choice,
    ChoiceList,
    IntegerList,
    TextList,
    Object
};
/// "true or false", "a whole number" ...: "settings.type.<...>"
[[nodiscard]] Message settingTypeName(SettingType type);

/// One key. Values are told as in JSON.
struct SettingSpec {
    std::string_view path;  ///< "experimental_config.profiler_level"
    SettingType type = SettingType::Flag;
    std::string_view usual = "false";  ///< what counts where the key is absent
    /// Choices "Level0|Level1"; the smallest of numbers "0.."; empty = any.
    std::string_view accepted{};
    /// What it is, in the names of torch_npu; rules and answers ask by it. Empty: the last part of the path.
    std::string_view role{};
    SettingVerdict onBad = SettingVerdict::Reset;  ///< of values of another type or out of range
    std::string_view resetTo{};                    ///< empty: `usual`
    std::string_view codes{};                      ///< numbers that stand for values, deprecated: "0=CPU,NPU|1=CPU"
    std::string_view gone{};                       ///< first version that does not know the key, empty = none
    std::string_view renamed{};                    ///< its key from then on
    bool mayBeNull = false;                        ///< also absent where the program needs all keys
    bool isRaw = false;  ///< choices in a request count in any case, and with the blanks around them
};

/// What of a program decides how its settings are read.
struct SettingProgram {
    SettingKind kind;
    std::string_view id;    ///< "torch_npu": on the command line
    std::string_view file;  ///< "profiler_config.json"
    bool needsAllKeys;      ///< stops where one is missing
    SettingSyntax syntax = SettingSyntax::Json;
    std::string_view scope{};  ///< the key below which all are the profiler's; empty: all are
    std::span<const SettingSpec> keys{};
};

/// THE list of settings, their keys in order of their files: resources/settings/keys.tsv, one line per key.
[[nodiscard]] std::span<const SettingProgram> settingPrograms();
[[nodiscard]] const SettingProgram &settingProgram(SettingKind kind);
[[nodiscard]] const SettingProgram *settingProgramById(std::string_view id);
/// Arguments of schedule() alone.
[[nodiscard]] bool isSchedule(SettingKind kind);
/// Read by MindSpore, in whatever way.
[[nodiscard]] bool isOfMindSpore(SettingKind kind);
/// Null when there is none.
[[nodiscard]] const SettingSpec *settingAt(const SettingProgram &program, std::string_view path);
[[nodiscard]] std::string_view roleOf(const SettingSpec &spec);
/// "Level0", "Level1" ... of a choice.
[[nodiscard]] std::vector<std::string_view> choicesOf(const SettingSpec &spec);
/// What a number stands for: "CPU,NPU"; nothing where numbers stand for nothing.
[[nodiscard]] std::optional<std::string_view> meantByCode(const SettingSpec &spec, std::string_view number);
/// What a key takes: "a whole number from 0", "one of its choices: Level0, Level1"; `words` gives the text of a
/// message.
[[nodiscard]] std::string wantedText(const SettingSpec &spec,
                                     const std::function<std::string(const Message &message)> &words);
/// Whether a version, such as "2.6.0rc1", still knows it; every version that is not told does, as far as it is new.
[[nodiscard]] bool isKnownTo(const SettingSpec &spec, std::string_view version);
/// What the key does: "setting.<role>".
[[nodiscard]] Message settingMeaning(const SettingSpec &spec);
/// Whether a program reads texts of a syntax; all JSON is YAML.
[[nodiscard]] bool takesSyntax(const SettingProgram &program, SettingSyntax syntax);
/// A text as readSettingText reads it, values of requests by the types of their keys. Errors: also Malformed for a
/// syntax that the program does not take.
[[nodiscard]] Result<SettingText> readSettings(SettingKind kind, std::string_view text);
/// The kind most of whose keys a text has, of those that take its syntax; nothing where it has none of any.
[[nodiscard]] std::optional<SettingKind> recognisedSettings(const SettingText &text);

}  // namespace stagescope
