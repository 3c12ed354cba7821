#include "core/scene/communication/matrix_scene.h"

#include "core/base/number_text.h"
#include "core/scene/kit/heat_scale.h"
#include "core/scene/kit/joined_texts.h"
#include "core/scene/kit/spacing.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <cmath>

namespace stagescope {

namespace {

constexpr int kCellGapFrom = 6;  ///< smaller places touch each other
constexpr int kBorderFrom = 8;   ///< pixels between two borders; denser ones are left out
constexpr int kLabelGap = 6;
constexpr std::size_t kMostNameStep = std::size_t{1} << 20;
constexpr int kPlainBorderFrom = 48;  ///< pixels between two borders; denser ones are as faint as a grid
constexpr double kLeastPlaces = 2;    ///< of a window, across

struct Side {
    double first = 0;
    double count = 0;
};

/// A window that lies inside; all of it where nothing was asked for.
Side inside(double first, double count, std::size_t all) {
    const auto most = static_cast<double>(all);
    const double size = count <= 0 ? most : std::clamp(count, std::min(1.0, most), most);
    return {std::clamp(first, 0.0, most - size), size};
}

/// One of the two axes: places of a window over pixels.
struct Axis {
    int from = 0;
    int pixels = 0;
    double first = 0;
    double count = 1;

    [[nodiscard]] int at(double place) const {
        return from + static_cast<int>(std::lround((place - first) / count * pixels));
    }
    [[nodiscard]] double placeAt(int pixel) const { return first + (pixel - from + 0.5) / pixels * count; }
    [[nodiscard]] double pixelsPerPlace() const { return count > 0 ? pixels / count : 0; }
};

Axis rowAxis(const MatrixScene &built) {
    return {built.area.y, built.area.height, built.window.firstRow, built.window.rows};
}
Axis columnAxis(const MatrixScene &built) {
    return {built.area.x, built.area.width, built.window.firstColumn, built.window.columns};
}

class MatrixPainter {
public:
    MatrixPainter(MatrixScene &built, ScenePen &pen, const HeatMatrix &matrix, const MatrixAxes &axes,
                  const MatrixValues &values, const MatrixSceneOptions &options)
        : m_built(built),
          m_pen(pen),
          m_matrix(matrix),
          m_axes(axes),
          m_values(values),
          m_options(options),
          m_range(heatRangeOf(matrix)) {}

    void draw() {
        const int line = m_pen.style().lineHeight;
        Box area{0, 0, m_options.width, m_options.height};
        m_pen.fill(area, ColorRole::Background);
        area = area.inset(kPad, 2);
        const Box head = area.takeTop(line);
        const Box foot = area.takeBottom(line + 4);
        const Box columnNames = area.takeTop(line);
        const Box rowNames = area.takeLeft(nameWidth() + kPad);
        layOut(area);
        const auto title =
            m_pen.words(m_axes.rows) + " \xE2\x86\x93   " + m_pen.words(m_axes.columns) + " \xE2\x86\x92";
        const int width = m_pen.text(head, title, ColorRole::MutedText);
        Box caption = head;
        caption.takeLeft(std::min(head.width, width + 2 * kPad));
        m_pen.text(caption, m_options.caption);
        drawRowNames(rowNames);
        drawColumnNames(columnNames);
        drawPlaces();
        drawBorders();
        drawMarked();
        drawFoot(foot);
    }

private:
    [[nodiscard]] int nameWidth() const {
        std::size_t longest = 0;
        for (std::size_t i = 0; i < m_axes.names.size(); ++i) {
            longest = m_axes.names[i].size() > m_axes.names[longest].size() ? i : longest;
        }
        return m_axes.names.empty() ? 0 : m_pen.widthOf(m_axes.names[longest]);
    }
    void layOut(Box area) {
        const auto rows = inside(m_options.window.firstRow, m_options.window.rows, m_matrix.rows());
        const auto columns = inside(m_options.window.firstColumn, m_options.window.columns, m_matrix.columns());
        m_built.window = {rows.first, rows.count, columns.first, columns.count};
        area.width = std::max(1, area.width);
        area.height = std::max(1, area.height);
        m_built.area = area;
        m_rows = rowAxis(m_built);
        m_columns = columnAxis(m_built);
        const double least = std::min(m_rows.pixelsPerPlace(), m_columns.pixelsPerPlace());
        while (m_built.level + 1 < m_matrix.levels() && least * static_cast<double>(blockSize()) < kMinBlock) {
            ++m_built.level;
        }
    }
    [[nodiscard]] std::size_t blockSize() const { return std::size_t{1} << m_built.level; }

    [[nodiscard]] const std::string &nameOf(std::size_t index) const {
        static const std::string kNoName;
        return index < m_axes.names.size() ? m_axes.names[index] : kNoName;
    }
    /// Every how many-th place has its name: a power of two, as blocks are.
    static std::size_t nameStep(const Axis &axis, int needed) {
        std::size_t step = 1;
        while (static_cast<double>(step) * axis.pixelsPerPlace() < needed && step < kMostNameStep) {
            step *= 2;
        }
        return step;
    }
    void drawRowNames(Box names) {
        const int line = m_pen.style().lineHeight;
        const auto step = nameStep(m_rows, line + 1);
        const auto end = static_cast<std::size_t>(m_built.window.firstRow + m_built.window.rows + 0.999);
        const auto first = (static_cast<std::size_t>(m_built.window.firstRow) + step - 1) / step * step;
        for (auto row = first; row < std::min(end, m_matrix.rows()); row += step) {
            const auto at = static_cast<double>(row);
            const int middle = (m_rows.at(at) + m_rows.at(at + 1)) / 2;
            if (middle <= m_built.area.bottom()) {
                m_pen.text({names.x, middle - line / 2, names.width - kPad / 2, line}, nameOf(row),
                           ColorRole::MutedText, TextAlign::Right);
            }
        }
    }
    void drawColumnNames(Box names) {
        const auto end = static_cast<std::size_t>(m_built.window.firstColumn + m_built.window.columns + 0.999);
        const int needed = nameWidth() + kLabelGap;
        const auto step = nameStep(m_columns, needed);
        const auto first = (static_cast<std::size_t>(m_built.window.firstColumn) + step - 1) / step * step;
        for (auto column = first; column < std::min(end, m_matrix.columns()); column += step) {
            const auto at = static_cast<double>(column);
            const int middle = (m_columns.at(at) + m_columns.at(at + 1)) / 2;
            const Box box{middle - needed / 2, names.y, needed, names.height};
            if (box.x >= names.x - needed / 2 && box.right() <= m_options.width) {
                m_pen.text(box, nameOf(column), ColorRole::MutedText, TextAlign::Center);
            }
        }
    }

    [[nodiscard]] bool isOneSided(float value) const { return m_matrix.isDifference() && std::isinf(value); }
    static Color sideColor(float value) {
        return {value == kOnlyInRun ? ColorRole::MutedText : ColorRole::Baseline, 0};
    }
    [[nodiscard]] Color colorOf(float value) const {
        if (!m_values.kinds.empty()) {
            const auto kind = static_cast<std::size_t>(value);
            return {ColorRole::Slice, kind < m_values.kinds.size() ? nameHash(m_values.kinds[kind]) : 0};
        }
        return m_range.colorOf(static_cast<double>(value));
    }
    [[nodiscard]] std::string numberText(double value) const {
        return m_matrix.isDifference() ? signedFigure(valueText(value)) : valueText(value);
    }
    [[nodiscard]] std::string textOf(float value) const {
        const auto kind = static_cast<std::size_t>(value);
        return m_values.kinds.empty()         ? numberText(value)
               : kind < m_values.kinds.size() ? m_values.kinds[kind]
                                              : std::string();
    }
    [[nodiscard]] Box boxOf(std::size_t row, std::size_t column) const {
        const int x = edge(m_columns, column, m_matrix.columns());
        const int y = edge(m_rows, row, m_matrix.rows());
        return {x, y, edge(m_columns, column + 1, m_matrix.columns()) - x, edge(m_rows, row + 1, m_matrix.rows()) - y};
    }
    /// Where a block begins; the last one ends with the matrix.
    [[nodiscard]] int edge(const Axis &axis, std::size_t block, std::size_t places) const {
        return axis.at(static_cast<double>(std::min(block * blockSize(), places)));
    }
    /// The blocks of a window along one axis, and where each begins; one more edge than blocks.
    struct Blocks {
        std::size_t first = 0;
        std::vector<int> edges;
    };
    [[nodiscard]] Blocks blocksOf(const Axis &axis, std::size_t places) const {
        const auto size = blockSize();
        const auto shown = std::min(static_cast<std::size_t>(std::ceil(axis.first + axis.count)), places);
        const auto end = (shown + size - 1) / size;
        Blocks blocks{static_cast<std::size_t>(axis.first) / size, {}};
        for (auto block = blocks.first; block <= end; ++block) {
            blocks.edges.push_back(edge(axis, block, places));
        }
        return blocks;
    }
    void drawPlaces() {
        m_pen.setClip(m_built.area);
        m_pen.fill(m_built.area, ColorRole::AlternateBackground);
        const auto rows = blocksOf(m_rows, m_matrix.rows());
        const auto columns = blocksOf(m_columns, m_matrix.columns());
        m_pen.scene().rects.reserve(m_pen.scene().rects.size() + rows.edges.size() * columns.edges.size());
        for (std::size_t row = 0; row + 1 < rows.edges.size(); ++row) {
            const int y = rows.edges[row];
            const int height = rows.edges[row + 1] - y;
            const auto values = m_matrix.row(rows.first + row, m_built.level).subspan(columns.first);
            for (std::size_t column = 0; column + 1 < columns.edges.size(); ++column) {
                const int x = columns.edges[column];
                if (!std::isnan(values[column])) {
                    drawPlace({x, y, columns.edges[column + 1] - x, height}, values[column]);
                }
            }
        }
        m_pen.setClip({0, 0, m_options.width, m_options.height});
    }
    void drawPlace(Box box, float value) {
        box.width -= box.width >= kCellGapFrom ? 1 : 0;
        box.height -= box.height >= kCellGapFrom ? 1 : 0;
        if (isOneSided(value) || value == kTooLittle) {
            drawOneSided(box, value);
            return;
        }
        const auto color = colorOf(value);
        m_pen.fill(box, color);
        if (box.width >= 2 * kLabelGap && box.height >= m_pen.style().lineHeight - 2) {
            m_pen.label(box, textOf(value), color);
        }
    }
    /// Strokes that lean one way for the run and the other for the baseline; a plain colour where they do not fit.
    void drawOneSided(const Box &box, float value) {
        if (std::min(box.width, box.height) < kStrokeStep) {
            m_pen.fill(box, sideColor(value));
        } else {
            m_pen.strokes(box, sideColor(value), value == kOnlyInRun ? Pattern::Rising : Pattern::Falling);
        }
    }
    void drawBorders() {
        int lastRow = m_built.area.y - kBorderFrom;
        int lastColumn = m_built.area.x - kBorderFrom;
        const auto densest = std::adjacent_find(m_axes.borders.begin(), m_axes.borders.end(), [&](auto a, auto b) {
            return static_cast<double>(b - a) * std::min(m_rows.pixelsPerPlace(), m_columns.pixelsPerPlace()) <
                   kBorderFrom;
        });
        if (densest != m_axes.borders.end()) {
            return;
        }
        const auto &area = m_built.area;
        const auto isDense = [&](const Axis &axis) {
            return static_cast<double>(axis.pixels) < kPlainBorderFrom * static_cast<double>(m_axes.borders.size());
        };
        const auto rowRole = isDense(m_rows) ? ColorRole::Grid : ColorRole::MutedText;
        const auto columnRole = isDense(m_columns) ? ColorRole::Grid : ColorRole::MutedText;
        for (const auto border : m_axes.borders) {
            const auto at = static_cast<double>(border);
            const int y = m_rows.at(at) - 1;
            const int x = m_columns.at(at) - 1;
            if (y > area.y && y < area.bottom() && y - lastRow >= kBorderFrom) {
                m_pen.horizontal(area.x, y, area.width, rowRole);
                lastRow = y;
            }
            if (x > area.x && x < area.right() && x - lastColumn >= kBorderFrom) {
                m_pen.vertical(x, area.y, area.height, columnRole);
                lastColumn = x;
            }
        }
    }
    void drawMarked() {
        if (m_options.marked) {
            const auto size = blockSize();
            const Box box = boxOf(m_options.marked->row / size, m_options.marked->column / size);
            m_pen.setClip(m_built.area.inset(-2, -2));
            m_pen.frame(box.inset(-1, -1), ColorRole::Accent);
            m_pen.frame(box.inset(-2, -2), ColorRole::Accent);
            m_pen.setClip({0, 0, m_options.width, m_options.height});
        }
    }
    [[nodiscard]] Box swatchIn(const Box &foot) const {
        return {foot.x, foot.y + (m_pen.style().lineHeight - kHeatScaleHeight) / 2, kHeatScaleHeight, kHeatScaleHeight};
    }
    void drawEntry(Box &foot, std::string_view name) {
        foot.takeLeft(std::min(foot.width, kHeatScaleHeight + kPad / 2));
        const int width = m_pen.text(foot, name, ColorRole::MutedText);
        foot.takeLeft(std::min(foot.width, width + kPad));
    }
    void drawFoot(Box foot) {
        foot.height = m_pen.style().lineHeight;
        auto title = m_pen.words(m_values.title);
        if (m_matrix.isDifference()) {
            joinText(title, m_pen.words(Message("matrix.difference")), Join::Comma, m_pen.style().message);
        }
        if (m_values.kinds.empty()) {
            drawHeatScale(m_pen, foot, title, m_range, [this](double value) { return numberText(value); });
        } else {
            drawHeatScale(m_pen, foot, title, std::string_view(), std::string_view());
            for (const auto &kind : m_values.kinds) {
                m_pen.fill(swatchIn(foot), Color{ColorRole::Slice, nameHash(kind)});
                drawEntry(foot, kind);
            }
        }
        if (m_values.hidesLittle) {
            drawOneSided(swatchIn(foot), kTooLittle);
            drawEntry(foot, m_pen.words(Message("matrix.too_little")));
        }
        if (m_matrix.isDifference()) {
            drawOneSided(swatchIn(foot), kOnlyInRun);
            drawEntry(foot, m_pen.words(Message("matrix.only_run")));
            drawOneSided(swatchIn(foot), kOnlyInBaseline);
            drawEntry(foot, m_pen.words(Message("matrix.only_baseline")));
        }
        if (m_built.level > 0) {
            m_pen.text(foot, m_pen.words(Message("matrix.blocks", {std::to_string(blockSize())})),
                       ColorRole::MutedText);
        }
    }

    MatrixScene &m_built;
    ScenePen &m_pen;
    const HeatMatrix &m_matrix;
    const MatrixAxes &m_axes;
    const MatrixValues &m_values;
    const MatrixSceneOptions &m_options;
    HeatRange m_range;
    Axis m_rows;
    Axis m_columns;
};

}  // namespace

std::optional<HeatMatrix::Place> MatrixScene::blockAt(int x, int y) const {
    if (!area.contains(x, y)) {
        return std::nullopt;
    }
    const auto size = std::size_t{1} << level;
    return HeatMatrix::Place{static_cast<std::size_t>(rowAt(y)) / size, static_cast<std::size_t>(columnAt(x)) / size};
}

HeatRange heatRangeOf(const HeatMatrix &matrix) {
    if (matrix.count() == 0) {
        return {};
    }
    return matrix.isDifference() ? HeatRange::ofDifferences(matrix.most(), matrix.isHighBad())
                                 : HeatRange(matrix.least(), matrix.usual(), matrix.most(), matrix.isHighBad());
}

double MatrixScene::rowAt(int y) const { return rowAxis(*this).placeAt(y); }
double MatrixScene::columnAt(int x) const { return columnAxis(*this).placeAt(x); }

MatrixWindow zoomed(const MatrixWindow &window, double factor, double row, double column, const HeatMatrix &matrix) {
    const auto side = [factor](double first, double count, double anchor, std::size_t all) {
        const double size = count <= 0 ? static_cast<double>(all) : count;
        const double wanted = std::max(size * factor, std::min(kLeastPlaces, static_cast<double>(all)));
        return inside(anchor - (anchor - first) * wanted / size, wanted, all);
    };
    const auto rows = side(window.firstRow, window.rows, row, matrix.rows());
    const auto columns = side(window.firstColumn, window.columns, column, matrix.columns());
    return {rows.first, rows.count, columns.first, columns.count};
}

MatrixWindow moved(const MatrixWindow &window, double rows, double columns, const HeatMatrix &matrix) {
    const auto down = inside(window.firstRow + rows, window.rows, matrix.rows());
    const auto right = inside(window.firstColumn + columns, window.columns, matrix.columns());
    return {down.first, down.count, right.first, right.count};
}

MatrixScene buildMatrixScene(const HeatMatrix &matrix, const MatrixAxes &axes, const MatrixValues &values,
                             const MatrixSceneOptions &options, const SceneStyle &style) {
    MatrixScene built;
    built.scene.width = options.width;
    built.scene.height = options.height;
    ScenePen pen(built.scene, style);
    MatrixPainter(built, pen, matrix, axes, values, options).draw();
    return built;
}

}  // namespace stagescope
