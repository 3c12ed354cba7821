#pragma once

#include "core/base/import_log.h"
#include "core/base/result.h"
#include "core/formats/io/load_control.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace stagescope {

/// One row of a record of msMemScope. Views are valid within the call that hands it over.
struct MemscopeRow {
    std::int64_t id = 0;
    std::int64_t time = 0;   ///< as written: ns, us in records of 2025
    std::string_view event;  ///< "MALLOC"
    std::string_view type;   ///< "PTA"
    std::string_view name;
    std::string_view device;  ///< "0", "cpu", "host", "N/A"
    std::string_view pointer;
    std::string_view attributes;
    std::string_view pythonStack;
    std::string_view nativeStack;

    /// Value of a key of `attributes`: JSON of texts in databases, {key:value,key:value} without quotes in CSV, where a
    /// comma ends a value only before another key. Nothing without the key. O(length).
    [[nodiscard]] std::optional<std::string_view> attribute(std::string_view key) const;
    /// The same as bytes or an address, decimal or behind 0x; nothing for what is no number.
    [[nodiscard]] std::optional<std::uint64_t> number(std::string_view key) const;
    /// `pointer`, else the attribute addr.
    [[nodiscard]] std::optional<std::uint64_t> address() const;
};

/// Whether the first bytes of a file are those of such a record. A database whose head does not name its tables is not
/// recognised by it.
[[nodiscard]] bool looksLikeMemscope(std::string_view head);

/// Hands over all rows in the order of the file; `take` says what is wrong with a row, or nothing, and what is wrong
/// stands in the log. Errors: Malformed for a file without such a table, those of reading, Cancelled. One thread.
[[nodiscard]] Status readMemscope(const std::string &path, ImportLog &log, const LoadControl &control,
                                  const std::function<std::string(const MemscopeRow &)> &take);

}  // namespace stagescope
