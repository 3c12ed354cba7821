#include "core/ask/ask_engine.h"

#include <cstdint>
#include <cstdlib>
#include <string>

using namespace stagescope;

/// A statement of a stranger ends with a table within its limits or with a sentence.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const std::string sql(reinterpret_cast<const char *>(data), size);
    static const Workspace workspace = [] {
        Workspace made;
        made.runs.emplace_back();
        return made;
    }();
    AskLimits limits;
    limits.time = std::chrono::milliseconds(200);
    limits.mostRows = 1000;
    limits.mostText = 1U << 16U;
    limits.mostMemory = 4U << 20U;
    limits.values = {{"limit", 3}};
    AnalysisInput input;
    input.workspace = &workspace;
    std::size_t mistake = 0;
    const auto reads = readsOf(sql, &mistake);
    if (!reads && (reads.error().detail.empty() || mistake > size)) {
        std::abort();  // nothing is said, or of a place that is not there
    }
    const auto table = ask(input, sql, limits, {});
    if (!table) {
        if (table.error().detail.empty()) {
            std::abort();
        }
        return 0;
    }
    if (!reads || table->rows.size() > limits.mostRows) {
        std::abort();  // what cannot be looked at must not run
    }
    for (const auto &row : table->rows) {
        if (row.size() != table->columns.size()) {
            std::abort();
        }
    }
    return 0;
}
