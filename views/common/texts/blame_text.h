#pragma once

#include "core/analysis/blame/blame_chain.h"

#include <QtCore/QString>

namespace stagescope {

/// One hop in words: "Rank 1 waits 9.8 ms for rank 5 in hcom_allReduce__849_0_1". GUI thread.
[[nodiscard]] QString blameHopText(const BlameChain &chain, const BlameHop &hop);
/// The whole chain as one sentence, to be read and copied: hops, the cause, how sure the clocks are. GUI thread.
[[nodiscard]] QString blameSentence(const BlameChain &chain);

}  // namespace stagescope
