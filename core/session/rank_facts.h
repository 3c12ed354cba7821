#pragma once

#include "core/session/workspace.h"

#include <atomic>
#include <cassert>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeindex>
#include <utility>
#include <vector>

namespace stagescope {

/// What was measured of a capture, kept beside it, so that its timeline can be let go and the capture is asked all the
/// same. One fact for each type and name; a fact refers to nothing that only the timeline owns. Any thread.
class RankFacts {
public:
    RankFacts() = default;
    RankFacts(const RankFacts &) = delete;
    RankFacts &operator=(const RankFacts &) = delete;

    /// Known, or measured now and kept. Two threads may measure the same; the first one's is kept. What was measured
    /// when `stop` was requested may lack its end: it is given, not kept.
    template <class Measure>
    [[nodiscard]] auto of(std::string_view name, const std::stop_token &stop, Measure &&measure) {
        using Fact = std::decay_t<decltype(measure())>;
        std::pair key(std::type_index(typeid(Fact)), std::string(name));
        if (const auto known = find(key)) {
            return *static_cast<const Fact *>(known.get());
        }
        assert(m_openers > 0 && "not measured while the timeline was loaded");
        const auto fact = std::make_shared<const Fact>(measure());
        if (stop.stop_requested()) {
            return *fact;
        }
        const std::lock_guard lock(m_mutex);
        return *static_cast<const Fact *>(m_facts.try_emplace(std::move(key), fact).first->second.get());
    }
    /// Null: not known.
    template <class Fact>
    [[nodiscard]] const Fact *known(std::string_view name) const {
        return static_cast<const Fact *>(find({std::type_index(typeid(Fact)), std::string(name)}).get());
    }
    /// Facts that rest on more than the timeline (thresholds, clocks), told apart by `what`: at first those here,
    /// measured and kept by themselves from then on, for as long as this.
    [[nodiscard]] std::shared_ptr<RankFacts> restingOn(std::string_view what) {
        const std::lock_guard lock(m_mutex);
        auto &facts = m_resting[std::string(what)];
        if (facts == nullptr) {
            facts = std::make_shared<RankFacts>();
            facts->m_facts = m_facts;
            facts->m_openers = m_openers.load();
        }
        return facts;
    }
    /// The timeline is there to measure by for one more, or one less; at first it is for one. Copies of a run share the
    /// facts, and each opens the timeline for itself.
    void setOpen(bool isOpen) { m_openers += isOpen ? 1 : -1; }

private:
    using Key = std::pair<std::type_index, std::string>;
    [[nodiscard]] std::shared_ptr<const void> find(const Key &key) const {
        const std::lock_guard lock(m_mutex);
        const auto it = m_facts.find(key);
        return it == m_facts.end() ? nullptr : it->second;
    }

    mutable std::mutex m_mutex;
    std::map<Key, std::shared_ptr<const void>> m_facts;
    std::map<std::string, std::shared_ptr<RankFacts>> m_resting;
    std::atomic<int> m_openers = 1;
};

/// Facts of a capture that rest on nothing but what was loaded of it, for as long as that is what it holds: whoever
/// asks for them, they are measured once. Any thread.
class OwnFacts {
public:
    explicit OwnFacts(const RankCapture &capture);

    /// Whether they are those of a capture: a copy of the one that they were made for, with nothing loaded, let go or
    /// known better since. O(stores).
    [[nodiscard]] bool areOf(const RankCapture &capture) const;
    [[nodiscard]] RankFacts &facts() { return m_facts; }

private:
    RankFacts m_facts;
    std::vector<std::weak_ptr<const void>> m_stores;
    std::string m_host;
    int m_rank;
    int m_device;
    LoadState m_state;
};

/// What `measure` gives of a capture: as its facts have it, where it has any. For functions that go through timelines.
/// `stop` is the one that `measure` heeds; an empty one where it heeds none.
template <class Measure>
[[nodiscard]] auto measuredOnce(const RankCapture &capture, const std::stop_token &stop, Measure &&measure,
                                std::string_view name = {}) {
    return capture.facts == nullptr ? std::decay_t<decltype(measure())>(measure())
                                    : capture.facts->of(name, stop, std::forward<Measure>(measure));
}

/// The same where `measure` asks for nothing but the capture: no run, no clock, no threshold.
template <class Measure>
[[nodiscard]] auto measuredAlone(const RankCapture &capture, const std::stop_token &stop, Measure &&measure,
                                 std::string_view name = {}) {
    const bool isKept = capture.facts == nullptr && capture.own != nullptr && capture.own->areOf(capture);
    return isKept ? capture.own->facts().of(name, stop, std::forward<Measure>(measure))
                  : measuredOnce(capture, stop, std::forward<Measure>(measure), name);
}

}  // namespace stagescope
