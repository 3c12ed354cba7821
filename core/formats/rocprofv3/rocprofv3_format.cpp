#include "core/base/text.h"
#include "core/formats/format_list.h"
#include "core/formats/io/small_file.h"
#include "core/formats/rocprofv3/rocprof_reader.h"
#include "core/formats/tables/environment_rows.h"
#include "core/formats/trace_json/launched_trace.h"

#include <algorithm>

namespace stagescope {

namespace {

void addNumber(EnvironmentRows &rows, std::string_view key, std::int64_t value) {
    if (value > 0) {
        rows.add("device", key, std::to_string(value));
    }
}

void giveEnvironment(const rocprof::Head &head, Sink &sink) {
    EnvironmentRows rows;
    if (!head.host.empty()) {
        rows.add("identity", "host", head.host);
    }
    std::int64_t count = 0;
    for (const auto &[handle, agent] : head.agents) {
        if (!agent.isGpu) {
            continue;
        }
        if (++count == 1) {  // those of a machine are alike
            rows.add("device", "name", agent.name.empty() ? agent.architecture : agent.name);
            if (!agent.architecture.empty()) {
                rows.add("device", "architecture", agent.architecture);
            }
            addNumber(rows, "multiprocessors", agent.units);
            addNumber(rows, "clock_hz", agent.clockMhz * 1'000'000);
        }
    }
    addNumber(rows, "count", count);
    rows.give(sink);
}

/// The command as one name without its numbers: ranks of a job differ in nothing else, other programs and launchers in
/// words, and the interpreter alone makes nothing alike.
std::set<std::string> nameOf(const std::set<std::string> &command) {
    std::set<std::string> words;
    for (const auto &word : command) {
        std::string text;
        for (const char c : word) {
            const bool isNumber = c >= '0' && c <= '9';
            text += isNumber && text.ends_with('#') ? std::string() : std::string(1, isNumber ? '#' : c);
        }
        words.insert(std::move(text));
    }
    std::string name;
    for (const auto &word : words) {
        name += word + ' ';
    }
    return name.empty() ? std::set<std::string>{} : std::set<std::string>{std::move(name)};
}

/// `rocprofv3 --output-format json`: PID_results.json.
class Rocprofv3Format final : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "rocprofv3"; }

    [[nodiscard]] bool sniff(std::string_view, std::string_view head) const override {
        const auto begin = head.find_first_not_of(" \t\r\n\xef\xbb\xbf");
        return begin != std::string_view::npos && head[begin] == '{' &&
               contains(head.substr(begin, 256), "\"rocprofiler-sdk-tool\"");
    }

    [[nodiscard]] std::optional<RecordedWork> firstWork(const FileSource &file) const override {
        auto source = ByteSource::open(file.path);
        if (!source) {
            return std::nullopt;
        }
        ImportLog log;
        TraceBuilder host;
        TraceBuilder device;
        const LoadControl control;
        rocprof::Reader reader(host, device, file.path, log);
        const auto status = reader.readHead(**source, control);
        const auto &head = reader.head();
        if (!status || head.begin <= 0 || head.host.empty() || head.pid <= 0) {
            return std::nullopt;
        }
        return RecordedWork{head.begin, std::max(head.begin, head.end), std::to_string(head.pid), nameOf(head.command),
                            head.host};
    }

    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        ASSIGN_OR_RETURN(auto source, ByteSource::open(file.path));
        LaunchedTrace trace{.path = file.path, .builders = std::vector<TraceBuilder>(2), .launches = {}};
        rocprof::Reader reader(trace.builders[0], trace.builders[1], file.path, sink.log());
        if (control.depth == LoadDepth::Shallow) {
            const auto status = reader.readHead(*source, control);
            giveEnvironment(reader.head(), sink);
            return status;
        }
        const auto status = reader.read(*source, control);
        if (!status && status.error().kind == ErrorKind::Cancelled) {
            return status;
        }
        reader.addRates();
        sink.addTable(reader.counters());
        trace.launches = {&reader.calls(), &reader.works()};
        trace.copies = std::move(reader.copies());
        trace.memory = std::move(reader.memory());
        trace.drivers = reader.drivers();
        trace.sign = "rocprofv3=";
        trace.mayOverlap = true;  // queues run kernels beside one another
        const auto given = giveLaunchedTrace(std::move(trace), sink, control);
        return status ? given : status;
    }

    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef row) const override {
        RETURN_IF_ERROR(checkUnchanged(file));
        ASSIGN_OR_RETURN(auto source, ByteSource::open(file.path));
        const LoadControl control;
        JsonStream json(*source, control, row.row);
        KeyValues values;
        const bool isRead = json.next() == JsonStream::Token::BeginObject &&
                            rocprof::readFields(json, [&](std::string_view name, std::string_view value) {
                                if (name != "size") {
                                    values.emplace_back(std::string(name), std::string(value));
                                }
                            });
        return isRead ? Result<KeyValues>(std::move(values)) : fail(ErrorKind::NotFound, "no such record", file.path);
    }
};

}  // namespace

std::unique_ptr<Format> makeRocprofv3Format() { return std::make_unique<Rocprofv3Format>(); }

}  // namespace stagescope
