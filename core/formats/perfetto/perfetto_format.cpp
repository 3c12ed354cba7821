#include "core/base/io/byte_source.h"
#include "core/base/io/file_source.h"
#include "core/base/key_values.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/format_list.h"
#include "core/formats/io/json_text.h"
#include "core/formats/io/load_control.h"
#include "core/formats/io/small_file.h"
#include "core/formats/perfetto/perfetto_packets.h"
#include "core/formats/perfetto/perfetto_writer.h"
#include "core/formats/protobuf/trace_assembly.h"
#include "core/store/sink.h"

#include <cstdint>

namespace stagescope {

namespace {

std::string readable(std::string_view bytes) {
    std::string text;
    appendAsUtf8(bytes, text);
    return text;
}

class PerfettoLoad {
public:
    PerfettoLoad(ByteSource &source, Sink &sink, const LoadControl &control)
        : m_source(source), m_sink(sink), m_control(control) {}

    Status run() {
        ProtoStream stream(m_source);
        PerfettoTracks tracks;
        PerfettoClocks clocks;
        auto quiet = m_control;
        quiet.progress = nullptr;  // these bytes are read, and told, once more
        auto walk = walkPackets(stream, quiet, [&](const PerfettoPacket &packet) {
            tracks.take(packet);
            if (!packet.clocks.empty()) {
                clocks.addSnapshot(packet);
            }
            return true;
        });
        if (m_control.stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "loading was cancelled", m_source.path());
        }
        std::vector<TraceRows> rows(1);
        PerfettoWriter writer(tracks, clocks, rows.front());
        walk = walkPackets(stream, m_control, [&](const PerfettoPacket &packet) {
            writer.write(packet);
            return true;
        });
        if (m_control.stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "loading was cancelled", m_source.path());
        }
        if (walk.packets == 0) {
            return walk.error ? Status(tl::make_unexpected(*walk.error))
                              : fail(ErrorKind::Malformed, "no packet of Perfetto is in it", m_source.path());
        }
        writer.finish();
        tell(writer.trouble(), walk);
        AssemblyOptions options{.path = m_source.path(), .origin = clocks.toRealtime(), .memory = {}, .categories = {}};
        options.categories.assign(writer.categories().begin(), writer.categories().end());
        const auto status = assembleTrace(std::move(rows), options, m_sink, m_control);
        return status ? outcome(walk) : status;
    }

private:
    void tell(const PerfettoTrouble &trouble, const PacketWalk &walk) {
        const auto add = [&](Severity severity, std::string_view code, std::uint64_t count,
                             std::string_view where = {}) {
            if (count > 0) {
                m_sink.log().add(severity, m_source.path(), code, where, {}, count);
            }
        };
        add(Severity::DataLoss, "perfetto.damaged", walk.damaged + trouble.damaged,
            walk.damaged > 0 ? "byte " + std::to_string(walk.at) : std::string());
        add(Severity::DataLoss, "perfetto.lost_state", trouble.stateless);
        add(Severity::DataLoss, "perfetto.unknown_clock", trouble.timeless);
        add(Severity::Info, "perfetto.unread", trouble.unread);
        add(Severity::Info, "trace.unmatched_end", trouble.endsAlone);
    }

    Status outcome(const PacketWalk &walk) const {
        const auto where = m_source.path() + ":byte " + std::to_string(walk.at);
        if (walk.error) {
            return tl::make_unexpected(*walk.error);
        }
        if (walk.isCut) {
            return fail(ErrorKind::Truncated, "the file ends within a packet", where);
        }
        if (walk.isBroken) {
            return fail(ErrorKind::Malformed, "no packet begins there", where);
        }
        return {};
    }

    ByteSource &m_source;
    Sink &m_sink;
    const LoadControl &m_control;
};

/// Reads a trace of Perfetto in two passes: tracks and clocks, then events. What is whole of a damaged file is handed
/// over. Errors as Format::load.
Status readPerfetto(const FileSource &file, Sink &sink, const LoadControl &control) {
    ASSIGN_OR_RETURN(auto source, ByteSource::open(file.path));
    return PerfettoLoad(*source, sink, control).run();
}

/// Name, categories and annotations of the event in the packet of that number.
Result<KeyValues> readPerfettoEvent(const FileSource &file, std::uint64_t number) {
    RETURN_IF_ERROR(checkUnchanged(file));
    ASSIGN_OR_RETURN(auto source, ByteSource::open(file.path));
    ProtoStream stream(*source);
    PerfettoSequences sequences;
    std::optional<KeyValues> found;
    std::ignore = walkPackets(stream, LoadControl{}, [&](const PerfettoPacket &packet) {
        const auto *sequence = sequences.take(packet);
        if (packet.number < number) {
            return true;
        }
        PerfettoEvent event;
        if (sequence != nullptr && !packet.trackEvent.empty() &&
            parsePerfettoEvent(packet.trackEvent, *sequence, event)) {
            found = KeyValues{{"name", readable(event.name)}};
            if (!event.category.empty()) {
                found->emplace_back("cat", readable(event.category));
            }
            const auto texts = annotationTexts(event, *sequence);
            found->insert(found->end(), texts.begin(), texts.end());
        }
        return false;
    });
    return found ? Result<KeyValues>(std::move(*found))
                 : fail(ErrorKind::Malformed, "no event is there", file.path + ":packet " + std::to_string(number));
}

class PerfettoFormat final : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "perfetto"; }

    [[nodiscard]] bool sniff(std::string_view fileName, std::string_view head) const override {
        constexpr std::size_t kEnough = 8;  // of a file whose name says nothing
        const bool isNamed = contains(fileName, "pftrace") || contains(fileName, "perfetto");
        return looksLikePerfetto(head, isNamed ? 1 : kEnough);
    }

    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        return control.depth == LoadDepth::Deep ? readPerfetto(file, sink, control) : Status{};
    }

    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef row) const override {
        return readPerfettoEvent(file, row.row);
    }
};

}  // namespace

std::unique_ptr<Format> makePerfettoFormat() { return std::make_unique<PerfettoFormat>(); }

}  // namespace stagescope
