#include "core/analysis/pipeline/chart/p2p_edge.h"

namespace stagescope {

std::string_view directionText(P2pEdge::Direction direction) {
    switch (direction) {
        case P2pEdge::Direction::Activation:
            return "activation";
        case P2pEdge::Direction::Gradient:
            return "gradient";
        case P2pEdge::Direction::Unknown:
            break;
    }
    return "unknown";
}

std::string_view edgeEvidenceText(P2pEdge::Evidence evidence) {
    switch (evidence) {
        case P2pEdge::Evidence::Connection:
            return "connection";
        case P2pEdge::Evidence::Arguments:
            return "arguments";
        case P2pEdge::Evidence::Schedule:
            return "schedule";
        case P2pEdge::Evidence::Order:
            break;
    }
    return "order";
}

}  // namespace stagescope
