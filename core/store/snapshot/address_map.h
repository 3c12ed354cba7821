#pragma once

#include <cstdint>
#include <vector>

namespace stagescope {

/// (address, stream) -> index of what is there. Open addressing, 16 bytes a place, O(1) expected; one thread.
class AddressMap {
public:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    AddressMap() : m_places(kFirstPlaces) {}

    [[nodiscard]] std::uint32_t find(std::uint64_t address, std::uint16_t stream) const {
        const auto &place = m_places[placeOf(address, stream)];
        return place.index;
    }
    /// Replaces what is there.
    void set(std::uint64_t address, std::uint16_t stream, std::uint32_t index) {
        auto &place = m_places[placeOf(address, stream)];
        const bool isNew = place.index == kNone;
        place = {address, index, stream};
        if (isNew && ++m_size * 2 > m_places.size()) {
            grow();
        }
    }
    void erase(std::uint64_t address, std::uint16_t stream) {
        auto hole = placeOf(address, stream);
        if (m_places[hole].index == kNone) {
            return;
        }
        --m_size;
        // What was pushed behind the hole moves up, so that no search ends too early.
        const auto mask = m_places.size() - 1;
        for (auto next = (hole + 1) & mask; m_places[next].index != kNone; next = (next + 1) & mask) {
            const auto home = homeOf(m_places[next].address, m_places[next].stream);
            if (((next - home) & mask) >= ((next - hole) & mask)) {
                m_places[hole] = m_places[next];
                hole = next;
            }
        }
        m_places[hole] = {};
    }
    [[nodiscard]] std::size_t size() const { return m_size; }
    /// fn(index) for all, in no order.
    template <class Fn>
    void visit(Fn &&fn) const {
        for (const auto &place : m_places) {
            if (place.index != kNone) {
                fn(place.index);
            }
        }
    }

private:
    static constexpr std::size_t kFirstPlaces = 1024;
    struct Place {
        std::uint64_t address = 0;
        std::uint32_t index = kNone;
        std::uint16_t stream = 0;
    };
    [[nodiscard]] std::size_t homeOf(std::uint64_t address, std::uint16_t stream) const {
        const auto hash = (address ^ (std::uint64_t{stream} << 48)) * 0x9e3779b97f4a7c15ULL;
        return (hash >> 32) & (m_places.size() - 1);
    }
    [[nodiscard]] std::size_t placeOf(std::uint64_t address, std::uint16_t stream) const {
        const auto mask = m_places.size() - 1;
        auto place = homeOf(address, stream);
        while (m_places[place].index != kNone &&
               !(m_places[place].address == address && m_places[place].stream == stream)) {
            place = (place + 1) & mask;
        }
        return place;
    }
    void grow() {
        const auto old = std::move(m_places);
        m_places.assign(old.size() * 2, {});
        for (const auto &place : old) {
            if (place.index != kNone) {
                m_places[placeOf(place.address, place.stream)] = place;
            }
        }
    }

    std::vector<Place> m_places;
    std::size_t m_size = 0;
};

}  // namespace stagescope
