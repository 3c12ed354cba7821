#include "core/analysis/snapshot/stack_sums.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace stagescope {

namespace {

void add(StackSum &sum, const BlockLife &life) {
    sum.smallest = sum.blocks == 0 ? life.size : std::min(sum.smallest, life.size);
    sum.largest = std::max(sum.largest, life.size);
    sum.bytes += life.size;
    ++sum.blocks;
    if (life.begin > 0 && life.end != BlockLife::kForever) {
        ++sum.freed;
        sum.lifetimeEvents += life.end - life.begin;
    }
}

void merge(StackSum &sum, const StackSum &other) {
    sum.smallest = sum.blocks == 0 ? other.smallest : std::min(sum.smallest, other.smallest);
    sum.largest = std::max(sum.largest, other.largest);
    sum.bytes += other.bytes;
    sum.blocks += other.blocks;
    sum.freed += other.freed;
    sum.lifetimeEvents += other.lifetimeEvents;
}

/// Calls fn(life) for all blocks that are meant.
template <class Fn>
void visit(const SnapshotHistory &history, const BlockQuestion &question, const std::stop_token &stop, const Fn &fn) {
    const auto &live = history.blocks();
    const auto aliveAt = [&](std::uint32_t moment, bool withOlder) {
        for (const auto block : live.aliveAt(moment)) {
            if (withOlder || live.blocks()[block].begin > 0) {
                fn(live.blocks()[block]);
            }
        }
    };
    switch (question.choice) {
        case BlockChoice::AtPeak:
            return aliveAt(history.peak(), true);
        case BlockChoice::AtMoment:
            return aliveAt(std::min(question.moment, history.events()), true);
        case BlockChoice::NeverFreed:
            return aliveAt(history.events(), false);
        case BlockChoice::MadeIn:
        case BlockChoice::LeftOf:
            break;
    }
    std::size_t looked = 0;
    for (const auto &life : live.begunIn(question.begin, question.end)) {
        if ((++looked & 0xfff) == 0 && stop.stop_requested()) {
            return;
        }
        if (question.choice == BlockChoice::MadeIn || life.end > question.end) {
            fn(life);
        }
    }
}

}  // namespace

std::vector<StackSum> stackSums(const SnapshotHistory &history, const BlockQuestion &question,
                                const std::stop_token &stop) {
    std::unordered_map<std::uint32_t, StackSum> byGroup;
    visit(history, question, stop, [&](const BlockLife &life) { add(byGroup[life.group], life); });
    std::vector<StackSum> sums;
    sums.reserve(byGroup.size());
    for (auto &[group, sum] : byGroup) {
        sum.group = group;
        sums.push_back(sum);
    }
    std::sort(sums.begin(), sums.end(), [](const StackSum &a, const StackSum &b) {
        return a.bytes != b.bytes ? a.bytes > b.bytes : a.group < b.group;
    });
    return sums;
}

std::vector<StackRow> stackRows(const SnapshotHistory &history, const std::vector<StackSum> &sums,
                                StackGrouping grouping) {
    std::vector<StackRow> rows;
    std::map<std::string, std::size_t> ofOwner;
    for (const auto &sum : sums) {
        const auto stack = history.stackOf(sum.group);
        if (!stack || grouping == StackGrouping::Stack) {
            rows.push_back({stack ? stackText(history.store(), *stack) : std::string{}, sum});
            continue;
        }
        const auto [it, isNew] = ofOwner.try_emplace(ownerText(history.store(), *stack), rows.size());
        if (isNew) {
            rows.push_back({it->first, sum});
        } else {
            merge(rows[it->second].sum, sum);
        }
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const StackRow &a, const StackRow &b) { return a.sum.bytes > b.sum.bytes; });
    return rows;
}

namespace {

/// Nodes in order of appearance, then put in order.
class TreeBuilder {
public:
    explicit TreeBuilder(const SnapshotHistory &history) : m_history(history) { m_nodes.emplace_back(); }

    void add(const StackSum &sum) {
        std::uint32_t node = 0;
        count(node, sum);
        const auto stack = m_history.stackOf(sum.group);
        if (!stack) {
            // A node of its own below the root; no frame has such a number.
            node = child(node, FrameId{}, sum.group);
            count(node, sum);
            return;
        }
        const auto frames = ownFrames(m_history.store(), *stack);
        for (auto it = frames.rbegin(); it != frames.rend(); ++it) {
            node = child(node, *it, 0);
            count(node, sum);
        }
    }

    [[nodiscard]] StackTree ordered() const {
        std::vector<std::vector<std::uint32_t>> children(m_nodes.size());
        for (std::uint32_t i = 1; i < m_nodes.size(); ++i) {
            children[m_nodes[i].parent].push_back(i);
        }
        StackTree tree;
        struct Todo {
            std::uint32_t node;
            std::uint32_t parent;
            std::uint64_t begin;
        };
        std::vector<Todo> todo{{0, 0, 0}};
        while (!todo.empty()) {
            const auto next = todo.back();
            todo.pop_back();
            auto node = m_nodes[next.node];
            node.parent = next.parent;
            node.begin = next.begin;
            const auto place = static_cast<std::uint32_t>(tree.nodes.size());
            tree.depth = std::max(tree.depth, node.depth);
            tree.nodes.push_back(node);
            auto &below = children[next.node];
            std::stable_sort(below.begin(), below.end(),
                             [&](auto a, auto b) { return m_nodes[a].bytes > m_nodes[b].bytes; });
            auto end = next.begin;
            for (const auto i : below) {
                end += m_nodes[i].bytes;
            }
            for (auto it = below.rbegin(); it != below.rend(); ++it) {  // the first is taken from the stack first
                end -= m_nodes[*it].bytes;
                todo.push_back({*it, place, end});
            }
        }
        return tree;
    }

private:
    std::uint32_t child(std::uint32_t parent, FrameId frame, std::uint32_t group) {
        const auto key = std::uint64_t{parent} << 32 | (frame.isValid() ? frame.value : group);
        const auto [it, isNew] = m_children.try_emplace(key, static_cast<std::uint32_t>(m_nodes.size()));
        if (isNew) {
            StackTree::Node node;
            node.frame = frame;
            node.parent = parent;
            node.depth = m_nodes[parent].depth + 1;
            m_nodes.push_back(node);
        }
        return it->second;
    }
    void count(std::uint32_t index, const StackSum &sum) {
        auto &node = m_nodes[index];
        node.bytes += sum.bytes;
        node.blocks += sum.blocks;
        if (sum.bytes >= node.groupBytes) {
            node.group = sum.group;
            node.groupBytes = sum.bytes;
        }
    }

    const SnapshotHistory &m_history;
    std::vector<StackTree::Node> m_nodes;
    std::unordered_map<std::uint64_t, std::uint32_t> m_children;
};

}  // namespace

StackTree stackTree(const SnapshotHistory &history, const std::vector<StackSum> &sums) {
    TreeBuilder builder(history);
    for (const auto &sum : sums) {
        builder.add(sum);
    }
    return builder.ordered();
}

}  // namespace stagescope
