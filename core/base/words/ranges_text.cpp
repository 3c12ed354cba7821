#include "core/base/words/ranges_text.h"

#include "core/base/step_id.h"

#include <algorithm>

namespace stagescope {

std::string rangesText(std::vector<std::int64_t> numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    std::string text;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t last = i;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) {
            ++last;
        }
        text += (text.empty() ? "" : ", ") + stepText(numbers[i]);
        if (last > i) {
            text += (last == i + 1 ? ", " : "-") + stepText(numbers[last]);
        }
        i = last + 1;
    }
    return text;
}

}  // namespace stagescope
