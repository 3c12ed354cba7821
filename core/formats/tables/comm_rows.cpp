#include "core/formats/tables/comm_rows.h"

#include "core/formats/io/json_values.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace stagescope {

namespace {

/// Stands where a file has something that is no number.
constexpr double kBadNumber = std::numeric_limits<double>::infinity();

std::optional<double> realOf(simdjson::dom::element value) {
    double number = 0;
    if (value.get_double().get(number) == simdjson::SUCCESS) {
        return number;
    }
    std::string_view text;
    if (value.get_string().get(text) != simdjson::SUCCESS) {
        return std::nullopt;
    }
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// Not told where the key is absent; an infinity, which is reported, where its value is no number.
double number(simdjson::dom::object object, std::string_view key) {
    simdjson::dom::element value;
    if (object.at_key(key).get(value) != simdjson::SUCCESS) {
        return kNotTold;
    }
    return realOf(value).value_or(kBadNumber);
}

std::int64_t rankOf(std::string_view text) {
    std::int64_t rank = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rank);
    return error == std::errc() && end == text.data() + text.size() ? rank : -1;
}

template <class Record>
void setPlace(Record &record, const CommPlace &place) {
    record.step = place.step;
    record.name = place.name;
    record.group = place.group;
    record.kind = place.kind;
    record.rank = place.rank.value_or(-1);
    record.members = place.members;
}

}  // namespace

void CommPlace::setOperator(std::string_view key) {
    const auto at = key.rfind('@');
    name = key.substr(0, at);
    group = at == std::string_view::npos ? std::string_view{} : key.substr(at + 1);
}

std::string rankList(std::string_view tuple) {
    if (!tuple.starts_with('(') || !tuple.ends_with(')')) {
        return std::string(tuple);
    }
    std::string list(tuple.substr(1, tuple.size() - 2));
    std::erase(list, ' ');
    if (list.ends_with(',')) {  // Python's tuple of one: "(2,)"
        list.pop_back();
    }
    return list;
}

void CommRows::bad(std::string_view code, const CommPlace &place, std::string_view what) {
    m_sink.log().add(code == "comm.negative_value" ? Severity::Info : Severity::DataLoss, m_path, code,
                     place.step + ' ' + place.name, what);
}

double CommRows::checked(const CommPlace &place, std::string_view what, double value) {
    if (std::isnan(value)) {
        m_sink.log().add(Severity::Info, m_path, "comm.absent_value", place.step + ' ' + place.name, what);
        return kNotTold;
    }
    if (!std::isfinite(value)) {
        bad("comm.bad_value", place, what);
        return kNotTold;
    }
    if (value < 0) {
        bad("comm.negative_value", place, what);
    }
    return value;
}

void CommRows::addTime(const CommPlace &place, CommTimeRecord time) {
    setPlace(time, place);
    time.startUs = checked(place, "start", time.startUs);
    time.elapsedMs = checked(place, "elapsed time", time.elapsedMs);
    time.transitMs = checked(place, "transit time", time.transitMs);
    time.waitMs = checked(place, "wait time", time.waitMs);
    time.synchronizationMs = checked(place, "synchronization time", time.synchronizationMs);
    // What is left over may be negative where the parts were measured in parallel.
    time.idleMs = std::isfinite(time.idleMs) ? time.idleMs : checked(place, "idle time", time.idleMs);
    m_times.append(time);
}

void CommRows::addBandwidth(const CommPlace &place, CommBandwidthRecord bandwidth) {
    setPlace(bandwidth, place);
    bandwidth.sizeMb = checked(place, "transit size", bandwidth.sizeMb);
    bandwidth.timeMs = checked(place, "transit time", bandwidth.timeMs);
    bandwidth.gbps = checked(place, "bandwidth", bandwidth.gbps);
    bandwidth.largePacketRatio = checked(place, "large packet ratio", bandwidth.largePacketRatio);
    bandwidth.packageMb = checked(place, "packet size", bandwidth.packageMb);
    bandwidth.count = checked(place, "packet count", bandwidth.count);
    bandwidth.durationMs = checked(place, "packet duration", bandwidth.durationMs);
    m_bandwidths.append(bandwidth);
}

void CommRows::addLink(const CommPlace &place, CommLinkRecord link) {
    if (link.source < 0 || link.destination < 0) {
        bad("comm.bad_link", place, "a link without two ranks");
        return;
    }
    setPlace(link, place);
    link.sizeMb = checked(place, "transit size", link.sizeMb);
    link.timeMs = checked(place, "transit time", link.timeMs);
    link.gbps = checked(place, "bandwidth", link.gbps);
    m_links.append(link);
}

void CommRows::addOperator(const CommPlace &place, simdjson::dom::element operatorObject) {
    simdjson::dom::object times;
    if (operatorObject["Communication Time Info"].get_object().get(times) == simdjson::SUCCESS) {
        addTimes(place, times);
    } else {
        bad("comm.bad_value", place, "no Communication Time Info");
    }
    simdjson::dom::object transports;
    if (operatorObject["Communication Bandwidth Info"].get_object().get(transports) == simdjson::SUCCESS) {
        for (const auto transport : transports) {
            simdjson::dom::object object;
            if (transport.value.get_object().get(object) == simdjson::SUCCESS) {
                addTransport(place, transport.key, object);
            }
        }
    }
}

void CommRows::addTimes(const CommPlace &place, simdjson::dom::object times) {
    CommTimeRecord time;
    time.startUs = number(times, "Start Timestamp(us)");
    time.elapsedMs = number(times, "Elapse Time(ms)");
    time.transitMs = number(times, "Transit Time(ms)");
    time.waitMs = number(times, "Wait Time(ms)");
    time.synchronizationMs = number(times, "Synchronization Time(ms)");
    simdjson::dom::element idle;
    // Old profilers misspelt the key.
    const bool isOld = times.at_key("Idle Time(ms)").get(idle) != simdjson::SUCCESS;
    time.idleMs = number(times, isOld ? "Idel Time(ms)" : "Idle Time(ms)");
    time.waitRatio = number(times, "Wait Time Ratio");
    time.synchronizationRatio = number(times, "Synchronization Time Ratio");
    addTime(place, time);
}

void CommRows::addTransport(const CommPlace &place, std::string_view transport, simdjson::dom::object object) {
    CommBandwidthRecord row;
    row.transport = transport;
    row.sizeMb = number(object, "Transit Size(MB)");
    row.timeMs = number(object, "Transit Time(ms)");
    row.gbps = number(object, "Bandwidth(GB/s)");
    row.largePacketRatio = number(object, "Large Packet Ratio");
    simdjson::dom::object sizes;
    if (object.at_key("Size Distribution").get_object().get(sizes) != simdjson::SUCCESS || sizes.size() == 0) {
        const auto isUsed = [](double value) { return !std::isnan(value) && value != 0; };
        if (isUsed(row.sizeMb) || isUsed(row.timeMs)) {  // all transports are listed, the used ones have values
            addBandwidth(place, row);
        }
        return;
    }
    for (const auto size : sizes) {
        simdjson::dom::element count;
        simdjson::dom::element duration;
        const auto text = size.key;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), row.packageMb);
        if (error != std::errc() || end != text.data() + text.size() ||
            size.value.at(0).get(count) != simdjson::SUCCESS || size.value.at(1).get(duration) != simdjson::SUCCESS) {
            bad("comm.bad_value", place, "size distribution");
            continue;
        }
        row.count = realOf(count).value_or(kBadNumber);
        row.durationMs = realOf(duration).value_or(kBadNumber);
        addBandwidth(place, row);
    }
}

void CommRows::addLinks(const CommPlace &place, simdjson::dom::element links) {
    simdjson::dom::object members;
    if (links.get_object().get(members) != simdjson::SUCCESS) {
        bad("comm.bad_value", place, "links are no object");
        return;
    }
    for (const auto member : members) {
        simdjson::dom::object object;
        const auto dash = member.key.find('-');
        if (dash == std::string_view::npos || member.value.get_object().get(object) != simdjson::SUCCESS) {
            bad("comm.bad_link", place, member.key);
            continue;
        }
        CommLinkRecord link;
        std::string transport;
        std::string opName;
        link.source = rankOf(member.key.substr(0, dash));
        link.destination = rankOf(member.key.substr(dash + 1));
        simdjson::dom::element text;
        if (object.at_key("Transport Type").get(text) == simdjson::SUCCESS) {
            transport = jsonText(text);
        }
        if (object.at_key("Op Name").get(text) == simdjson::SUCCESS) {
            opName = jsonText(text);
        }
        link.transport = transport;
        link.opName = opName;
        link.sizeMb = number(object, "Transit Size(MB)");
        link.timeMs = number(object, "Transit Time(ms)");
        link.gbps = number(object, "Bandwidth(GB/s)");
        addLink(place, link);
    }
}

void CommRows::give() {
    m_sink.addTable(m_times.take());
    m_sink.addTable(m_bandwidths.take());
    m_sink.addTable(m_links.take());
}

}  // namespace stagescope
