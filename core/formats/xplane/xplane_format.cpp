#include "core/base/extra_threads.h"
#include "core/base/io/byte_source.h"
#include "core/base/io/file_source.h"
#include "core/base/key_values.h"
#include "core/base/result.h"
#include "core/formats/format_list.h"
#include "core/formats/io/json_text.h"
#include "core/formats/io/load_control.h"
#include "core/formats/io/small_file.h"
#include "core/formats/protobuf/trace_assembly.h"
#include "core/formats/tables/environment_rows.h"
#include "core/formats/xplane/xplane_index.h"
#include "core/formats/xplane/xplane_line.h"
#include "core/store/sink.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

namespace stagescope {

namespace {

constexpr std::string_view kTaskPlane = "Task Environment";

std::string atByte(std::uint64_t place) { return "byte " + std::to_string(place); }

std::string utf8(std::string_view bytes) {
    std::string text;
    appendAsUtf8(bytes, text);
    return text;
}

/// Of what the profiler tells about a device, the keys that other formats have, too.
std::string_view keyOfFact(std::string_view name) {
    struct Known {
        std::string_view name;
        std::string_view key;
    };
    constexpr auto kKnown = std::to_array<Known>({{"device_type_string", "name"},
                                                  {"memory_size", "capacity_bytes"},
                                                  {"core_count", "multiprocessors"},
                                                  {"compute_cap_major", "compute_major"},
                                                  {"compute_cap_minor", "compute_minor"}});
    const auto *it = std::find_if(kKnown.begin(), kKnown.end(), [&](const Known &known) { return known.name == name; });
    return it == kKnown.end() ? name : it->key;
}

/// UTC ns when recording began, from which normalised times count; 0 where the file does not tell.
std::int64_t startTimeOf(const XSpaceIndex &index) {
    for (const auto &plane : index.planes) {
        for (const auto &fact : plane.facts) {
            const auto stat = parseXStat(fact);
            if (plane.name == kTaskPlane && plane.statName(stat.metadata) == "profile_start_time") {
                return std::max(stat.whole(), std::int64_t{0});
            }
        }
    }
    return 0;
}

void addEnvironment(const XSpaceIndex &index, Sink &sink) {
    EnvironmentRows rows;
    std::size_t devices = 0;
    for (const auto &plane : index.planes) {
        const bool isDevice = plane.name.starts_with("/device:") && !plane.name.starts_with("/device:CUSTOM");
        devices += isDevice ? 1 : 0;
        const bool isFirst = isDevice && devices == 1;  // the devices of a host are alike
        const bool isTask = plane.name == kTaskPlane;
        for (const auto &fact : isFirst || isTask ? plane.facts : std::vector<std::string>{}) {
            const auto stat = parseXStat(fact);
            const auto name = plane.statName(stat.metadata);
            const auto value = plane.shown(stat);
            if (!name.empty() && !value.empty() && stat.type != XStat::Type::Bytes) {
                rows.add(isTask ? "session" : "device", utf8(isTask ? name : keyOfFact(name)), utf8(value));
            }
        }
    }
    if (devices > 0) {
        rows.add("device", "count", std::to_string(devices));
    }
    if (index.hosts.size() == 1) {
        rows.add("host", "name", utf8(index.hosts.front()));
    }
    rows.give(sink);
}

void logIndex(const XSpaceIndex &index, const std::string &path, ImportLog &log) {
    for (const auto &warning : index.warnings) {
        log.add(Severity::Info, path, "xplane.warning", {}, utf8(warning));
    }
    if (index.damagedNames > 0) {
        log.add(Severity::DataLoss, path, "xplane.damaged_name", {}, {}, index.damagedNames);
    }
    if (index.isDamaged) {
        log.add(Severity::DataLoss, path, "xplane.damaged", atByte(index.troubleAt), {});
    }
}

/// One load: the index and the workers that read its lines.
class XPlaneLoad {
public:
    XPlaneLoad(ByteSource &source, Sink &sink, const LoadControl &control)
        : m_source(source), m_sink(sink), m_control(control) {}

    Status run() {
        ProtoStream stream(m_source);
        m_index = readXSpaceIndex(stream, m_control);
        if (m_control.stop.stop_requested()) {
            return cancelled();
        }
        if (m_index.planes.empty()) {
            return m_index.error ? Status(tl::make_unexpected(*m_index.error))
                                 : fail(ErrorKind::Malformed, "no plane of an XSpace is in it", m_source.path());
        }
        logIndex(m_index, m_source.path(), m_sink.log());
        for (std::size_t plane = 0; plane < m_index.planes.size(); ++plane) {
            for (const auto &line : m_index.planes[plane].lines) {
                m_jobs.push_back({plane, &line});
            }
        }
        readLines(stream);
        if (m_control.stop.stop_requested()) {
            return cancelled();
        }
        describe(m_rows.front().builder);
        addEnvironment(m_index, m_sink);
        const AssemblyOptions options{.path = m_source.path(),
                                      .origin = startTimeOf(m_index),
                                      .memory = {"XLA", {"MemoryAllocation", "MemoryDeallocation"}},
                                      .categories = {}};
        const auto status = assembleTrace(std::move(m_rows), options, m_sink, m_control);
        return status ? outcome() : status;
    }

private:
    struct Job {
        std::size_t plane = 0;
        const XLinePlace *line = nullptr;
    };

    Status cancelled() const { return fail(ErrorKind::Cancelled, "loading was cancelled", m_source.path()); }

    /// Lines in turn; a worker takes them in the order of the file.
    void readLines(ProtoStream &first) {
        const auto workers = m_source.isSeekable() ? std::clamp<std::size_t>(m_control.workers, 1,
                                                                             std::max<std::size_t>(m_jobs.size(), 1))
                                                   : 1;
        m_rows.resize(workers);
        m_troubles.resize(workers);
        const auto loop = [this](std::size_t worker, ProtoStream &stream) {
            XLineWriter writer(m_index.planes, m_rows[worker]);
            for (auto job = m_next++; job < m_jobs.size(); job = m_next++) {
                const auto &line = *m_jobs[job].line;
                if (!writer.write(m_jobs[job].plane, line, stream, m_control)) {
                    break;
                }
                m_control.addBytes(line.end - line.begin);
            }
            m_troubles[worker] = writer.trouble();
        };
        ExtraThreads helpers;
        for (std::size_t worker = 1; worker < workers; ++worker) {
            const bool isStarted = helpers.start([&loop, worker, path = m_source.path()] {
                if (const auto own = ByteSource::open(path)) {
                    ProtoStream stream(**own);
                    loop(worker, stream);
                }
            });
            if (!isStarted) {
                break;
            }
        }
        loop(0, first);
    }

    void describe(TraceBuilder &builder) {
        for (std::size_t plane = 0; plane < m_index.planes.size(); ++plane) {
            const auto &known = m_index.planes[plane];
            const auto process = builder.intern(processKeyOf(plane));
            if (known.lines.empty()) {
                continue;
            }
            builder.describeProcess(process, builder.intern(utf8(known.name)), {});
            const bool isHost = !known.name.starts_with("/device:");
            builder.sortProcess(process, static_cast<std::int64_t>(plane) - (isHost ? 1'000'000 : 0));
            for (std::size_t i = 0; i < known.lines.size(); ++i) {
                const auto &line = known.lines[i];
                const TraceBuilder::TrackKey key{TrackKind::Other, process, builder.intern(utf8(trackKeyOf(line)))};
                builder.describeTrack(key, builder.intern(utf8(line.shownName())), {}, TrackKind::Other);
                builder.sortTrack(key, static_cast<std::int64_t>(i));
            }
        }
    }

    Status outcome() {
        XLineTrouble sum;
        for (const auto &trouble : m_troubles) {
            sum.damaged.merge(trouble.damaged);
            sum.aggregated.merge(trouble.aggregated);
            sum.cut.merge(trouble.cut);
            sum.error = sum.error ? sum.error : trouble.error;
        }
        const auto tell = [&](Severity severity, std::string_view code, const XLineTrouble::Count &count) {
            if (count.count > 0) {
                m_sink.log().add(severity, m_source.path(), code, atByte(count.at), {}, count.count);
            }
        };
        tell(Severity::DataLoss, "xplane.damaged_event", sum.damaged);
        tell(Severity::Info, "xplane.aggregated", sum.aggregated);
        const auto &error = m_index.error ? m_index.error : sum.error;
        if (error) {
            return tl::make_unexpected(*error);
        }
        if (m_index.isCut) {
            return fail(ErrorKind::Truncated, "the file ends within a message",
                        m_source.path() + ":" + atByte(m_index.troubleAt));
        }
        if (!m_index.isDamaged) {
            tell(Severity::DataLoss, "xplane.damaged", sum.cut);
        }
        return {};
    }

    ByteSource &m_source;
    Sink &m_sink;
    const LoadControl &m_control;
    XSpaceIndex m_index;
    std::vector<Job> m_jobs;
    std::atomic<std::size_t> m_next{0};
    std::vector<TraceRows> m_rows;
    std::vector<XLineTrouble> m_troubles;
};

std::string exactTime(const XLinePlace &line, std::int64_t ps) {
    const auto whole = static_cast<__int128>(line.timestamp) * 1000 + ps;
    const bool isNegative = whole < 0;
    auto rest = isNegative ? -whole : whole;
    std::string digits;
    do {
        digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(rest % 10)));
        rest /= 10;
    } while (rest > 0);
    return (isNegative ? "-" : "") + digits;
}

KeyValues detailsOf(const XPlane &plane, const XLinePlace &line, std::string_view message) {
    KeyValues values;
    const auto *name = plane.eventName(static_cast<std::int64_t>(firstNumber(message, 1)));
    const auto add = [&](std::string_view stat) {
        const auto parsed = parseXStat(stat);
        values.emplace_back(utf8(plane.statName(parsed.metadata)), utf8(plane.shown(parsed)));
    };
    if (name != nullptr) {
        values.emplace_back("name", utf8(name->displayName.empty() ? name->name : name->displayName));
        if (!name->displayName.empty() && name->name != name->displayName) {
            values.emplace_back("long_name", utf8(name->name));
        }
    }
    values.emplace_back("start_ps", exactTime(line, static_cast<std::int64_t>(firstNumber(message, 2))));
    values.emplace_back("duration_ps", std::to_string(static_cast<std::int64_t>(firstNumber(message, 3))));
    forEachField(message, [&](ProtoReader &field) {
        if (field.tag_and_type() != bytesField(4)) {
            return false;
        }
        add(viewOf(field));
        return true;
    });
    for (const auto &stat : name == nullptr ? std::vector<std::string>{} : name->stats) {
        add(stat);
    }
    return values;
}

/// Reads an XSpace whole, in two passes: names first, then lines, by as many workers as there are. What is whole of a
/// damaged file is handed over. Errors as Format::load.
Status readXPlane(const FileSource &file, Sink &sink, const LoadControl &control) {
    ASSIGN_OR_RETURN(auto source, ByteSource::open(file.path));
    return XPlaneLoad(*source, sink, control).run();
}

/// Devices, hosts and the time of recording. Compressed files are left for the deep reading.
Status readXPlaneHead(const FileSource &file, Sink &sink, const LoadControl &control) {
    ASSIGN_OR_RETURN(auto source, ByteSource::open(file.path));
    if (!source->isSeekable()) {
        return {};
    }
    ProtoStream stream(*source);
    const auto index = readXSpaceIndex(stream, control);
    if (control.stop.stop_requested()) {
        return fail(ErrorKind::Cancelled, "loading was cancelled", file.path);
    }
    addEnvironment(index, sink);
    return {};
}

/// Names, times in picoseconds and statistics of the event at a byte.
Result<KeyValues> readXPlaneEvent(const FileSource &file, std::uint64_t place) {
    RETURN_IF_ERROR(checkUnchanged(file));
    ASSIGN_OR_RETURN(auto source, ByteSource::open(file.path));
    ProtoStream stream(*source);
    const auto index = readXSpaceIndex(stream, LoadControl{});
    for (const auto &plane : index.planes) {
        for (const auto &line : plane.lines) {
            if (place < line.begin || place >= line.end) {
                continue;
            }
            stream.seek(line.begin);
            while (const auto field = stream.next(line.end)) {
                if (field->wire == ProtoStream::Wire::Bytes && field->begin == place) {
                    const auto message = stream.view(*field);
                    return message ? Result<KeyValues>(detailsOf(plane, line, *message))
                                   : fail(ErrorKind::Limit, "the event is too long to be shown", file.path);
                }
                if (field->wire == ProtoStream::Wire::Bytes) {
                    stream.skip(*field);
                }
            }
        }
    }
    return fail(ErrorKind::Malformed, "no event begins there", file.path + ":" + atByte(place));
}

class XPlaneFormat final : public Format {
public:
    [[nodiscard]] std::string_view id() const override { return "xplane"; }

    [[nodiscard]] bool sniff(std::string_view /*fileName*/, std::string_view head) const override {
        return looksLikeXSpace(head);
    }

    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        return control.depth == LoadDepth::Shallow ? readXPlaneHead(file, sink, control)
                                                   : readXPlane(file, sink, control);
    }

    [[nodiscard]] Result<KeyValues> details(const FileSource &file, RowRef row) const override {
        return readXPlaneEvent(file, row.row);
    }
};

}  // namespace

std::unique_ptr<Format> makeXPlaneFormat() { return std::make_unique<XPlaneFormat>(); }

}  // namespace stagescope
