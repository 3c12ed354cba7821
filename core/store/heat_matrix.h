#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace stagescope {

/// Values of a HeatMatrix of differences: only one of the two sides has the place.
inline constexpr float kOnlyInRun = std::numeric_limits<float>::infinity();
inline constexpr float kOnlyInBaseline = -std::numeric_limits<float>::infinity();
/// Of one without differences: there is a value, but what it was measured on is too little to judge it by. Out of the
/// scale; it loses against all that is in it.
inline constexpr float kTooLittle = std::numeric_limits<float>::infinity();

/// Values between rows and columns, most of which may be missing, with levels of detail: a block of level L is
/// 2^L x 2^L places and holds the worst value among them, so that a bad link is seen from any distance. Of differences
/// it holds the one that is farthest from 0, and what only one side has where there is no other. Immutable; built on
/// any thread in O(rows * columns); 5.4 bytes a place.
class HeatMatrix {
public:
    struct Cell {
        std::size_t row = 0;
        std::size_t column = 0;
        float value = 0;
    };
    struct Place {
        std::size_t row = 0;
        std::size_t column = 0;
        bool operator==(const Place &) const = default;
    };

    HeatMatrix() = default;
    /// Of several cells for one place the worst is kept; cells outside are left out.
    HeatMatrix(std::size_t rows, std::size_t columns, std::span<const Cell> cells, bool isHighBad,
               bool isDifference = false);
    /// Dense, by rows; not a number = missing. values.size() must be rows * columns.
    HeatMatrix(std::size_t rows, std::size_t columns, std::vector<float> values, bool isHighBad);

    [[nodiscard]] std::size_t rows() const { return m_levels.empty() ? 0 : m_levels.front().rows; }
    [[nodiscard]] std::size_t columns() const { return m_levels.empty() ? 0 : m_levels.front().columns; }
    [[nodiscard]] bool isHighBad() const { return m_isHighBad; }
    [[nodiscard]] bool isDifference() const { return m_isDifference; }
    [[nodiscard]] std::size_t levels() const { return m_levels.size(); }

    [[nodiscard]] std::size_t count() const { return m_count; }  ///< values that are not missing
    [[nodiscard]] float least() const { return m_least; }        ///< 0 where there is no value; of differences -most()
    [[nodiscard]] float most() const { return m_most; }
    /// The median of what is in the scale, on the good side; 0 of differences.
    [[nodiscard]] float usual() const { return m_usual; }

    /// A value, or the worst one of a block; nothing where it is missing or outside. O(1).
    [[nodiscard]] std::optional<float> at(std::size_t row, std::size_t column, std::size_t level = 0) const;
    /// A row of blocks, not a number where a value is missing; `row` and `level` must exist. O(1).
    [[nodiscard]] std::span<const float> row(std::size_t row, std::size_t level) const {
        return std::span(m_levels[level].values).subspan(row * m_levels[level].columns, m_levels[level].columns);
    }
    /// Where the worst value of a block stands. O(level).
    [[nodiscard]] std::optional<Place> worstOf(std::size_t row, std::size_t column, std::size_t level) const;

private:
    struct Level {
        std::size_t rows = 0;
        std::size_t columns = 0;
        std::vector<float> values;
    };
    [[nodiscard]] float worse(float a, float b) const;
    void finish();

    std::vector<Level> m_levels;
    std::size_t m_count = 0;
    float m_least = 0;
    float m_most = 0;
    float m_usual = 0;
    bool m_isHighBad = true;
    bool m_isDifference = false;
};

}  // namespace stagescope
