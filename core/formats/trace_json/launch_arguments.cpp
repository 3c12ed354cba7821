#include "core/formats/trace_json/launch_arguments.h"

#include "core/base/text.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <string>

namespace stagescope {

namespace {

/// Operators of Kineto have this among their arguments; those of other profilers have neither launches nor need of
/// shapes from here.
constexpr std::string_view kOperatorNumber = "External id";
constexpr std::size_t kMostText = 4096;

/// Looks at each letter once: every call that has a number is asked.
LaunchKind kindOfCall(std::string_view name) {
    auto kind = LaunchKind::Nothing;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const auto rest = name.substr(i);
        if (name[i] == 'G' && rest.starts_with("Graph")) {
            return LaunchKind::Graph;
        }
        kind = name[i] == 'L' && rest.starts_with("Launch")   ? LaunchKind::Kernel
               : name[i] == 'M' && rest.starts_with("Memcpy") ? LaunchKind::Copy
               : name[i] == 'M' && rest.starts_with("Memset") ? LaunchKind::Fill
                                                              : kind;
    }
    return kind;
}

LaunchKind kindOfWork(SliceClass klass, std::string_view name) {
    return klass != SliceClass::Memcpy  ? LaunchKind::Kernel
           : name.starts_with("Memset") ? LaunchKind::Fill
                                        : LaunchKind::Copy;
}

/// Of the number of an operator, never 0: enough to tell two apart that are compared.
std::uint8_t markOf(std::string_view number) {
    const auto value = jsonNumber<std::uint64_t>(number).value_or(0);
    constexpr std::uint64_t kMarks = 255;
    return value == 0 ? std::uint8_t{0} : static_cast<std::uint8_t>(1 + value % kMarks);
}

bool saysSomething(std::string_view text) { return text.find_first_not_of("[], \t\r\n") != std::string_view::npos; }

bool isAsKinetoWrites(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool isSpace = static_cast<unsigned char>(text[i]) <= ' ';
        if (isSpace != (i > 0 && text[i - 1] == ',') || (isSpace && text[i] != ' ')) {
            return false;
        }
    }
    return true;
}

/// A list as Kineto writes it, one space behind each comma: files that were printed anew have none, or a line for each
/// number, and what has the same shapes must have the same text.
std::string asKinetoWrites(std::string_view text) {
    std::string list;
    bool isQuoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        isQuoted = isQuoted != (c == '"' && (i == 0 || text[i - 1] != '\\'));
        if (isQuoted || static_cast<unsigned char>(c) > ' ') {
            list += c;
        }
        if (!isQuoted && c == ',') {
            list += ' ';
        }
    }
    return list;
}

}  // namespace

void LaunchArguments::take(const EventWindow &window, const TraceEvent &event, SliceClass klass, bool isOfDevice,
                           std::int64_t time, std::int64_t duration, std::uint32_t track) {
    if (klass == SliceClass::HostOp) {
        takeOperator(window, event);
        return;
    }
    if (!isOfDevice && klass != SliceClass::Runtime) {
        return;
    }
    constexpr std::int64_t kMostDuration = UINT32_MAX;
    LaunchEnd end{0, event.offset, time, track};
    end.duration = static_cast<std::uint32_t>(std::clamp(duration, std::int64_t{0}, kMostDuration));
    bool isKnown = false;
    forEachMember(window, event.argsFirst, event.argsLast, [&](const char *key, std::string_view value) {
        if (isKey(key, "correlation")) {
            end.correlation = jsonNumber<decltype(end.correlation)>(value).value_or(0);
            isKnown = end.correlation != 0;
        } else if (isKey(key, kOperatorNumber)) {
            end.operatorMark = markOf(value);
        } else if (isOfDevice && isKey(key, "device")) {
            end.device = LaunchEnd::deviceOf(jsonNumber<std::int64_t>(value).value_or(-1));
        }
    });
    if (isOfDevice) {
        end.correlation = isKnown ? end.correlation : 0;
        end.kind = kindOfWork(klass, event.name.text);
        m_device.push(end);
    } else if (isKnown) {
        end.kind = kindOfCall(event.name.text);
        m_calls.push_back(end);
    }
}

std::string_view LaunchArguments::kept(std::string_view text) {
    return m_texts.at(m_texts.intern(isAsKinetoWrites(text) ? text : asKinetoWrites(text)));
}

void LaunchArguments::takeOperator(const EventWindow &window, const TraceEvent &event) {
    OperandTexts found{event.offset, {}, {}, {}};
    bool isNumbered = false;
    bool hasSequence = false;
    bool isForward = true;
    forEachMember(window, event.argsFirst, event.argsLast, [&](const char *key, std::string_view value) {
        if (value.size() > kMostText) {
            return;
        }
        if (isKey(key, kOperatorNumber)) {
            isNumbered = true;
        } else if (isKey(key, "Input Dims")) {
            found.shapes = value;
        } else if (isKey(key, "Input type")) {
            found.types = value;
        } else if (isKey(key, "Concrete Inputs")) {
            found.values = value;
        } else if (isKey(key, "Sequence number")) {
            hasSequence = jsonNumber<std::uint64_t>(value).has_value();
        } else if (isKey(key, "Fwd thread id")) {
            isForward = jsonNumber<std::uint64_t>(value) == 0U;
        }
    });
    if (!isNumbered) {
        return;
    }
    if (hasSequence && isForward) {
        m_forwardOps.push_back(event.offset);
    }
    if (saysSomething(found.shapes)) {
        found.shapes = kept(found.shapes);
        found.types = kept(found.types);
        found.values = kept(found.values);
        m_operands.push_back(found);
    }
}

}  // namespace stagescope
