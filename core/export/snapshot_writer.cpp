#include "core/export/snapshot_writer.h"

#include "core/export/quoted_text.h"

#include <string>
#include <unordered_map>

namespace stagescope {

namespace {

constexpr std::size_t kPiece = 1 << 20;
constexpr std::int64_t kNsPerUs = 1000;

/// Gathers text and hands it on in pieces.
class Writer {
public:
    Writer(const SnapshotStore &snapshot, const TextSink &sink, const std::stop_token &stop)
        : m_snapshot(snapshot), m_sink(sink), m_stop(stop) {}

protected:
    [[nodiscard]] const SnapshotStore &snapshot() const { return m_snapshot; }
    std::string &out() { return m_out; }

    /// To be called after each row; false = stop now.
    bool passOn() { return m_out.size() < kPiece || passAllOn(); }
    Status finish() {
        (void)passAllOn();
        if (m_stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "cancelled");
        }
        return m_refused ? fail(ErrorKind::ReadFailed, "cannot write") : Status{};
    }

    /// What `write` gives for a call stack, once for each.
    template <class Write>
    const std::string &stackText(StackId stack, const Write &write) {
        const auto [it, isNew] = m_stacks.try_emplace(stack.value);
        if (isNew) {
            for (const auto frame : m_snapshot.stacks().frames(stack)) {
                write(it->second, m_snapshot.stacks().at(frame));
            }
        }
        return it->second;
    }

private:
    bool passAllOn() {
        m_refused = m_refused || m_stop.stop_requested() || !m_sink(m_out);
        m_out.clear();
        return !m_refused;
    }

    const SnapshotStore &m_snapshot;
    const TextSink &m_sink;
    const std::stop_token &m_stop;
    std::string m_out;
    std::unordered_map<std::uint32_t, std::string> m_stacks;
    bool m_refused = false;
};

class JsonWriter : Writer {
public:
    using Writer::Writer;

    Status write() {
        out() += "{\n\"segments\": [";
        writeSegments(false);
        out() += "],\n\"device_traces\": [";
        writeTraces(false);
        out() += "],\n\"host_segments\": [";
        writeSegments(true);
        out() += "],\n\"host_traces\": [";
        writeTraces(true);
        out() += "],\n\"external_annotations\": [";
        writeAnnotations();
        out() += "],\n\"allocator_settings\": {";
        bool isFirst = true;
        for (const auto &[key, value] : snapshot().settings()) {
            separate(isFirst);
            setting(key, value);
        }
        out() += "}\n}\n";
        return finish();
    }

private:
    void separate(bool &isFirst) {
        out() += isFirst ? "\n" : ",\n";
        isFirst = false;
    }
    void key(std::string_view name, bool isFirst) {
        out() += isFirst ? "" : ", ";
        appendJsonText(out(), name);
        out() += ": ";
    }
    /// Switches and whole numbers as such: whoever reads them looks for these.
    void setting(std::string_view name, const std::string &value) {
        const auto digits = value.find_first_not_of("0123456789", value.starts_with('-') ? 1 : 0);
        const bool isNumber = digits == std::string::npos && value.size() > (value.starts_with('-') ? 1U : 0U) &&
                              value.size() < 19 && (value.size() == 1 || value[0] != '0');
        if (isNumber || value == "true" || value == "false") {
            key(name, true);
            out() += value;
        } else {
            text(name, value, true);
        }
    }
    template <class Number>
    void number(std::string_view name, Number value, bool isFirst = false) {
        key(name, isFirst);
        out() += std::to_string(value);
    }
    void text(std::string_view name, std::string_view value, bool isFirst = false) {
        key(name, isFirst);
        appendJsonText(out(), value);
    }
    void optionalText(std::string_view name, StringId id) {
        if (const auto value = snapshot().text(id); !value.empty()) {
            text(name, value);
        }
    }
    void pool(std::string_view name, std::uint16_t position) {
        const auto &id = snapshot().pools()[position];
        key(name, false);
        out() += '[' + std::to_string(id.first) + ", " + std::to_string(id.second) + ']';
    }
    void frames(std::string_view name, StackId stack) {
        key(name, false);
        out() += '[';
        out() += stackText(stack, [this](std::string &all, const StackFrame &frame) { appendFrame(all, frame); });
        out() += ']';
    }

    void appendFrame(std::string &all, const StackFrame &frame) const {
        const auto add = [&](std::string_view name, std::string_view value) {
            appendJsonText(all, name);
            all += ": ";
            appendJsonText(all, value);
            all += ", ";
        };
        all += all.empty() ? "{" : ", {";
        add("filename", snapshot().text(frame.file));
        add("name", snapshot().text(frame.function));
        for (const auto &[name, id] :
             {std::pair{"fx_node_op", frame.fxOp}, std::pair{"fx_node_name", frame.fxName},
              std::pair{"fx_node_target", frame.fxTarget}, std::pair{"fx_original_trace", frame.fxTrace}}) {
            if (const auto value = snapshot().text(id); !value.empty()) {
                add(name, value);
            }
        }
        all += "\"line\": " + std::to_string(frame.line) + '}';  // kNoLine is what PyTorch writes too
    }

    void writeSegments(bool ofHost) {
        bool isFirst = true;
        for (const auto &device : snapshot().devices()) {
            if (device.isHost != ofHost) {
                continue;
            }
            for (const auto &segment : snapshot().segments(device)) {
                separate(isFirst);
                writeSegment(segment);
                if (!passOn()) {
                    return;
                }
            }
        }
    }

    void writeSegment(const SnapshotSegment &segment) {
        out() += '{';
        number("device", segment.device, true);
        number("address", segment.address);
        number("total_size", segment.size);
        number("allocated_size", segment.allocated);
        number("active_size", segment.active);
        number("requested_size", segment.requested);
        number("stream", snapshot().streams()[segment.stream]);
        text("segment_type", segment.isSmall ? "small" : "large");
        pool("segment_pool_id", segment.pool);
        key("is_expandable", false);
        out() += segment.isExpandable ? "true" : "false";
        frames("frames", segment.stack);
        key("blocks", false);
        out() += '[';
        bool isFirst = true;
        for (const auto &block : snapshot().blocks(segment)) {
            out() += isFirst ? "{" : ", {";
            isFirst = false;
            number("address", block.address, true);
            number("size", block.size);
            number("requested_size", block.requested);
            text("state", blockStateText(block.state));
            frames("frames", block.stack);
            out() += '}';
        }
        out() += "]}";
    }

    /// One list per device number: devices without a history get an empty one.
    void writeTraces(bool ofHost) {
        std::int32_t next = 0;
        for (const auto &device : snapshot().devices()) {
            if (device.isHost != ofHost) {
                continue;
            }
            for (; next <= device.device; ++next) {
                out() += next == 0 ? "[" : ", [";
                out() += next == device.device ? "" : "]";
            }
            bool isFirst = true;
            for (std::uint32_t i = 0; i < device.eventCount; ++i) {
                separate(isFirst);
                writeEvent(snapshot().events().at(device.firstEvent + i));
                if (!passOn()) {
                    return;
                }
            }
            out() += ']';
        }
    }

    void writeEvent(const SnapshotEvent &event) {
        out() += '{';
        text("action", snapshotActionText(event.action), true);
        number(event.action == SnapshotAction::OutOfMemory ? "device_free" : "addr", event.address);
        number("size", event.size);
        number("stream", snapshot().streams()[event.stream]);
        if (event.timeNs != SnapshotEvent::kNoTime) {
            number("time_us", event.timeNs / kNsPerUs);
        }
        if (event.pool != 0) {
            pool("pool_id", event.pool);
        }
        optionalText("user_metadata", event.userText);
        optionalText("compile_context", event.compileContext);
        optionalText("category", event.category);
        if (event.forwardStack != StackId{0}) {
            frames("forward_frames", event.forwardStack);
        }
        frames("frames", event.stack);
        out() += '}';
    }

    void writeAnnotations() {
        bool isFirst = true;
        for (const auto &annotation : snapshot().annotations()) {
            separate(isFirst);
            out() += '{';
            text("name", snapshot().text(annotation.name), true);
            number("device", annotation.device);
            if (annotation.timeNs != SnapshotEvent::kNoTime) {
                number("time_us", annotation.timeNs / kNsPerUs);
            }
            if (annotation.stage != SnapshotAnnotation::Stage::Mark) {
                text("stage", annotation.stage == SnapshotAnnotation::Stage::Start ? "START" : "END");
            }
            out() += '}';
        }
    }
};

class CsvWriter : Writer {
public:
    using Writer::Writer;

    Status write() {
        out() += "device,event,action,address,size_bytes,stream,pool,time_ns,text,stack\r\n";
        for (const auto &device : snapshot().devices()) {
            for (std::uint32_t i = 0; i < device.eventCount; ++i) {
                writeEvent(device, i);
                if (!passOn()) {
                    return finish();
                }
            }
        }
        return finish();
    }

private:
    void writeEvent(const SnapshotDevice &device, std::uint32_t i) {
        const auto event = snapshot().events().at(device.firstEvent + i);
        const auto &pool = snapshot().pools()[event.pool];
        out() += (device.isHost ? "host " : "") + std::to_string(device.device) + ',' + std::to_string(i) + ',';
        out() += snapshotActionText(event.action);
        out() += ',' + std::to_string(event.address) + ',' + std::to_string(event.size) + ',' +
                 std::to_string(snapshot().streams()[event.stream]) + ',' + std::to_string(pool.first) + '.' +
                 std::to_string(pool.second) + ',' +
                 (event.timeNs == SnapshotEvent::kNoTime ? std::string() : std::to_string(event.timeNs)) + ',';
        appendCsvField(out(), spreadsheetText(snapshot().text(event.userText)));
        out() += ',';
        appendCsvField(out(), spreadsheetText(stackText(event.stack, [this](std::string &all, const StackFrame &frame) {
                           all += all.empty() ? "" : "; ";
                           all += snapshot().text(frame.file);
                           all += frame.line == StackFrame::kNoLine ? "" : ':' + std::to_string(frame.line);
                           all += ' ';
                           all += snapshot().text(frame.function);
                       })));
        out() += "\r\n";
    }
};

}  // namespace

Status writeSnapshotJson(const SnapshotStore &snapshot, const TextSink &sink, const std::stop_token &stop) {
    return JsonWriter(snapshot, sink, stop).write();
}

Status writeSnapshotCsv(const SnapshotStore &snapshot, const TextSink &sink, const std::stop_token &stop) {
    return CsvWriter(snapshot, sink, stop).write();
}

}  // namespace stagescope
