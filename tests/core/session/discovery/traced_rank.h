#pragma once

#include <cstdint>
#include <string>

namespace stagescope::testing {

inline constexpr std::int64_t kBegin = std::int64_t{1700000000} * 1000000;  // us

/// A trace as PyTorch writes it.
struct Traced {
    int rank = -1;  ///< not told
    int world = 0;
    int process = 4000;
    std::int64_t beginUs = kBegin;
    std::string operation = "aten::mm";
    bool hasDevice = true;
    bool hasHost = true;
    int events = 20;
    std::string device{};  ///< the id of its device, told as "uuid"; empty: not told

    [[nodiscard]] std::string text() const {
        std::string text = "{\"schemaVersion\": 1, ";
        if (rank >= 0) {
            text += "\"distributedInfo\": {\"backend\": \"nccl\", \"rank\": " + std::to_string(rank) +
                    ", \"world_size\": " + std::to_string(world) + "}, ";
        }
        if (!device.empty()) {
            text += "\"deviceProperties\": [{\"id\": 0, \"uuid\": \"" + device + "\"}], ";
        }
        text += "\"traceEvents\": [{\"ph\": \"M\", \"name\": \"process_name\", \"pid\": " + std::to_string(process) +
                ", \"tid\": 0, \"ts\": 0, \"args\": {\"name\": \"python\"}}";
        for (int i = 0; i < events; ++i) {
            const auto time = std::to_string(beginUs + 100 * i);
            if (hasHost) {
                text += ", {\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"" + operation + std::to_string(i) +
                        "\", \"pid\": " + std::to_string(process) + ", \"tid\": 1, \"ts\": " + time + ", \"dur\": 50}";
            }
            if (hasDevice) {
                text += ", {\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"k" + operation +
                        "\", \"pid\": 0, \"tid\": 7, \"ts\": " + time + ", \"dur\": 60}";
            }
        }
        return text + "]}";
    }
};

}  // namespace stagescope::testing
