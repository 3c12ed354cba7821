#include "core/advice/remedies/cpu_affinity.h"

#include "core/analysis/operators/tensors.h"
#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace stagescope {

namespace {

/// Nothing for what is no number from 0 to `most`.
std::optional<int> digitsOf(std::string_view text, int most) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isWhole = error == std::errc{} && end == text.data() + text.size() && !text.empty();
    return isWhole && value >= 0 && value <= most ? std::optional(value) : std::nullopt;
}

class AffinityReader {
public:
    CpuAffinity read(std::string_view text) {
        for (const auto part : partsOf(text, ',')) {
            if (const auto word = trimmed(part); !word.empty() && !readWord(word)) {
                m_result.problems.push_back("'" + std::string(word) + "' cannot be read.");
            }
        }
        judgeMode();
        judgeOverlaps();
        return std::move(m_result);
    }

private:
    static constexpr int kMostCards = 99;
    static constexpr int kMostCores = 65'535;

    bool readWord(std::string_view word) {
        const auto colon = word.find(':');
        if (colon == std::string_view::npos) {
            return setMode(word);
        }
        const auto key = word.substr(0, colon);
        const auto value = word.substr(colon + 1);
        if (key == "mode") {
            return setMode(value);
        }
        constexpr std::string_view kSwitches[] = {"npu_affine", "force", "lazy_bind", "bind_irq"};
        if (std::ranges::find(kSwitches, key) != std::end(kSwitches)) {
            return digitsOf(value, 1).has_value();
        }
        return key.starts_with("npu") && addCores(key.substr(3), value);
    }
    bool setMode(std::string_view text) {
        const auto mode = digitsOf(text, 2);
        m_hasMode = m_hasMode || mode;
        m_result.mode = mode.value_or(m_result.mode);
        return mode.has_value();
    }
    bool addCores(std::string_view card, std::string_view range) {
        const auto number = digitsOf(card, kMostCards);
        const auto dash = range.find('-');
        const auto first = digitsOf(range.substr(0, dash), kMostCores);
        const auto last = dash == std::string_view::npos ? first : digitsOf(range.substr(dash + 1), kMostCores);
        if (!number || !first || !last) {
            return false;
        }
        if (*last < *first) {
            m_result.problems.push_back("npu" + std::string(card) + ":" + std::string(range) + " is reversed: empty.");
        } else {
            m_result.cores[*number].emplace_back(*first, *last);
        }
        return true;
    }
    void judgeMode() {
        if (!m_result.cores.empty() && m_result.mode == 0) {
            m_result.problems.emplace_back(m_hasMode ? "Mode 0 binds nothing: cores are given in vain."
                                                     : "Cores are given without a mode: nothing is bound.");
        }
    }
    void judgeOverlaps() {
        const auto share = [](const auto &a, const auto &b) {
            return std::ranges::any_of(a, [&](const auto &one) {
                return std::ranges::any_of(
                    b, [&](const auto &other) { return one.first <= other.second && other.first <= one.second; });
            });
        };
        for (auto a = m_result.cores.begin(); a != m_result.cores.end(); ++a) {
            for (auto b = std::next(a); b != m_result.cores.end(); ++b) {
                if (share(a->second, b->second)) {
                    m_result.problems.push_back("Cards " + std::to_string(a->first) + " and " +
                                                std::to_string(b->first) + " share cores.");
                }
            }
        }
    }

    CpuAffinity m_result;
    bool m_hasMode = false;
};

}  // namespace

CpuAffinity cpuAffinityFrom(std::string_view text) { return AffinityReader().read(text); }

}  // namespace stagescope
