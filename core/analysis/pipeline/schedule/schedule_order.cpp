#include "core/analysis/pipeline/schedule/schedule_order.h"

#include <algorithm>

namespace stagescope {

RankActions::RankActions(const ScheduleOptions &options, int rank)
    : m_placement(placementOf(options.kind)), m_ranks(options.stages), m_rank(rank) {
    m_actions.reserve(2 * std::size_t(options.microbatches) * std::size_t(chunksOf(options)));
}

void RankActions::add(CellKind kind, int microbatch, int chunk) {
    m_actions.push_back(
        {.rank = m_rank, .kind = kind, .stage = stage(chunk), .microbatch = microbatch, .chunk = chunk});
}

void RankActions::overlapped(int forwardMicrobatch, int forwardChunk, int backwardMicrobatch, int backwardChunk) {
    m_actions.push_back({.rank = m_rank,
                         .kind = CellKind::Overlapped,
                         .stage = stage(forwardChunk),
                         .microbatch = forwardMicrobatch,
                         .chunk = forwardChunk,
                         .backwardStage = stage(backwardChunk),
                         .backwardMicrobatch = backwardMicrobatch,
                         .backwardChunk = backwardChunk});
}

TwoHalfOrder::TwoHalfOrder(const ScheduleOptions &options, int rank, bool isMirrored)
    : m_order(options, rank),
      m_microbatches(placementOf(options.kind) == StagePlacement::Dual ? options.microbatches / 2
                                                                       : options.microbatches),
      m_isMirrored(isMirrored) {}

void TwoHalfOrder::forward(int half) {
    const int microbatch = m_forwards[std::size_t(half)]++;
    if (microbatch < m_microbatches) {
        m_order.forward(microbatch, chunk(half));
    }
}

int TwoHalfOrder::startBackward(int half) {
    const int microbatch = m_backwards[std::size_t(half)]++;
    if (m_hasLoss && half == 1) {
        m_order.loss(microbatch, chunk(half));
    }
    return microbatch;
}

void TwoHalfOrder::backward(int half) {
    const int microbatch = startBackward(half);
    if (microbatch < m_microbatches) {
        m_order.backward(microbatch, chunk(half));
    }
}

void TwoHalfOrder::input(int half) {
    const int microbatch = startBackward(half);
    m_weights.push_back({half, microbatch});
    if (microbatch < m_microbatches) {
        m_order.input(microbatch, chunk(half));
    }
}

void TwoHalfOrder::write(const Work &weight) {
    if (weight.microbatch < m_microbatches) {
        m_order.weight(weight.microbatch, chunk(weight.half));
    }
}

void TwoHalfOrder::weight() {
    write(m_weights.front());
    m_weights.pop_front();
}

void TwoHalfOrder::weightOf(int half) {
    const auto found = std::ranges::find(m_weights, half, &Work::half);
    write(*found);
    m_weights.erase(found);
}

bool TwoHalfOrder::hasWeights(int half) const {
    return std::ranges::find(m_weights, half, &Work::half) != m_weights.end();
}

void TwoHalfOrder::overlapped(int forwardHalf, int backwardHalf) {
    const int backwardMicrobatch = startBackward(backwardHalf);
    m_order.overlapped(m_forwards[std::size_t(forwardHalf)]++, chunk(forwardHalf), backwardMicrobatch,
                       chunk(backwardHalf));
}

void TwoHalfOrder::apart(int forwardHalf, int backwardHalf) {
    const int backwardMicrobatch = startBackward(backwardHalf);
    forward(forwardHalf);
    m_order.backward(backwardMicrobatch, chunk(backwardHalf));
}

}  // namespace stagescope
