#include "core/analysis/capability_facts.h"

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

}  // namespace

std::optional<CaptureFacts::FoundFile> CaptureFacts::file(std::string_view begin) const {
    for (const auto &file : m_capture.files) {
        const auto name = baseName(file.path);
        if (name.starts_with(begin) && (file.chosen || file.format.empty())) {
            return FoundFile{std::string(name), !file.format.empty()};
        }
    }
    return std::nullopt;
}

std::optional<std::string> CaptureFacts::fileOfFormat(std::string_view format) const {
    for (const auto &file : m_capture.files) {
        if (file.chosen && file.format == format) {
            return std::string(baseName(file.path));
        }
    }
    return std::nullopt;
}

bool CaptureFacts::hasDatabaseTable(std::string_view name) const {
    for (const auto &table : m_capture.tables(TableKind::Contents)) {
        for (std::size_t row = 0; row < table->rowCount(); ++row) {
            if (table->text(row, "name") == name && table->number(row, "rows") > 0) {
                return true;
            }
        }
    }
    return false;
}

bool CaptureFacts::hasRows(TableKind kind) const {
    const auto tables = m_capture.tables(kind);
    return std::any_of(tables.begin(), tables.end(), [](const auto &table) { return table->rowCount() > 0; });
}

std::string CaptureFacts::setting(std::string_view name) const {
    for (const auto &table : m_capture.tables(TableKind::Environment)) {
        for (std::size_t row = 0; row < table->rowCount(); ++row) {
            if (table->text(row, "section") == "profiler" && isSetting(table->text(row, "key"), name)) {
                return std::string(table->text(row, "value"));
            }
        }
    }
    return {};
}

std::string CaptureFacts::sourceOf(TableKind kind) const {
    for (const auto &loaded : m_capture.loaded) {
        const bool gives = std::any_of(loaded.tables.begin(), loaded.tables.end(),
                                       [&](const auto &t) { return t->kind() == kind && t->rowCount() > 0; });
        const auto file = std::find_if(m_capture.files.begin(), m_capture.files.end(),
                                       [&](const FileSource &f) { return f.id == loaded.source; });
        if (gives && file != m_capture.files.end()) {
            return std::string(baseName(file->path));
        }
    }
    return {};
}

}  // namespace stagescope
