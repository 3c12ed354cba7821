#include "core/formats/xplane/xplane_line.h"

#include "core/base/text.h"
#include "core/formats/io/json_text.h"
#include "core/formats/tables/copy_rows.h"
#include "core/formats/tables/trace_vocabulary.h"

#include <algorithm>
#include <charconv>

namespace stagescope {

namespace {

constexpr std::string_view kXlaOps = "XLA Ops";
constexpr std::string_view kAsyncOps = "Async XLA Ops";

std::string asText(std::string_view bytes) {
    std::string text;
    appendAsUtf8(bytes, text);
    return text;
}

/// The last number behind a colon: "/device:GPU:1" -> 1.
std::int32_t deviceOf(std::string_view plane) {
    const auto colon = plane.rfind(':');
    const auto digits = colon == std::string_view::npos ? std::string_view{} : plane.substr(colon + 1);
    std::int32_t number = -1;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

std::int64_t firstNumberIn(std::string_view text) {
    const auto first = std::min(text.find_first_of("0123456789"), text.size());
    std::int64_t number = -1;
    std::from_chars(text.data() + first, text.data() + text.size(), number);
    return number;
}

/// "655360" of "kind_src:host kind_dst:device size:655360 dest:2 async:1".
std::string_view detailIn(std::string_view details, std::string_view key) {
    for (auto at = details.find(key); at != std::string_view::npos; at = details.find(key, at + 1)) {
        const bool isKey = (at == 0 || details[at - 1] == ' ' || details[at - 1] == ',') &&
                           details.substr(at + key.size()).starts_with(':');
        if (isKey) {
            const auto value = details.substr(at + key.size() + 1);
            return value.substr(0, value.find_first_of(" ,\n"));
        }
    }
    return {};
}

/// Picoseconds from the line's time on, in whole nanoseconds.
std::int64_t timeAt(std::int64_t lineNs, std::int64_t ps) {
    constexpr std::int64_t kPerNano = 1000;
    const auto nanos = ps / kPerNano - (ps % kPerNano < 0 ? 1 : 0);
    std::int64_t sum = 0;
    return __builtin_add_overflow(lineNs, nanos, &sum) ? lineNs : sum;
}

bool isAsyncHalf(std::string_view name) {
    name = withoutNumber(name);
    return name.ends_with("-start") || name.ends_with("-done");
}

bool isHostAllocator(std::string_view allocator) {
    return containsIgnoringCase(allocator, "host") || containsIgnoringCase(allocator, "cpu");
}

bool mayHoldOthers(std::string_view category, std::string_view name) {
    name = withoutNumber(name);
    constexpr std::array<std::string_view, 3> kLoops{"while", "conditional", "call"};
    return std::any_of(kLoops.begin(), kLoops.end(),
                       [&](std::string_view loop) { return category == loop || name == loop; });
}

}  // namespace

std::string processKeyOf(std::size_t plane) { return "plane " + std::to_string(plane); }

std::string trackKeyOf(const XLinePlace &line) { return std::to_string(line.id) + ' ' + line.name; }

bool XLineWriter::write(std::size_t plane, const XLinePlace &line, ProtoStream &stream, const LoadControl &control) {
    open(plane, line);
    stream.seek(line.begin);
    std::uint64_t count = 0;
    while (const auto field = stream.next(line.end)) {
        const bool isEvent = field->number == 4 && field->wire == ProtoStream::Wire::Bytes;
        if (isEvent) {
            if (const auto message = stream.view(*field)) {
                writeEvent(*message, field->begin);
            } else if (!stream.isCut()) {
                m_trouble.damaged.add(field->begin);
            }
        } else if (field->wire == ProtoStream::Wire::Bytes) {
            stream.skip(*field);
        }
        if (++count % 4096 == 0 && !control.checkpoint()) {
            return false;
        }
        if (stream.isCut()) {
            break;
        }
    }
    if (stream.isCut() || stream.isDamaged()) {
        m_trouble.cut.add(stream.position());
    }
    m_trouble.error = m_trouble.error ? m_trouble.error : stream.error();
    close();
    return true;
}

void XLineWriter::open(std::size_t plane, const XLinePlace &line) {
    if (m_namesOf != plane) {
        m_namesOf = plane;
        m_names.assign(m_planes[plane].eventNames.size(), KnownName{});
        m_unnamed = KnownName{};
    }
    m_lane = Lane{};
    m_lane.plane = &m_planes[plane];
    m_lane.line = &line;
    const auto &name = m_lane.plane->name;
    const auto word = ProducerWords::builtIn().lane(name, line.name);
    m_lane.holds = word.holds;
    m_lane.dialect = word.dialect;
    m_lane.isStream = word.holds == LaneMeaning::Stream;
    m_lane.isOfDevice = name.starts_with("/device:");
    m_lane.hasNested = m_lane.isStream && line.name == kXlaOps;
    const auto &lines = m_lane.plane->lines;
    m_lane.hasAsync = m_lane.hasNested && std::any_of(lines.begin(), lines.end(),
                                                      [](const XLinePlace &other) { return other.name == kAsyncOps; });
    auto &builder = m_rows.builder;
    m_lane.process = builder.intern(processKeyOf(plane));
    m_lane.track = builder.track({TrackKind::Other, m_lane.process, builder.intern(asText(trackKeyOf(line)))});
    m_lane.device = m_lane.isOfDevice ? deviceOf(name) : -1;
    m_lane.stream = firstNumberIn(line.name);
}

void XLineWriter::close() { flush(INT64_MAX); }

bool XLineWriter::parse(std::string_view message, Event &event) {
    event.metadata = static_cast<std::int64_t>(firstNumber(message, 1));
    event.facts = nameOf(event.metadata).facts;
    return forEachField(message, [&](ProtoReader &field) {
        switch (field.tag_and_type()) {
            case varintField(2):
                event.offsetPs = field.get_int64();
                return true;
            case varintField(3):
                event.durationPs = field.get_int64();
                return true;
            case bytesField(4):
                take(parseXStat(viewOf(field)), event.facts);
                return true;
            case varintField(5):
                event.isAggregated = field.get_int64() != 0;
                return true;
            default:
                return false;
        }
    });
}

void XLineWriter::take(const XStat &stat, Facts &facts) const {
    const auto &plane = *m_lane.plane;
    switch (plane.word(stat.metadata)) {
        case XStatWord::CorrelationId:
            facts.correlation = static_cast<std::uint64_t>(stat.whole());
            break;
        case XStatWord::MemcpyDetails:
            facts.memcpyDetails = plane.textOf(stat);
            break;
        case XStatWord::HloOp:
            facts.hloOp = plane.textOf(stat);
            break;
        case XStatWord::TfOp:
            facts.tfOp = plane.textOf(stat);
            break;
        case XStatWord::Name:
            facts.scope = plane.textOf(stat);
            break;
        case XStatWord::HloCategory:
            facts.category = plane.textOf(stat);
            break;
        case XStatWord::StepName:
            facts.stepName = plane.textOf(stat);
            break;
        case XStatWord::StepGroup:
            facts.group = stat.whole();
            break;
        case XStatWord::StepNumber:
            facts.step = stat.whole();
            break;
        default:
            takeContext(plane, stat, facts);
            break;
    }
}

/// Arrows and memory.
void XLineWriter::takeContext(const XPlane &plane, const XStat &stat, Facts &facts) {
    switch (plane.word(stat.metadata)) {
        case XStatWord::ProducerType:
            facts.producerType = stat.whole();
            break;
        case XStatWord::ProducerId:
            facts.produced = stat.number;
            break;
        case XStatWord::ConsumerType:
            facts.consumerType = stat.whole();
            break;
        case XStatWord::ConsumerId:
            facts.consumed = stat.number;
            break;
        case XStatWord::AllocatorName:
            facts.allocator = plane.textOf(stat);
            facts.hasMemory = true;
            break;
        case XStatWord::BytesAllocated:
            facts.allocated = stat.whole();
            break;
        case XStatWord::BytesReserved:
            facts.reserved = stat.whole();
            break;
        case XStatWord::AllocationBytes:
            facts.bytes = stat.whole();
            break;
        case XStatWord::Address:
            facts.address = stat.number;
            break;
        default:
            break;
    }
}

XLineWriter::KnownName &XLineWriter::nameOf(std::int64_t metadata) {
    const auto at = m_lane.plane->events.at(metadata);
    auto &known = at == IdPositions::kNone ? m_unnamed : m_names[at];
    if (known.isSet) {
        return known;
    }
    known.isSet = true;
    if (at == IdPositions::kNone) {
        known.name = m_rows.builder.intern("unnamed event");
        return known;
    }
    const auto &name = m_lane.plane->eventNames[at];
    const auto text = asText(name.displayName.empty() ? name.name : name.displayName);
    known.name = m_rows.builder.intern(text);
    known.isPython = text.starts_with('$');
    known.isCopy = ProducerWords::builtIn().means(NameMeaning::Copy, text, m_lane.dialect);
    for (const auto &stat : name.stats) {
        take(parseXStat(stat), known.facts);
    }
    return known;
}

StringId XLineWriter::stepNameOf(StringId name, std::int64_t step) {
    auto &builder = m_rows.builder;
    const auto key = (std::uint64_t{name.value} << 32) ^ (static_cast<std::uint64_t>(step) * 0x9E3779B97F4A7C15ULL);
    const auto [it, isNew] = m_stepNames.try_emplace(key);
    if (isNew) {
        const auto number = std::to_string(step);
        std::string text(builder.text(name));
        text += text.ends_with(number) ? std::string() : " " + number;
        it->second = builder.intern(text);
    }
    return it->second;
}

void XLineWriter::writeEvent(std::string_view message, std::uint64_t place) {
    Event event;
    if (!parse(message, event)) {
        m_trouble.damaged.add(place);
        return;
    }
    if (event.isAggregated) {
        m_trouble.aggregated.add(place);
        return;
    }
    const auto &name = nameOf(event.metadata);
    std::int64_t endPs = 0;
    if (__builtin_add_overflow(event.offsetPs, event.durationPs, &endPs)) {
        m_trouble.damaged.add(place);
        return;
    }
    const auto base = m_lane.line->timestamp;
    Row row{timeAt(base, event.offsetPs), timeAt(base, endPs), name.name, SliceClass::Other, place};
    if (m_lane.isStream) {
        writeWork(event, name, row);
    } else if (m_lane.isOfDevice) {
        if (m_lane.holds == LaneMeaning::Steps) {
            m_rows.marksDeviceSteps = true;
            const auto step = event.facts.step ? event.facts.step : event.facts.group;
            const bool hasNumber = firstNumberIn(m_rows.builder.text(row.name)) >= 0;
            row.name = step && !hasNumber ? stepNameOf(row.name, *step) : row.name;
        }
        put(row);
    } else {
        writeHost(event, name, row);
    }
    writeFlows(event.facts, row);
}

void XLineWriter::writeHost(const Event &event, const KnownName &name, Row row) {
    const auto &facts = event.facts;
    if (facts.correlation != 0) {
        row.klass = SliceClass::Runtime;
        LaunchEnd call{facts.correlation, row.row, row.begin, m_lane.track};
        call.duration = static_cast<std::uint32_t>(std::clamp<std::int64_t>(row.end - row.begin, 0, UINT32_MAX));
        m_rows.launches.addCall(call);
    } else if (facts.step && row.end > row.begin) {
        row.klass = SliceClass::Step;
        row.name = stepNameOf(row.name, *facts.step);
        m_rows.marksHostSteps = true;
    } else if (name.isPython) {
        row.klass = SliceClass::Python;
    } else if (event.durationPs == 0) {
        row.klass = SliceClass::Instant;
    }
    if (facts.hasMemory) {
        writeMemory(facts, row);
    }
    put(row);
}

void XLineWriter::writeMemory(const Facts &facts, const Row &row) {
    const bool isUsable = facts.bytes != 0 && facts.bytes != INT64_MIN && !isHostAllocator(facts.allocator);
    if (!isUsable) {
        return;
    }
    if (!m_allocation.isValid()) {
        m_allocation = m_rows.builder.intern("MemoryAllocation");
    }
    MemoryInstant instant;
    instant.offset = row.row;
    instant.time = row.begin;
    instant.address = facts.address;
    const auto size = std::abs(facts.bytes);
    instant.bytes = row.name == m_allocation ? size : -size;
    instant.allocated = facts.allocated;
    instant.reserved = facts.reserved;
    instant.deviceType = 1;
    instant.device = firstNumberIn(facts.allocator);
    instant.process = hashText(facts.allocator);
    m_rows.memory.push_back(instant);
}

void XLineWriter::writeWork(const Event &event, const KnownName &known, Row row) {
    const auto &facts = event.facts;
    const auto name = m_rows.builder.text(row.name);
    LaunchEnd work{facts.correlation, row.row, row.begin, m_lane.track};
    work.duration = static_cast<std::uint32_t>(std::clamp<std::int64_t>(row.end - row.begin, 0, UINT32_MAX));
    work.device = LaunchEnd::deviceOf(m_lane.device);
    m_rows.launches.addWork(work);
    const auto scope = scopeOf(facts.scope, facts.tfOp);
    const bool hasScope = !scope.operatorName.empty();
    m_rows.describeWork(
        row.row, {.operatorName = hasScope ? scope.operatorName : withoutNumber(facts.hloOp), .module = scope.module});
    if (facts.group) {
        m_rows.addToGroup(*facts.group, row.begin, row.end);
    }
    if (m_lane.hasAsync && isAsyncHalf(name)) {
        row.klass = SliceClass::Event;
    } else if (!facts.memcpyDetails.empty() || known.isCopy) {
        writeCopy(event, row);
    }
    flush(row.begin);
    if (m_lane.hasNested && mayHoldOthers(facts.category, name)) {
        m_loop = row;
    } else {
        put(row);
    }
}

void XLineWriter::writeCopy(const Event &event, const Row &row) {
    const auto details = event.facts.memcpyDetails;
    CopyRecord copy;
    copy.name = m_rows.kept(m_rows.builder.text(row.name));
    auto way = copyWay(copy.name);
    const auto source = detailIn(details, "kind_src");
    const auto target = detailIn(details, "kind_dst");
    const auto memory = copyWay(std::string(source) + ' ' + std::string(target)).memory;
    const auto told = copyWay(detailIn(details, "kind"));
    copy.direction = way.direction.empty() ? told.direction : way.direction;
    copy.memory = !way.memory.empty() ? way.memory : !memory.empty() ? memory : told.memory;
    copy.stream = m_lane.stream;
    copy.device = m_lane.device;
    copy.begin = row.begin;
    copy.duration = row.end - row.begin;
    auto bytes = wholeNumber<std::int64_t>(detailIn(details, "size"));
    bytes = bytes ? bytes : wholeNumber<std::int64_t>(detailIn(details, "num_bytes"));
    copy.bytes = bytes && *bytes >= 0 ? *bytes : -1;
    m_rows.copies.emplace_back(m_lane.process, copy);
}

void XLineWriter::writeFlows(const Facts &facts, const Row &row) {
    auto &builder = m_rows.builder;
    const auto category = [&](std::int64_t type) { return builder.intern("context " + std::to_string(type)); };
    if (facts.produced) {
        builder.flow(FlowPhase::Start, m_lane.track, row.begin, *facts.produced, category(facts.producerType));
    }
    if (facts.consumed) {
        builder.flow(FlowPhase::End, m_lane.track, row.begin, *facts.consumed, category(facts.consumerType));
    }
}

void XLineWriter::put(const Row &row) {
    m_rows.builder.slice(m_lane.track, row.begin, row.end - row.begin, row.name, row.klass, row.row);
}

/// A loop within which something ran did nothing itself.
void XLineWriter::flush(std::int64_t nextBegin) {
    if (m_loop) {
        m_loop->klass = nextBegin < m_loop->end ? SliceClass::Event : m_loop->klass;
        put(*m_loop);
        m_loop.reset();
    }
}

}  // namespace stagescope
