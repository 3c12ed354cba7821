#include "core/store/heat_matrix.h"

#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace stagescope {

namespace {

constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();

}  // namespace

HeatMatrix::HeatMatrix(std::size_t rows, std::size_t columns, std::span<const Cell> cells, bool isHighBad,
                       bool isDifference)
    : m_isHighBad(isHighBad), m_isDifference(isDifference) {
    std::vector<float> values(rows * columns, kMissing);
    for (const auto &cell : cells) {
        if (cell.row < rows && cell.column < columns) {
            float &value = values[cell.row * columns + cell.column];
            value = worse(value, cell.value);
        }
    }
    m_levels.push_back({rows, columns, std::move(values)});
    finish();
}

HeatMatrix::HeatMatrix(std::size_t rows, std::size_t columns, std::vector<float> values, bool isHighBad)
    : m_isHighBad(isHighBad) {
    values.resize(rows * columns, kMissing);
    m_levels.push_back({rows, columns, std::move(values)});
    finish();
}

// A missing value loses against any other: comparisons with it are false.
float HeatMatrix::worse(float a, float b) const {
    if (std::isnan(a)) {
        return b;
    }
    if (m_isDifference && std::abs(a) != std::abs(b) && !std::isnan(b)) {
        return std::isinf(a) || (!std::isinf(b) && std::abs(b) > std::abs(a)) ? b : a;
    }
    if (a == kTooLittle || b == kTooLittle) {
        return a == kTooLittle && !std::isnan(b) ? b : a;
    }
    return (m_isHighBad ? b > a : b < a) ? b : a;
}

void HeatMatrix::finish() {
    std::vector<float> scale;
    for (const float value : m_levels.front().values) {
        if (m_isDifference && !std::isnan(value)) {
            m_most = std::isinf(value) ? m_most : std::max(m_most, std::abs(value));
            m_least = 0 - m_most;  // never -0
            ++m_count;
        } else if (!std::isnan(value)) {
            if (!std::isinf(value)) {
                m_least = scale.empty() ? value : std::min(m_least, value);
                m_most = scale.empty() ? value : std::max(m_most, value);
                scale.push_back(value);
            }
            ++m_count;
        }
    }
    m_usual = m_isHighBad ? lowerMedian(std::move(scale)) : upperMedian(std::move(scale));
    while (m_levels.back().rows > 1 || m_levels.back().columns > 1) {
        const auto &below = m_levels.back();
        Level level{(below.rows + 1) / 2, (below.columns + 1) / 2, {}};
        level.values.assign(level.rows * level.columns, kMissing);
        for (std::size_t row = 0; row < below.rows; ++row) {
            for (std::size_t column = 0; column < below.columns; ++column) {
                float &value = level.values[row / 2 * level.columns + column / 2];
                value = worse(value, below.values[row * below.columns + column]);
            }
        }
        m_levels.push_back(std::move(level));
    }
}

std::optional<float> HeatMatrix::at(std::size_t row, std::size_t column, std::size_t level) const {
    if (level >= m_levels.size() || row >= m_levels[level].rows || column >= m_levels[level].columns) {
        return std::nullopt;
    }
    const float value = m_levels[level].values[row * m_levels[level].columns + column];
    return std::isnan(value) ? std::nullopt : std::optional(value);
}

std::optional<HeatMatrix::Place> HeatMatrix::worstOf(std::size_t row, std::size_t column, std::size_t level) const {
    const auto worst = at(row, column, level);
    if (!worst) {
        return std::nullopt;
    }
    Place place{row, column};
    for (; level > 0; --level) {
        const Place corner{2 * place.row, 2 * place.column};
        for (const auto &[down, right] : {Place{0, 0}, Place{0, 1}, Place{1, 0}, Place{1, 1}}) {
            if (at(corner.row + down, corner.column + right, level - 1) == worst) {
                place = {corner.row + down, corner.column + right};
                break;
            }
        }
    }
    return place;
}

}  // namespace stagescope
