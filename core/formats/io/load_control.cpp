#include "core/formats/io/load_control.h"

#include <chrono>
#include <thread>

namespace stagescope {

bool LoadControl::checkpoint() const {
    while (progress != nullptr && progress->paused.load(std::memory_order_relaxed) && !stop.stop_requested()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return !stop.stop_requested();
}

}  // namespace stagescope
