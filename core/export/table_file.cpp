#include "core/export/table_file.h"

#include "core/base/io/output_file.h"
#include "core/base/text.h"
#include "core/export/table_writer.h"
#include "core/export/xlsx_writer.h"

namespace stagescope {

namespace {

Result<std::string> tableTextFor(const std::string &path, const ResultTable &table) {
    const auto ending = lowerCase(path);
    return ending.ends_with(".xlsx")    ? tableToXlsx(table)
           : ending.ends_with(".json")  ? Result<std::string>(tableToJson(table))
           : ending.ends_with(".jsonl") ? Result<std::string>(tableToJsonLines(table))
                                        : Result<std::string>(tableToCsv(table, kCsvForSpreadsheets));
}

}  // namespace

Status writeTableFile(const std::string &path, const ResultTable &table) {
    const auto text = tableTextFor(path, table);
    return text ? writeWholeFile(path, *text) : fail(text.error().kind, text.error().detail, path);
}

}  // namespace stagescope
