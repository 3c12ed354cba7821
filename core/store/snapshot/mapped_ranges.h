#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

namespace stagescope {

/// Disjoint ranges of addresses per stream, each with a value that its parts inherit when it is cut. One thread;
/// O(log ranges + ranges touched).
template <class Value>
class MappedRanges {
public:
    struct Range {
        std::uint64_t size = 0;
        Value value{};
    };
    using Key = std::pair<std::uint16_t, std::uint64_t>;  ///< stream, address

    /// Where ranges overlap what is there, the new one wins.
    void add(std::uint16_t stream, std::uint64_t address, std::uint64_t size, Value value) {
        std::ignore = remove(stream, address, size, [](std::uint64_t, std::uint64_t, const Value &) {});
        size = std::min(size, ~std::uint64_t{0} - address);
        if (size > 0) {
            m_ranges[{stream, address}] = {size, std::move(value)};
        }
    }
    /// Takes [address, address + size) out; fn(address, size, value) for each piece taken. Returns the bytes taken.
    template <class Fn>
    [[nodiscard]] std::uint64_t remove(std::uint16_t stream, std::uint64_t address, std::uint64_t size, Fn &&fn) {
        const auto end = address + size < address ? ~std::uint64_t{0} : address + size;
        auto it = m_ranges.upper_bound({stream, address});
        if (it != m_ranges.begin()) {
            const auto before = std::prev(it);
            it = before->first.first == stream && before->first.second + before->second.size > address ? before : it;
        }
        std::uint64_t taken = 0;
        while (it != m_ranges.end() && it->first.first == stream && it->first.second < end) {
            const auto begin = it->first.second;
            const auto rangeEnd = begin + it->second.size;
            const auto value = it->second.value;
            it = m_ranges.erase(it);
            const auto from = begin < address ? address : begin;
            const auto to = rangeEnd < end ? rangeEnd : end;
            if (begin < from) {
                m_ranges[{stream, begin}] = {from - begin, value};
            }
            if (to < rangeEnd) {
                it = std::next(m_ranges.insert({{stream, to}, {rangeEnd - to, value}}).first);
            }
            taken += to - from;
            fn(from, to - from, value);
        }
        return taken;
    }
    [[nodiscard]] const std::map<Key, Range> &ranges() const { return m_ranges; }

private:
    std::map<Key, Range> m_ranges;
};

}  // namespace stagescope
