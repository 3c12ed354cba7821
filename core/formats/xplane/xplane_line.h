#pragma once

#include "core/base/words/producer_words.h"
#include "core/formats/io/load_control.h"
#include "core/formats/protobuf/trace_rows.h"
#include "core/formats/xplane/xplane_index.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stagescope {

/// Events that became no rows, with the byte of the first of each kind.
struct XLineTrouble {
    struct Count {
        std::uint64_t count = 0;
        std::uint64_t at = 0;
        void add(std::uint64_t place) { at = count++ == 0 || place < at ? place : at; }
        void merge(const Count &other) {
            at = other.count > 0 && (count == 0 || other.at < at) ? other.at : at;
            count += other.count;
        }
    };
    Count damaged;     ///< no message, or longer than can be looked at
    Count aggregated;  ///< sums of events without a time
    Count cut;         ///< lines that the file ends in, or behind whose damage nothing could be read
    std::optional<Error> error{};
};

/// The text that identifies the process of a plane, and its track of a line, among those of a file.
[[nodiscard]] std::string processKeyOf(std::size_t plane);
[[nodiscard]] std::string trackKeyOf(const XLinePlace &line);

/// Turns the events of lines into rows. One per worker; the planes outlive it.
class XLineWriter {
public:
    XLineWriter(const std::vector<XPlane> &planes, TraceRows &rows) : m_planes(planes), m_rows(rows) {}

    /// False when stopped.
    bool write(std::size_t plane, const XLinePlace &line, ProtoStream &stream, const LoadControl &control);
    [[nodiscard]] const XLineTrouble &trouble() const { return m_trouble; }

private:
    /// What the statistics of an event say.
    struct Facts {
        std::uint64_t correlation = 0;
        std::string_view memcpyDetails{};
        std::string_view hloOp{};
        std::string_view tfOp{};
        std::string_view scope{};
        std::string_view category{};
        std::string_view stepName{};
        std::string_view allocator{};
        std::optional<std::int64_t> group{};
        std::optional<std::int64_t> step{};
        std::optional<std::uint64_t> produced{};
        std::optional<std::uint64_t> consumed{};
        std::int64_t producerType = 0;
        std::int64_t consumerType = 0;
        std::int64_t allocated = kNoBytes;
        std::int64_t reserved = kNoBytes;
        std::int64_t bytes = 0;
        std::uint64_t address = 0;
        bool hasMemory = false;
    };
    /// What all events of a name have in common, for one plane.
    struct KnownName {
        bool isSet = false;
        bool isPython = false;
        bool isCopy = false;  ///< on a stream
        StringId name{};
        Facts facts{};
    };
    struct Event {
        std::int64_t metadata = 0;
        std::int64_t offsetPs = 0;
        std::int64_t durationPs = 0;
        bool isAggregated = false;
        Facts facts{};
    };
    /// The line that is written.
    struct Lane {
        const XPlane *plane = nullptr;
        const XLinePlace *line = nullptr;
        LaneMeaning holds = LaneMeaning::None;
        std::size_t dialect = 0;
        bool isStream = false;
        bool isOfDevice = false;
        bool hasNested = false;  ///< operators of TPUs lie within the loops that run them
        bool hasAsync = false;   ///< another line shows what runs from -start to -done
        StringId process{};
        TraceBuilder::LocalTrack track = 0;
        std::int32_t device = -1;
        std::int64_t stream = -1;
    };
    struct Row {
        std::int64_t begin = 0;
        std::int64_t end = 0;
        StringId name{};
        SliceClass klass = SliceClass::Other;
        std::uint64_t row = 0;
    };

    void open(std::size_t plane, const XLinePlace &line);
    void close();
    void writeEvent(std::string_view message, std::uint64_t place);
    [[nodiscard]] bool parse(std::string_view message, Event &event);
    void take(const XStat &stat, Facts &facts) const;
    static void takeContext(const XPlane &plane, const XStat &stat, Facts &facts);
    KnownName &nameOf(std::int64_t metadata);
    [[nodiscard]] StringId stepNameOf(StringId name, std::int64_t step);

    void writeHost(const Event &event, const KnownName &name, Row row);
    void writeWork(const Event &event, const KnownName &known, Row row);
    void writeCopy(const Event &event, const Row &row);
    void writeFlows(const Facts &facts, const Row &row);
    void writeMemory(const Facts &facts, const Row &row);
    void put(const Row &row);
    void flush(std::int64_t nextBegin);

    const std::vector<XPlane> &m_planes;
    TraceRows &m_rows;
    XLineTrouble m_trouble;
    Lane m_lane;
    std::size_t m_namesOf = ~std::size_t{0};  ///< the plane that m_names is of
    std::vector<KnownName> m_names;           ///< by XPlane::eventNames
    KnownName m_unnamed;
    std::optional<Row> m_loop;  ///< waits to show whether something lies within it
    std::unordered_map<std::uint64_t, StringId> m_stepNames;
    StringId m_allocation{};
};

}  // namespace stagescope
