#include "core/base/words/step_pattern.h"

#include "core/base/byte_pattern.h"
#include "core/base/text.h"

#include <memory>
#include <mutex>

namespace stagescope {

namespace {

struct Chosen {
    std::mutex mutex;
    std::string text;
    std::unique_ptr<BytePattern> pattern;
};

Chosen &chosenPattern() {
    static Chosen chosen;
    return chosen;
}

}  // namespace

Status StepPattern::choose(const std::string &pattern) {
    auto &chosen = chosenPattern();
    const std::scoped_lock lock(chosen.mutex);
    auto compiled =
        pattern.empty() ? nullptr : std::make_unique<BytePattern>("^(?:" + pattern + ")$", BytePattern::Case::Heed);
    if (compiled != nullptr && !compiled->error().empty()) {
        return fail(ErrorKind::BadArgument, "no pattern of steps: " + compiled->error());
    }
    chosen.text = pattern;
    chosen.pattern = std::move(compiled);
    return {};
}

std::string StepPattern::chosen() {
    auto &chosen = chosenPattern();
    const std::scoped_lock lock(chosen.mutex);
    return chosen.text;
}

std::optional<StepPattern::Match> StepPattern::match(std::string_view name) {
    auto &chosen = chosenPattern();
    const std::scoped_lock lock(chosen.mutex);
    if (chosen.pattern == nullptr || !chosen.pattern->isIn(name)) {
        return std::nullopt;
    }
    const auto number = chosen.pattern->group(name, "step");
    return Match{number ? wholeNumber<std::int64_t>(*number) : std::nullopt};
}

}  // namespace stagescope
