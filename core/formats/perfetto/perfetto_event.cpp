#include "core/formats/perfetto/perfetto_event.h"

#include "core/formats/io/json_text.h"

#include <array>
#include <cstdio>
#include <cstring>

namespace stagescope {

namespace {

std::string_view named(const PerfettoSequence::Names &names, std::uint64_t number) {
    const auto it = names.find(number);
    return it == names.end() ? std::string_view{} : std::string_view(it->second);
}

double realOf(std::uint64_t bits) {
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

void takeFlows(ProtoReader &field, std::vector<std::uint64_t> &into) {
    constexpr std::size_t kMost = 4096;
    if (field.wire_type() == protozero::pbf_wire_type::fixed64) {
        into.push_back(field.get_fixed64());
    } else if (field.wire_type() == protozero::pbf_wire_type::length_delimited) {
        for (const auto number : field.get_packed_fixed64()) {
            if (into.size() < kMost) {
                into.push_back(number);
            }
        }
    } else {
        takeNumbers(field, into);
    }
}

void takeReals(ProtoReader &field, std::vector<double> &into) {
    std::vector<std::uint64_t> bits;
    takeFlows(field, bits);
    for (const auto each : bits) {
        into.push_back(realOf(each));
    }
}

bool takeLegacyNumber(ProtoReader &field, PerfettoLegacy &legacy) {
    switch (field.tag_and_type()) {
        case varintField(2):
            legacy.phase = static_cast<char>(field.get_int32());
            return true;
        case varintField(3):
            legacy.durationUs = field.get_int64();
            return true;
        case varintField(6):
        case varintField(10):
        case varintField(11):
            legacy.id = field.get_uint64();
            return true;
        case varintField(8):
            legacy.bindId = field.get_uint64();
            return true;
        case varintField(13): {
            const auto direction = field.get_uint32();
            legacy.reaches = (direction & 1U) != 0;
            legacy.leaves = (direction & 2U) != 0;
            return true;
        }
        case varintField(18):
            legacy.process = field.get_int32();
            return true;
        case varintField(19):
            legacy.thread = field.get_int64();
            return true;
        default:
            return false;
    }
}

PerfettoLegacy legacyOf(std::string_view message, const PerfettoSequence &sequence, PerfettoEvent &event) {
    PerfettoLegacy legacy;
    forEachField(message, [&](ProtoReader &field) {
        if (field.tag_and_type() == varintField(1)) {  // the name, before it had a field of its own
            const auto name = named(sequence.names, field.get_uint64());
            event.name = event.hasName ? event.name : name;
            event.hasName = true;
            return true;
        }
        return takeLegacyNumber(field, legacy);
    });
    return legacy;
}

bool takeNames(ProtoReader &field, const PerfettoSequence &sequence, PerfettoEvent &event) {
    switch (field.tag_and_type()) {
        case varintField(3): {
            const auto category = named(sequence.categories, field.get_uint64());
            event.category = event.category.empty() ? category : event.category;
            return true;
        }
        case bytesField(3): {
            std::vector<std::uint64_t> numbers;
            takeNumbers(field, numbers);
            event.category = event.category.empty() && !numbers.empty() ? named(sequence.categories, numbers.front())
                                                                        : event.category;
            return true;
        }
        case bytesField(22): {
            const auto category = viewOf(field);
            event.category = event.category.empty() ? category : event.category;
            return true;
        }
        case varintField(10):
            event.name = named(sequence.names, field.get_uint64());
            event.hasName = true;
            return true;
        case bytesField(23):
            event.name = viewOf(field);
            event.hasName = true;
            return true;
        default:
            return false;
    }
}

bool takeLists(ProtoReader &field, PerfettoEvent &event) {
    switch (field.tag()) {
        case 12:
            takeNumbers(field, event.extraValues);
            return true;
        case 31:
            takeNumbers(field, event.extraTracks);
            return true;
        case 45:
            takeNumbers(field, event.extraRealTracks);
            return true;
        case 46:
            takeReals(field, event.extraReals);
            return true;
        case 36:
        case 47:
            takeFlows(field, event.flows);
            return true;
        case 42:
        case 48:
            takeFlows(field, event.endingFlows);
            return true;
        default:
            return false;
    }
}

std::string shown(const PerfettoAnnotation &annotation) {
    std::array<char, 64> text{};
    std::string result;
    if (annotation.number) {
        return annotation.isUnsigned ? std::to_string(static_cast<std::uint64_t>(*annotation.number))
                                     : std::to_string(*annotation.number);
    }
    if (annotation.real) {
        std::snprintf(text.data(), text.size(), "%.12g", *annotation.real);
        return text.data();
    }
    appendAsUtf8(annotation.text, result);
    return result;
}

void addTexts(std::string_view message, const PerfettoSequence &sequence, const std::string &prefix, int depth,
              KeyValues &into) {
    constexpr int kMostDepth = 8;
    constexpr std::size_t kMostTexts = 1000;
    const auto annotation = parseAnnotation(message, sequence);
    std::string name;
    appendAsUtf8(annotation.name, name);
    const auto whole = prefix.empty() ? name : name.empty() ? prefix : prefix + '.' + name;
    if (!annotation.isNested) {
        into.emplace_back(whole, shown(annotation));
        return;
    }
    std::size_t entry = 0;
    forEachField(message, [&](ProtoReader &field) {
        const bool isEntry = field.tag_and_type() == bytesField(11);
        if ((!isEntry && field.tag_and_type() != bytesField(12)) || depth >= kMostDepth || into.size() >= kMostTexts) {
            return false;
        }
        addTexts(viewOf(field), sequence, isEntry ? whole : whole + '[' + std::to_string(entry++) + ']', depth + 1,
                 into);
        return true;
    });
}

}  // namespace

/// Keeps the room of its lists.
void PerfettoEvent::clear() {
    auto lists = std::move(*this);
    *this = PerfettoEvent{};
    const auto keep = [](auto &mine, auto &old) {
        old.clear();
        mine = std::move(old);
    };
    keep(flows, lists.flows);
    keep(endingFlows, lists.endingFlows);
    keep(extraTracks, lists.extraTracks);
    keep(extraValues, lists.extraValues);
    keep(extraRealTracks, lists.extraRealTracks);
    keep(extraReals, lists.extraReals);
    keep(annotations, lists.annotations);
}

bool parsePerfettoEvent(std::string_view message, const PerfettoSequence &sequence, PerfettoEvent &event) {
    event.clear();
    return forEachField(message, [&](ProtoReader &field) {
        switch (field.tag_and_type()) {
            case varintField(9): {
                const auto type = field.get_uint32();
                event.type = type <= 4 ? static_cast<PerfettoEvent::Type>(type) : PerfettoEvent::Type::None;
                return true;
            }
            case varintField(11):
                event.track = field.get_uint64();
                return true;
            case varintField(30):
                event.value = static_cast<double>(field.get_int64());
                return true;
            case fixed64Field(44):
                event.value = field.get_double();
                return true;
            case varintField(1):
                event.deltaUs = field.get_int64();
                return true;
            case varintField(16):
                event.absoluteUs = field.get_int64();
                return true;
            case bytesField(4):
                event.annotations.push_back(viewOf(field));
                return true;
            case bytesField(6):
                event.legacy = legacyOf(viewOf(field), sequence, event);
                return true;
            default:
                return takeNames(field, sequence, event) || takeLists(field, event);
        }
    });
}

PerfettoAnnotation parseAnnotation(std::string_view message, const PerfettoSequence &sequence) {
    PerfettoAnnotation annotation;
    forEachField(message, [&](ProtoReader &field) {
        switch (field.tag_and_type()) {
            case varintField(1):
                annotation.name = named(sequence.annotationNames, field.get_uint64());
                return true;
            case bytesField(10):
                annotation.name = viewOf(field);
                return true;
            case varintField(2):
                annotation.text = field.get_bool() ? "true" : "false";
                return true;
            case varintField(3):
            case varintField(4):
            case varintField(7):
                annotation.isUnsigned = field.tag() != 4;
                annotation.number = field.get_int64();
                return true;
            case fixed64Field(5):
                annotation.real = field.get_double();
                return true;
            case bytesField(6):
                annotation.text = viewOf(field);
                return true;
            case varintField(17):
                annotation.text = named(sequence.annotationTexts, field.get_uint64());
                return true;
            case bytesField(11):
            case bytesField(12):
                annotation.isNested = true;
                return false;
            default:
                return false;
        }
    });
    return annotation;
}

KeyValues annotationTexts(const PerfettoEvent &event, const PerfettoSequence &sequence) {
    KeyValues values;
    for (const auto message : event.annotations) {
        addTexts(message, sequence, {}, 0, values);
    }
    return values;
}

}  // namespace stagescope
