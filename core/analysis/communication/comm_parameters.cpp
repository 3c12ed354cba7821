#include "core/analysis/communication/comm_parameters.h"

namespace stagescope {

ParameterSpec commSourceParameter() {
    return {"source", "any", "Files that are read where a rank has both: any (the database), database, text."};
}

Result<CommSource> commSourceOf(const AnalysisInput &input) {
    const auto it = input.parameters.find("source");
    if (it == input.parameters.end() || it->second == "any") {
        return CommSource::Any;
    }
    if (it->second == "database") {
        return CommSource::Database;
    }
    if (it->second == "text") {
        return CommSource::Text;
    }
    return fail(ErrorKind::BadArgument, "source is any, database or text", it->second);
}

bool wantsStep(const AnalysisInput &input, std::string_view step) {
    return !input.step || std::to_string(*input.step) == step;
}

std::string joinedRanks(const std::vector<int> &ranks) {
    std::string text;
    for (const int rank : ranks) {
        text += (text.empty() ? "" : ",") + std::to_string(rank);
    }
    return text;
}

}  // namespace stagescope
