#pragma once

#include "core/store/sink.h"
#include "core/store/tables/table_kind.h"

#include <simdjson.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stagescope {

/// What a row of communication analysis is about.
struct CommPlace {
    std::string step;  ///< "step13"
    std::string name;  ///< of the operator
    std::string group;
    std::string kind;  ///< "collective", "p2p"
    std::optional<int> rank{};
    std::string members{};  ///< in files of a whole cluster: "0,2", "p2p"

    /// "hcom_send__822_0@13337" into name and group.
    void setOperator(std::string_view key);
};

/// "(0, 2)" and "(0,2)" as "0,2"; other texts as they are.
[[nodiscard]] std::string rankList(std::string_view tuple);

/// Rows of CommTimes, CommBandwidths and CommLinks of one file. A value that is no finite number counts 0 and is logged
/// (comm.bad_value); a negative one is kept and logged (comm.negative_value). One thread.
class CommRows {
public:
    CommRows(Sink &sink, std::string path) : m_sink(sink), m_path(std::move(path)) {}

    struct Time {
        double startUs = 0;
        double elapsedMs = 0;
        double transitMs = 0;
        double waitMs = 0;
        double synchronizationMs = 0;
        double idleMs = 0;
        double waitRatio = 0;
        double synchronizationRatio = 0;
    };
    void addTime(const CommPlace &place, Time time);
    struct Bandwidth {
        std::string transport;
        double sizeMb = 0;
        double timeMs = 0;
        double gbps = 0;
        double largePacketRatio = 0;
        double packageMb = 0;
        double count = 0;
        double durationMs = 0;
    };
    void addBandwidth(const CommPlace &place, Bandwidth bandwidth);
    struct Link {
        std::int64_t source = -1;
        std::int64_t destination = -1;
        std::string transport;
        std::string opName;
        double sizeMb = 0;
        double timeMs = 0;
        double gbps = 0;
    };
    void addLink(const CommPlace &place, Link link);

    /// The objects "Communication Time Info" and "Communication Bandwidth Info" of an operator.
    void addOperator(const CommPlace &place, simdjson::dom::element operatorObject);
    /// The object {"0-1": {"Transport Type": ...}} of an operator.
    void addLinks(const CommPlace &place, simdjson::dom::element links);

    /// Hands over what is there. Call once.
    void give();

private:
    [[nodiscard]] double checked(const CommPlace &place, std::string_view what, double value);
    void addTimes(const CommPlace &place, simdjson::dom::object times);
    void addTransport(const CommPlace &place, std::string_view transport, simdjson::dom::object object);
    void setPlace(TableBuilder &table, const CommPlace &place);
    void bad(std::string_view code, const CommPlace &place, std::string_view what);

    Sink &m_sink;
    std::string m_path;
    TableBuilder m_times{TableKind::CommTimes};
    TableBuilder m_bandwidths{TableKind::CommBandwidths};
    TableBuilder m_links{TableKind::CommLinks};
};

}  // namespace stagescope
