#include "core/advice/gate/gate_expression.h"
#include "core/advice/runs/run_series.h"
#include "core/ask/ask_tokens.h"
#include "core/ask/ask_units.h"
#include "core/ask/counted_slices.h"
#include "core/ask/row_filter.h"

#include <cstdint>
#include <cstdlib>
#include <tuple>

using namespace stagescope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    if (const auto gate = parseGate(text); !gate && (gate.error().at > size || gate.error().detail.empty())) {
        std::abort();  // what is wrong is nowhere in the text
    }
    if (const auto figure = parseGateFigure(text); !figure && figure.error().at > size) {
        std::abort();
    }
    std::ignore = seriesMetric(text);
    std::ignore = looksLikeComparison(text);
    std::ignore = countedByTrack(text);
    const auto &table = *analysisById("kernels");
    const auto filter = RowFilter::parse(text, table.columns);
    if (!filter && (filter.error().at > size || filter.error().detail.empty())) {
        std::abort();
    }
    if (filter) {
        const ResultTable row{table.id, table.columns, {std::vector<Cell>(table.columns.size())}, {}};
        if (const auto answers = filter->answers(row); answers && answers->size() != row.rows.size()) {
            std::abort();
        }
    }
    for (std::size_t at = 0; at < size;) {
        std::size_t after = 0;
        const auto token = askTokenAt(text, at, after);
        if (token.kind == AskToken::Kind::End) {
            break;
        }
        if (after <= at) {
            std::abort();
        }
        std::ignore = unitFactor(token.text, "us");
        std::ignore = shortUnit(token.text);
        at = after;
    }
    return 0;
}
