#include "tests/strangers/stranger.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace strangers {

namespace {

constexpr std::int64_t kMicrosecond = 1000;
constexpr std::int64_t kMillisecond = 1000 * kMicrosecond;

Habits habitsOf(Dice &dice) {
    Habits habits;
    habits.layout = dice.oneOf<Layout>({Layout::Kineto, Layout::Kineto, Layout::TorchNpu, Layout::TorchNpu,
                                        Layout::MindSpore, Layout::Databases, Layout::Snapshot});
    habits.clock = dice.oneOf<Clock>({Clock::Epoch, Clock::Epoch, Clock::Boot, Clock::Zero});
    for (bool Habits::*usual :
         {&Habits::hasHost, &Habits::hasSteps, &Habits::hasDeviceSteps, &Habits::hasShapes, &Habits::hasStacks,
          &Habits::hasMemory, &Habits::hasTransfers, &Habits::hasFlows, &Habits::hasMetadata, &Habits::knowsRanks}) {
        habits.*usual = dice.chance(75);
    }
    for (bool Habits::*odd :
         {&Habits::onlyPointToPoint, &Habits::hasZeroLengths, &Habits::hasOverlaps, &Habits::timesAsText,
          &Habits::wholeMicroseconds, &Habits::bigIntegersAsText, &Habits::rootIsArray, &Habits::packed,
          &Habits::manyRootMembersFirst, &Habits::membersAfter, &Habits::crlf, &Habits::byteOrderMark,
          &Habits::extraColumns, &Habits::shuffledColumns, &Habits::blankLastLine, &Habits::hostsHaveEqualNames,
          &Habits::foldersTellNothing, &Habits::cutLastStep}) {
        habits.*odd = dice.chance(20);
    }
    habits.optionalFiles = dice.oneOf<int>({100, 100, 70, 30, 0});
    return habits;
}

int worldSizeOf(Dice &dice) {
    const auto kind = dice.below(100);
    return kind < 30   ? 1
           : kind < 85 ? static_cast<int>(dice.from(2, 8))
           : kind < 97 ? static_cast<int>(dice.from(9, 24))
                       : static_cast<int>(dice.from(25, 512));
}

std::vector<Group> groupsOf(Dice &dice, int worldSize) {
    static const std::vector<std::string> kNames = {"default_group", "dp",       "tp",      "pp",  "",
                                                    "dp_cp",         "mp group", "分组 一", "a/b", "a;b",
                                                    "=SUM(A1:A9)",   "\"x\"",    "ep"};
    std::vector<Group> groups;
    const auto add = [&](std::vector<int> ranks) {
        const auto number = std::to_string(dice.from(100, 999)) + std::to_string(groups.size());
        groups.push_back(
            {"172.16.0." + number + "%eth0_60000_0_1736408" + number, dice.oneOf(kNames), std::move(ranks)});
    };
    std::vector<int> all(static_cast<std::size_t>(worldSize));
    std::iota(all.begin(), all.end(), 0);
    add(all);
    if (worldSize >= 4) {
        for (int half = 0; half < 2; ++half) {
            std::vector<int> ranks;
            for (int rank = half; rank < worldSize; rank += 2) {
                ranks.push_back(rank);
            }
            add(ranks);
        }
    }
    return groups;
}

/// What one rank does in one step, from `at` on; returns when its device is done.
class StepPlayer {
public:
    StepPlayer(Dice &dice, const Profile &profile, Rank &rank) : m_dice(dice), m_profile(profile), m_rank(rank) {}

    std::int64_t play(int step, std::int64_t at, int kernels) {
        std::int64_t host = at;
        std::int64_t device = at + 5 * kMicrosecond;
        for (int i = 0; i < kernels; ++i) {
            const std::int64_t launchDuration = m_dice.from(1, 20) * kMicrosecond;
            host += m_dice.from(1, 30) * kMicrosecond;
            device = std::max(device, host + launchDuration) + m_dice.below(3) * kMicrosecond;
            if (m_profile.habits.hasTransfers && m_dice.chance(15) && addTransfer(step, host, launchDuration, device)) {
                device += m_rank.transfers.back().duration;
            } else {
                device = addKernel(step, host, launchDuration, device);
            }
            host += launchDuration;
        }
        return std::max(host, device);
    }

private:
    std::int64_t lengthOf() {
        const auto unit = m_profile.habits.wholeMicroseconds ? kMicrosecond : 1;
        return m_profile.habits.hasZeroLengths && m_dice.chance(10)
                   ? 0
                   : m_dice.from(1 * kMicrosecond, 400 * kMicrosecond) / unit * unit;
    }

    std::int64_t addKernel(int step, std::int64_t host, std::int64_t launchDuration, std::int64_t begin) {
        struct Kind {
            const char *name, *type, *core, *shapes;
        };
        static const std::vector<Kind> kKinds = {
            {"aclnnMatmul_MatMulCommon_MatMulV2", "MatMulV2", "AI_CORE", "4096,1024;1024,4096"},
            {"aclnnAdd_AddAiCore_Add", "Add", "AI_VECTOR_CORE", "4096,1024;4096,1024"},
            {"FlashAttentionScore_0", "FlashAttentionScore", "MIX_AIC", "1,8,128,64"},
            {"ampere_sgemm_128x64_nn", "Gemm", "AI_CORE", "16,16;16,16"},
            {"void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, "
             "at::detail::Array<char*, "
             "3>>(int, at::native::CUDAFunctor_add<float>)",
             "Elementwise", "AI_VECTOR_CORE", ""},
            {"核函数", "Mul", "AI_VECTOR_CORE", ""},
            {"@formula \"quoted\", with, commas", "Cast", "AI_CPU", "N/A"}};
        const auto &kind = m_dice.oneOf(kKinds);
        Kernel kernel{.name = kind.name, .type = kind.type, .core = kind.core, .shapes = kind.shapes};
        kernel.stream = static_cast<int>(m_dice.oneOf<int>({2, 2, 2, 7}));
        kernel.step = step;
        kernel.begin = begin;
        kernel.duration = lengthOf();
        kernel.launch = host;
        kernel.launchDuration = launchDuration;
        kernel.correlation = ++m_correlation;
        m_rank.kernels.push_back(kernel);
        const auto end = begin + kernel.duration;
        return m_profile.habits.hasOverlaps && kernel.stream == 7 ? begin + kernel.duration / 2 : end;
    }

    bool addTransfer(int step, std::int64_t host, std::int64_t launchDuration, std::int64_t begin) {
        const auto isPair = m_profile.worldSize > 1 && (m_profile.habits.onlyPointToPoint || m_dice.chance(25));
        if (!isPair && m_profile.habits.onlyPointToPoint) {
            return false;
        }
        Transfer transfer;
        std::vector<std::size_t> groups;
        for (std::size_t i = 0; i < m_profile.groups.size(); ++i) {
            const auto &ranks = m_profile.groups[i].ranks;
            if (std::find(ranks.begin(), ranks.end(), m_rank.rank) != ranks.end()) {
                groups.push_back(i);
            }
        }
        transfer.group = isPair ? 0 : m_dice.oneOf(groups);
        transfer.kind = isPair ? m_dice.oneOf<std::string>({"send", "receive"})
                               : m_dice.oneOf<std::string>({"allReduce", "allGather", "reduceScatter", "broadcast"});
        transfer.peer = isPair ? (m_rank.rank + 1) % m_profile.worldSize : -1;
        transfer.step = step;
        transfer.nth = m_nth[transfer.group]++;
        transfer.begin = begin;
        transfer.duration = lengthOf();
        transfer.bytes = m_dice.from(1, 4096) * 512;
        transfer.launch = host;
        transfer.launchDuration = launchDuration;
        transfer.correlation = ++m_correlation;
        m_rank.transfers.push_back(transfer);
        return true;
    }

    Dice &m_dice;
    const Profile &m_profile;
    Rank &m_rank;
    std::int64_t m_correlation = 0;
    std::map<std::size_t, int> m_nth;
};

void addCalls(Dice &dice, const Habits &habits, Rank &rank) {
    if (!habits.hasHost) {
        return;
    }
    for (const auto &kernel : rank.kernels) {
        HostCall call;
        call.name = dice.oneOf<std::string>({"aten::mm", "aten::add", "aten::mul_", "npu::npu_fusion_attention"});
        call.shapes = habits.hasShapes ? kernel.shapes : "";
        call.stack = habits.hasStacks ? "/home/a b/train.py(12): forward" : "";
        call.begin = kernel.launch - 500;
        call.duration = kernel.launchDuration + 900;
        rank.calls.push_back(std::move(call));
    }
}

Rank rankOf(Dice &dice, const Profile &profile, int number) {
    Rank rank;
    rank.rank = number;
    rank.device = number % 8;
    rank.host = profile.habits.hostsHaveEqualNames ? "localhost" : "node" + std::to_string(number / 8);
    static const std::map<Clock, std::int64_t> kOrigins = {
        {Clock::Epoch, 1'736'408'883'688'177'000}, {Clock::Boot, 172'163'581'670'000}, {Clock::Zero, 0}};
    std::int64_t at = kOrigins.at(profile.habits.clock) + kMillisecond + dice.below(1000) * kMicrosecond;
    const bool isMany = profile.worldSize > 32;
    const int steps = static_cast<int>(isMany ? 1 : dice.from(1, 4));
    const std::int64_t first = dice.oneOf<std::int64_t>({0, 1, 6, 50, 1000});
    StepPlayer player(dice, profile, rank);
    for (int step = 0; step < steps; ++step) {
        const auto end = player.play(step, at, static_cast<int>(isMany ? dice.from(1, 4) : dice.from(0, 25)));
        rank.steps.push_back({first + step, at, end + 10 * kMicrosecond});
        at = rank.steps.back().end + dice.below(50) * kMicrosecond;
        for (int i = 0; profile.habits.hasMemory && i < 5; ++i) {
            const auto allocated = dice.from(1, 64) << 20;
            rank.memory.push_back({rank.steps.back().begin + i * (end - rank.steps.back().begin) / 5, allocated,
                                   allocated + (dice.below(8) << 20)});
        }
    }
    addCalls(dice, profile.habits, rank);
    return rank;
}

}  // namespace

Profile imagine(std::uint64_t seed) {
    Dice dice(seed);
    Profile profile;
    profile.seed = seed;
    profile.habits = habitsOf(dice);
    profile.worldSize = worldSizeOf(dice);
    profile.groups = groupsOf(dice, profile.worldSize);
    // Without a name of a folder and without metadata a rank could not be told from its neighbour at all.
    profile.habits.knowsRanks = profile.habits.knowsRanks || profile.habits.foldersTellNothing;
    const bool lacksSome = profile.worldSize > 1 && dice.chance(25);
    for (int rank = 0; rank < profile.worldSize; ++rank) {
        if (!lacksSome || dice.chance(70) || (rank + 1 == profile.worldSize && profile.ranks.empty())) {
            profile.ranks.push_back(rankOf(dice, profile, rank));
        }
    }
    return profile;
}

std::string Profile::text() const {
    static const std::map<Layout, const char *> kLayouts = {{Layout::Kineto, "Kineto"},
                                                            {Layout::TorchNpu, "torch_npu"},
                                                            {Layout::MindSpore, "MindSpore"},
                                                            {Layout::Databases, "databases"},
                                                            {Layout::Snapshot, "snapshot"}};
    return "seed " + std::to_string(seed) + ": " + kLayouts.at(habits.layout) + ", " + std::to_string(ranks.size()) +
           " of " + std::to_string(worldSize) + " ranks";
}

bool writeProfile(Profile &profile, const std::string &folder) {
    switch (profile.habits.layout) {
        case Layout::Kineto:
            return writeKineto(profile, folder);
        case Layout::TorchNpu:
        case Layout::MindSpore:
            return writeAscendText(profile, folder);
        case Layout::Databases:
            return writeDatabases(profile, folder);
        case Layout::Snapshot:
            profile.ranks.clear();
            return writeSnapshot(profile, folder);
    }
    return false;
}

}  // namespace strangers
