#include "core/export/table_writer.h"

#include "core/export/quoted_text.h"

namespace stagescope {

namespace {

void appendMember(std::string &out, std::string_view name, std::string_view value, bool isFirst = false) {
    out += isFirst ? "" : ", ";
    appendJsonText(out, name);
    out += ": ";
    appendJsonText(out, value);
}

void appendJsonCell(std::string &out, const Cell &cell) {
    if (std::holds_alternative<std::string>(cell)) {
        appendJsonText(out, std::get<std::string>(cell));
        return;
    }
    const auto text = cellText(cell);
    out += text.empty() ? "null" : text;
}

void appendColumns(std::string &out, const ResultTable &table) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const auto &column = table.columns[i];
        out += i == 0 ? "\n    {" : ",\n    {";
        appendMember(out, "name", column.name, true);
        appendMember(out, "type", columnTypeText(column.type));
        appendMember(out, "unit", column.unit);
        appendMember(out, "meaning", column.meaning);
        out += '}';
    }
}

void appendRow(std::string &out, const ResultTable &table, const std::vector<Cell> &row) {
    for (std::size_t i = 0; i < table.columns.size() && i < row.size(); ++i) {
        out += i == 0 ? "" : ", ";
        appendJsonText(out, table.columns[i].name);
        out += ": ";
        appendJsonCell(out, row[i]);
    }
}

}  // namespace

std::string_view columnTypeText(ColumnType type) {
    switch (type) {
        case ColumnType::Integer:
            return "integer";
        case ColumnType::Real:
            return "real";
        case ColumnType::Text:
            break;
    }
    return "text";
}

std::string tableToCsv(const ResultTable &table, CsvForm form) {
    std::string out = form.hasBom ? "\xEF\xBB\xBF" : "";
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        out += i == 0 ? "" : ",";
        appendCsvField(out, table.columns[i].name);
    }
    out += "\r\n";
    for (const auto &row : table.rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            out += i == 0 ? "" : ",";
            const bool isMended = !form.isRaw && std::holds_alternative<std::string>(row[i]);
            appendCsvField(out, isMended ? spreadsheetText(std::get<std::string>(row[i])) : cellText(row[i]));
        }
        out += "\r\n";
    }
    return out;
}

std::string tableToJson(const ResultTable &table) {
    std::string out = "{\n  \"table\": ";
    appendJsonText(out, table.id);
    out += ",\n  \"columns\": [";
    appendColumns(out, table);
    out += "\n  ],\n  \"notes\": [";
    for (std::size_t i = 0; i < table.notes.size(); ++i) {
        out += i == 0 ? "\n    " : ",\n    ";
        appendJsonText(out, table.notes[i]);
    }
    out += "\n  ],\n  \"rows\": [";
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        out += i == 0 ? "\n    {" : ",\n    {";
        appendRow(out, table, table.rows[i]);
        out += '}';
    }
    out += "\n  ]\n}\n";
    return out;
}

std::string tableToJsonLines(const ResultTable &table) {
    std::string out;
    for (const auto &row : table.rows) {
        out += '{';
        appendRow(out, table, row);
        out += "}\n";
    }
    return out;
}

}  // namespace stagescope
