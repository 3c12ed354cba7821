#include "core/analysis/flame/flame_difference.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace stagescope {

namespace {

using Threads = std::multimap<std::string, std::uint32_t>;  ///< by name without digits, the busiest first

std::string withoutDigits(std::string_view name) {
    std::string result(name);
    std::erase_if(result, [](char c) { return c >= '0' && c <= '9'; });
    return result;
}

/// "<built-in method apply of object at 0x7f12a0>" is the same function in every process.
std::string withoutAddresses(std::string_view name) {
    constexpr std::string_view kAddress = "0x";
    std::string result;
    for (auto at = name.find(kAddress); at != std::string_view::npos; at = name.find(kAddress)) {
        result += name.substr(0, at + kAddress.size());
        name.remove_prefix(at + kAddress.size());
        name.remove_prefix(std::min(name.find_first_not_of("0123456789abcdefABCDEF"), name.size()));
    }
    return result += name;
}

/// The figures of several paths that are one on the other side.
void addFigures(FlameNode &to, const FlameNode &from) {
    to.calls += from.calls;
    to.host += from.host;
    to.hostSelf += from.hostSelf;
    to.device += from.device;
    to.deviceSelf += from.deviceSelf;
    to.backward += from.backward;
    to.backwardSelf += from.backwardSelf;
    if (from.longestTime > to.longestTime || !to.longest) {
        to.longestTime = from.longestTime;
        to.longest = from.longest;
    }
}

/// Threads whose name `known` does not have.
template <class Known>
Threads threadsWithout(const FlameTree &tree, Known known) {
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        if (tree.nodes[i].kind == FlameKind::Thread && !known(tree.name(tree.nodes[i]))) {
            found.push_back(i);
        }
    }
    std::stable_sort(found.begin(), found.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return tree.nodes[a].host > tree.nodes[b].host; });
    Threads threads;
    for (const auto i : found) {
        threads.emplace(withoutDigits(tree.name(tree.nodes[i])), i);
    }
    return threads;
}

class DifferenceMaker {
public:
    explicit DifferenceMaker(const FlameTree &tree) : m_result{tree, {}} {
        for (std::uint32_t i = 0; i < tree.names.size(); ++i) {
            m_keys.push_back(m_names.emplace(withoutAddresses(tree.names[i]), i).first->second);
        }
        for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
            m_result.other.push_back(empty(tree.nodes[i]));
            if (i != 0) {
                m_children.emplace(key(tree.nodes[i].parent, tree.nodes[i].kind, m_keys[tree.nodes[i].name]), i);
            }
        }
    }

    void add(const FlameTree &other) {
        const auto threads = pairedThreads(other);
        std::vector<std::uint32_t> here(other.nodes.size());  ///< where a node of the other one is in the result
        for (std::uint32_t i = 1; i < other.nodes.size(); ++i) {
            const auto paired = threads.find(i);
            here[i] = paired != threads.end() ? paired->second : place(here[other.nodes[i].parent], other, i);
        }
        for (std::uint32_t i = 0; i < other.nodes.size(); ++i) {
            auto &node = m_result.tree.nodes[here[i]];
            addFigures(m_result.other[here[i]], other.nodes[i]);
            if (!node.longest) {
                node.longest = other.nodes[i].longest;
            }
        }
    }
    FlameDifference take() { return std::move(m_result); }

private:
    using Key = std::tuple<std::uint32_t, FlameKind, std::uint32_t>;
    static Key key(std::uint32_t parent, FlameKind kind, std::uint32_t name) { return {parent, kind, name}; }
    static FlameNode empty(const FlameNode &node) {
        FlameNode result;
        result.kind = node.kind;
        result.name = node.name;
        result.parent = node.parent;
        result.depth = node.depth;
        return result;
    }

    [[nodiscard]] std::map<std::uint32_t, std::uint32_t> pairedThreads(const FlameTree &other) const {
        const auto namesOf = [](const FlameTree &tree) {
            std::map<std::string_view, std::uint32_t> names;
            for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
                if (tree.nodes[i].kind == FlameKind::Thread) {
                    names.emplace(tree.name(tree.nodes[i]), i);
                }
            }
            return names;
        };
        const auto mine = namesOf(m_result.tree);
        const auto theirs = namesOf(other);
        auto left = threadsWithout(m_result.tree, [&](std::string_view name) { return theirs.contains(name); });
        std::map<std::uint32_t, std::uint32_t> paired;
        for (const auto &[name, i] :
             threadsWithout(other, [&](std::string_view name) { return mine.contains(name); })) {
            if (const auto it = left.lower_bound(name); it != left.end() && it->first == name) {
                paired.emplace(i, it->second);
                left.erase(it);
            }
        }
        return paired;
    }

    std::uint32_t place(std::uint32_t parent, const FlameTree &other, std::uint32_t i) {
        const auto &node = other.nodes[i];
        const auto [name, isNew] =
            m_names.emplace(withoutAddresses(other.name(node)), static_cast<std::uint32_t>(m_result.tree.names.size()));
        if (isNew) {
            m_result.tree.names.emplace_back(other.name(node));
        }
        const auto next = static_cast<std::uint32_t>(m_result.tree.nodes.size());
        const auto [child, isAdded] = m_children.emplace(key(parent, node.kind, name->second), next);
        if (isAdded) {
            FlameNode added;
            added.kind = node.kind;
            added.name = name->second;
            added.parent = parent;
            added.depth = m_result.tree.nodes[parent].depth + 1;
            m_result.tree.nodes.push_back(added);
            m_result.other.push_back(added);
        }
        return child->second;
    }

    FlameDifference m_result;
    std::map<std::string, std::uint32_t> m_names;  ///< without addresses, to the first that has it
    std::vector<std::uint32_t> m_keys;             ///< by name of the tree: the first that is the same
    std::map<Key, std::uint32_t> m_children;
};

}  // namespace

FlameDifference flameDifference(const FlameTree &tree, const FlameTree &other) {
    DifferenceMaker maker(tree);
    maker.add(other);
    return maker.take();
}

std::vector<std::uint64_t> differenceSizes(const FlameDifference &difference, FlameWidth width) {
    const auto &nodes = difference.tree.nodes;
    std::vector<Nanos> own(nodes.size());
    std::vector<Nanos> ownOther(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        own[i] += flameWidth(nodes[i], width);
        ownOther[i] += flameWidth(difference.other[i], width);
        if (i != 0) {
            own[nodes[i].parent] -= flameWidth(nodes[i], width);
            ownOther[nodes[i].parent] -= flameWidth(difference.other[i], width);
        }
    }
    std::vector<std::uint64_t> sizes(nodes.size());
    for (std::size_t i = nodes.size(); i-- > 0;) {
        sizes[i] += static_cast<std::uint64_t>(std::max({Nanos{0}, own[i], ownOther[i]}).count());
        if (i != 0) {
            sizes[nodes[i].parent] += sizes[i];
        }
    }
    return sizes;
}

}  // namespace stagescope
