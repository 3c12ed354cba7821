#pragma once

#include "core/store/tables/table_kind.h"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>
#include <variant>

namespace stagescope {

/// What a real member holds where the file does not tell it, unless its record says otherwise. No number: whatever is
/// worked out with it is not known either, and its cell is empty.
inline constexpr double kNotTold = std::numeric_limits<double>::quiet_NaN();

/// A column of a table and the member of the record that holds its value.
template <class Record>
struct Field {
    using Member = std::variant<std::int64_t Record::*, double Record::*, std::string_view Record::*>;
    std::string_view name;  ///< as archives and dumps have it
    Member member;
};

/// What a row of a kind of table holds, declared once: a struct with `kKind`, its members (each with what it is where
/// a file does not tell it) and `fields()`, an array of Field. Readers and writers come from it (table_records.h).
template <class Record>
concept TableRecord = std::is_default_constructible_v<Record> && requires {
    { Record::kKind } -> std::convertible_to<TableKind>;
    Record::fields().size();
};

template <TableRecord Record>
inline constexpr std::size_t kFieldCount = Record::fields().size();

/// Number of the field that fills this member; a member without a field does not compile.
template <TableRecord Record, auto Member>
consteval std::size_t fieldOf() {
    constexpr auto kFields = Record::fields();
    for (std::size_t i = 0; i < kFields.size(); ++i) {
        const auto *member = std::get_if<std::remove_const_t<decltype(Member)>>(&kFields[i].member);
        if (member != nullptr && *member == Member) {
            return i;
        }
    }
    throw "this member is no field of the record";
}

}  // namespace stagescope
