#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace stagescope::testing {

/// A trace of Kineto's written from a seed: one process that launches kernels and copies on streams of a device, each
/// after the one before it on its stream, with the arrows that belong to them. Times in ns from `start`.
class WrittenKineto {
public:
    struct Work {
        std::int64_t launch = 0;
        std::int64_t begin = 0;
        std::int64_t duration = 0;
        int stream = 7;
        bool copies = false;
    };
    int host = 100;
    int device = 0;
    std::size_t firstNumber = 1;  ///< of the launches
    std::int64_t start = 1'700'000'000'000'000'000;
    std::int64_t moved = 0;  ///< all times, by so much
    std::vector<Work> works;

    explicit WrittenKineto(unsigned seed, std::size_t count = 60) {
        std::mt19937 random(seed);
        std::int64_t launch = 10'000;
        std::int64_t ends[2] = {0, 0};
        for (std::size_t i = 0; i < count; ++i) {
            Work work;
            const auto lane = random() % 4 == 0 ? 1U : 0U;
            work.launch = launch;
            work.stream = lane == 0 ? 7 : 20;
            work.copies = lane == 1 && random() % 2 == 0;
            work.begin = std::max(launch + 20'000 + static_cast<std::int64_t>(random() % 100'000), ends[lane] + 1500);
            work.duration = 5'000 + static_cast<std::int64_t>(random() % 200'000);
            ends[lane] = work.begin + work.duration;
            launch += 10'000 + static_cast<std::int64_t>(random() % 40'000);
            works.push_back(work);
        }
    }
    [[nodiscard]] std::int64_t at(std::int64_t time) const { return start + moved + time; }
    /// Events, without brackets, each on a line.
    [[nodiscard]] std::vector<std::string> events() const {
        std::vector<std::string> result;
        const auto own = std::to_string(host);
        const auto gpu = std::to_string(device);
        for (std::size_t i = 0; i < works.size(); ++i) {
            const auto &work = works[i];
            const auto id = std::to_string(firstNumber + i);
            const auto stream = std::to_string(work.stream);
            const auto kind = work.copies ? std::string("gpu_memcpy") : std::string("kernel");
            const auto name = work.copies ? std::string("Memcpy DtoD") : "kernel_" + std::to_string(i % 7);
            result.push_back("{'ph':'X','cat':'cuda_runtime','name':'" +
                             std::string(work.copies ? "cudaMemcpyAsync" : "cudaLaunchKernel") + "','pid':" + own +
                             ",'tid':" + own + ",'ts':" + micros(at(work.launch)) +
                             ",'dur':4,'args':{'correlation':" + id + "}}");
            result.push_back("{'ph':'X','cat':'" + kind + "','name':'" + name + "','pid':" + gpu + ",'tid':" + stream +
                             ",'ts':" + micros(at(work.begin)) + ",'dur':" + micros(work.duration) +
                             ",'args':{'correlation':" + id + ",'device':" + gpu + ",'stream':" + stream + "}}");
            result.push_back("{'ph':'s','id':" + id + ",'pid':" + own + ",'tid':" + own +
                             ",'ts':" + micros(at(work.launch)) + ",'cat':'ac2g','name':'ac2g'}");
            result.push_back("{'ph':'f','id':" + id + ",'pid':" + gpu + ",'tid':" + stream +
                             ",'ts':" + micros(at(work.begin)) + ",'cat':'ac2g','name':'ac2g','bp':'e'}");
        }
        return result;
    }
    [[nodiscard]] static std::string micros(std::int64_t time) {
        auto rest = std::to_string(time % 1000);
        rest.insert(0, 3 - std::min<std::size_t>(rest.size(), 3), '0');
        return std::to_string(time / 1000) + '.' + rest;
    }
    [[nodiscard]] static std::string traceOf(const std::vector<std::string> &events, const std::string &members = {}) {
        std::string text = "{" + members + "'traceEvents':[";
        for (std::size_t i = 0; i < events.size(); ++i) {
            text += (i == 0 ? "" : ",\n") + events[i];
        }
        return text + "]}";
    }
};

}  // namespace stagescope::testing
