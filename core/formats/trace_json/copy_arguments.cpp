#include "core/formats/trace_json/copy_arguments.h"

#include "core/base/text.h"
#include "core/formats/io/json_text.h"
#include "core/formats/tables/trace_vocabulary.h"
#include "core/formats/trace_json/launch_arguments.h"

#include <algorithm>
#include <unordered_map>

namespace stagescope {

namespace {

/// Tasks of communication name the notify that they wait for or send: an argument whose name begins so.
bool hasNotify(const EventWindow &window, const TraceEvent &event) {
    if (event.argsFirst == 0) {
        return false;
    }
    constexpr std::string_view kNotify = "notify";
    bool found = false;
    forEachMember(window, event.argsFirst, event.argsLast, [&](const char *key, std::string_view) {
        found = found || std::equal(kNotify.begin(), kNotify.end(), key);
    });
    return found;
}

/// Of categories that say so, and of streams whose events have none.
bool isCopyEvent(const TraceEvent &event, const CopySigns &signs) {
    return event.category.text.empty() ? isCopyTask(event.name.text)
                                       : signs.klass == SliceClass::Memcpy || signs.means == EventMeaning::Fill;
}

/// What calls tell of the bytes that they move.
class CallBytes {
public:
    void add(const CopyArguments::Call &call) {
        m_byCall[call.offset] = call.bytes;
        const auto [it, isNew] = m_byNumber.try_emplace(call.correlation, call.bytes);
        it->second = isNew ? it->second : -1;
    }
    [[nodiscard]] std::optional<std::int64_t> of(const CopyEvent &copy, std::optional<std::uint64_t> call) const {
        const auto &list = call ? m_byCall : m_byNumber;
        const auto it = list.find(call.value_or(copy.correlation));
        return it == list.end() || it->second < 0 ? std::nullopt : std::optional(it->second);
    }

private:
    std::unordered_map<std::uint64_t, std::int64_t> m_byCall;    ///< by its offset
    std::unordered_map<std::uint64_t, std::int64_t> m_byNumber;  ///< -1: of several calls
};

std::int64_t sizeIn(std::string_view value) {
    return std::max(jsonNumber<std::int64_t>(value).value_or(-1), std::int64_t{-1});
}

}  // namespace

void CopyArguments::take(const EventWindow &window, const TraceEvent &event, const CopySigns &signs,
                         const CopyPlace &place, std::int64_t time, std::int64_t duration) {
    if (signs.klass == SliceClass::Runtime) {
        if (event.argsFirst != 0 && contains(event.name.text, "Memcpy")) {
            takeCall(window, event);
        }
        return;
    }
    if (event.category.text.empty() && hasNotify(window, event)) {
        if (!startsWithAny(event.name.text, std::initializer_list<std::string_view>{"Notify", "notify"})) {
            m_communication.push_back({time, duration});
        }
        return;
    }
    if (isCopyEvent(event, signs)) {
        CopyEvent found;
        found.offset = event.offset;
        found.process = m_texts.at(m_texts.intern(place.process));
        found.thread = m_texts.at(m_texts.intern(place.thread));
        found.isByName = event.category.text.empty();
        found.copy.name = m_texts.at(m_texts.intern(event.name.text));
        found.copy.begin = time;
        found.copy.duration = duration;
        takeCopy(window, event, found);
    }
}

void CopyArguments::takeCopy(const EventWindow &window, const TraceEvent &event, CopyEvent found) {
    auto &copy = found.copy;
    auto way = copyWay(copy.name);
    const auto argument = [&](const char *key, std::string_view value) {
        if (isKey(key, "bytes") || isKey(key, "size(B)") || isKey(key, "dataSize(B)")) {
            copy.bytes = sizeIn(value);
        } else if (isKey(key, "memory bandwidth (GB/s)") || isKey(key, "bandwidth(GB/s)")) {
            const auto rate = parseReal(unquoted(value));
            copy.rate = rate && *rate > 0 ? *rate : -1;
        } else if (isKey(key, "stream") || isKey(key, "Physic Stream Id")) {
            copy.stream = sizeIn(value);
        } else if (isKey(key, "device")) {
            copy.device = sizeIn(value);
        } else if (isKey(key, "correlation")) {
            found.correlation = jsonNumber<std::uint64_t>(value).value_or(0);
        } else if (isKey(key, "kind") || isKey(key, "operation") || isKey(key, "direction")) {
            const auto told = copyWay(unquoted(value)).direction;
            way.direction = way.direction.empty() ? told : way.direction;
        }
    };
    if (event.argsFirst != 0) {
        forEachMember(window, event.argsFirst, event.argsLast, argument);
    }
    copy.direction = way.direction;
    copy.memory = way.memory;
    m_copies.push_back(found);
}

void CopyArguments::takeCall(const EventWindow &window, const TraceEvent &event) {
    Call call{event.offset, 0, -1};
    forEachMember(window, event.argsFirst, event.argsLast, [&](const char *key, std::string_view value) {
        if (isKey(key, "bytes")) {
            call.bytes = sizeIn(value);
        } else if (isKey(key, "correlation")) {
            call.correlation = jsonNumber<std::uint64_t>(value).value_or(0);
        }
    });
    if (call.correlation != 0 && call.bytes >= 0) {
        m_calls.push_back(call);
    }
}

std::vector<CopyEvent> joinedCopies(
    std::span<const CopyArguments *const> workers,
    const std::function<TrackKind(std::string_view process, std::string_view thread)> &kindOf,
    const std::function<std::optional<std::uint64_t>(std::uint64_t offset)> &callOf) {
    std::vector<CopyEvent> copies;
    std::vector<CopyArguments::TaskTime> tasks;
    CallBytes bytes;
    for (const auto *worker : workers) {
        tasks.insert(tasks.end(), worker->communication().begin(), worker->communication().end());
        for (const auto &event : worker->copies()) {
            const auto kind = event.isByName ? kindOf(event.process, event.thread) : TrackKind::DeviceStream;
            if (kind == TrackKind::DeviceStream) {
                copies.push_back(event);
            } else if (kind == TrackKind::CommPlane) {
                tasks.push_back({event.copy.begin, event.copy.duration});
            }
        }
        for (const auto &call : worker->calls()) {
            bytes.add(call);
        }
    }
    std::sort(tasks.begin(), tasks.end());
    std::erase_if(copies, [&](const CopyEvent &event) {
        return std::binary_search(tasks.begin(), tasks.end(),
                                  CopyArguments::TaskTime{event.copy.begin, event.copy.duration});
    });
    std::sort(copies.begin(), copies.end(), [](const CopyEvent &a, const CopyEvent &b) { return a.offset < b.offset; });
    for (auto &event : copies) {
        if (event.copy.bytes < 0) {
            event.copy.bytes = bytes.of(event, callOf(event.offset)).value_or(event.copy.bytes);
        }
    }
    return copies;
}

}  // namespace stagescope
