#include "core/export/xlsx_writer.h"

#include "core/base/io/private_folder.h"
#include "core/export/quoted_text.h"

#include <QtCore/QFile>

#include <xlsxwriter.h>

#include <cmath>
#include <optional>

namespace stagescope {

namespace {

constexpr std::size_t kMostRows = LXW_ROW_MAX - 1;  // below the header
constexpr std::size_t kMostColumns = LXW_COL_MAX;
constexpr std::size_t kMostLetters = 32'767;
constexpr std::int64_t kMostWhole = 999'999'999'999'999;

/// As a spreadsheet counts: UTF-16.
std::size_t lettersOf(std::string_view text) {
    std::size_t letters = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        letters += (byte & 0xC0U) == 0x80U ? 0U : byte >= 0xF0U ? 2U : 1U;
    }
    return letters;
}

/// Without what no cell can hold: bytes that are no UTF-8, NUL, and the two that are no characters of XML.
std::string cellTextFor(std::string_view text) {
    constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
    auto safe = validText(text);
    for (std::size_t at = 0; at < safe.size(); ++at) {
        const bool isNoCharacter = safe.compare(at, 3, "\xEF\xBF\xBE") == 0 || safe.compare(at, 3, "\xEF\xBF\xBF") == 0;
        if (safe[at] == '\0' || isNoCharacter) {
            safe.replace(at, isNoCharacter ? 3 : 1, kReplacement);
        }
    }
    return safe;
}

std::optional<Error> beyondFormat(const ResultTable &table) {
    const auto limit = [](std::string detail) { return Error{ErrorKind::Limit, std::move(detail), {}}; };
    if (table.rows.size() > kMostRows) {
        return limit("rows: " + std::to_string(table.rows.size()) + ", and a sheet of xlsx holds " +
                     std::to_string(kMostRows) + " below its header; write csv, or fewer rows");
    }
    if (table.columns.size() > kMostColumns) {
        return limit("columns: " + std::to_string(table.columns.size()) + ", and a sheet of xlsx holds " +
                     std::to_string(kMostColumns) + "; write csv, or fewer columns");
    }
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        for (std::size_t column = 0; column < table.rows[row].size(); ++column) {
            const auto *text = std::get_if<std::string>(&table.rows[row][column]);
            if (text != nullptr && text->size() > kMostLetters && lettersOf(cellTextFor(*text)) > kMostLetters) {
                return limit("column " + table.columns[column].name + ", row " + std::to_string(row + 1) +
                             ": the text has more than the 32767 characters that a cell of xlsx holds; write csv");
            }
        }
    }
    return std::nullopt;
}

class SheetWriter {
public:
    explicit SheetWriter(lxw_worksheet *sheet) : m_sheet(sheet) {}
    void text(std::size_t row, std::size_t column, std::string_view text, lxw_format *format = nullptr) {
        keep(worksheet_write_string(m_sheet, static_cast<lxw_row_t>(row), static_cast<lxw_col_t>(column),
                                    cellTextFor(text).c_str(), format));
    }
    void cell(std::size_t row, std::size_t column, const Cell &cell) {
        const auto *whole = std::get_if<std::int64_t>(&cell);
        const auto *real = std::get_if<double>(&cell);
        const bool isNumber =
            whole != nullptr ? *whole <= kMostWhole && *whole >= -kMostWhole : real != nullptr && std::isfinite(*real);
        if (isNumber) {
            keep(worksheet_write_number(m_sheet, static_cast<lxw_row_t>(row), static_cast<lxw_col_t>(column),
                                        whole != nullptr ? static_cast<double>(*whole) : *real, nullptr));
        } else if (!std::holds_alternative<std::monostate>(cell)) {
            text(row, column, cellText(cell));
        }
    }
    [[nodiscard]] lxw_error error() const { return m_error; }

private:
    void keep(lxw_error error) { m_error = m_error == LXW_NO_ERROR ? error : m_error; }

    lxw_worksheet *m_sheet;
    lxw_error m_error = LXW_NO_ERROR;
};

lxw_error writeRows(lxw_worksheet *sheet, lxw_format *head, const ResultTable &table) {
    constexpr double kWidth = 16;
    SheetWriter writer(sheet);
    worksheet_freeze_panes(sheet, 1, 0);
    if (!table.columns.empty()) {
        const auto last = static_cast<lxw_col_t>(table.columns.size() - 1);
        worksheet_set_column(sheet, 0, last, kWidth, nullptr);
        worksheet_autofilter(sheet, 0, 0, static_cast<lxw_row_t>(table.rows.size()), last);
    }
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        writer.text(0, column, table.columns[column].name, head);
    }
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        for (std::size_t column = 0; column < table.rows[row].size(); ++column) {
            writer.cell(row + 1, column, table.rows[row][column]);
        }
    }
    return writer.error();
}

lxw_error writeMeanings(lxw_worksheet *sheet, lxw_format *head, const ResultTable &table) {
    constexpr double kWide = 100;
    SheetWriter writer(sheet);
    worksheet_set_column(sheet, 0, 0, 28, nullptr);
    worksheet_set_column(sheet, 2, 2, kWide, nullptr);
    std::size_t row = 0;
    for (const auto *name : {"column", "unit", "meaning"}) {
        writer.text(0, row++, name, head);
    }
    row = 0;
    for (const auto &column : table.columns) {
        ++row;
        writer.text(row, 0, column.name);
        writer.text(row, 1, column.unit);
        writer.text(row, 2, column.meaning);
    }
    for (const auto &note : table.notes) {
        ++row;
        writer.text(row, 0, "note", head);
        writer.text(row, 2, note);
    }
    return writer.error();
}

}  // namespace

Result<std::string> tableToXlsx(const ResultTable &table) {
    if (const auto error = beyondFormat(table)) {
        return tl::make_unexpected(*error);
    }
    // The library writes files alone: into a folder that nobody else may enter, and that is gone with the object.
    ASSIGN_OR_RETURN(const auto folder, PrivateFolder::make("table.xlsx"));
    auto place = folder->path().string();
    const auto path = place + "/table.xlsx";
    lxw_workbook_options options{};
    options.constant_memory = LXW_TRUE;
    options.tmpdir = place.data();
    auto *book = workbook_new_opt(path.c_str(), &options);
    if (book == nullptr) {
        return fail(ErrorKind::Internal, "the workbook cannot be begun");
    }
    auto *head = workbook_add_format(book);
    format_set_bold(head);
    const auto first = writeRows(workbook_add_worksheet(book, "table"), head, table);
    const auto second = writeMeanings(workbook_add_worksheet(book, "columns"), head, table);
    const auto closed = workbook_close(book);  // frees the workbook, whatever it says
    for (const auto error : {first, second, closed}) {
        if (error != LXW_NO_ERROR) {
            return fail(ErrorKind::ReadFailed, std::string("the workbook cannot be written: ") + lxw_strerror(error));
        }
    }
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::ReadOnly)) {
        return fail(ErrorKind::ReadFailed, "the workbook cannot be read: " + file.errorString().toStdString());
    }
    return file.readAll().toStdString();
}

}  // namespace stagescope
