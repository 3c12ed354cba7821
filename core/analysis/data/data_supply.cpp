#include "core/analysis/data/data_supply.h"

#include "core/store/tables/table_records.h"

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

constexpr std::array<std::string_view, 4> kStations{"device_queue", "summary", "iterator", "get_next"};

/// A mean that grows; times that do not add up to a number are left out.
struct GrowingMean {
    std::int64_t sum = 0;
    std::int64_t count = 0;

    void add(std::int64_t time) {
        std::int64_t grown = 0;
        if (time >= 0 && !__builtin_add_overflow(sum, time, &grown)) {
            sum = grown;
            ++count;
        }
    }
    [[nodiscard]] std::optional<Nanos> mean() const {
        return count == 0 ? std::nullopt : std::optional(Nanos{sum / count});
    }
};

StationSums sumsOf(const std::vector<FeedBatchRecord> &batches) {
    StationSums sums{batches.front().station, batches.front().file, batches.size()};
    GrowingMean fetch;
    GrowingMean push;
    GrowingMean total;
    GrowingMean wait;
    GrowingMean starved;
    for (std::size_t i = 0; i < batches.size(); ++i) {
        const auto &batch = batches[i];
        sums.queues += batch.queueSize >= 0 ? 1 : 0;
        sums.emptyQueues += batch.queueSize == 0 ? 1 : 0;
        // A summary leaves the first out by itself.
        if (i == 0 && batches.size() > 1 && batch.station != kStations[1]) {
            continue;
        }
        fetch.add(batch.fetch);
        push.add(batch.push);
        total.add(batch.total);
        wait.add(batch.wait);
        if (batch.queueSize >= 0 && batch.fetch >= 0) {
            starved.add(batch.queueSize == 0 ? batch.fetch : 0);
        }
    }
    sums.fetch = fetch.mean();
    sums.push = push.mean();
    sums.total = total.mean();
    sums.wait = wait.mean();
    sums.starved = starved.mean();
    return sums;
}

}  // namespace

std::vector<FeedBatchRecord> dataBatches(const RankCapture &capture) {
    std::vector<FeedBatchRecord> batches;
    const auto list = recordsOf<FeedBatchRecord>(capture);
    bool isPushed = false;
    for (const auto &record : list) {
        batches.push_back(record);
        isPushed = isPushed || record.station == kStations[0];
    }
    // csv and json are the same summary.
    std::string_view summary;
    for (const auto &batch : batches) {
        const bool isFirst = batch.station == kStations[1] && (summary.empty() || batch.file < summary);
        summary = isFirst ? batch.file : summary;
    }
    std::erase_if(batches, [&](const FeedBatchRecord &batch) {
        return batch.station == kStations[1] && (isPushed || batch.file != summary);
    });
    const auto place = [](const FeedBatchRecord &batch) {
        return std::pair(std::find(kStations.begin(), kStations.end(), batch.station), batch.file);
    };
    std::stable_sort(batches.begin(), batches.end(),
                     [&](const FeedBatchRecord &a, const FeedBatchRecord &b) { return place(a) < place(b); });
    return batches;
}

std::vector<StationSums> dataSupply(const RankCapture &capture) {
    std::vector<StationSums> stations;
    const auto batches = dataBatches(capture);
    for (auto begin = batches.begin(); begin != batches.end();) {
        const auto end = std::find_if(begin, batches.end(), [&](const FeedBatchRecord &batch) {
            return batch.station != begin->station || batch.file != begin->file;
        });
        stations.push_back(sumsOf({begin, end}));
        begin = end;
    }
    return stations;
}

}  // namespace stagescope
