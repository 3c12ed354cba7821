#pragma once

#include "core/formats/trace_json/trace_json_reader.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"

#include <QTemporaryDir>

#include <fstream>
#include <sstream>
#include <string>

namespace stagescope {

/// JSON written with ' for " and ` for ': raw string literals with quotes in them stop moc.
inline std::string json(std::string text) {
    for (char &c : text) {
        c = c == '\'' ? '"' : c == '`' ? '\'' : c;
    }
    return text;
}

/// A trace as text that does not depend on ids: two loads are the same when their dumps are.
inline std::string dumped(const TraceStore &trace) {
    std::ostringstream out;
    for (const auto &track : trace.tracks()) {
        out << static_cast<int>(track.kind) << ' ' << trace.text(track.name) << " [" << trace.text(track.label)
            << "]\n";
        const auto &slices = trace.slices(track.id);
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            const auto s = slices.at(SliceId{i});
            out << "  " << ns(s.begin) << ' ' << ns(s.end) << ' ' << s.depth << ' ' << static_cast<int>(s.klass) << ' '
                << s.row << ' ' << trace.text(s.name) << '\n';
        }
        const auto &counter = trace.counter(track.id);
        for (std::uint32_t i = 0; i < counter.size(); ++i) {
            out << "  " << ns(counter.time(i)) << " = " << counter.value(i) << '\n';
        }
    }
    for (std::size_t i = 0; i < trace.flows().size(); ++i) {
        const auto &f = trace.flows().at(i);
        out << "flow " << trace.text(f.category) << ' ' << f.fromTrack.value << ' ' << ns(f.from) << ' '
            << f.toTrack.value << ' ' << ns(f.to) << '\n';
    }
    return out.str();
}

/// One load of a trace from a text.
struct DumpedTrace {
    Status status;
    std::shared_ptr<const TraceStore> trace;
    std::vector<std::shared_ptr<const TableStore>> tables;
    std::unique_ptr<ImportLog> log = std::make_unique<ImportLog>();

    [[nodiscard]] std::string dump() const { return trace ? dumped(*trace) : std::string(); }
    [[nodiscard]] std::uint64_t rows() const { return trace ? trace->sliceCount() + trace->sampleCount() : 0; }
    [[nodiscard]] const TableStore *table(TableKind kind) const {
        for (const auto &t : tables) {
            if (t->kind() == kind) {
                return t.get();
            }
        }
        return nullptr;
    }
};

/// Writes files into a folder of its own and loads them.
class TraceFiles {
public:
    [[nodiscard]] std::string path(const std::string &name) const {
        return m_folder.filePath(QString::fromStdString(name)).toStdString();
    }
    [[nodiscard]] std::string write(const std::string &text, const std::string &name = "trace_view.json") const {
        std::ofstream(path(name), std::ios::binary) << text;
        return path(name);
    }
    [[nodiscard]] static FileSource sourceOf(const std::string &path) {
        FileSource file;
        file.path = path;
        if (const auto source = ByteSource::open(path)) {
            file.size = (*source)->fileSize();
            file.mtimeNs = (*source)->mtimeNs();
        }
        return file;
    }
    [[nodiscard]] static DumpedTrace load(const std::string &path, unsigned workers = 1,
                                          EventScanner::Limits limits = {}) {
        LoadControl control;
        control.workers = workers;
        return load(path, control, limits);
    }
    [[nodiscard]] static DumpedTrace load(const std::string &path, const LoadControl &control,
                                          EventScanner::Limits limits = {}) {
        DumpedTrace loaded;
        Sink sink(*loaded.log);
        const auto file = sourceOf(path);
        loaded.status = control.depth == LoadDepth::Deep ? readTraceJson(file, sink, control, limits)
                                                         : readTraceHead(file, sink, control);
        auto yields = sink.take();
        if (!yields.empty()) {
            auto &yield = yields.begin()->second;
            loaded.trace = yield.traces.empty() ? nullptr : yield.traces.front();
            loaded.tables = std::move(yield.tables);
        }
        return loaded;
    }
    [[nodiscard]] DumpedTrace loadText(const std::string &text, unsigned workers = 1,
                                       EventScanner::Limits limits = {}) const {
        return load(write(text), workers, limits);
    }

private:
    QTemporaryDir m_folder;
};

}  // namespace stagescope
