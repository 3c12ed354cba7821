#include "core/analysis/data/data_pipeline.h"

#include "core/store/tables/statistic_record.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace stagescope {

namespace {

/// Files that list operators, by how much they say.
constexpr std::array<std::string_view, 4> kTreeFiles{"pipeline_profiling_", "minddata_pipeline_summary_",
                                                     "minddata_pipeline_raw_", ""};
/// Operators that queues say nothing about: they only pass on.
constexpr std::array<std::string_view, 9> kPassing{"Barrier", "Concat", "EpochCtrl", "Rename", "Repeat",
                                                   "Shuffle", "Skip",   "Take",      "Zip"};

std::size_t placeOf(std::string_view file) {
    const auto *it = std::find_if(kTreeFiles.begin(), kTreeFiles.end(),
                                  [&](std::string_view begin) { return file.starts_with(begin); });
    return static_cast<std::size_t>(it - kTreeFiles.begin());
}

using ByNumber = std::map<std::int64_t, FeedOpRecord>;

/// The operators of the file that says most, each once.
ByNumber listedIn(const std::vector<FeedOpRecord> &records) {
    std::optional<std::pair<std::size_t, std::string_view>> best;
    for (const auto &record : records) {
        if (record.op >= 0 && !record.type.empty()) {
            const std::pair own{placeOf(record.file), record.file};
            best = !best || own < *best ? own : *best;
        }
    }
    ByNumber listed;
    for (const auto &record : records) {
        if (best && record.file == best->second && record.op >= 0) {
            listed.emplace(record.op, record);
        }
    }
    return listed;
}

void addOthers(ByNumber &listed, const std::vector<FeedOpRecord> &records) {
    for (const auto &record : records) {
        const auto it = listed.find(record.op);
        if (it == listed.end() || (!record.type.empty() && record.type != it->second.type)) {
            continue;
        }
        auto &op = it->second;
        // What was sampled goes before what a summary made of it.
        op.cpu = record.cpu >= 0 && (op.cpu < 0 || record.type.empty()) ? record.cpu : op.cpu;
        op.note = op.note.empty() ? record.note : op.note;
        if (op.queueUse < 0) {
            op.queueUse = record.queueUse;
            op.queueSize = record.queueSize;
            op.queueEmpty = record.queueEmpty;
            op.samples = record.samples;
        }
        op.queueLength = op.queueLength < 0 ? record.queueLength : op.queueLength;
    }
}

/// Parents before their children, those that have none first.
class TreeOrder {
public:
    explicit TreeOrder(const ByNumber &listed) : m_listed(listed) {
        for (const auto &[number, op] : listed) {
            const bool isRoot = op.parent == number || !listed.contains(op.parent);
            m_children[isRoot ? -1 : op.parent].push_back(number);
        }
        for (const auto root : m_children[-1]) {
            add(root);
        }
        for (const auto &[number, op] : listed) {  // in circles
            add(number);
        }
    }
    [[nodiscard]] std::vector<FeedOperator> take() { return std::move(m_order); }

private:
    void add(std::int64_t root) {
        std::vector<std::pair<std::int64_t, std::size_t>> open{{root, 0}};
        while (!open.empty()) {
            const auto [number, depth] = open.back();
            open.pop_back();
            if (!m_seen.insert(number).second) {
                continue;
            }
            m_order.push_back({.is = m_listed.at(number), .depth = depth});
            const auto children = m_children.find(number);
            if (children != m_children.end()) {
                for (auto child = children->second.rbegin(); child != children->second.rend(); ++child) {
                    open.emplace_back(*child, depth + 1);
                }
            }
        }
    }

    const ByNumber &m_listed;
    std::map<std::int64_t, std::vector<std::int64_t>> m_children;
    std::set<std::int64_t> m_seen;
    std::vector<FeedOperator> m_order;
};

/// Queues before an operator.
struct InputQueues {
    std::optional<double> use;
    double empty = 0;  ///< of the emptiest
    bool hasAny = false;
};
InputQueues inputOf(const std::vector<FeedOperator> &all, const FeedOperator &op) {
    InputQueues result;
    double sum = 0;
    int told = 0;
    for (const auto &child : all) {
        if (child.is.parent != op.is.op || child.depth != op.depth + 1) {
            continue;
        }
        result.hasAny = true;
        if (child.is.queueUse >= 0) {
            sum += child.is.queueUse;
            ++told;
            result.empty = std::max(result.empty, child.is.queueEmpty);
        }
    }
    result.use = told > 0 ? std::optional(sum / told) : std::nullopt;
    return result;
}

QueueVerdict queueVerdictOf(const FeedOperator &op, const InputQueues &input) {
    if (std::find(kPassing.begin(), kPassing.end(), op.is.type) != kPassing.end()) {
        return QueueVerdict::None;
    }
    if (op.is.type == "DeviceQueue") {
        return !input.use                    ? QueueVerdict::None
               : input.empty > kStarvedEmpty ? QueueVerdict::Starved
                                             : QueueVerdict::Fine;
    }
    if (op.is.queueUse < 0 || (input.hasAny && !input.use)) {
        return QueueVerdict::None;
    }
    if (!input.hasAny) {
        return op.is.queueUse <= kSourceUse ? QueueVerdict::SlowSource : QueueVerdict::Fine;
    }
    return *input.use - op.is.queueUse > kSlowDrop ? QueueVerdict::Slow : QueueVerdict::Fine;
}

WorkerVerdict workerVerdictOf(const FeedOperator &op) {
    const auto busy = op.busyWorkers();
    if (!busy) {
        return WorkerVerdict::None;
    }
    return *busy > kBusyWorker                        ? WorkerVerdict::More
           : *busy < kIdleWorker && op.is.workers > 1 ? WorkerVerdict::Fewer
                                                      : WorkerVerdict::Fine;
}

}  // namespace

std::string_view queueVerdictText(QueueVerdict verdict) {
    constexpr std::array<std::string_view, 5> kTexts{"", "fine", "slow", "slow_source", "starved"};
    return kTexts.at(static_cast<std::size_t>(verdict));
}

std::string_view workerVerdictText(WorkerVerdict verdict) {
    constexpr std::array<std::string_view, 4> kTexts{"", "fine", "more", "fewer"};
    return kTexts.at(static_cast<std::size_t>(verdict));
}

std::optional<double> FeedOperator::busyWorkers() const {
    return is.cpu < 0 || is.workers < 1 ? std::nullopt : std::optional(is.cpu / static_cast<double>(is.workers));
}

std::string FeedOperator::name() const { return std::string(is.type) + "(" + std::to_string(is.op) + ")"; }

const FeedOperator *FeedPipeline::bottleneck() const {
    // What has no queue of its own hands on, and those before it are asked; one whose queue is told goes first.
    const auto fill = [](const FeedOperator &op) {
        return op.is.queueUse < 0 ? std::nextafter(kSourceUse, 0.0) : op.is.queueUse;
    };
    const FeedOperator *held = nullptr;
    const FeedOperator *told = nullptr;
    for (std::size_t depth = 0;; ++depth) {
        const FeedOperator *emptiest = nullptr;
        for (const auto &op : operators) {
            const bool isAsked = op.depth == depth && (held == nullptr || op.is.parent == held->is.op);
            emptiest = isAsked && (emptiest == nullptr || fill(op) < fill(*emptiest)) ? &op : emptiest;
        }
        if (emptiest == nullptr || fill(*emptiest) >= kSourceUse) {
            return told;
        }
        held = emptiest;
        told = held->is.queueUse < 0 ? told : held;
    }
}

FeedPipeline dataPipeline(const RankCapture &capture) {
    std::vector<FeedOpRecord> records;
    const auto list = recordsOf<FeedOpRecord>(capture);
    for (const auto &record : list) {
        records.push_back(record);
    }
    auto listed = listedIn(records);
    addOthers(listed, records);
    FeedPipeline result;
    for (const auto &record : records) {
        if (record.op < 0) {
            result.others.push_back(record);
        }
    }
    std::map<std::string_view, Nanos> stages;
    const auto statistics = recordsOf<StatisticRecord>(capture);
    for (const auto &record : statistics) {
        auto &sum = stages[record.of == "data" ? record.name : std::string_view{}];
        std::int64_t total = 0;
        sum = __builtin_add_overflow(sum.count(), record.total, &total) ? sum : Nanos{total};
    }
    stages.erase(std::string_view{});
    result.operators = TreeOrder(listed).take();
    for (auto &op : result.operators) {
        const auto input = inputOf(result.operators, op);
        op.input = input.use;
        op.queue = queueVerdictOf(op, input);
        op.workers = workerVerdictOf(op);
        const auto stage = stages.find(op.is.type);
        op.stages = stage == stages.end() ? std::nullopt : std::optional(stage->second);
    }
    return result;
}

}  // namespace stagescope
