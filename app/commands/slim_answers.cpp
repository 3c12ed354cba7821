#include "app/commands/slim_answers.h"

#include "core/export/slim/slim_loss.h"

#include <limits>

namespace stagescope {

Result<std::vector<Message>> answersLostIn(const std::string &folder, const Run &profile,
                                           const std::function<void(const LoadStatus &)> &tick,
                                           const std::stop_token &stop) {
    std::vector<int> deep;
    for (const auto &capture : profile.captures) {
        if (capture.state == LoadState::Deep) {
            deep.push_back(capture.rank);
        }
    }
    LoadJob::Options options;
    options.autoDeepBytes = 0;
    options.deepBudgetBytes = std::numeric_limits<std::uint64_t>::max();
    LoadJob job(folder, RunId{0}, std::move(options));
    if (!deep.empty()) {  // none would be all
        job.requestDeep(deep);
    }
    const std::stop_callback cancel(stop, [&job] { job.cancel(); });
    if (!job.wait(tick)) {
        return fail(ErrorKind::Cancelled, "cancelled", folder);
    }
    if (const auto error = job.error()) {
        return tl::make_unexpected(*error);
    }
    return lostAnswers(profile, *job.snapshot());
}

}  // namespace stagescope
