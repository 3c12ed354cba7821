#include "core/base/io/byte_source.h"
#include "core/base/text.h"
#include "core/formats/format_list.h"
#include "core/formats/io/small_file.h"
#include "core/formats/sched/sched_assembly.h"
#include "core/formats/sched/sched_lines.h"
#include "core/formats/tables/environment_rows.h"

#include <memory>

namespace stagescope {

namespace {

constexpr std::size_t kOften = 2048;  ///< rows between two looks at the control

/// How the clock of a record became that of the profile.
struct SchedClock {
    std::int64_t offset = 0;  ///< added to its times
    std::string_view how = "own";
};

/// MindStudio's start_info says what CLOCK_MONOTONIC_RAW was at a moment of UTC. It holds for records of that clock,
/// and so for those that lie near what the profiler recorded alone.
bool liesNear(const SchedRecord &record, const SchedNeighbours::Clock &clock) {
    constexpr std::int64_t kMargin = std::int64_t{60} * 1'000'000'000;
    constexpr std::int64_t kLongest = std::int64_t{24 * 3600} * 1'000'000'000;
    const auto end = clock.kernelEnd.value_or(clock.kernel + kLongest);
    return record.last() >= clock.kernel - kMargin && record.first() <= end + kMargin;
}

SchedClock clockOf(const SchedRecord &record, const SchedNeighbours &neighbours, const std::string &path,
                   ImportLog &log) {
    if (record.realtimeOffset()) {
        return {*record.realtimeOffset(), "trace_event_clock_sync"};
    }
    if (!neighbours.clock) {
        return {};
    }
    if (!liesNear(record, *neighbours.clock)) {
        log.add(Severity::Info, path, "sched.clock_apart", neighbours.clock->file, "");
        return {};
    }
    return {neighbours.clock->utc - neighbours.clock->kernel, "start_info"};
}

/// Reads the lines of one file into a record.
class SchedReader {
public:
    SchedReader(const FileSource &file, Sink &sink, const LoadControl &control)
        : m_file(file), m_sink(sink), m_control(control) {}

    [[nodiscard]] Status read();
    [[nodiscard]] Status give();

private:
    void report();
    [[nodiscard]] Status nothing() const;

    const FileSource &m_file;
    Sink &m_sink;
    const LoadControl &m_control;
    SchedRecord m_record;
    std::optional<Error> m_error;
};

Status SchedReader::read() {
    ASSIGN_OR_RETURN(auto source, ByteSource::open(m_file.path));
    std::array<char, 4096> head{};
    const auto got = source->read(0, head);
    const bool isPage = got && isSchedPage({head.data(), *got});
    SchedLines lines(*source, isPage);
    std::string_view line;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
    for (std::size_t rows = 0; lines.next(line, offset); ++rows) {
        if (rows % kOften == 0) {
            if (!m_control.checkpoint()) {
                return fail(ErrorKind::Cancelled, "cancelled", m_file.path);
            }
            m_control.addBytes(source->fileBytesRead() - bytes);
            bytes = source->fileBytesRead();
        }
        m_record.addLine(line, offset);
    }
    m_control.addBytes(source->fileBytesRead() - bytes);
    m_error = lines.error();
    m_record.finish();
    return {};
}

Status SchedReader::nothing() const {
    if (m_error) {
        return tl::make_unexpected(*m_error);
    }
    if (m_record.countsWithoutUnit() > 0) {
        return fail(ErrorKind::Unsupported,
                    "its times are counts of a clock without a unit (trace_clock counter or x86-tsc): record with "
                    "trace-cmd record -C mono_raw",
                    m_file.path);
    }
    return fail(ErrorKind::Malformed,
                "no event of the scheduler: record sched_switch and sched_wakeup (trace-cmd record -e sched)",
                m_file.path);
}

/// What the file lacks, or could not be used.
void SchedReader::report() {
    auto &log = m_sink.log();
    for (const auto &[cpu, lost] : m_record.lost()) {
        log.add(Severity::DataLoss, m_file.path, "sched.lost_events", cpu < 0 ? "" : "CPU " + std::to_string(cpu),
                std::to_string(lost), lost);
    }
    if (m_record.badCount() > 0) {
        log.add(Severity::Error, m_file.path, "sched.bad_row", m_record.firstBad(), "", m_record.badCount());
    }
    if (m_record.countsWithoutUnit() > 0) {
        log.add(Severity::Error, m_file.path, "sched.no_unit", "", "", m_record.countsWithoutUnit());
    }
}

Status SchedReader::give() {
    report();
    if (m_record.events().empty() && m_record.summaries().empty()) {
        return nothing();
    }
    const auto neighbours = schedNeighbours(m_file.path, m_control);
    const auto clock = clockOf(m_record, neighbours, m_file.path, m_sink.log());
    SchedAssembly assembly(m_record, neighbours, clock.offset);
    SchedPlayer player(m_record, assembly);
    std::size_t rows = 0;
    for (const auto &event : m_record.events()) {
        if (rows++ % kOften == 0 && !m_control.checkpoint()) {
            return fail(ErrorKind::Cancelled, "cancelled", m_file.path);
        }
        player.play(event);
    }
    for (const auto &summary : m_record.summaries()) {
        if (rows++ % kOften == 0 && !m_control.checkpoint()) {
            return fail(ErrorKind::Cancelled, "cancelled", m_file.path);
        }
        player.play(summary);
    }
    player.finish();
    if (player.contradictions() > 0) {
        m_sink.log().add(Severity::Info, m_file.path, "sched.contradiction", "", "", player.contradictions());
    }
    EnvironmentRows environment;
    environment.add("scheduler", "clock", clock.how);
    environment.give(m_sink);
    const auto status = assembly.give(m_file.path, m_sink, m_control);
    return status && m_error ? Status(tl::make_unexpected(*m_error)) : status;
}

class SchedFormat final : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "sched"; }
    [[nodiscard]] bool sniff(std::string_view /*fileName*/, std::string_view head) const override {
        return looksLikeSched(head);
    }
    /// A page of systrace holds the program that shows it before what was recorded.
    [[nodiscard]] bool recognises(const std::string &path, std::string_view head,
                                  const std::stop_token &stop) const override;
    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        if (control.depth != LoadDepth::Deep) {
            return {};
        }
        SchedReader reader(file, sink, control);
        auto status = reader.read();
        return status ? reader.give() : status;
    }
    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef row) const override;
};

bool SchedFormat::recognises(const std::string &path, std::string_view head, const std::stop_token &stop) const {
    constexpr std::uint64_t kFarthest = std::uint64_t{16} << 20;
    constexpr std::size_t kPiece = std::size_t{256} << 10;
    constexpr std::size_t kOverlap = 64;
    auto source = isSchedPage(head) && containsAny(head, {"systrace", "System Trace", "trace-viewer", "trace_viewer"})
                      ? ByteSource::open(path)
                      : fail(ErrorKind::Unsupported, "");
    std::string piece(kPiece, '\0');
    for (std::uint64_t at = 0; source && at < kFarthest && !stop.stop_requested(); at += kPiece - kOverlap) {
        const auto got = (*source)->read(at, piece);
        const auto text = std::string_view(piece).substr(0, got.value_or(0));
        if (containsAny(text, {"# tracer:", "sched_switch:"})) {
            return true;
        }
        if (text.size() < kPiece) {
            return false;
        }
    }
    return false;
}

Result<KeyValues> SchedFormat::details(const FileSource &file, RowRef row) const {
    RETURN_IF_ERROR(checkUnchanged(file));
    ASSIGN_OR_RETURN(auto source, ByteSource::open(file.path));
    SchedLines lines(*source, true, row.row);
    std::string_view text;
    std::uint64_t offset = 0;
    const bool isThere = lines.next(text, offset);
    const auto line = isThere ? schedLine(text) : std::nullopt;
    if (!line) {
        return fail(ErrorKind::Malformed, "no event of the scheduler", file.path + ":byte " + std::to_string(row.row));
    }
    KeyValues result;
    result.emplace_back("event", std::string(line->event));
    result.emplace_back("cpu", std::to_string(line->cpu));
    result.emplace_back("thread", std::string(line->task) + ':' + std::to_string(line->thread));
    result.emplace_back("arguments", std::string(line->arguments));
    return result;
}

}  // namespace

std::unique_ptr<Format> makeSchedFormat() { return std::make_unique<SchedFormat>(); }

}  // namespace stagescope
