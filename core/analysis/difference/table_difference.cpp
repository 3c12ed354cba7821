#include "core/analysis/difference/table_difference.h"

#include "core/analysis/difference/two_sides.h"
#include "core/analysis/run/platform.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

namespace stagescope {

namespace {

bool isKey(const ColumnSpec &column) { return column.role == ColumnRole::Key || column.role == ColumnRole::Name; }
bool isFigure(const ColumnSpec &column) { return column.role == ColumnRole::Sum || column.role == ColumnRole::Figure; }

using Keys = std::vector<std::string>;

/// A row of one side, or several put together.
struct SideRow {
    std::vector<Cell> figures;
    std::int64_t rows = 1;
};
struct JoinedRow {
    std::vector<Cell> keys;
    std::optional<SideRow> before{};
    std::optional<SideRow> after{};
};

std::optional<double> numberOf(const Cell &cell) {
    if (const auto *whole = std::get_if<std::int64_t>(&cell)) {
        return static_cast<double>(*whole);
    }
    const auto *real = std::get_if<double>(&cell);
    return real == nullptr ? std::nullopt : std::optional(*real);
}

bool isWhole(const Cell &cell) { return std::holds_alternative<std::int64_t>(cell); }

/// Times are written as microseconds of whole nanoseconds: what is computed of them is as exact.
double rounded(double value) { return std::round(value * 1e6) / 1e6; }

Cell added(const Cell &a, const Cell &b) {
    const auto first = numberOf(a);
    const auto second = numberOf(b);
    if (!first || !second) {
        return first ? a : b;
    }
    return isWhole(a) && isWhole(b) ? Cell{std::get<std::int64_t>(a) + std::get<std::int64_t>(b)}
                                    : Cell{rounded(*first + *second)};
}

Cell changed(const Cell &before, const Cell &after) {
    const auto a = numberOf(before);
    const auto b = numberOf(after);
    if (!a || !b) {
        return {};
    }
    return isWhole(before) && isWhole(after) ? Cell{std::get<std::int64_t>(after) - std::get<std::int64_t>(before)}
                                             : Cell{rounded(*b - *a)};
}

/// Nothing where the side before is 0 and the other is not.
Cell ratioOf(const Cell &before, const Cell &after) {
    const auto a = numberOf(before);
    const auto b = numberOf(after);
    if (!a || !b || (*a == 0 && *b != 0)) {
        return {};
    }
    return *a == 0 ? 1.0 : *b / *a;
}

constexpr std::string_view kSuffix = "_difference";
constexpr std::array<std::string_view, 4> kParts{"before", "after", "change", "ratio"};

/// "total_us" and "before": "total_before_us"; a ratio has no unit: "total_us_ratio".
std::string nameOf(const ColumnSpec &column, std::string_view part) {
    if (part == "ratio") {
        return column.name + "_ratio";
    }
    const auto unit = column.unit == "%" ? std::string("_percent") : "_" + column.unit;
    const bool hasUnit = !column.unit.empty() && column.name.ends_with(unit) && column.name.size() > unit.size();
    const auto stem = hasUnit ? column.name.substr(0, column.name.size() - unit.size()) : column.name;
    return stem + "_" + std::string(part) + (hasUnit ? unit : std::string());
}

class TableJoin {
public:
    TableJoin(const ResultTable &before, const ResultTable &after, const TableComparison &how)
        : m_before(before), m_after(after), m_how(how) {
        for (std::size_t i = 0; i < after.columns.size(); ++i) {
            const auto &column = after.columns[i];
            const bool isIgnored = std::find(how.ignored.begin(), how.ignored.end(), column.name) != how.ignored.end();
            if (isKey(column) && !isIgnored) {
                m_keys.push_back(column);
            } else if (isFigure(column)) {
                m_figures.push_back(column);
            }
        }
        // Columns of counters that only some captures have.
        for (const auto &column : before.columns) {
            if (isFigure(column) && after.indexOf(column.name) == after.columns.size()) {
                m_figures.push_back(column);
            }
        }
        const auto lead = std::find_if(m_figures.begin(), m_figures.end(), [](const ColumnSpec &column) {
            return column.role == ColumnRole::Sum && !column.unit.empty();
        });
        if (lead != m_figures.end()) {
            std::rotate(m_figures.begin(), lead, lead + 1);
        }
        addSide(before, &JoinedRow::before);
        addSide(after, &JoinedRow::after);
    }

    ResultTable table() {
        ResultTable result{m_after.id + std::string(kSuffix), columns(), {}, m_after.notes};
        for (const auto &note : m_before.notes) {
            result.notes.push_back("before: " + note);
        }
        sort();
        for (const auto &row : m_rows) {
            result.rows.push_back(cellsOf(row));
        }
        return result;
    }

private:
    void addSide(const ResultTable &table, std::optional<SideRow> JoinedRow::*side) {
        std::vector<std::size_t> keys;
        std::vector<std::size_t> figures;
        for (const auto &column : m_keys) {
            keys.push_back(table.indexOf(column.name));
        }
        for (const auto &column : m_figures) {
            figures.push_back(table.indexOf(column.name));
        }
        for (const auto &cells : table.rows) {
            const auto at = [&](std::size_t i) { return i < cells.size() ? cells[i] : Cell{}; };
            std::vector<Cell> own;
            Keys texts;
            for (std::size_t i = 0; i < keys.size(); ++i) {
                own.push_back(at(keys[i]));
                if (m_how.names != nullptr && m_keys[i].role == ColumnRole::Name) {
                    own.back() = m_how.names->of(cellText(own.back()));
                }
                texts.push_back(cellText(own.back()));
            }
            const auto [it, isNew] = m_places.emplace(std::move(texts), m_rows.size());
            if (isNew) {
                m_rows.push_back({std::move(own)});
            }
            auto &row = m_rows[it->second].*side;
            if (!row) {
                row.emplace();
                for (const auto i : figures) {
                    row->figures.push_back(at(i));
                }
                continue;
            }
            ++row->rows;
            m_isTogether = true;
            for (std::size_t i = 0; i < figures.size(); ++i) {
                auto &value = row->figures[i];
                if (m_figures[i].role == ColumnRole::Sum) {
                    value = added(value, at(figures[i]));
                } else if (value != at(figures[i])) {
                    value = Cell{};
                }
            }
        }
    }

    [[nodiscard]] std::vector<ColumnSpec> columns() const {
        std::vector<ColumnSpec> result = m_keys;
        result.push_back({"side", ColumnType::Text, "", "both, or the side that alone has such a row: before, after."});
        if (m_isTogether) {
            for (const std::string side : {"before", "after"}) {
                result.push_back(
                    {"rows_" + side, ColumnType::Integer, "", "Rows that were put together: " + side + "."});
            }
        }
        for (const auto &figure : m_figures) {
            const auto add = [&](std::string_view part, ColumnType type, std::string unit, const std::string &meaning) {
                result.push_back({nameOf(figure, part), type, std::move(unit), meaning});
            };
            add("before", figure.type, figure.unit, "Before: " + figure.meaning);
            add("after", figure.type, figure.unit, "After: " + figure.meaning);
            add("change", figure.type, figure.unit, "After - before.");
            result.push_back({nameOf(figure, "ratio"), ColumnType::Real, "", "After / before."});
        }
        return result;
    }

    [[nodiscard]] std::vector<Cell> cellsOf(const JoinedRow &row) const {
        auto cells = row.keys;
        cells.emplace_back(std::string(row.before && row.after ? "both" : row.before ? "before" : "after"));
        for (const auto *side : {&row.before, &row.after}) {
            if (m_isTogether) {
                cells.emplace_back(*side ? (*side)->rows : std::int64_t{0});
            }
        }
        for (std::size_t i = 0; i < m_figures.size(); ++i) {
            const auto before = valueOf(row.before, i);
            const auto after = valueOf(row.after, i);
            const auto change = changeOf(row, i);
            const auto ratio = row.before && row.after ? ratioOf(before, after) : Cell{};
            cells.insert(cells.end(), {before, after, change, ratio});
        }
        return cells;
    }

    static Cell valueOf(const std::optional<SideRow> &side, std::size_t i) { return side ? side->figures[i] : Cell{}; }
    /// What is not there adds nothing to a sum.
    [[nodiscard]] Cell changeOf(const JoinedRow &row, std::size_t i) const {
        const auto none = [&](const Cell &other) {
            return m_figures[i].role != ColumnRole::Sum ? Cell{} : isWhole(other) ? Cell{std::int64_t{0}} : Cell{0.0};
        };
        const auto before = valueOf(row.before, i);
        const auto after = valueOf(row.after, i);
        return changed(row.before ? before : none(after), row.after ? after : none(before));
    }

    void sort() {
        if (m_figures.empty()) {
            return;
        }
        const auto size = [&](const JoinedRow &row) {
            const auto change = numberOf(changeOf(row, 0));
            return change && std::isfinite(*change) ? std::abs(*change) : -1.0;
        };
        std::stable_sort(m_rows.begin(), m_rows.end(),
                         [&](const JoinedRow &a, const JoinedRow &b) { return size(a) > size(b); });
    }

    const ResultTable &m_before;
    const ResultTable &m_after;
    const TableComparison &m_how;
    std::vector<ColumnSpec> m_keys;
    std::vector<ColumnSpec> m_figures;  ///< by the first one rows are sorted
    std::vector<JoinedRow> m_rows;
    std::map<Keys, std::size_t> m_places;
    bool m_isTogether = false;  ///< rows of one side were put together
};

/// What both sides differ in by the question itself.
std::vector<std::string> askedDifferently(const TwoSides &sides) {
    std::vector<std::string> result;
    if (sides.before.ranks != sides.after.ranks) {
        result.emplace_back("rank");
    }
    if (sides.before.step != sides.after.step) {
        result.emplace_back("step");
    }
    return result;
}

bool areOfDifferentPlatforms(const TwoSides &sides) {
    const auto isOfGpu = [](const AnalysisInput &side) { return isOfGpus(platformOf(*side.run())); };
    return isOfGpu(sides.before) != isOfGpu(sides.after);
}

}  // namespace

bool isComparable(const AnalysisEntry &entry) {
    return std::any_of(entry.columns.begin(), entry.columns.end(), &isKey) &&
           std::any_of(entry.columns.begin(), entry.columns.end(), &isFigure);
}

const AnalysisEntry *comparedTable(std::string_view table) {
    return table.ends_with(kSuffix) ? analysisById(table.substr(0, table.size() - kSuffix.size())) : nullptr;
}

std::optional<ComparedColumn> comparedColumn(std::string_view table, std::string_view column) {
    const auto *entry = comparedTable(table);
    if (entry == nullptr) {
        return std::nullopt;
    }
    for (const auto &own : entry->columns) {
        if (isKey(own) && own.name == column) {
            return ComparedColumn{entry, &own, {}};
        }
        for (const auto part : kParts) {
            if (isFigure(own) && nameOf(own, part) == column) {
                return ComparedColumn{entry, &own, part};
            }
        }
    }
    return std::nullopt;
}

ResultTable tableDifference(const ResultTable &before, const ResultTable &after, const TableComparison &how) {
    return TableJoin(before, after, how).table();
}

Result<ResultTable> runDifference(const AnalysisEntry &entry, const AnalysisInput &input, const CommonNames *names,
                                  const std::stop_token &stop) {
    if (!isComparable(entry)) {
        return fail(ErrorKind::BadArgument, "table " + entry.id + " cannot be compared with itself");
    }
    ASSIGN_OR_RETURN(const auto sides, twoSides(input));
    const auto before = entry.run(sides.before, stop);
    const auto after = entry.run(sides.after, stop);
    if (!before || !after) {
        return tl::unexpected(!before ? before.error() : after.error());
    }
    const bool needsNames = names == nullptr && areOfDifferentPlatforms(sides);
    auto table =
        tableDifference(*before, *after, {askedDifferently(sides), needsNames ? &CommonNames::builtIn() : names});
    if (needsNames) {
        table.notes.emplace_back("The sides ran on different kinds of devices: operators go by common names.");
    }
    return table;
}

}  // namespace stagescope
