#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace stagescope {

/// Words that stand before a number in names, and what the number counts (rank_names.h goes by them).

/// Dimensions in the order in which they vary, fastest first; then what is a rank by itself, surest first.
/// Of the rest stages are those of a pipeline only beside a dimension, and settings tell runs apart.
enum class NumberAxis : std::uint8_t { Local, Tp, Cp, Pp, Dp, Ep, Node, Rank, Letter, Worker, Stage, Setting, Other };

struct NumberWord {
    std::string_view word;  ///< in lower case; '_' stands for any separator and for none
    NumberAxis axis;
    std::size_t mostDigits;  ///< a longer number behind it is something else: a process, a time
};

/// Of Megatron: "mp_rank_01_002", the place in TP and that in PP behind it.
inline constexpr std::string_view kModelParallel = "mp_rank";
inline constexpr std::size_t kMaxRankDigits = 7;

struct FoundNumber {
    std::size_t begin = 0;  ///< of the word in the name
    std::size_t end = 0;    ///< behind the number
    NumberAxis axis = NumberAxis::Other;
    int number = 0;
};

[[nodiscard]] bool isSeparator(char c);
[[nodiscard]] bool isLetter(char c);
[[nodiscard]] std::string_view digitsAt(std::string_view text, std::size_t from);
/// Nothing where there are none, or too many.
[[nodiscard]] std::optional<int> toRank(std::string_view digits, std::size_t most = kMaxRankDigits);
/// As many characters of the text as the word takes at its begin; 0: it begins with something else.
[[nodiscard]] std::size_t lengthOfWord(std::string_view text, std::string_view word);
/// `word` at `at`, maybe a separator, digits.
[[nodiscard]] std::optional<FoundNumber> wordAndNumber(std::string_view name, std::size_t at, const NumberWord &word);
/// All words of THE table with their numbers, in the order of the name.
[[nodiscard]] std::vector<FoundNumber> numbersIn(std::string_view name);
/// The first that is a rank by itself, or one of another axis.
[[nodiscard]] std::optional<FoundNumber> rankAmong(const std::vector<FoundNumber> &numbers,
                                                   NumberAxis axis = NumberAxis::Rank);
/// What a number in which names differ may count, by the word before it and by what stands around it.
enum class NumberMeaning : std::uint8_t {
    Rank,     ///< of a device, a rank or a process: "gpu2", "card2", "trainer-2"
    Unknown,  ///< "profile_4"
    Other,    ///< a place, a capture, a setting, a part, a clock, a date or an address: "seed_1", "12-00-01", "7b"
};
/// Of the digits from `begin` in a path. O(length of the part of the path).
[[nodiscard]] NumberMeaning meaningOfNumber(std::string_view path, std::size_t begin);
/// "seed", "bs", "job": a number behind it tells runs apart.
[[nodiscard]] bool isSettingWord(std::string_view word);
/// "worker", "trainer": by which programs name a process.
[[nodiscard]] bool isWorkerWord(std::string_view word);

}  // namespace stagescope
