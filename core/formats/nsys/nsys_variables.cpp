#include "core/formats/nsys/nsys_variables.h"

#include "core/base/text.h"

#include <array>

namespace stagescope::nsys {

namespace {

/// The first that is there tells: launchers set their own beside that of torchrun.
constexpr std::array<std::string_view, 4> kRanks{"RANK=", "OMPI_COMM_WORLD_RANK=", "PMI_RANK=", "SLURM_PROCID="};

/// fn(variable) for each of a list.
template <class Fn>
void forEachVariable(std::string_view list, Fn &&fn) {
    constexpr std::string_view kEnds("\0\n", 2);
    while (!list.empty()) {
        const auto end = list.find_first_of(kEnds);
        fn(list.substr(0, end));
        list.remove_prefix(end == std::string_view::npos ? list.size() : end + 1);
    }
}

std::optional<int> rankOf(std::string_view variable, std::string_view name) {
    if (!variable.starts_with(name)) {
        return std::nullopt;
    }
    const auto value = variable.substr(name.size());
    return wholeNumber<int>(value.substr(0, value.find_first_not_of("0123456789")));
}

}  // namespace

std::optional<int> rankIn(std::string_view variables) {
    for (const auto name : kRanks) {
        std::optional<int> rank;
        forEachVariable(variables, [&](std::string_view each) { rank = rank ? rank : rankOf(each, name); });
        if (rank) {
            return rank;
        }
    }
    return std::nullopt;
}

std::string rankVariables(std::string_view variables) {
    std::string kept;
    forEachVariable(variables, [&](std::string_view each) {
        for (const auto name : kRanks) {
            if (const auto rank = rankOf(each, name)) {
                kept.append(name).append(std::to_string(*rank)).push_back('\0');
            }
        }
    });
    return kept;
}

}  // namespace stagescope::nsys
