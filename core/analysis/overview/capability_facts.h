#pragma once

#include "core/analysis/overview/capabilities.h"
#include "core/store/tables/format_descriptor.h"

#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace stagescope {

/// One capture's answer to one question.
struct CaptureAnswer {
    Answer answer = Answer::No;
    std::string source{};  ///< name of the file that tells
};

/// What was read of one capture, as questions ask for it: rows of tables, columns that hold something, slices and
/// counters of traces, contents that files tell of themselves. Built once per capture.
class CaptureFacts {
public:
    explicit CaptureFacts(const RankCapture &capture) : m_capture(capture) {}

    [[nodiscard]] const RankCapture &capture() const { return m_capture; }
    /// Whether deep loading is still to come.
    [[nodiscard]] bool isOpen() const;

    /// Yes from the first of these tables that has rows.
    [[nodiscard]] CaptureAnswer fromRows(std::initializer_list<TableKind> kinds) const;
    /// Yes when a column of texts holds any but the empty one, or one of integers any from 0 on.
    [[nodiscard]] CaptureAnswer fromColumn(TableKind kind, std::string_view column) const;
    /// Yes when a loaded trace has slices or counters.
    [[nodiscard]] CaptureAnswer fromTrace() const;
    /// Yes when a loaded trace has work of the device.
    [[nodiscard]] CaptureAnswer fromDeviceWork() const;
    /// Yes when a loaded trace has calls of the framework or of Python on a thread of the host.
    [[nodiscard]] CaptureAnswer fromHost() const;
    /// Yes when a loaded trace has functions of Python on a thread of the host. O(slices) where it has none.
    [[nodiscard]] CaptureAnswer fromPython() const;
    /// Yes when a thread of the host in a loaded trace has a call whose name fits. O(slices) where any name of the
    /// trace does.
    [[nodiscard]] CaptureAnswer fromHostCall(bool (*fits)(std::string_view name)) const;
    /// Yes when a loaded trace has a counter with samples whose name holds this.
    [[nodiscard]] CaptureAnswer fromCounter(std::string_view part) const;
    /// Yes when the contents of a file tell of rows under one of these names: tables of databases, "argument ..." and
    /// "category ..." of traces (TableKind::Contents).
    [[nodiscard]] CaptureAnswer fromContents(std::span<const std::string_view> names) const;
    /// Name of the file that a table or trace came from; empty when it is not known.
    [[nodiscard]] std::string nameOf(SourceId source) const;
    /// Whether there is a file in use of a format like that.
    [[nodiscard]] bool hasFile(const std::function<bool(const FormatDescriptor &)> &fits) const;
    /// Name of the first file whose name begins so and that nothing reads.
    [[nodiscard]] std::optional<std::string> unreadFile(std::string_view begin) const;
    /// Name of the first file of which data were lost and whose format gives any of this.
    [[nodiscard]] std::optional<std::string> lostFile(Yield wanted, const ImportLog *ofRun) const;
    /// Value of the profiler setting whose key is this name, with or without a leading path and underscore; empty =
    /// unknown.
    [[nodiscard]] std::string setting(std::string_view name) const;

private:
    const RankCapture &m_capture;
};

[[nodiscard]] CaptureAnswer better(CaptureAnswer a, CaptureAnswer b);

}  // namespace stagescope
