#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stagescope {

/// Names of a profile's hosts, users, groups and runs with their stand-ins. Whole words only, whatever their case: host
/// "node1" is not part of "node10", but of "Node1_4711_ascend_pt". Filled by one thread, then read by any.
class KnownNames {
public:
    struct Found {
        std::size_t size;
        std::string_view standIn;
    };

    /// False where it is too short to be one, or known already.
    bool add(std::string_view name, std::string_view standIn);
    /// The longest name at a place where a word begins. O(number of different lengths of names with that first word).
    [[nodiscard]] std::optional<Found> at(std::string_view text, std::size_t place) const;

private:
    struct Group {
        std::map<std::size_t, int, std::greater<>> sizes;
        std::unordered_map<std::string, std::string> standIns;  ///< by name in small letters
    };
    std::unordered_map<std::string, Group> m_byFirstWord;
};

}  // namespace stagescope
