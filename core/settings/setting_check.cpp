#include "core/settings/setting_check.h"

#include "core/base/text.h"
#include "core/base/words/message_list.h"
#include "core/settings/setting_rules.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <set>

namespace stagescope {

namespace {

/// Of the usual values, which are ours.
SettingValue valueOfJson(std::string_view json) {
    const auto text = readSettingText("{\"v\":" + std::string(json) + "}");
    SettingValue value;
    if (!text) {
        return value;
    }
    const auto &node = text->root.members.front().value;
    value.type = node.type;
    value.text = node.text;
    for (const auto &member : node.members) {
        value.items.push_back(member.value.text);
    }
    return value;
}

std::string nodeText(const TextNode &node) {
    return node.type == NodeType::List     ? "[...]"
           : node.type == NodeType::Object ? "{...}"
           : node.type == NodeType::Text   ? '"' + node.text.substr(0, 60) + '"'
                                           : node.text.substr(0, 60);
}

std::optional<double> numberOf(const TextNode &node) {
    double value = 0;
    const auto *end = node.text.data() + node.text.size();
    const auto [stop, status] = std::from_chars(node.text.data(), end, value);
    const bool isNumber = node.type == NodeType::Integer || node.type == NodeType::Number;
    return isNumber && status == std::errc{} && stop == end ? std::optional(value) : std::nullopt;
}

/// "0..", "-1..1"; empty takes any.
bool isWithin(double value, std::string_view range) {
    const auto dots = range.find("..");
    if (dots == std::string_view::npos) {
        return true;
    }
    const auto least = wholeNumber<int>(range.substr(0, dots));
    const auto most = wholeNumber<int>(range.substr(dots + 2));
    return value >= least.value_or(0) && (!most || value <= *most);
}

bool isOneOf(const SettingSpec &spec, const std::string &text) {
    const auto choices = choicesOf(spec);
    return std::find(choices.begin(), choices.end(), text) != choices.end();
}

bool fitsScalar(const SettingSpec &spec, const TextNode &node) {
    switch (spec.type) {
        case SettingType::Flag:
            return node.type == NodeType::Flag;
        case SettingType::Integer:
            return node.type == NodeType::Integer && isWithin(numberOf(node).value_or(-2), spec.accepted);
        case SettingType::Number:
            return numberOf(node).has_value() && isWithin(*numberOf(node), spec.accepted);
        case SettingType::Text:
            return node.type == NodeType::Text;
        case SettingType::Choice:
            return node.type == NodeType::Text && isOneOf(spec, node.text);
        default:
            return false;
    }
}

bool fitsItem(const SettingSpec &spec, const TextNode &node) {
    switch (spec.type) {
        case SettingType::ChoiceList:
            return node.type == NodeType::Text && isOneOf(spec, node.text);
        case SettingType::IntegerList:
            return node.type == NodeType::Integer && isWithin(numberOf(node).value_or(-2), spec.accepted);
        default:
            return node.type == NodeType::Text;
    }
}

bool isList(const SettingSpec &spec) {
    return spec.type == SettingType::ChoiceList || spec.type == SettingType::IntegerList ||
           spec.type == SettingType::TextList;
}

std::size_t distanceOf(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) {
        row[j] = j;
    }
    for (std::size_t i = 0; i < a.size(); ++i) {
        auto corner = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const auto replaced = corner + (lowerCase(a[i]) == lowerCase(b[j]) ? 0 : 1);
            corner = row[j + 1];
            row[j + 1] = std::min({replaced, corner + 1, row[j] + 1});
        }
    }
    return row.back();
}

/// The key that was probably meant; empty when none is near.
std::string nearestKey(const SettingProgram &program, const std::string &path, std::string_view version) {
    std::string best;
    auto least = std::size_t{3};
    if (path.size() > 100) {
        return best;
    }
    for (const auto &spec : program.keys) {
        const auto leaf = spec.path.substr(spec.path.find_last_of('.') + 1);
        const auto distance = std::min(distanceOf(path, spec.path), distanceOf(path, leaf));
        if (isKnownTo(spec, version) && distance < least) {
            least = distance;
            best = spec.path;
        }
    }
    return best;
}

/// A call takes no keyword that it does not know.
bool isCall(SettingKind kind) { return isSchedule(kind) || kind == SettingKind::Torch; }

bool hasKeysBelow(const SettingProgram &program, const std::string &path) {
    return std::any_of(program.keys.begin(), program.keys.end(),
                       [&](const SettingSpec &spec) { return spec.path.starts_with(path + "."); });
}

}  // namespace

SettingValue usualValue(const SettingSpec &spec) { return valueOfJson(spec.usual); }

bool SettingValue::has(std::string_view item) const {
    return text == item || std::find(items.begin(), items.end(), item) != items.end();
}

std::string SettingValue::shown() const {
    std::string result = type == NodeType::List ? std::string() : text;
    for (const auto &item : items) {
        result += (result.empty() ? "" : ", ") + item;
    }
    return type == NodeType::List ? "[" + result + "]" : type == NodeType::Object ? "{...}" : result;
}

SettingSheet::SettingSheet(SettingKind kind, const TextNode &root, const SettingQuestion &question)
    : m_kind(kind), m_question(question) {
    for (const auto &spec : program().keys) {
        read(spec, root.at(spec.path));
    }
    const auto scope = std::string(program().scope);
    if (const auto *own = root.at(scope)) {
        readUnknown(*own, scope);
    }
}

void SettingSheet::read(const SettingSpec &spec, const TextNode *node) {
    if (!isKnownTo(spec, m_question.version)) {
        return;  // told with the unknown keys
    }
    auto &value = m_values.emplace(spec.path, valueOfJson(spec.usual)).first->second;
    if (node == nullptr) {
        if (program().needsAllKeys && !spec.mayBeNull) {
            m_problems.push_back(
                {SettingVerdict::Stops, 0, std::string(spec.path), Message("settings.problem.missing")});
        }
        return;
    }
    value.line = node->line;
    if (node->type == NodeType::Expression) {
        const auto *id =
            program().syntax == SettingSyntax::Yaml ? "settings.problem.alias" : "settings.problem.expression";
        add(SettingVerdict::Warning, roleOf(spec), Message(id, {node->text.substr(0, 60)}));
    } else if (node->type == NodeType::Null && spec.mayBeNull) {
        value = {.type = NodeType::Null, .text = "null", .line = node->line};
    } else if (node->type == NodeType::Integer && meantByCode(spec, node->text)) {
        const auto meant = std::string(*meantByCode(spec, node->text));
        value = valueOfJson(isList(spec) ? "[\"" + meant + "\"]" : '"' + meant + '"');
        if (const auto comma = meant.find(','); isList(spec) && comma != std::string::npos) {
            value.items = {meant.substr(0, comma), meant.substr(comma + 1)};
        }
        value.line = node->line;
        add(SettingVerdict::Warning, roleOf(spec), Message("settings.problem.code", {node->text, meant}));
    } else if (spec.type == SettingType::Object) {
        if (node->type != NodeType::Object) {
            refuse(spec, *node, {});
        }
    } else if (isList(spec)) {
        takeList(spec, *node);
    } else {
        takeScalar(spec, *node);
    }
}

void SettingSheet::takeScalar(const SettingSpec &spec, const TextNode &node) {
    if (!fitsScalar(spec, node)) {
        refuse(spec, node, {});
        return;
    }
    auto &value = m_values.at(std::string(spec.path));
    value.type = node.type;
    value.text = node.text;
}

void SettingSheet::takeList(const SettingSpec &spec, const TextNode &node) {
    if (node.type != NodeType::List) {
        refuse(spec, node, {});
        return;
    }
    std::vector<std::string> items;
    for (const auto &member : node.members) {
        if (fitsItem(spec, member.value)) {
            items.push_back(member.value.text);
            continue;
        }
        refuse(spec, member.value, nodeText(member.value));
        if (spec.onBad != SettingVerdict::Ignored) {
            return;
        }
    }
    auto &value = m_values.at(std::string(spec.path));
    value.type = NodeType::List;
    value.items = std::move(items);
}

/// The whole value, or one item of a list.
void SettingSheet::refuse(const SettingSpec &spec, const TextNode &node, const std::string &item) {
    const auto shown = item.empty() ? nodeText(node) : item;
    const auto reset = spec.resetTo.empty() ? spec.usual : spec.resetTo;
    const char *id = spec.onBad == SettingVerdict::Stops     ? "settings.problem.bad.stops"
                     : spec.onBad == SettingVerdict::Reset   ? "settings.problem.bad.reset"
                     : spec.onBad == SettingVerdict::Ignored ? "settings.problem.bad.ignored"
                                                             : "settings.problem.bad.warning";
    auto &value = m_values.at(std::string(spec.path));
    const auto line = value.line;
    value = valueOfJson(reset);
    value.line = line;
    m_problems.push_back({spec.onBad, node.line, std::string(spec.path),
                          Message(id, {shown, wantedText(spec, englishText), std::string(reset)})});
}

/// Keys that the list does not have, or not in this version.
void SettingSheet::readUnknown(const TextNode &object, const std::string &path) {
    std::set<std::string_view> seen;
    for (const auto &member : object.members) {
        const auto own = path.empty() ? member.key : path + "." + member.key;
        const auto *spec = settingAt(program(), own);
        if (!seen.insert(member.key).second) {
            continue;
        }
        if (spec != nullptr && !isKnownTo(*spec, m_question.version)) {
            const bool isKeyword = isCall(m_kind);
            const auto id = std::string("settings.problem.") + (isKeyword               ? "keyword"
                                                                : spec->renamed.empty() ? "gone"
                                                                                        : "renamed");
            m_problems.push_back({isKeyword ? SettingVerdict::Stops : SettingVerdict::Ignored, member.line, own,
                                  Message(id, {std::string(spec->gone), std::string(spec->renamed)})});
        } else if (spec == nullptr && hasKeysBelow(program(), own)) {
            if (member.value.type == NodeType::Object) {
                readUnknown(member.value, own);
            } else {
                m_problems.push_back({SettingVerdict::Stops, member.line, own, Message("settings.problem.no_object")});
            }
        } else if (spec == nullptr) {
            const auto near = nearestKey(program(), own, m_question.version);
            const bool isKeyword = isCall(m_kind);
            m_problems.push_back({isKeyword ? SettingVerdict::Stops : SettingVerdict::Ignored, member.line, own,
                                  !near.empty() ? Message("settings.problem.unknown_near", {near})
                                  : isKeyword   ? Message("settings.problem.unknown_keyword")
                                                : Message("settings.problem.unknown")});
        }
    }
}

const SettingSpec *SettingSheet::specOf(std::string_view role) const {
    const auto keys = program().keys;
    const auto it = std::find_if(keys.begin(), keys.end(), [&](const SettingSpec &spec) {
        return roleOf(spec) == role && m_values.contains(spec.path);
    });
    return it == keys.end() ? nullptr : &*it;
}

const SettingValue *SettingSheet::find(std::string_view role) const {
    const auto *spec = specOf(role);
    return spec == nullptr ? nullptr : &m_values.find(spec->path)->second;
}

bool SettingSheet::isOn(std::string_view role) const {
    const auto *value = find(role);
    return value != nullptr && value->isOn();
}

bool SettingSheet::isGiven(std::string_view role) const {
    const auto *value = find(role);
    return value != nullptr && value->line > 0;
}

std::optional<std::int64_t> SettingSheet::number(std::string_view role) const {
    const auto *value = find(role);
    if (value == nullptr || value->type != NodeType::Integer) {
        return std::nullopt;
    }
    // Python's numbers have no end: what does not fit is as good as the largest.
    return wholeNumber<std::int64_t>(value->text).value_or(std::numeric_limits<std::int64_t>::max());
}

std::optional<int> SettingSheet::level() const {
    const auto *value = find("profiler_level");
    if (value == nullptr || value->text.empty()) {
        return std::nullopt;
    }
    return isDigit(value->text.back()) ? value->text.back() - '0' : -1;
}

bool SettingSheet::hasMetrics() const {
    const auto *value = find("aic_metrics");
    return value != nullptr && value->text != "None" && value->text != "AiCoreNone";
}

void SettingSheet::add(SettingVerdict verdict, std::string_view role, Message what) {
    const auto *spec = specOf(role);
    m_problems.push_back({verdict, spec == nullptr ? 0 : m_values.find(spec->path)->second.line,
                          spec == nullptr ? std::string() : std::string(spec->path), std::move(what)});
}

void SettingSheet::reset(std::string_view role, std::string_view json, std::string_view reason) {
    const auto *spec = specOf(role);
    if (spec == nullptr) {
        return;
    }
    add(SettingVerdict::Reset, role, Message("settings.problem." + std::string(reason), {std::string(json)}));
    auto &value = m_values.find(spec->path)->second;
    const auto line = value.line;
    value = valueOfJson(json);
    value.line = line;
}

SettingSheet checkSettings(SettingKind kind, const TextNode &root, const SettingQuestion &question) {
    SettingSheet sheet(kind, root, question);
    applySettingRules(sheet);
    return sheet;
}

std::optional<Message> refusalOf(SettingKind kind, const SettingSpec &spec, const TextNode &value) {
    const bool isNull = value.type == NodeType::Null && spec.mayBeNull;
    const bool isCode = value.type == NodeType::Integer && meantByCode(spec, value.text);
    const bool isObject = spec.type == SettingType::Object && value.type == NodeType::Object;
    const bool isFit = isList(spec) ? value.type == NodeType::List &&
                                          std::all_of(value.members.begin(), value.members.end(),
                                                      [&](const TextMember &m) { return fitsItem(spec, m.value); })
                                    : fitsScalar(spec, value);
    if (isNull || isCode || isObject || isFit) {
        return std::nullopt;
    }
    return Message("settings.problem.refused",
                   {nodeText(value), wantedText(spec, englishText), std::string(settingProgram(kind).id)});
}

}  // namespace stagescope
