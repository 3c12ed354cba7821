#include "core/analysis/communication/comm_parameters.h"

#include "core/base/step_id.h"

namespace stagescope {

ParameterSpec commSourceParameter() {
    return {"source", "any", "Files that are read where a rank has both: any (the database), database, text."};
}

Result<CommSource> commSourceOf(const AnalysisInput &input) {
    const auto text = input.parameter("source", "any");
    if (text == "any" || text == "database" || text == "text") {
        return text == "any" ? CommSource::Any : text == "text" ? CommSource::Text : CommSource::Database;
    }
    return fail(ErrorKind::BadArgument, "source is any, database or text", text);
}

bool wantsStep(const AnalysisInput &input, std::string_view step) {
    return !input.step || stepText(*input.step) == step;
}

std::string joinedRanks(const std::vector<int> &ranks) {
    std::string text;
    for (const int rank : ranks) {
        text += (text.empty() ? "" : ",") + std::to_string(rank);
    }
    return text;
}

}  // namespace stagescope
