#include "core/analysis/pipeline/schedule/pipeline_cell.h"

#include <array>
#include <utility>

namespace stagescope {

namespace {

constexpr std::array<std::pair<CellKind, std::string_view>, 9> kKindTexts = {{
    {CellKind::Forward, "F"},
    {CellKind::Backward, "B"},
    {CellKind::BackwardInput, "I"},
    {CellKind::BackwardWeight, "W"},
    {CellKind::Overlapped, "O"},
    {CellKind::Loss, "loss"},
    {CellKind::GradientSync, "gradient_sync"},
    {CellKind::Optimizer, "optimizer"},
    {CellKind::Other, "other"},
}};

}  // namespace

std::string_view cellKindText(CellKind kind) {
    for (const auto &[value, text] : kKindTexts) {
        if (value == kind) {
            return text;
        }
    }
    return "other";
}

std::optional<CellKind> cellKindFromText(std::string_view text) {
    for (const auto &[value, name] : kKindTexts) {
        if (name == text) {
            return value;
        }
    }
    return std::nullopt;
}

std::string_view cellEvidenceText(CellEvidence evidence) {
    switch (evidence) {
        case CellEvidence::Named:
            return "named";
        case CellEvidence::DeviceRange:
            return "device_range";
        case CellEvidence::HostRange:
            return "host_range";
        case CellEvidence::Inferred:
            return "inferred";
        case CellEvidence::FlowArrows:
            return "flow_arrows";
        case CellEvidence::Recorded:
            return "recorded";
    }
    return "named";
}

std::string_view numberingText(Numbering numbering) {
    switch (numbering) {
        case Numbering::Unknown:
            return "unknown";
        case Numbering::Named:
            return "named";
        case Numbering::ByOrder:
            return "by_order";
        case Numbering::Aligned:
            return "aligned";
        case Numbering::Uncertain:
            return "uncertain";
    }
    return "unknown";
}

std::string_view p2pKindText(P2pOp::Kind kind) {
    switch (kind) {
        case P2pOp::Kind::Send:
            return "send";
        case P2pOp::Kind::Receive:
            return "receive";
        case P2pOp::Kind::Batch:
            return "batch";
    }
    return "batch";
}

}  // namespace stagescope
