// Files of settings made at random from a seed: what YAML, JSON and requests allow, and a little of what they do not.
#pragma once

#include "core/settings/setting_edit.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// Draws; the same seed gives the same file wherever the same compiler made the program: the order of two draws in one
/// expression is the compiler's.
class RandomDraw {
public:
    explicit RandomDraw(std::uint32_t seed) : m_engine(seed) {}

    std::size_t below(std::size_t count) { return count == 0 ? 0 : m_engine() % count; }
    bool isOneIn(std::size_t count) { return below(count) == 0; }
    std::string_view oneOf(std::initializer_list<std::string_view> words) { return words.begin()[below(words.size())]; }

private:
    std::mt19937 m_engine;
};

/// A key of a program and a value that it takes; texts are what people and hostile ones write.
inline SettingChange randomChange(const SettingProgram &program, RandomDraw &draw) {
    const auto &spec = program.keys[draw.below(program.keys.size())];
    SettingChange change{std::string(spec.path), "true"};
    const auto choices = choicesOf(spec);
    const auto number = std::to_string(draw.below(3) + draw.below(2) * 1000);
    if (spec.mayBeNull && draw.isOneIn(3)) {
        change.value = "null";
    } else if (spec.type == SettingType::Flag) {
        change.value = draw.oneOf({"true", "false"});
    } else if (spec.type == SettingType::Integer || spec.type == SettingType::Number) {
        change.value = spec.type == SettingType::Number && draw.isOneIn(2) ? "1e3" : number;
    } else if (!choices.empty()) {
        const auto choice = choices[draw.below(choices.size())];
        change.value = spec.type == SettingType::ChoiceList ? "[" + jsonText(choice) + "]" : jsonText(choice);
    } else if (spec.type == SettingType::IntegerList) {
        change.value = draw.oneOf({"[]", "[0]", "[0, 4]", "[1, 2, 3]"});
    } else if (spec.type == SettingType::Object) {
        change.value = draw.oneOf({"{}", R"({"a": 1})", R"({"on": "no", "b": ["1e3", 2.5, null]})"});
    } else {
        const auto text = draw.oneOf({"./out",
                                      "out dir",
                                      "2024-01-01",
                                      "2001-12-14 21:59:43",
                                      "1e3",
                                      "1.5",
                                      ".5",
                                      "-1",
                                      "+1",
                                      "0o17",
                                      "017",
                                      "0x1F",
                                      "1_000",
                                      "1:30",
                                      ".inf",
                                      ".NaN",
                                      "on",
                                      "No",
                                      "y",
                                      "N",
                                      "~",
                                      "null",
                                      "",
                                      " ",
                                      " x ",
                                      "a: b",
                                      "a #b",
                                      "#",
                                      "- a",
                                      "-",
                                      "---",
                                      "...",
                                      "[x]",
                                      "{x}",
                                      "x,y",
                                      "&a",
                                      "*a",
                                      "!x",
                                      "|",
                                      ">",
                                      "%x",
                                      "@x",
                                      "`x`",
                                      "?",
                                      ":",
                                      "=",
                                      "<<",
                                      "it's",
                                      "say \"x\"",
                                      "back\\slash",
                                      "\xC3\xA9",
                                      "\xE4\xBD\xA0",
                                      "\xF0\x9F\x98\x80",
                                      "a\tb",
                                      "a\nb",
                                      "a\r\nb",
                                      "\x01",
                                      "\x7F",
                                      "\xC2\x85",
                                      "\xE2\x80\xA8",
                                      "\xEF\xBB\xBF",
                                      "\xEF\xBF\xBE",
                                      "/abs/p-a_th.1",
                                      "C:\\x",
                                      "x=y"});
        change.value = spec.type == SettingType::TextList ? "[" + jsonText(text) + "]" : jsonText(text);
    }
    return change;
}

/// A training's file in YAML. One in eight is damaged afterwards.
class RandomYaml {
public:
    explicit RandomYaml(std::uint32_t seed) : m_draw(seed) {}

    std::string text() {
        m_end = m_draw.oneOf({"\n", "\n", "\n", "\r\n", "\r\n", "\r"});
        m_text = m_draw.isOneIn(8) ? "\xEF\xBB\xBF" : "";
        if (m_draw.isOneIn(8)) {
            comment(0);
        }
        if (m_draw.isOneIn(8)) {
            m_text += m_draw.isOneIn(4) ? "%YAML 1.1" + m_end + "---" : "---";
            m_text += m_draw.oneOf({"", " # x"});
            m_text += m_end;
        }
        if (!m_draw.isOneIn(20)) {
            mapping(0, 0, true);
        }
        if (m_draw.isOneIn(10)) {
            m_text += std::string(m_draw.oneOf({"...", "# end", "", "  # end"})) + m_end;
        }
        if (m_draw.isOneIn(6) && m_text.ends_with(m_end)) {
            m_text.resize(m_text.size() - m_end.size());
        }
        damage();
        return m_text;
    }

private:
    std::string blanks(std::size_t count) { return std::string(count, ' '); }
    void comment(std::size_t indent) { m_text += blanks(indent) + "# about [this]: 'x" + m_end; }
    void endLine(std::size_t indent) {
        m_text += m_draw.isOneIn(5) ? "  # why: \"x\"" : m_draw.isOneIn(20) ? "  " : "";
        m_text += m_end;
        while (m_draw.isOneIn(8)) {
            m_text += m_draw.isOneIn(4) ? blanks(indent) + m_end : m_end;
        }
        if (m_draw.isOneIn(10)) {
            comment(m_draw.isOneIn(3) ? 0 : indent);
        }
    }
    std::string scalar() {
        return std::string(m_draw.oneOf({"1",
                                         "0.5",
                                         "1e3",
                                         "1.0e+3",
                                         "true",
                                         "off",
                                         "null",
                                         "~",
                                         "x",
                                         "./a b",
                                         "2024-01-01",
                                         "'it''s'",
                                         "\"q\\n\\u00e9\"",
                                         "a#b",
                                         "a:b",
                                         "-1",
                                         "0x1F",
                                         "010",
                                         "1:30",
                                         ".inf",
                                         "\xE4\xBD\xA0",
                                         "\"a # b\"",
                                         "'# a'",
                                         "!!str 5",
                                         "!!int 5",
                                         "! x",
                                         "x y z",
                                         "level1",
                                         "\"\"",
                                         "''",
                                         "-x",
                                         "?x",
                                         "<x"}));
    }
    std::string anchor() {
        if (!m_draw.isOneIn(10)) {
            return {};
        }
        m_anchors.push_back("a" + std::to_string(m_anchors.size()));
        return "&" + m_anchors.back() + " ";
    }
    /// The anchor number `before`, if there is one, is a mapping's: it can be merged.
    void noteMapping(std::size_t before) {
        if (before < m_anchors.size() && m_text.find("&" + m_anchors[before] + " ") != std::string::npos) {
            m_mappings.push_back(m_anchors[before]);
        }
    }
    std::string alias() { return "*" + m_anchors[m_draw.below(m_anchors.size())]; }

    std::string key(std::size_t i, int level, bool isOurs) {
        if (isOurs && !m_draw.isOneIn(3)) {
            const auto word = level == 0   ? m_draw.oneOf({"tools", "tools", "model", "data"})
                              : level == 1 ? m_draw.oneOf({"profile", "memory_profile", "tensorboard"})
                              : level == 2
                                  ? m_draw.oneOf({"enable", "profile_type", "ranks", "static_param", "start_step",
                                                  "save_path", "dump_ranks", "max_entries"})
                                  : m_draw.oneOf({"level", "with_stack", "save_path", "start_step", "end_step"});
            if (!m_draw.isOneIn(8) || contains(word)) {
                return contains(word) && !m_draw.isOneIn(30) ? "k" + std::to_string(i) : noted(std::string(word));
            }
            return m_draw.isOneIn(2) ? "\"" + noted(std::string(word)) + "\"" : "'" + noted(std::string(word)) + "'";
        }
        return std::string(m_draw.oneOf({"k", "'k q'", "\"k\\t\"", "a b", "on", "0", "k.", "k-"})) + std::to_string(i);
    }
    bool contains(std::string_view key) const {
        return std::find(m_keys.back().begin(), m_keys.back().end(), key) != m_keys.back().end();
    }
    std::string noted(std::string key) {
        m_keys.back().push_back(key);
        return key;
    }

    void mapping(std::size_t indent, int level, bool isOurs) {
        const auto count = 1 + m_draw.below(5);
        m_keys.emplace_back();
        for (std::size_t i = 0; i < count; ++i) {
            if (!m_mappings.empty() && m_draw.isOneIn(15)) {
                m_text += blanks(indent) + "<<: *" + m_mappings[m_draw.below(m_mappings.size())];
                endLine(indent);
                continue;
            }
            const auto name = key(i, level, isOurs);
            const bool isInTools = isOurs && (level > 0 || name.find("tools") != std::string::npos);
            if (m_draw.isOneIn(60)) {
                m_text += blanks(indent) + "? " + name + m_end + blanks(indent) + ":";
            } else {
                m_text += blanks(indent) + name + (m_draw.isOneIn(10) ? " :" : ":");
            }
            value(indent, level, isInTools, name);
        }
        m_keys.pop_back();
    }
    void value(std::size_t indent, int level, bool isInTools, std::string_view name) {
        const bool isObject = isInTools && level < 3 && (level < 2 || name.find("static_param") != std::string::npos);
        const auto kind = isObject && !m_draw.isOneIn(6) ? 0 : m_draw.below(level > 4 ? 8 : 12);
        const auto more = 1 + m_draw.below(4);
        if (kind == 0) {
            if (m_draw.isOneIn(3)) {
                const auto before = m_anchors.size();
                m_text += " " + anchor();
                m_text += flow(level + 1, isInTools, true);
                endLine(indent);
                noteMapping(before);
            } else {
                const auto before = m_anchors.size();
                const auto anchored = m_draw.isOneIn(3) ? anchor() : std::string();
                m_text += anchored.empty() ? "" : " " + anchored;
                endLine(indent + more);
                const auto after = m_anchors.size();
                mapping(indent + more, level + 1, isInTools);
                if (after > before) {
                    noteMapping(before);
                }
            }
        } else if (kind == 1) {
            m_text += " " + anchor();
            endLine(indent);
        } else if (kind == 2) {
            textBlock(indent + more);
        } else if (kind == 3) {
            m_text += " " + anchor();
            m_text += flow(level + 1, false, false);
            endLine(indent);
        } else if (kind == 4 && !m_anchors.empty()) {
            m_text += " " + alias();
            endLine(indent);
        } else if (kind == 5) {
            m_text += " one" + m_end + blanks(indent + more) + "two" + (m_draw.isOneIn(2) ? m_end : "") + m_end +
                      blanks(indent + more) + "three";
            endLine(indent);
        } else if (kind == 6) {
            m_text += m_end + blanks(indent + more) + scalar();
            endLine(indent);
        } else if (kind >= 10) {
            m_text += m_draw.isOneIn(8) ? " " + anchor() : "";
            endLine(indent);
            list(m_draw.isOneIn(2) ? indent : indent + more, level + 1);
        } else {
            m_text += " " + anchor();
            m_text += scalar();
            endLine(indent);
        }
    }
    void list(std::size_t indent, int level) {
        for (auto i = 1 + m_draw.below(3); i > 0; --i) {
            m_text += blanks(indent) + "- " + (m_draw.isOneIn(8) ? flow(level, false, false) : scalar());
            endLine(indent);
            if (level < 5 && m_draw.isOneIn(6)) {
                m_text += blanks(indent) + "- x: 1" + m_end + blanks(indent) + "  y: # why" + m_end;
                list(indent + 2, level + 2);
            }
        }
    }
    void textBlock(std::size_t indent) {
        m_text += std::string(m_draw.oneOf({" |", " >", " |-", " >-", " |+", " >+"}));
        m_text += (m_draw.isOneIn(6) ? " # why" : "") + m_end;
        for (auto i = m_draw.below(3) + 1; i > 0; --i) {
            m_text += blanks(indent) +
                      std::string(m_draw.oneOf({"text", "# no comment", "tools:", "  deeper", "- a"})) + m_end;
            m_text += m_draw.isOneIn(4) ? m_end : "";
        }
        while (m_draw.isOneIn(4)) {
            m_text += m_end;
        }
    }
    std::string flow(int level, bool isOurs, bool isObject) {
        const bool isMapping = isObject || m_draw.isOneIn(3);
        std::string text = isMapping ? "{" : "[";
        const auto gap = [&] {
            return m_draw.isOneIn(14)   ? " # in [it" + m_end + "                "
                   : m_draw.isOneIn(12) ? m_end + "                "
                                        : std::string(m_draw.oneOf({"", " ", " "}));
        };
        m_keys.emplace_back();
        const auto count = m_draw.below(4);
        for (std::size_t i = 0; i < count; ++i) {
            text += (i == 0 ? "" : ",") + (i == 0 ? gap() : " " + gap());
            if (isMapping) {
                text += key(i, level, isOurs);
                if (m_draw.isOneIn(20)) {
                    continue;
                }
                text += ": ";
            }
            const bool isDeeper = level < 4 && m_draw.isOneIn(4);
            text += isDeeper                                   ? flow(level + 1, isOurs, isOurs)
                    : m_draw.isOneIn(10) && !m_anchors.empty() ? alias() + " "
                                                               : scalar();
        }
        m_keys.pop_back();
        text += count > 0 && m_draw.isOneIn(6) ? gap() + "," : "";
        return text + gap() + (isMapping ? "}" : "]");
    }
    void damage() {
        if (!m_draw.isOneIn(8) || m_text.empty()) {
            return;
        }
        for (auto i = 1 + m_draw.below(3); i > 0; --i) {
            m_text.insert(m_draw.below(m_text.size()),
                          m_draw.oneOf({"\t",   " ",     "\n",   "\r",     ":",  ": ",   "- ",       "#",
                                        " #",   "[",     "]",    "{",      "}",  ",",    "'",        "\"",
                                        "|",    "&a ",   "*a0",  "!!str ", "? ", "\xFF", "\xC2\x85", "\xE2\x80\xA8",
                                        "\x01", "---\n", "...\n"}));
        }
    }

    RandomDraw m_draw;
    std::string m_end;
    std::string m_text;
    std::vector<std::string> m_anchors;
    std::vector<std::string> m_mappings;           ///< anchors of mappings
    std::vector<std::vector<std::string>> m_keys;  ///< of the mappings that are open
};

/// An object of JSON with keys of a program, comments and commas too many now and then.
class RandomJson {
public:
    RandomJson(const SettingProgram &program, std::uint32_t seed) : m_program(program), m_draw(seed) {}

    std::string text() {
        m_end = m_draw.oneOf({"\n", "\r\n", "", " "});
        return std::string(m_draw.isOneIn(20) ? "\xEF\xBB\xBF" : "") + object("", 0) + m_end;
    }

private:
    std::string gap(int level) {
        const bool isLine = m_end.find('\n') != std::string::npos;
        const auto lead =
            m_end + (isLine ? std::string(static_cast<std::size_t>(level) * 2, m_draw.isOneIn(20) ? '\t' : ' ') : "");
        return m_draw.isOneIn(30) ? (isLine ? " // why" : " /* why */") + lead : lead;
    }
    std::string object(const std::string &prefix, int level) {
        std::string text = "{";
        std::vector<std::string> done;
        for (const auto &spec : m_program.keys) {
            const auto path = std::string(spec.path);
            const auto rest = path.starts_with(prefix) ? path.substr(prefix.size()) : std::string();
            const auto name = rest.substr(0, rest.find('.'));
            const bool isKnown = std::find(done.begin(), done.end(), name) != done.end();
            if (rest.empty() || (isKnown && !m_draw.isOneIn(60)) || m_draw.isOneIn(2)) {
                continue;
            }
            done.push_back(name);
            const bool isObject = name != rest;
            text += (text.size() > 1 ? "," : "") + gap(level + 1) + jsonText(name) +
                    std::string(m_draw.oneOf({":", ": ", " : "}));
            text += isObject && !m_draw.isOneIn(10) ? object(prefix + name + ".", level + 1) : other(level + 1);
        }
        return text + (m_draw.isOneIn(20) ? "," : "") + gap(level) + "}";
    }
    std::string other(int level) {
        if (level < 4 && m_draw.isOneIn(8)) {
            return m_draw.isOneIn(2) ? "[" + other(level + 1) + ", " + other(level + 1) + "]"
                                     : "{\"x\": " + other(level + 1) + ", \"x.y\": 1}";
        }
        return std::string(
            m_draw.oneOf({"1", "-2.5e-3", "true", "null", "\"x\"", "\"a\\\"b\\\\\"", "\"\\u00e9\\ud83d\\ude00\"", "[]",
                          "{}", "\"}\"", "\"// no\"", "1E400", "12345678901234567890"}));
    }
    const SettingProgram &m_program;
    RandomDraw m_draw;
    std::string m_end;
};

/// KEY=VALUE lines of a program, some of other keys, some that are none.
inline std::string randomRequest(const SettingProgram &program, std::uint32_t seed) {
    RandomDraw draw(seed);
    const std::string end(draw.oneOf({"\n", "\n", "\r\n"}));
    std::string text(draw.isOneIn(20) ? "\xEF\xBB\xBF" : "");
    text += draw.isOneIn(4) ? "NpuTrace config =" + end : "";
    for (auto i = draw.below(12); i > 0; --i) {
        const auto &spec = program.keys[draw.below(program.keys.size())];
        const auto value = draw.oneOf({"1", "true", "", "a,b", "/a b", "None", "x#y", "\xC3\xA9", "x=y"});
        text += draw.isOneIn(8)   ? std::string(draw.oneOf({"# why", "", "OWN=1", "no line", " # a=b"}))
                : draw.isOneIn(6) ? " " + std::string(spec.path) + " = " + std::string(value) + " "
                                  : std::string(spec.path) + "=" + std::string(value);
        text += end;
    }
    if (draw.isOneIn(3) && text.ends_with(end)) {
        text.resize(text.size() - end.size());
    }
    return text;
}

}  // namespace stagescope
