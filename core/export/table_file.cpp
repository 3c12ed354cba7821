#include "core/export/table_file.h"

#include "core/base/io/output_file.h"
#include "core/base/io/packed_file.h"
#include "core/base/text.h"
#include "core/export/table_writer.h"
#include "core/export/xlsx_writer.h"

namespace stagescope {

namespace {

Result<std::string> tableTextFor(const std::string &path, const ResultTable &table) {
    const auto ending = tableEnding(path);
    return ending == "xlsx"    ? tableToXlsx(table)
           : ending == "json"  ? Result<std::string>(tableToJson(table))
           : ending == "jsonl" ? Result<std::string>(tableToJsonLines(table))
                               : Result<std::string>(tableToCsv(table, kCsvForSpreadsheets));
}

constexpr std::string_view kPacked = ".zst";

}  // namespace

std::string tableEnding(std::string_view path) {
    auto name = lowerCase(path);
    name.resize(name.size() - (name.ends_with(kPacked) ? kPacked.size() : 0));
    const auto dot = name.rfind('.');
    return dot == std::string::npos ? std::string() : name.substr(dot + 1);
}

Status writeTableText(const std::string &path, std::string_view text) {
    if (!lowerCase(path).ends_with(kPacked)) {
        return writeWholeFile(path, text);
    }
    ASSIGN_OR_RETURN(const auto file, PackedFile::create(path, PackedFile::Form::Zstd, text.size()));
    RETURN_IF_ERROR(file->write(text));
    return file->commit();
}

Status writeTableFile(const std::string &path, const ResultTable &table) {
    const auto text = tableTextFor(path, table);
    return text ? writeTableText(path, *text) : fail(text.error().kind, text.error().detail, path);
}

}  // namespace stagescope
