#include "core/ask/name_functions.h"

#include "core/analysis/host/host_activity.h"
#include "core/base/text.h"
#include "core/base/words/producer_words.h"

#include <sqlite3.h>

#include <string>
#include <string_view>

namespace stagescope {

namespace {

std::string nameIn(sqlite3_value *value) {
    const auto *text = reinterpret_cast<const char *>(sqlite3_value_text(value));
    return text == nullptr ? std::string() : lowerCase({text, static_cast<std::size_t>(sqlite3_value_bytes(value))});
}

void giveActivity(sqlite3_context *context, int /*count*/, sqlite3_value **values) {
    const auto text = hostActivityText(hostActivityOf(nameIn(values[0])));
    sqlite3_result_text(context, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
}

/// By the words of producers; some write the library before the call ("AscendCL@aclrtMalloc").
void giveTakesMemory(sqlite3_context *context, int /*count*/, sqlite3_value **values) {
    const auto name = nameIn(values[0]);
    const auto call = std::string_view(name).substr(name.rfind('@') + 1);  // npos + 1 is 0
    sqlite3_result_int(context, ProducerWords::builtIn().means(NameMeaning::Allocate, call) ? 1 : 0);
}

}  // namespace

Status addNameFunctions(sqlite3 *connection) {
    constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
    const auto add = [&](const char *name, auto *give) {
        return sqlite3_create_function_v2(connection, name, 1, kFlags, nullptr, give, nullptr, nullptr, nullptr) ==
               SQLITE_OK;
    };
    const bool isAdded = add("host_activity", &giveActivity) && add("takes_memory", &giveTakesMemory);
    return isAdded ? Status{} : fail(ErrorKind::Internal, "functions cannot be made for SQL");
}

}  // namespace stagescope
