#include "core/ask/own_rule.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

using namespace stagescope;

/// A file of a rule is one, or its mistake has a line and a column.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    const auto rule = ownRuleFrom(text, "r.sql");
    if (rule) {
        if (rule->id.empty() || rule->says.empty() || rule->when.column.empty() || rule->sql.empty()) {
            std::abort();
        }
        return 0;
    }
    std::size_t line = 0;
    std::size_t column = 0;
    const auto &where = rule.error().where;
    const bool isPlace = std::sscanf(where.c_str(), "r.sql:%zu:%zu", &line, &column) == 2;
    const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
    if (!isPlace || rule.error().detail.empty() || line < 1 || line > lines || column < 1 || column > size + 1) {
        std::abort();
    }
    return 0;
}
