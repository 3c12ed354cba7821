#include "core/analysis/flame/flame_builder.h"

#include "core/analysis/trace/op_stats.h"
#include "core/base/kernel_name.h"

#include <algorithm>
#include <utility>

namespace stagescope {

namespace {

constexpr std::uint64_t kKindBits = 4;
constexpr std::uint64_t kNameBits = 28;  ///< as many different names

FlameKind kindOf(const ThreadCall &call, std::string_view name) {
    if (call.isMark || !moduleOfCall(name).empty()) {
        return FlameKind::Module;
    }
    return call.klass == SliceClass::Python   ? FlameKind::Python
           : call.klass == SliceClass::HostOp ? FlameKind::Operator
                                              : FlameKind::Annotation;
}

FlameKind kindOf(SliceClass work) {
    return work == SliceClass::Computing       ? FlameKind::Kernel
           : work == SliceClass::Communication ? FlameKind::Communication
                                               : FlameKind::Copy;
}

std::string_view workName(SliceClass work, std::string_view name) {
    return work == SliceClass::Computing       ? kernelName(name).shortName
           : work == SliceClass::Communication ? communicationKind(name)
                                               : name;
}

}  // namespace

FlameBuilder::FlameBuilder(RunId run, const FlameOptions &options) : m_run(run), m_options(options) {
    m_tree.names.emplace_back();
    m_names.emplace(std::string(), 0);
    m_tree.nodes.emplace_back();
}

std::uint32_t FlameBuilder::child(std::uint32_t parent, FlameKind kind, std::string_view name) {
    const auto [named, isNewName] =
        m_names.try_emplace(std::string(name), static_cast<std::uint32_t>(m_tree.names.size()));
    if (isNewName) {
        m_tree.names.emplace_back(name);
    }
    const auto key = (std::uint64_t{parent} << (kKindBits + kNameBits)) | (std::uint64_t{named->second} << kKindBits) |
                     static_cast<std::uint64_t>(kind);
    const auto [it, isNew] = m_children.try_emplace(key, static_cast<std::uint32_t>(m_tree.nodes.size()));
    if (isNew) {
        FlameNode node;
        node.kind = kind;
        node.name = named->second;
        node.parent = parent;
        node.depth = m_tree.nodes[parent].depth + 1;
        m_tree.nodes.push_back(node);
    }
    return it->second;
}

std::uint32_t FlameBuilder::thread(TrackId track) {
    return child(0, FlameKind::Thread, m_trace->trace->text(m_trace->trace->track(track).name));
}

std::uint32_t FlameBuilder::frame(std::uint32_t parent, const ThreadCall &call) {
    const auto name = m_trace->trace->text(call.name);
    const auto module = moduleOfCall(name);
    return child(parent, kindOf(call, name), module.empty() ? name : module);
}

Interval FlameBuilder::inRange(Interval of) const {
    if (m_options.host) {
        of = {std::max(of.begin, ns(m_options.host->begin)), std::min(of.end, ns(m_options.host->end))};
    }
    return of.begin < of.end ? of : Interval{};
}

bool FlameBuilder::beginsInRange(std::int64_t begin) const {
    return !m_options.host || m_options.host->contains(rankTime(begin));
}

void FlameBuilder::addLongest(FlameNode &node, Nanos length, TrackId track, SliceId slice) const {
    if (!node.longest || length > node.longestTime) {
        node.longestTime = length;
        node.longest = SliceRef{m_run, m_trace->source, track, slice};
    }
}

void FlameBuilder::addCall(std::uint32_t node, const ThreadCall &call, Nanos inRange) {
    auto &of = m_tree.nodes[node];
    of.calls += beginsInRange(call.begin) ? 1 : 0;
    of.host += inRange;
    addLongest(of, Nanos{call.end - call.begin}, call.track, call.slice);
}

void FlameBuilder::addWork(std::uint32_t node, const DeviceWork &work, bool isBackward) {
    const auto add = [&](FlameNode &to) {
        to.deviceSelf += work.time;
        if (isBackward) {
            to.backwardSelf += work.time;
        }
    };
    add(m_tree.nodes[node]);
    if (!m_options.withWork) {
        return;
    }
    const auto name = m_trace->trace->text(work.path.name);
    auto &leaf = m_tree.nodes[child(node, kindOf(work.path.klass), workName(work.path.klass, name))];
    add(leaf);
    leaf.calls += work.time.kernels;
    addLongest(leaf, Nanos{work.path.end - work.path.begin}, work.path.track, work.path.slice);
}

void FlameBuilder::addUnrecorded(const DeviceWork &work) { addWork(child(0, FlameKind::Unrecorded, {}), work); }

FlameTree FlameBuilder::finish() {
    auto &nodes = m_tree.nodes;
    for (auto &node : nodes) {
        node.device += node.deviceSelf;
        node.backward += node.backwardSelf;
    }
    for (std::size_t i = nodes.size(); i-- > 1;) {
        auto &node = nodes[i];
        auto &parent = nodes[node.parent];
        if (!node.isWork()) {
            parent.device += node.device;
            parent.backward += node.backward;
        }
        if (parent.kind == FlameKind::Thread || parent.kind == FlameKind::Root) {
            parent.host += node.host;
        }
    }
    return std::move(m_tree);
}

}  // namespace stagescope
