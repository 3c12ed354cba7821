#include "core/analysis/overview/capability_facts.h"

#include "core/analysis/run/busy_intervals.h"
#include "core/session/rank_facts.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>

namespace stagescope {

namespace {

std::string_view baseName(std::string_view path) { return path.substr(path.find_last_of('/') + 1); }

bool isSetting(std::string_view key, std::string_view name) {
    if (!key.ends_with(name)) {
        return false;
    }
    const auto before = key.substr(0, key.size() - name.size());
    return before.empty() || before.back() == '.' || before == "_" || before.ends_with("._");
}

bool hasValue(const TableStore &table, std::string_view column) {
    const auto numbers = table.numbers(column);
    if (std::any_of(numbers.begin(), numbers.end(), [](std::int64_t value) { return value >= 0; })) {
        return true;
    }
    const auto *texts = table.texts(column);
    return texts != nullptr &&
           std::any_of(texts->at.view().begin(), texts->at.view().end(), [](std::int64_t text) { return text != 0; });
}

bool isDevice(TrackKind kind) { return kind == TrackKind::DeviceStream || kind == TrackKind::CommGroup; }

/// Calls of the driver alone, as a trace of a device has them, are none of the framework's.
bool holdsFramework(const TraceStore &trace, const Track &track) {
    const auto &slices = trace.slices(track.id);
    for (std::uint32_t i = 0; track.kind == TrackKind::HostThread && i < slices.size(); ++i) {
        if (slices.klass(i) != SliceClass::Runtime && slices.klass(i) != SliceClass::Instant) {
            return true;
        }
    }
    return false;
}

bool holdsPython(const TraceStore &trace, const Track &track) {
    const auto &slices = trace.slices(track.id);
    for (std::uint32_t i = 0; track.kind == TrackKind::HostThread && i < slices.size(); ++i) {
        if (slices.klass(i) == SliceClass::Python) {
            return true;
        }
    }
    return false;
}

bool holdsCall(const TraceStore &trace, bool (*fits)(std::string_view name)) {
    std::vector<bool> isMeant(trace.strings().size());
    for (std::uint32_t i = 0; i < isMeant.size(); ++i) {
        isMeant[i] = fits(trace.text(StringId{i}));
    }
    if (std::find(isMeant.begin(), isMeant.end(), true) == isMeant.end()) {
        return false;
    }
    const auto tracks = trace.tracks();
    return std::any_of(tracks.begin(), tracks.end(), [&](const Track &track) {
        const auto &slices = trace.slices(track.id);
        for (std::uint32_t i = 0; track.kind == TrackKind::HostThread && i < slices.size(); ++i) {
            if (isMeant[slices.name(i).value]) {
                return true;
            }
        }
        return false;
    });
}

}  // namespace

CaptureAnswer better(CaptureAnswer a, CaptureAnswer b) { return a.answer >= b.answer ? std::move(a) : std::move(b); }

bool CaptureFacts::isOpen() const {
    return m_capture.state != LoadState::Deep && m_capture.state != LoadState::Damaged &&
           m_capture.state != LoadState::Missing;
}

std::string CaptureFacts::nameOf(SourceId source) const {
    const auto file = std::find_if(m_capture.files.begin(), m_capture.files.end(),
                                   [&](const FileSource &f) { return f.id == source; });
    return file == m_capture.files.end() ? std::string() : std::string(baseName(file->path));
}

CaptureAnswer CaptureFacts::fromRows(std::initializer_list<TableKind> kinds) const {
    for (const auto kind : kinds) {
        for (const auto &loaded : m_capture.loaded) {
            const bool tells = std::any_of(loaded.tables.begin(), loaded.tables.end(), [&](const auto &table) {
                return table->kind() == kind && table->rowCount() > 0;
            });
            if (tells) {
                return {Answer::Yes, nameOf(loaded.source)};
            }
        }
    }
    return {};
}

CaptureAnswer CaptureFacts::fromColumn(TableKind kind, std::string_view column) const {
    for (const auto &loaded : m_capture.loaded) {
        const bool tells = std::any_of(loaded.tables.begin(), loaded.tables.end(), [&](const auto &table) {
            return table->kind() == kind && hasValue(*table, column);
        });
        if (tells) {
            return {Answer::Yes, nameOf(loaded.source)};
        }
    }
    return {};
}

CaptureAnswer CaptureFacts::fromTrace() const {
    for (const auto &loaded : m_capture.loaded) {
        if (std::any_of(loaded.traces.begin(), loaded.traces.end(),
                        [](const auto &trace) { return trace->bounds().has_value(); })) {
            return {Answer::Yes, nameOf(loaded.source)};
        }
    }
    return {};
}

CaptureAnswer CaptureFacts::fromDeviceWork() const {
    const auto look = [&] {
        if (lacksWorkRecords(m_capture)) {
            return CaptureAnswer{};
        }
        for (const auto &[loaded, trace] : m_capture.traces()) {
            const auto tracks = trace->tracks();
            if (std::any_of(tracks.begin(), tracks.end(), [&](const Track &track) {
                    return isDevice(track.kind) && trace->slices(track.id).size() > 0;
                })) {
                return CaptureAnswer{Answer::Yes, nameOf(loaded)};
            }
        }
        return CaptureAnswer{};
    };
    return measuredOnce(m_capture, std::stop_token(), look, "device work");
}

CaptureAnswer CaptureFacts::fromHost() const {
    const auto look = [&] {
        for (const auto &[loaded, trace] : m_capture.traces()) {
            const auto tracks = trace->tracks();
            if (std::any_of(tracks.begin(), tracks.end(),
                            [&](const Track &track) { return holdsFramework(*trace, track); })) {
                return CaptureAnswer{Answer::Yes, nameOf(loaded)};
            }
        }
        return CaptureAnswer{};
    };
    return measuredOnce(m_capture, std::stop_token(), look, "host");
}

CaptureAnswer CaptureFacts::fromPython() const {
    for (const auto &[loaded, trace] : m_capture.traces()) {
        const auto tracks = trace->tracks();
        if (std::any_of(tracks.begin(), tracks.end(), [&](const Track &track) { return holdsPython(*trace, track); })) {
            return {Answer::Yes, nameOf(loaded)};
        }
    }
    return {};
}

CaptureAnswer CaptureFacts::fromHostCall(bool (*fits)(std::string_view name)) const {
    for (const auto &loaded : m_capture.loaded) {
        if (std::any_of(loaded.traces.begin(), loaded.traces.end(),
                        [&](const auto &trace) { return holdsCall(*trace, fits); })) {
            return {Answer::Yes, nameOf(loaded.source)};
        }
    }
    return {};
}

CaptureAnswer CaptureFacts::fromCounter(std::string_view part) const {
    for (const auto &[loaded, trace] : m_capture.traces()) {
        const auto tracks = trace->tracks();
        if (std::any_of(tracks.begin(), tracks.end(), [&](const Track &track) {
                return track.kind == TrackKind::Counter && trace->text(track.name).find(part) != std::string_view::npos;
            })) {
            return {Answer::Yes, nameOf(loaded)};
        }
    }
    return {};
}

CaptureAnswer CaptureFacts::fromContents(std::span<const std::string_view> names) const {
    for (const auto &loaded : m_capture.loaded) {
        for (const auto &part : RecordList<ContentsRecord>(loaded.tables)) {
            if (part.rows > 0 && std::find(names.begin(), names.end(), part.name) != names.end()) {
                return {Answer::Yes, nameOf(loaded.source)};
            }
        }
    }
    return {};
}

bool CaptureFacts::hasFile(const std::function<bool(const FormatDescriptor &)> &fits) const {
    return std::any_of(m_capture.files.begin(), m_capture.files.end(),
                       [&](const FileSource &file) { return file.chosen && fits(formatDescriptor(file.format)); });
}

std::optional<std::string> CaptureFacts::unreadFile(std::string_view begin) const {
    for (const auto &file : m_capture.files) {
        if (file.format.empty() && baseName(file.path).starts_with(begin)) {
            return std::string(baseName(file.path));
        }
    }
    return std::nullopt;
}

std::optional<std::string> CaptureFacts::lostFile(Yield wanted, const ImportLog *ofRun) const {
    for (const auto *log : {m_capture.log.get(), ofRun}) {
        for (const auto &entry : log == nullptr ? std::vector<ImportEntry>{} : log->entries()) {
            const auto file = std::find_if(m_capture.files.begin(), m_capture.files.end(),
                                           [&](const FileSource &f) { return f.path == entry.source; });
            if (entry.severity == Severity::DataLoss && file != m_capture.files.end() &&
                formatDescriptor(file->format).usual().hasAny(wanted)) {
                return std::string(baseName(file->path));
            }
        }
    }
    return std::nullopt;
}

std::string CaptureFacts::setting(std::string_view name) const {
    std::string other;
    for (const auto &fact : recordsOf<EnvironmentRecord>(m_capture)) {
        if (name.empty() || !isSetting(fact.key, name)) {
            continue;
        }
        if (fact.section == "profiler") {
            return std::string(fact.value);
        }
        other = other.empty() ? std::string(fact.value) : other;
    }
    return other;
}

}  // namespace stagescope
