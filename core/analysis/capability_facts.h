#pragma once

#include "core/analysis/capabilities.h"

#include <optional>
#include <string>
#include <string_view>

namespace stagescope {

/// What one capture tells about itself: its files, the tables of its databases, its settings. Built once per capture
/// and asked by every question.
class CaptureFacts {
public:
    explicit CaptureFacts(const RankCapture &capture) : m_capture(capture) {}

    [[nodiscard]] const RankCapture &capture() const { return m_capture; }
    /// Name of the first file in use whose name begins so, and whether a reader takes it.
    struct FoundFile {
        std::string name;
        bool isRead = false;
    };
    [[nodiscard]] std::optional<FoundFile> file(std::string_view begin) const;
    /// Name of the first file in use that this reader takes.
    [[nodiscard]] std::optional<std::string> fileOfFormat(std::string_view format) const;
    /// Whether a database of the capture has that table with rows.
    [[nodiscard]] bool hasDatabaseTable(std::string_view name) const;
    /// Whether a shallow table of that kind has rows.
    [[nodiscard]] bool hasRows(TableKind kind) const;
    /// Value of the profiler setting whose key is this name, with or without a leading path and underscore; empty =
    /// unknown.
    [[nodiscard]] std::string setting(std::string_view name) const;
    /// File that gave a table of this kind, else empty.
    [[nodiscard]] std::string sourceOf(TableKind kind) const;

private:
    const RankCapture &m_capture;
};

/// One capture's answer to one question.
struct CaptureAnswer {
    Answer answer = Answer::No;
    std::string source;
};

}  // namespace stagescope
