#include "core/analysis/memory/memory_ops.h"

#include <algorithm>
#include <cctype>

namespace stagescope {

namespace {

bool containsFolded(std::string_view text, std::string_view part) {
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
    };
    return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

bool passes(const MemoryOp &op, const MemoryOpFilter &filter) {
    if (op.bytes() < filter.leastBytes || !containsFolded(op.name(), filter.name)) {
        return false;
    }
    if (!filter.aliveAt && !filter.range) {
        return true;
    }
    const auto begin = op.number("allocated_ns");
    const auto end = op.number("released_ns");
    if (!begin && !end) {
        return false;  // a static graph's
    }
    const auto from = begin.value_or(INT64_MIN);
    const auto until = end.value_or(INT64_MAX);
    const bool isAlive = !filter.aliveAt || (from <= ns(*filter.aliveAt) && ns(*filter.aliveAt) < until);
    return isAlive && (!filter.range || (from < ns(filter.range->end) && ns(filter.range->begin) < until));
}

}  // namespace

std::optional<std::int64_t> MemoryOp::number(std::string_view column) const {
    const auto value = table->number(row, column, kNoBytes);
    return value == kNoBytes ? std::nullopt : std::optional(value);
}

std::vector<MemoryOp> memoryOps(const RankCapture &capture, const MemoryOpFilter &filter, const std::stop_token &stop) {
    std::vector<MemoryOp> result;
    std::optional<std::string_view> format;
    for (const auto &source : capture.loaded) {
        const auto file = std::find_if(capture.files.begin(), capture.files.end(),
                                       [&](const FileSource &f) { return f.id == source.source; });
        const auto own = file == capture.files.end() ? std::string_view{} : std::string_view(file->format);
        for (const auto &table : source.tables) {
            if (table->kind() != TableKind::MemoryOps || format.value_or(own) != own) {
                continue;
            }
            format = own;
            for (std::size_t row = 0; row < table->rowCount(); ++row) {
                if (row % 4096 == 0 && stop.stop_requested()) {
                    return {};
                }
                if (const MemoryOp op{table, row}; passes(op, filter)) {
                    result.push_back(op);
                }
            }
        }
    }
    return result;
}

}  // namespace stagescope
