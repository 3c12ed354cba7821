#include "core/ask/own_rule.h"

#include "core/analysis/run/platform_texts.h"
#include "core/ask/ask_engine.h"
#include "core/base/text.h"
#include "core/base/words/nearest_names.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <optional>
#include <set>

namespace stagescope {

namespace {

constexpr std::size_t kMostRuleBytes = 1 << 16;
constexpr std::size_t kMostRuleFiles = 500;

std::string_view trimmedText(std::string_view text) {
    const auto first = text.find_first_not_of(kBlanks);
    const auto last = text.find_last_not_of(kBlanks);
    return first == std::string_view::npos ? std::string_view() : text.substr(first, last + 1 - first);
}

bool isRuleName(std::string_view text) {
    return !text.empty() && text.size() <= 64 && std::all_of(text.begin(), text.end(), [](char c) {
        return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    });
}

bool isPlatform(std::string_view name) {
    bool isName = std::ranges::find(kPlatformWords, name) != kPlatformWords.end();
    for (std::size_t i = 0; i < kPlatforms; ++i) {
        isName = isName || name == platformName(static_cast<Platform>(i));
    }
    return isName;
}

/// "for torch users" of "-- remedy for torch users: ...": several words, not all of which are platforms or nearly so.
bool isPhrase(std::string_view text) {
    static const auto kNames = [] {
        std::vector<std::string> names(kPlatformWords.begin(), kPlatformWords.end());
        for (std::size_t i = 0; i < kPlatforms; ++i) {
            names.emplace_back(platformName(static_cast<Platform>(i)));
        }
        return names;
    }();
    std::size_t words = 0;
    bool hasOther = false;
    for (auto rest = text; !rest.empty(); ++words) {
        const auto end = std::min(rest.find_first_of(kBlanks), rest.size());
        hasOther = hasOther || nearestNames(rest.substr(0, end), kNames).empty();
        rest = trimmedText(rest.substr(end));
    }
    return words > 1 && hasOther && text.find(',') == std::string_view::npos;
}

/// Factor to the unit that a column's ending names; nothing for a unit that does not fit it.
std::optional<double> factorOf(std::string_view unit, std::string_view column) {
    struct Unit {
        std::string_view name;
        double nanos;  ///< 0: no time
        double bytes;  ///< 0: no size
    };
    static constexpr Unit kUnits[] = {{"ns", 1, 0},     {"us", 1e3, 0},      {"ms", 1e6, 0},
                                      {"s", 1e9, 0},    {"bytes", 0, 1},     {"B", 0, 1},
                                      {"KiB", 0, 1024}, {"MiB", 0, 1048576}, {"GiB", 0, 1.073741824e9}};
    const double own = column.ends_with("_ns") ? 1 : column.ends_with("_us") ? 1e3 : column.ends_with("_ms") ? 1e6 : 0;
    if (unit.empty() || (unit == "%" && column.ends_with("_percent"))) {
        return 1;
    }
    for (const auto &one : kUnits) {
        if (one.name == unit) {
            return one.nanos > 0 && own > 0                      ? std::optional(one.nanos / own)
                   : one.bytes > 0 && column.ends_with("_bytes") ? std::optional(one.bytes)
                                                                 : std::nullopt;
        }
    }
    return std::nullopt;
}

/// Reads a file line by line and knows where it is.
class RuleReader {
public:
    RuleReader(std::string_view text, const std::string &path, bool isShipped)
        : m_text(text), m_path(path), m_isShipped(isShipped) {
        m_rule.path = path;
    }

    Result<OwnRule> read() {
        while (m_at < m_text.size()) {
            const auto end = std::min(m_text.find('\n', m_at), m_text.size());
            m_line = m_text.substr(m_at, end - m_at);
            ++m_number;
            const auto text = trimmedText(m_line);
            if (!text.empty() && !text.starts_with("--")) {
                break;
            }
            RETURN_IF_ERROR(text.starts_with("--") ? takeHead(text.substr(2)) : Status{});
            m_at = end + 1;
        }
        m_rule.sql = std::string(trimmedText(m_text.substr(std::min(m_at, m_text.size()))));
        for (const auto *key : {"rule", "says", "when"}) {
            if (!m_seen.contains(key)) {
                return wrong("the head lacks '-- " + std::string(key) + ": ...'", 1);
            }
        }
        if (m_rule.sql.empty()) {
            return wrong("there is no SELECT statement after the head", 1);
        }
        std::size_t mistakeAt = 0;
        if (const auto reads = m_isShipped ? AskReads{} : readsOf(m_rule.sql, &mistakeAt); !reads) {
            return wrongSql(reads.error().detail, mistakeAt);
        }
        return std::move(m_rule);
    }

private:
    tl::unexpected<Error> wrong(const std::string &detail, std::size_t column) const {
        return fail(ErrorKind::BadArgument, detail,
                    m_path + ':' + std::to_string(std::max<std::size_t>(m_number, 1)) + ':' + std::to_string(column));
    }
    /// `at`: bytes into the statement.
    tl::unexpected<Error> wrongSql(const std::string &detail, std::size_t at) const {
        const auto before = m_text.substr(0, m_text.find_first_not_of(kBlanks, m_at) + at);
        const auto line = std::count(before.begin(), before.end(), '\n') + 1;
        const auto column = before.size() - (before.rfind('\n') + 1) + 1;  // npos + 1 is 0
        return fail(ErrorKind::BadArgument, detail.substr(0, detail.rfind(" at character ")),
                    m_path + ':' + std::to_string(line) + ':' + std::to_string(column));
    }
    [[nodiscard]] std::size_t columnOf(std::string_view part) const {
        return part.data() >= m_line.data() && part.data() <= m_line.data() + m_line.size()
                   ? static_cast<std::size_t>(part.data() - m_line.data()) + 1
                   : 1;
    }
    /// Other comments say what they like.
    Status takeHead(std::string_view text) {
        const auto colon = text.find(':');
        const auto head = trimmedText(text.substr(0, colon));
        const std::string key(head.substr(0, head.find(' ')));
        static const std::set<std::string, std::less<>> kKeys{"rule",   "says",  "when", "severity",
                                                              "remedy", "param", "each", "platform"};
        static const std::set<std::string, std::less<>> kShippedKeys{"topic", "formula", "unless", "source", "of",
                                                                     "needs", "about",   "place",  "command"};
        const bool takesPlatforms = key == "remedy" || key == "command";
        const bool isComment = takesPlatforms ? isPhrase(trimmedText(head.substr(key.size()))) : key != head;
        if (colon == std::string_view::npos || isComment ||
            (!kKeys.contains(key) && !(m_isShipped && kShippedKeys.contains(key)))) {
            return {};
        }
        const auto value = trimmedText(text.substr(colon + 1));
        if (value.empty()) {
            return wrong(key + " is empty", columnOf(text));
        }
        if (key != "param" && key != "command" && !m_seen.insert(std::string(head)).second) {
            return wrong(std::string(head) + " comes twice", columnOf(text));
        }
        return key == "when"    ? takeCondition(value)
               : key == "param" ? takeParameter(value)
               : takesPlatforms ? takeByPlatform(key, head.substr(key.size()), value)
                                : takeWord(key, value);
    }
    /// Names of platforms between commas.
    Result<std::vector<std::string>> platformsIn(std::string_view list) const {
        std::vector<std::string> platforms;
        for (std::size_t at = 0; at < list.size();) {
            const auto end = std::min(list.find(',', at), list.size());
            const auto name = trimmedText(list.substr(at, end - at));
            if (!isPlatform(name)) {
                return wrong("there is no platform '" + std::string(name) + "'", columnOf(name));
            }
            platforms.emplace_back(name);
            at = end + 1;
        }
        return platforms;
    }
    Status takeByPlatform(const std::string &key, std::string_view list, std::string_view value) {
        ASSIGN_OR_RETURN(auto platforms, platformsIn(trimmedText(list)));
        if (platforms.empty()) {
            platforms.emplace_back();
        }
        for (const auto &platform : platforms) {
            auto &text = (key == "remedy" ? m_rule.remedies : m_rule.commands)[platform];
            text += (text.empty() ? "" : "\n") + std::string(value);
        }
        return {};
    }
    Status takeWord(const std::string &key, std::string_view value) {
        if (key == "rule") {
            m_rule.id = value;
            return isRuleName(value) ? Status{}
                                     : wrong("a rule's name has letters, digits and _ only", columnOf(value));
        }
        if (key == "severity") {
            m_rule.severity = value;
            return value == "high" || value == "medium" || value == "low"
                       ? Status{}
                       : wrong("severity is high, medium or low", columnOf(value));
        }
        if (key == "each") {
            m_rule.isEachRow = value == "row";
            return m_rule.isEachRow ? Status{} : wrong("each takes 'row'", columnOf(value));
        }
        if (key == "platform") {
            auto platforms = platformsIn(value);
            m_rule.platforms = platforms.value_or(std::vector<std::string>{});
            return platforms ? Status{} : tl::make_unexpected(platforms.error());
        }
        (key == "says" ? m_rule.says : m_rule.texts[key]) = value;
        return {};
    }
    Status takeParameter(std::string_view value) {
        const auto equals = value.find('=');
        const auto name = trimmedText(value.substr(0, equals));
        const auto number =
            equals == std::string_view::npos ? std::nullopt : realNumber(trimmedText(value.substr(equals + 1)));
        if (!isRuleName(name) || !number) {
            return wrong("param is NAME = NUMBER", columnOf(value));
        }
        m_rule.parameters[std::string(name)] = *number;
        return {};
    }
    Status takeCondition(std::string_view value) {
        const auto opAt = value.find_first_of("<>=!");
        const auto column = trimmedText(value.substr(0, opAt));
        if (opAt == std::string_view::npos || !isRuleName(column)) {
            return wrong("when is COLUMN > NUMBER with a unit, as in 'impact_ns > 2 % of step'", columnOf(value));
        }
        const auto opEnd = value.find_first_not_of("<>=!", opAt);
        auto &when = m_rule.when;
        when.column = column;
        when.op = value.substr(opAt, opEnd == std::string_view::npos ? opEnd : opEnd - opAt);
        static const std::set<std::string, std::less<>> kOps{">", ">=", "<", "<=", "=", "!="};
        if (!kOps.contains(when.op)) {
            return wrong("'" + when.op + "' is none of > >= < <= = !=", columnOf(value.substr(opAt)));
        }
        const auto rest = opEnd == std::string_view::npos ? std::string_view() : trimmedText(value.substr(opEnd));
        const auto unitAt = std::min(rest.find_first_not_of("0123456789.+-eE"), rest.size());
        const auto number = realNumber(trimmedText(rest.substr(0, unitAt)));
        const auto unit = trimmedText(rest.substr(unitAt));
        if (!number) {
            return wrong("there is no number to compare with", columnOf(value.substr(opAt)));
        }
        if (unit == "% of step") {
            constexpr double kPercent = 100;
            when.isOfStep = true;
            when.value = *number / kPercent;
            return column.ends_with("_ns") || column.ends_with("_us") || column.ends_with("_ms")
                       ? Status{}
                       : wrong("only a time is a share of the step: name the column with _ns, _us or _ms",
                               columnOf(unit));
        }
        const auto factor = factorOf(unit, column);
        when.value = *number * factor.value_or(1);
        return factor ? Status{}
                      : wrong("unit '" + std::string(unit) + "' does not fit column " + when.column, columnOf(unit));
    }
    static std::optional<double> realNumber(std::string_view text) {
        double value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        return error == std::errc{} && end == text.data() + text.size() && std::isfinite(value) ? std::optional(value)
                                                                                                : std::nullopt;
    }

    std::string_view m_text;
    const std::string &m_path;
    bool m_isShipped;
    std::size_t m_at = 0;
    std::string_view m_line;
    std::size_t m_number = 0;
    std::set<std::string, std::less<>> m_seen;
    OwnRule m_rule;
};

struct OwnRulesInUse {
    std::mutex mutex;
    std::shared_ptr<const OwnRules> rules = std::make_shared<const OwnRules>();
};
OwnRulesInUse &inUse() {
    static OwnRulesInUse rules;
    return rules;
}

}  // namespace

bool OwnRule::isFor(Platform platform) const {
    return platforms.empty() || std::ranges::any_of(namesOf(platform), [&](std::string_view name) {
               return std::ranges::find(platforms, name) != platforms.end();
           });
}

std::string_view OwnRule::remedyFor(Platform platform) const {
    for (const auto name : namesOf(platform)) {
        if (const auto it = remedies.find(name); it != remedies.end()) {
            return it->second;
        }
    }
    const auto ofAll = remedies.find(std::string_view());
    return ofAll == remedies.end() ? std::string_view{} : std::string_view(ofAll->second);
}

Result<OwnRule> ownRuleFrom(std::string_view text, const std::string &path) {
    return RuleReader(text, path, false).read();
}

Result<OwnRule> shippedRuleFrom(std::string_view text, const std::string &path) {
    return RuleReader(text, path, true).read();
}

OwnRules readOwnRules(const std::vector<std::string> &folders) {
    namespace fs = std::filesystem;
    std::vector<std::string> paths;
    for (const auto &folder : folders) {
        std::error_code error;
        for (fs::directory_iterator it(folder, error);
             !error && it != fs::directory_iterator() && paths.size() < kMostRuleFiles; it.increment(error)) {
            std::error_code own;
            if (it->path().extension() == ".sql" && it->is_regular_file(own)) {
                paths.push_back(it->path().string());
            }
        }
    }
    std::sort(paths.begin(), paths.end());
    OwnRules result;
    std::set<std::string> ids;
    for (const auto &path : paths) {
        std::ifstream file(path, std::ios::binary);
        std::string text(kMostRuleBytes + 1, '\0');
        file.read(text.data(), static_cast<std::streamsize>(text.size()));
        text.resize(static_cast<std::size_t>(file.gcount()));
        auto rule = text.size() > kMostRuleBytes
                        ? Result<OwnRule>(fail(ErrorKind::Limit, "a rule has at most 64 KiB", path))
                        : ownRuleFrom(text, path);
        if (rule && !ids.insert(rule->id).second) {
            rule = fail(ErrorKind::BadArgument, "another file has a rule " + rule->id, path);
        }
        if (rule) {
            result.rules.push_back(std::move(*rule));
        } else {
            result.errors.push_back(rule.error());
        }
    }
    return result;
}

void setOwnRules(OwnRules rules) {
    auto next = std::make_shared<const OwnRules>(std::move(rules));
    const std::scoped_lock lock(inUse().mutex);
    inUse().rules = std::move(next);
}

std::shared_ptr<const OwnRules> ownRules() {
    const std::scoped_lock lock(inUse().mutex);
    return inUse().rules;
}

}  // namespace stagescope
