#include "core/formats/trace_json/launch_arguments.h"

#include "core/base/text.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <string>

namespace stagescope {

namespace {

/// Operators of Kineto begin their arguments with this one; those of other profilers have neither launches nor need of
/// shapes from here.
constexpr std::string_view kFirstKey = "External id";
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

/// Lists of files that are written with a line for each number.
std::string onOneLine(std::string_view text) {
    std::string line;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\n' && text[i] != '\r') {
            line += text[i];
            continue;
        }
        i = std::min(text.find_first_not_of(" \t\r\n", i), text.size()) - 1;
        line += line.ends_with(',') ? " " : "";
    }
    return line;
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
        } else if (isKey(key, kFirstKey)) {
            end.operatorMark = markOf(value);
        } else if (isOfDevice && isKey(key, "device")) {
            end.device = LaunchEnd::deviceOf(jsonNumber<std::int64_t>(value).value_or(-1));
        }
    });
    if (isOfDevice) {
        end.correlation = isKnown ? end.correlation : 0;
        end.kind = kindOfWork(klass, event.name.text);
        m_device.push_back(end);
    } else if (isKnown) {
        end.kind = kindOfCall(event.name.text);
        m_calls.push_back(end);
    }
}

std::string_view LaunchArguments::kept(std::string_view text) {
    const bool isOneLine = text.find('\n') == std::string_view::npos;
    return m_texts.at(m_texts.intern(isOneLine ? text : onOneLine(text)));
}

void LaunchArguments::takeOperator(const EventWindow &window, const TraceEvent &event) {
    const char *first = window.text.get() + window.tokens.positions()[event.argsFirst + 1] + 1;
    if (event.argsFirst + 1 >= event.argsLast || !isKey(first, kFirstKey)) {
        return;
    }
    OperandTexts found{event.offset, {}, {}, {}};
    bool hasSequence = false;
    bool isForward = true;
    forEachMember(window, event.argsFirst, event.argsLast, [&](const char *key, std::string_view value) {
        if (value.size() > kMostText) {
            return;
        }
        if (isKey(key, "Input Dims")) {
            found.shapes = value;
        } else if (isKey(key, "Input type")) {
            found.types = value;
        } else if (isKey(key, "Concrete Inputs")) {
            found.values = value;
        } else if (isKey(key, "Sequence number")) {
            hasSequence = !value.starts_with('-');
        } else if (isKey(key, "Fwd thread id")) {
            isForward = value == "0";
        }
    });
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
