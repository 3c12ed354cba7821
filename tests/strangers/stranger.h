#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

/// Profiles that nobody has seen: what happened in a small made-up training job, and the habits of the tools that wrote
/// it down. Both come from a seed alone, so that a seed names a profile. Times are ns.
namespace strangers {

/// The same numbers for a seed with every library.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : m_engine(seed * 0x9E3779B97F4A7C15u + 1) {}
    /// 0 <= number < bound.
    std::int64_t below(std::int64_t bound) {
        return bound <= 1 ? 0 : static_cast<std::int64_t>(m_engine() % static_cast<std::uint64_t>(bound));
    }
    std::int64_t from(std::int64_t least, std::int64_t most) { return least + below(most - least + 1); }
    bool chance(int percent) { return below(100) < percent; }
    template <class T>
    const T &oneOf(const std::vector<T> &choices) {
        return choices[static_cast<std::size_t>(below(static_cast<std::int64_t>(choices.size())))];
    }
    template <class T>
    void shuffle(std::vector<T> &items) {
        for (std::size_t i = items.size(); i > 1; --i) {
            std::swap(items[i - 1], items[static_cast<std::size_t>(below(static_cast<std::int64_t>(i)))]);
        }
    }

private:
    std::mt19937_64 m_engine;
};

struct Kernel {
    std::string name, type, core, shapes;
    int stream = 0;
    int step = 0;  ///< position in Rank::steps
    std::int64_t begin = 0, duration = 0;
    std::int64_t launch = 0, launchDuration = 0;
    std::int64_t correlation = 0;
};
struct Transfer {
    std::string name;       ///< as the library names the operation: hcom_allReduce__123_0_1, ncclDevKernel_AllReduce...
    std::string kind;       ///< allReduce, allGather, send, receive
    std::size_t group = 0;  ///< position in Profile::groups
    int peer = -1;          ///< of send and receive
    int step = 0;
    int nth = 0;  ///< among those of its group and rank
    std::int64_t begin = 0, duration = 0, bytes = 0;
    std::int64_t launch = 0, launchDuration = 0;
    std::int64_t correlation = 0;
    [[nodiscard]] bool isPointToPoint() const { return peer >= 0; }
};
struct HostCall {
    std::string name, shapes, stack;
    std::int64_t begin = 0, duration = 0;
};
struct MemoryPoint {
    std::int64_t time = 0, allocated = 0, reserved = 0;  ///< bytes
};
struct Step {
    std::int64_t number = 0, begin = 0, end = 0;
};
struct Rank {
    int rank = 0, device = 0;
    std::string host;
    std::vector<Step> steps;
    std::vector<Kernel> kernels;  ///< by begin
    std::vector<Transfer> transfers;
    std::vector<HostCall> calls;
    std::vector<MemoryPoint> memory;
};
struct Group {
    std::string id, name;
    std::vector<int> ranks;
};

enum class Layout : std::uint8_t { Kineto, TorchNpu, MindSpore, Databases, Snapshot };
enum class Clock : std::uint8_t { Epoch, Boot, Zero };

/// What profiles may vary in. Each habit is what some writer, version or setting does.
struct Habits {
    Layout layout = Layout::Kineto;
    Clock clock = Clock::Epoch;
    bool hasHost = true, hasSteps = true, hasDeviceSteps = true, hasShapes = true, hasStacks = true, hasMemory = true;
    bool hasTransfers = true, onlyPointToPoint = false, hasFlows = true;
    bool hasZeroLengths = false, hasOverlaps = false;
    bool hasMetadata = true, knowsRanks = true;
    bool timesAsText = false, wholeMicroseconds = false, bigIntegersAsText = false;
    bool rootIsArray = false, packed = false, manyRootMembersFirst = false, membersAfter = false;
    bool crlf = false, byteOrderMark = false, extraColumns = false, shuffledColumns = false, blankLastLine = false;
    bool hostsHaveEqualNames = false, foldersTellNothing = false;
    bool cutLastStep = false;
    int optionalFiles = 100;  ///< percent of them that are there
};

struct Profile {
    std::uint64_t seed = 0;
    Habits habits;
    int worldSize = 1;
    std::vector<Group> groups;
    std::vector<Rank> ranks;  ///< those that are there
    struct {
        std::int64_t events = 0, peak = 0;  ///< requested bytes
    } snapshot;                             ///< for Layout::Snapshot, known when it is written

    /// One line for a message of a test.
    [[nodiscard]] std::string text() const;
};

/// What happened, and how it is written. Pure.
[[nodiscard]] Profile imagine(std::uint64_t seed);

/// Writes it below an existing folder, in the layout of its habits (for Databases the demo's writer and its own
/// training job are used: ranks, groups and steps are then those of that job). False when a file cannot be written.
[[nodiscard]] bool writeProfile(Profile &profile, const std::string &folder);

// One for each layout.
[[nodiscard]] bool writeKineto(const Profile &profile, const std::string &folder);
[[nodiscard]] bool writeAscendText(const Profile &profile, const std::string &folder);
[[nodiscard]] bool writeDatabases(Profile &profile, const std::string &folder);
[[nodiscard]] bool writeSnapshot(Profile &profile, const std::string &folder);

}  // namespace strangers
