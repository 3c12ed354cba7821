#include "core/advice/finding.h"

namespace stagescope {

namespace {

constexpr double kHighShare = 0.10;
constexpr double kMediumShare = 0.03;

}  // namespace

std::string_view certaintyText(Certainty certainty) {
    switch (certainty) {
        case Certainty::Measured:
            return "measured";
        case Certainty::Estimated:
            return "estimated";
        case Certainty::Inferred:
            break;
    }
    return "inferred";
}

std::string_view findingSeverityText(FindingSeverity severity) {
    switch (severity) {
        case FindingSeverity::High:
            return "high";
        case FindingSeverity::Medium:
            return "medium";
        case FindingSeverity::Low:
            break;
    }
    return "low";
}

FindingSeverity severityOfShare(double share) {
    return share >= kHighShare     ? FindingSeverity::High
           : share >= kMediumShare ? FindingSeverity::Medium
                                   : FindingSeverity::Low;
}

}  // namespace stagescope
