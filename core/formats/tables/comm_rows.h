#pragma once

#include "core/store/sink.h"
#include "core/store/tables/comm_records.h"
#include "core/store/tables/table_records.h"

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

/// Rows of CommTimes, CommBandwidths and CommLinks of one file. A value that is absent is not told, and logged
/// (comm.absent_value); so is one that is no finite number (comm.bad_value, a loss). A negative one is kept and logged
/// (comm.negative_value). One thread.
class CommRows {
public:
    CommRows(Sink &sink, std::string path) : m_sink(sink), m_path(std::move(path)) {}

    /// Each with the place where it belongs, which the records then need not have.
    void addTime(const CommPlace &place, CommTimeRecord time);
    void addBandwidth(const CommPlace &place, CommBandwidthRecord bandwidth);
    void addLink(const CommPlace &place, CommLinkRecord link);

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
    void bad(std::string_view code, const CommPlace &place, std::string_view what);

    Sink &m_sink;
    std::string m_path;
    TableWriter<CommTimeRecord> m_times;
    TableWriter<CommBandwidthRecord> m_bandwidths;
    TableWriter<CommLinkRecord> m_links;
};

}  // namespace stagescope
