#include "core/analysis/memory/memory_ops.h"

#include "core/analysis/run/source_format.h"
#include "core/base/text.h"
#include "core/store/tables/memory_records.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace stagescope {

namespace {

constexpr std::size_t kOpsPerCheck = 4096;

using OpRecord = MemoryOpRecord;
constexpr auto kNoField = static_cast<std::size_t>(-1);  // worked out
constexpr std::array<std::size_t, kMemoryOpColumns> kFields{fieldOf<OpRecord, &OpRecord::name>(),
                                                            fieldOf<OpRecord, &OpRecord::bytes>(),
                                                            fieldOf<OpRecord, &OpRecord::allocated>(),
                                                            fieldOf<OpRecord, &OpRecord::released>(),
                                                            fieldOf<OpRecord, &OpRecord::activeReleased>(),
                                                            kNoField,
                                                            kNoField,
                                                            fieldOf<OpRecord, &OpRecord::atAllocated>(),
                                                            fieldOf<OpRecord, &OpRecord::atReserved>(),
                                                            fieldOf<OpRecord, &OpRecord::atActive>(),
                                                            fieldOf<OpRecord, &OpRecord::thenAllocated>(),
                                                            fieldOf<OpRecord, &OpRecord::thenReserved>(),
                                                            fieldOf<OpRecord, &OpRecord::thenActive>(),
                                                            fieldOf<OpRecord, &OpRecord::stream>(),
                                                            fieldOf<OpRecord, &OpRecord::device>(),
                                                            fieldOf<OpRecord, &OpRecord::graph>(),
                                                            fieldOf<OpRecord, &OpRecord::nodeBegin>(),
                                                            fieldOf<OpRecord, &OpRecord::nodeEnd>()};

constexpr std::size_t at(MemoryOpColumn column) { return static_cast<std::size_t>(column); }

/// Columns in which a negative number means that it is not known.
bool isNumbering(MemoryOpColumn column) {
    return column == MemoryOpColumn::Device || column == MemoryOpColumn::NodeBegin || column == MemoryOpColumn::NodeEnd;
}

OperatorMemory::Part partFrom(const std::shared_ptr<const TableStore> &table, std::uint32_t first) {
    OperatorMemory::Part part{table, first};
    for (std::size_t i = 0; i < kMemoryOpColumns; ++i) {
        if (kFields[i] != kNoField) {
            part.numbers[i] = table->numbers(OpRecord::fields()[kFields[i]].name);
            part.texts[i] = table->texts(OpRecord::fields()[kFields[i]].name);
        }
    }
    return part;
}

bool passesInTime(const OperatorMemory &memory, std::uint32_t row, const MemoryOpFilter &filter) {
    if (!filter.aliveAt && !filter.range && !filter.changedIn && !filter.allocatedIn) {
        return true;
    }
    const auto begin = memory.number(row, MemoryOpColumn::Allocated);
    const auto end = memory.number(row, MemoryOpColumn::Released);
    if (!begin && !end) {
        return false;  // a static graph's
    }
    const auto from = begin.value_or(INT64_MIN);
    const auto until = end.value_or(INT64_MAX);
    const auto isIn = [](const std::optional<std::int64_t> &time, const RankRange &range) {
        return time && range.contains(rankTime(*time));
    };
    const bool isAlive = !filter.aliveAt || (from <= ns(*filter.aliveAt) && ns(*filter.aliveAt) < until);
    const bool touches = !filter.range || (from < ns(filter.range->end) && ns(filter.range->begin) < until);
    const bool changes = !filter.changedIn || isIn(begin, *filter.changedIn) || isIn(end, *filter.changedIn);
    return isAlive && touches && changes && (!filter.allocatedIn || isIn(begin, *filter.allocatedIn));
}

bool passes(const OperatorMemory &memory, std::uint32_t row, const MemoryOpFilter &filter) {
    const auto bytes = memory.bytes(row);
    const bool isReleased = memory.number(row, MemoryOpColumn::Released).has_value();
    return bytes >= filter.leastBytes && bytes <= filter.mostBytes && !(filter.isUnreleased && isReleased) &&
           passesInTime(memory, row, filter) && (filter.place.empty() || memory.place(row) == filter.place);
}

/// Which names of a part pass; empty: all.
std::vector<bool> namesThatPass(const OperatorMemory::Part &part, const std::string &wanted) {
    const auto *names = part.texts[at(MemoryOpColumn::Name)];
    std::vector<bool> result;
    for (std::size_t i = 0; names != nullptr && !wanted.empty() && i < names->values.size(); ++i) {
        result.push_back(containsIgnoringCase(names->values[i], wanted));
    }
    return result;
}

bool isText(MemoryOpColumn column) {
    return column == MemoryOpColumn::Name || column == MemoryOpColumn::Stream || column == MemoryOpColumn::Graph;
}

/// A number for each text, in their order.
std::map<std::string_view, std::int64_t> placesOfTexts(const OperatorMemory &memory, MemoryOpColumn column) {
    std::map<std::string_view, std::int64_t> places;
    for (const auto &part : memory.parts()) {
        const auto *texts = part.texts[at(column)];
        for (std::size_t i = 0; texts != nullptr && i < texts->values.size(); ++i) {
            places.emplace(texts->values[i], 0);
        }
    }
    std::int64_t next = 0;
    for (auto &[text, place] : places) {
        place = next++;
    }
    return places;
}

}  // namespace

OperatorMemory::OperatorMemory(const RankCapture &capture) {
    std::optional<std::string_view> format;
    for (const auto &source : capture.loaded) {
        const auto own = sourceFormat(capture, source.source);
        for (const auto &table : source.tables) {
            const bool isMeant = table->kind() == TableKind::MemoryOps && format.value_or(own) == own;
            if (!isMeant || table->rowCount() > UINT32_MAX - m_size) {
                continue;
            }
            format = own;
            m_parts.push_back(partFrom(table, m_size));
            m_size += static_cast<std::uint32_t>(table->rowCount());
        }
    }
}

/// Mostly there is one.
const OperatorMemory::Part &OperatorMemory::partOf(std::uint32_t row) const {
    const auto it = std::find_if(m_parts.rbegin(), m_parts.rend(), [&](const Part &part) { return part.first <= row; });
    return *it;
}

std::string_view OperatorMemory::text(std::uint32_t row, MemoryOpColumn column) const {
    const auto &part = partOf(row);
    const auto *texts = part.texts[at(column)];
    return texts == nullptr ? std::string_view{} : std::string_view(texts->values[texts->at[row - part.first]]);
}

std::optional<std::int64_t> OperatorMemory::number(std::uint32_t row, MemoryOpColumn column) const {
    if (column == MemoryOpColumn::Duration || column == MemoryOpColumn::ActiveDuration) {
        const bool isActive = column == MemoryOpColumn::ActiveDuration;
        const auto begin = number(row, MemoryOpColumn::Allocated);
        const auto end = number(row, isActive ? MemoryOpColumn::ActiveReleased : MemoryOpColumn::Released);
        std::int64_t length = 0;
        return begin && end && !__builtin_sub_overflow(*end, *begin, &length) ? std::optional(length) : std::nullopt;
    }
    const auto &part = partOf(row);
    const auto &numbers = part.numbers[at(column)];
    const auto value = numbers.empty() ? kNoBytes : numbers[row - part.first];
    const bool isKnown = value != kNoBytes && !(isNumbering(column) && value < 0);
    return isKnown ? std::optional(value) : std::nullopt;
}

std::string OperatorMemory::place(std::uint32_t row) const {
    const auto device = number(row, MemoryOpColumn::Device);
    const auto stream = text(row, MemoryOpColumn::Stream);
    auto result = device ? std::to_string(*device) : std::string();
    if (!stream.empty()) {
        result += (result.empty() ? "" : " / ") + std::string(stream);
    }
    return result;
}

std::vector<std::string> OperatorMemory::places() const {
    std::vector<std::string> result;
    std::map<std::pair<std::int64_t, std::string_view>, bool> seen;
    for (std::uint32_t row = 0; row < m_size; ++row) {
        const std::pair key(number(row, MemoryOpColumn::Device).value_or(-1), text(row, MemoryOpColumn::Stream));
        if (seen.emplace(key, true).second) {
            result.push_back(place(row));
        }
    }
    std::erase(result, std::string());
    return result;
}

std::vector<std::uint32_t> memoryOps(const OperatorMemory &memory, const MemoryOpFilter &filter,
                                     const std::stop_token &stop) {
    std::vector<std::uint32_t> result;
    for (const auto &part : memory.parts()) {
        const auto isWanted = namesThatPass(part, filter.name);
        const auto *names = part.texts[at(MemoryOpColumn::Name)];
        for (std::size_t i = 0; i < part.table->rowCount(); ++i) {
            if (i % kOpsPerCheck == 0 && stop.stop_requested()) {
                return {};
            }
            const auto row = part.first + static_cast<std::uint32_t>(i);
            const bool isNamed = filter.name.empty() || (names != nullptr && isWanted[names->at[i]]);
            if (isNamed && passes(memory, row, filter)) {
                result.push_back(row);
            }
        }
    }
    return result;
}

void sortMemoryOps(std::vector<std::uint32_t> &rows, const OperatorMemory &memory, MemoryOpColumn column,
                   bool isDescending, const std::stop_token &stop) {
    const auto texts = isText(column) ? placesOfTexts(memory, column) : std::map<std::string_view, std::int64_t>{};
    const auto keyOf = [&](std::uint32_t row) {
        return isText(column) ? std::optional(texts.find(memory.text(row, column))->second)
                              : memory.number(row, column);
    };
    struct Keyed {
        bool isAbsent;
        std::int64_t key;
        std::uint32_t row;
    };
    std::vector<Keyed> keyed;
    keyed.reserve(rows.size());
    for (const auto row : rows) {
        const auto key = keyOf(row);
        keyed.push_back({!key, !key ? 0 : isDescending ? ~*key : *key, row});  // ~ turns the order and cannot overflow
        if (keyed.size() % kOpsPerCheck == 0 && stop.stop_requested()) {
            return;
        }
    }
    std::stable_sort(keyed.begin(), keyed.end(), [](const Keyed &a, const Keyed &b) {
        return std::tie(a.isAbsent, a.key) < std::tie(b.isAbsent, b.key);
    });
    std::transform(keyed.begin(), keyed.end(), rows.begin(), [](const Keyed &k) { return k.row; });
}

MemoryOpSum sumOf(const OperatorMemory &memory, std::span<const std::uint32_t> rows) {
    MemoryOpSum sum{rows.size(), 0};
    for (const auto row : rows) {
        if (__builtin_add_overflow(sum.bytes, memory.bytes(row), &sum.bytes)) {
            sum.bytes = INT64_MAX;
            break;
        }
    }
    return sum;
}

}  // namespace stagescope
