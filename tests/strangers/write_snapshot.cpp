// Memory snapshots as PyTorch and torch_npu dump them: a small caching allocator plays, and what it did is pickled, in
// the ways in which picklers differ, or written as JSON.
#include "tests/strangers/written_text.h"

#include <algorithm>
#include <map>

namespace strangers {

namespace {

/// Of a pickle or of JSON.
struct Value {
    enum class Kind : std::uint8_t { Integer, Text, List, Members } kind = Kind::Integer;
    std::int64_t integer = 0;
    std::string text{};
    std::vector<Value> list{};
    std::vector<std::pair<std::string, Value>> members{};

    Value(std::int64_t value) : integer(value) {}
    Value(const char *value) : kind(Kind::Text), text(value) {}
    Value(std::string value) : kind(Kind::Text), text(std::move(value)) {}
    Value(std::vector<Value> values) : kind(Kind::List), list(std::move(values)) {}
    Value(std::vector<std::pair<std::string, Value>> values) : kind(Kind::Members), members(std::move(values)) {}
};
using Members = std::vector<std::pair<std::string, Value>>;

std::string jsonOf(const Value &value) {
    std::vector<std::string> parts;
    JsonObject object;
    switch (value.kind) {
        case Value::Kind::Integer:
            return std::to_string(value.integer);
        case Value::Kind::Text:
            return quoted(value.text);
        case Value::Kind::List:
            for (const auto &item : value.list) {
                parts.push_back(jsonOf(item));
            }
            return jsonList(parts);
        case Value::Kind::Members:
            for (const auto &[name, member] : value.members) {
                object.add(name, jsonOf(member));
            }
            return object.done();
    }
    return {};
}

/// Opcodes of the pickle protocol, version 2 (PyTorch's own pickler) or 4 (Python's): with a memo of texts or without.
class Pickler {
public:
    Pickler(int protocol, bool hasMemo) : m_protocol(protocol), m_hasMemo(hasMemo) {}

    std::string pickled(const Value &value) {
        m_out = std::string("\x80") + static_cast<char>(m_protocol);
        put(value);
        return m_out + '.';
    }

private:
    void number(std::uint64_t value, int bytes) {
        for (int i = 0; i < bytes; ++i) {
            m_out += static_cast<char>(value >> (8 * i) & 0xFF);
        }
    }

    void put(const Value &value) {
        switch (value.kind) {
            case Value::Kind::Integer:
                putInteger(value.integer);
                break;
            case Value::Kind::Text:
                putText(value.text);
                break;
            case Value::Kind::List:
                m_out += "](";
                for (const auto &item : value.list) {
                    put(item);
                }
                m_out += 'e';
                break;
            case Value::Kind::Members:
                m_out += "}(";
                for (const auto &[name, member] : value.members) {
                    putText(name);
                    put(member);
                }
                m_out += 'u';
                break;
        }
    }

    void putInteger(std::int64_t value) {
        if (value >= 0 && value < 256) {
            m_out += 'K';
            number(static_cast<std::uint64_t>(value), 1);
        } else if (value == static_cast<std::int32_t>(value)) {
            m_out += 'J';
            number(static_cast<std::uint64_t>(value), 4);
        } else {
            m_out += "\x8a\x08";
            number(static_cast<std::uint64_t>(value), 8);
        }
    }

    void putText(const std::string &text) {
        const auto known = m_memo.find(text);
        if (m_hasMemo && known != m_memo.end()) {
            m_out += 'j';
            number(known->second, 4);
            return;
        }
        m_out += m_protocol >= 4 && text.size() < 256 ? '\x8c' : 'X';
        number(text.size(), m_protocol >= 4 && text.size() < 256 ? 1 : 4);
        m_out += text;
        if (m_hasMemo) {
            const auto id = static_cast<std::uint32_t>(m_memo.size());
            m_memo[text] = id;
            m_out += 'r';
            number(id, 4);
        }
    }

    int m_protocol;
    bool m_hasMemo;
    std::string m_out;
    std::map<std::string, std::uint32_t> m_memo;
};

/// Hands out memory in order of addresses and never the same twice.
class Allocator {
public:
    Allocator(Dice &dice, const Habits &habits) : m_dice(dice), m_habits(habits) {}

    void play(int events) {
        while (static_cast<int>(m_events.size()) < events) {
            if (m_live.empty() || m_dice.chance(60)) {
                allocate();
            } else {
                release();
            }
        }
    }

    Value snapshot() const {
        std::vector<Value> segments;
        for (const auto &segment : m_segments) {
            segments.emplace_back(segmentValue(segment));
        }
        std::vector<Value> traces(static_cast<std::size_t>(m_dice.from(1, 3)), Value(std::vector<Value>{}));
        traces.front() = Value(m_events);
        Members root = {{"segments", Value(segments)}, {"device_traces", Value(traces)}};
        if (m_habits.hasMetadata) {
            root.emplace_back("allocator_settings",
                              Value(Members{{"PYTORCH_CUDA_ALLOC_CONF", "expandable_segments:False"}}));
        }
        return Value(root);
    }

    [[nodiscard]] std::int64_t events() const { return static_cast<std::int64_t>(m_events.size()); }
    [[nodiscard]] std::int64_t peak() const { return m_peak; }

private:
    static constexpr std::int64_t kSegmentSize = 2 << 20;
    static constexpr std::int64_t kAlignment = 512;
    struct Block {
        std::int64_t address, size, rounded;
        bool isLive;
    };
    struct Segment {
        std::int64_t address = 0, used = 0;
        std::vector<Block> blocks{};
    };

    void record(const char *action, std::int64_t address, std::int64_t size) {
        Members event = {{"action", action}, {"addr", address}, {"size", size}, {"stream", 0}};
        if (m_habits.hasSteps) {
            event.emplace_back("time_us", 1'736'408'883'000'000 + static_cast<std::int64_t>(m_events.size()) * 10);
        }
        if (m_habits.hasStacks) {
            event.emplace_back("frames", frames());
        }
        if (m_habits.extraColumns) {
            event.emplace_back("of_a_later_version", Value(std::vector<Value>{1, "two"}));
        }
        if (m_habits.shuffledColumns) {
            std::reverse(event.begin(), event.end());
        }
        m_events.emplace_back(event);
    }

    Value frames() const {
        std::vector<Value> list;
        for (std::int64_t i = m_dice.below(4); i > 0; --i) {
            list.emplace_back(
                Members{{"filename", m_dice.oneOf<std::string>({"/home/a b/train.py", "模型.py", "??"})},
                        {"line", m_dice.from(0, 900)},
                        {"name", m_dice.oneOf<std::string>({"forward", "torch::unwind::unwind()", "<lambda>"})}});
        }
        return Value(list);
    }

    void allocate() {
        const auto size = m_dice.from(1, 200'000);
        const auto rounded = (size + kAlignment - 1) / kAlignment * kAlignment;
        if (m_segments.empty() || m_segments.back().used + rounded > kSegmentSize) {
            m_segments.push_back(
                {.address = 0x7f00'0000'0000 + static_cast<std::int64_t>(m_segments.size()) * 2 * kSegmentSize});
            record("segment_alloc", m_segments.back().address, kSegmentSize);
        }
        auto &segment = m_segments.back();
        segment.blocks.push_back({segment.address + segment.used, size, rounded, true});
        segment.used += rounded;
        m_live.push_back({m_segments.size() - 1, segment.blocks.size() - 1});
        record("alloc", segment.blocks.back().address, size);
        m_inUse += size;
        m_peak = std::max(m_peak, m_inUse);
    }

    void release() {
        const auto nth = m_live.begin() + m_dice.below(static_cast<std::int64_t>(m_live.size()));
        auto &block = m_segments[nth->first].blocks[nth->second];
        m_live.erase(nth);
        record("free_requested", block.address, block.size);
        record("free_completed", block.address, block.size);
        block.isLive = false;
        m_inUse -= block.size;
    }

    Value segmentValue(const Segment &segment) const {
        std::vector<Value> blocks;
        std::int64_t allocated = 0;
        std::int64_t requested = 0;
        const auto addFree = [&](std::int64_t from, std::int64_t to) {
            if (to > from) {
                blocks.emplace_back(Members{{"address", from},
                                            {"size", to - from},
                                            {"requested_size", 0},
                                            {"state", "inactive"},
                                            {"frames", Value(std::vector<Value>{})}});
            }
        };
        auto freeFrom = segment.address;
        for (const auto &block : segment.blocks) {
            if (block.isLive) {
                addFree(freeFrom, block.address);
                blocks.emplace_back(Members{{"address", block.address},
                                            {"size", block.rounded},
                                            {"requested_size", block.size},
                                            {"state", "active_allocated"},
                                            {"frames", Value(std::vector<Value>{})}});
                freeFrom = block.address + block.rounded;
                allocated += block.rounded;
                requested += block.size;
            }
        }
        addFree(freeFrom, segment.address + kSegmentSize);
        return Value(Members{{"device", 0},
                             {"address", segment.address},
                             {"total_size", kSegmentSize},
                             {"allocated_size", allocated},
                             {"active_size", allocated},
                             {"requested_size", requested},
                             {"stream", 0},
                             {"segment_type", "small"},
                             {"is_expandable", 0},
                             {"frames", Value(std::vector<Value>{})},
                             {"blocks", Value(blocks)}});
    }

    Dice &m_dice;
    const Habits &m_habits;
    std::vector<Value> m_events;
    std::vector<Segment> m_segments;
    std::vector<std::pair<std::size_t, std::size_t>> m_live;  ///< segment, block
    std::int64_t m_inUse = 0, m_peak = 0;
};

}  // namespace

bool writeSnapshot(Profile &profile, const std::string &folder) {
    Dice dice(profile.seed + 99);
    Allocator allocator(dice, profile.habits);
    allocator.play(static_cast<int>(dice.oneOf<std::int64_t>({0, 1, 20, 300})));
    profile.snapshot = {allocator.events(), allocator.peak()};
    const auto value = allocator.snapshot();
    const bool isJson = profile.habits.rootIsArray;
    const auto name =
        isJson ? "snapshot.json" : dice.oneOf<std::string>({"dump_snapshot.pickle", "x.pkl", "snapshot_0.pickle"});
    return writeFile(folder + "/" + name,
                     isJson ? jsonOf(value) : Pickler(dice.oneOf<int>({2, 4}), profile.habits.hasFlows).pickled(value));
}

}  // namespace strangers
