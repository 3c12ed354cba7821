#pragma once

#include "core/settings/setting_list.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// What a program takes for one key in the end.
struct SettingValue {
    NodeType type = NodeType::Null;
    std::string text{};                ///< of a scalar
    std::vector<std::string> items{};  ///< of a list
    int line = 0;                      ///< 0 = not written, the usual value

    [[nodiscard]] bool isOn() const { return text == "true"; }
    [[nodiscard]] bool has(std::string_view item) const;
    /// "Level0", "text, db"
    [[nodiscard]] std::string shown() const;
};

/// Of a key that is not written.
[[nodiscard]] SettingValue usualValue(const SettingSpec &spec);

/// What is known besides the text.
struct SettingQuestion {
    std::string version{};                ///< of torch_npu, MindSpore ...; empty = the newest
    std::optional<int> world{};           ///< ranks of the job
    std::optional<std::int64_t> steps{};  ///< that the job trains
    bool isGraphO2 = false;               ///< MindSpore compiles the whole graph (jit_level O2)
};

/// A text read as its program reads it: the values that count, and what is wrong on the way. Value type; rules change
/// it.
class SettingSheet {
public:
    /// Of a kind that is known; `root` an object. O(keys).
    SettingSheet(SettingKind kind, const TextNode &root, const SettingQuestion &question);

    [[nodiscard]] SettingKind kind() const { return m_kind; }
    [[nodiscard]] const SettingProgram &program() const { return settingProgram(m_kind); }
    [[nodiscard]] const SettingQuestion &question() const { return m_question; }
    /// By the role of a key; null where this kind has none.
    [[nodiscard]] const SettingValue *find(std::string_view role) const;
    [[nodiscard]] bool isOn(std::string_view role) const;
    /// Whether it is written.
    [[nodiscard]] bool isGiven(std::string_view role) const;
    /// Of a whole number, as far as 64 bits go; nothing where there is none.
    [[nodiscard]] std::optional<std::int64_t> number(std::string_view role) const;
    /// -1 none, 0, 1, 2; nothing where this kind has no levels.
    [[nodiscard]] std::optional<int> level() const;
    [[nodiscard]] bool hasMetrics() const;

    /// A verdict on a key; the line is the key's.
    void add(SettingVerdict verdict, std::string_view role, Message what);
    /// Another value from now on, as in JSON, and why.
    void reset(std::string_view role, std::string_view json, std::string_view reason);

    [[nodiscard]] const std::vector<SettingProblem> &problems() const { return m_problems; }
    /// Values by path, of the keys this version knows.
    [[nodiscard]] const std::map<std::string, SettingValue, std::less<>> &values() const { return m_values; }

private:
    void read(const SettingSpec &spec, const TextNode *node);
    void takeScalar(const SettingSpec &spec, const TextNode &node);
    void takeList(const SettingSpec &spec, const TextNode &node);
    void refuse(const SettingSpec &spec, const TextNode &node, const std::string &item);
    void readUnknown(const TextNode &object, const std::string &path);
    [[nodiscard]] const SettingSpec *specOf(std::string_view role) const;

    SettingKind m_kind;
    SettingQuestion m_question;
    std::map<std::string, SettingValue, std::less<>> m_values;
    std::vector<SettingProblem> m_problems;
};

/// As the program reads it, with all its rules (setting_rules.h).
[[nodiscard]] SettingSheet checkSettings(SettingKind kind, const TextNode &root, const SettingQuestion &question);
/// Why a value cannot stand for a key, nothing when it can: what `config edit` asks before it writes.
[[nodiscard]] std::optional<Message> refusalOf(SettingKind kind, const SettingSpec &spec, const TextNode &value);

}  // namespace stagescope
