#include "core/analysis/flight/flight_transfers.h"

#include <algorithm>

namespace stagescope {

namespace {

/// Global rank at a position of the group; the position itself where no dump tells the members.
int rankAt(const FlightGroup &group, std::int64_t position) {
    const auto count = static_cast<std::int64_t>(group.members.size());
    return position >= 0 && position < count ? group.members[static_cast<std::size_t>(position)]
                                             : static_cast<int>(position);
}

/// The open calls of one side, in their order.
std::vector<const FlightDumps::Transfer *> sideOf(const std::vector<const FlightDumps::Transfer *> &all, bool sends) {
    std::vector<const FlightDumps::Transfer *> side;
    std::copy_if(all.begin(), all.end(), std::back_inserter(side),
                 [&](const auto *transfer) { return transfer->isSend == sends; });
    std::stable_sort(side.begin(), side.end(), [](const auto *a, const auto *b) { return a->sequence < b->sequence; });
    return side;
}

}  // namespace

int FlightTransfers::missing() const {
    if (!hasBothDumps && sends > 0 && receives == 0) {
        return destination;
    }
    if (!hasBothDumps && receives > 0 && sends == 0) {
        return source;
    }
    return !hasBothDumps || sends == receives ? -1 : sends > receives ? destination : source;
}

std::vector<FlightTransfers> openTransfers(const FlightDumps &dumps) {
    std::vector<FlightTransfers> all;
    const auto hasDump = [&](int rank) { return std::binary_search(dumps.ranks.begin(), dumps.ranks.end(), rank); };
    for (const auto &[group, transfers] : dumps.transfers) {
        std::map<std::pair<int, int>, std::vector<const FlightDumps::Transfer *>> open;
        for (const auto &transfer : transfers) {
            const bool isOfPair = transfer.source >= 0 || transfer.destination >= 0;  // what ends a batch is of none
            if (!transfer.call.isDone && isOfPair) {
                open[{rankAt(*group, transfer.source), rankAt(*group, transfer.destination)}].push_back(&transfer);
            }
        }
        for (const auto &[pair, ofPair] : open) {
            const auto sends = sideOf(ofPair, true);
            const auto receives = sideOf(ofPair, false);
            FlightTransfers one;
            one.group = group;
            std::tie(one.source, one.destination) = pair;
            one.sends = sends.size();
            one.receives = receives.size();
            one.hasBothDumps = hasDump(one.source) && hasDump(one.destination);
            for (const auto *side : {&sends, &receives}) {
                for (const auto *transfer : *side) {
                    const auto created = transfer->call.created;
                    one.since = created >= 0 && (one.since < 0 || created < one.since) ? created : one.since;
                    one.calls.push_back(transfer->call);
                }
            }
            for (std::size_t i = 0; i < sends.size() && sends.size() == receives.size(); ++i) {
                const auto &sent = sends[i]->call;
                const auto &received = receives[i]->call;
                one.isOfOtherSize = one.isOfOtherSize || sent.inputCount != received.outputCount ||
                                    sent.inputType != received.outputType;
            }
            all.push_back(std::move(one));
        }
    }
    return all;
}

}  // namespace stagescope
