#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// A memory snapshot of one device as JSON text, event by event, with the segments that follow from it: one segment of
/// as many MiB as there are allocations, blocks of 1 MiB.
class SnapshotText {
public:
    explicit SnapshotText(std::uint64_t base = 0x7f0000000000) : m_base(base) {}

    /// Gives the number of the block. Without a place there is no frame.
    int alloc(const std::string &place) {
        const auto address = m_base + static_cast<std::uint64_t>(m_blocks) * kMiB;
        m_live[m_blocks] = place;
        event("alloc", address, place);
        return m_blocks++;
    }
    void free(int block) {
        const auto address = m_base + static_cast<std::uint64_t>(block) * kMiB;
        event("free_requested", address, m_live[block]);
        event("free_completed", address, m_live[block]);
        m_live.erase(block);
    }
    void step(int number) {
        m_marks.push_back("{\"name\":\"ProfilerStep#" + std::to_string(number) +
                          "\",\"stage\":\"START\",\"device\":0,\"time_us\":" + std::to_string(m_clock + 1) + "}");
        m_clock += 2;
    }
    void oom() {
        m_events.push_back("{\"action\":\"oom\",\"device_free\":1024,\"size\":99999,\"stream\":0,\"time_us\":" +
                           std::to_string(m_clock++) + ",\"frames\":[]}");
    }

    [[nodiscard]] std::string text() const {
        std::string blocks;
        for (int block = 0; block < m_blocks; ++block) {
            const auto live = m_live.find(block);
            const bool isLive = live != m_live.end();
            blocks += std::string(block == 0 ? "" : ",") +
                      "{\"address\":" + std::to_string(m_base + static_cast<std::uint64_t>(block) * kMiB) +
                      ",\"size\":1048576,\"requested_size\":" + (isLive ? "1048576" : "0") + ",\"state\":\"" +
                      (isLive ? "active_allocated" : "inactive") +
                      "\",\"frames\":" + frames(isLive ? live->second : std::string()) + "}";
        }
        const auto size = std::to_string(static_cast<std::uint64_t>(m_blocks) * kMiB);
        const auto used = std::to_string(m_live.size() * kMiB);
        return "{\"segments\":[{\"device\":0,\"address\":" + std::to_string(m_base) + ",\"total_size\":" + size +
               ",\"allocated_size\":" + used + ",\"active_size\":" + used + ",\"requested_size\":" + used +
               ",\"stream\":0,\"segment_type\":\"large\",\"segment_pool_id\":[0,0],\"is_expandable\":false,"
               "\"frames\":[],\"blocks\":[" +
               blocks + "]}],\"device_traces\":[[" + joined(m_events) +
               "]],\"allocator_settings\":{\"max_split_size\":-1}," + "\"external_annotations\":[" + joined(m_marks) +
               "]}";
    }

private:
    static constexpr std::uint64_t kMiB = 1 << 20;

    static std::string frames(const std::string &place) {
        return place.empty() ? "[]"
                             : "[{\"filename\":\"/job/" + place + ".py\",\"line\":7,\"name\":\"" + place +
                                   "\"},{\"filename\":\"/job/main.py\",\"line\":3,\"name\":\"main\"}]";
    }
    static std::string joined(const std::vector<std::string> &texts) {
        std::string all;
        for (const auto &text : texts) {
            all += (all.empty() ? "" : ",") + text;
        }
        return all;
    }
    void event(const std::string &action, std::uint64_t address, const std::string &place) {
        m_events.push_back("{\"action\":\"" + action + "\",\"addr\":" + std::to_string(address) +
                           ",\"size\":1048576,\"stream\":0,\"time_us\":" + std::to_string(m_clock) +
                           ",\"frames\":" + frames(place) + "}");
        m_clock += 2;
    }

    std::uint64_t m_base;
    int m_blocks = 0;
    std::int64_t m_clock = 1'700'000'000'000'000;
    std::map<int, std::string> m_live;
    std::vector<std::string> m_events;
    std::vector<std::string> m_marks;
};

/// What a rank of a small training run leaves: 500 parameters before the first step, 16 buffers that stay, activations
/// that go; and `more` blocks that only it has.
inline std::string rankSnapshot(int more, std::uint64_t base = 0x7f0000000000) {
    SnapshotText text(base);
    for (int i = 0; i < 500; ++i) {
        text.alloc("parameters");
    }
    for (int step = 0; step < 4; ++step) {
        text.step(step);
        for (int i = 0; step == 0 && i < 16 + more; ++i) {
            text.alloc(i < 16 ? "buffers" : "rope_cache");
        }
        const int activation = text.alloc("activations");
        text.free(activation);
    }
    return text.text();
}
