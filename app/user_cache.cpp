#include "app/user_cache.h"

namespace stagescope {

std::shared_ptr<SessionCache> userCache() {
    SessionCache::Options options;
    options.folder = SessionCache::defaultFolder();
    options.program = SessionCache::runningProgram(STAGESCOPE_VERSION);
    return std::make_shared<SessionCache>(std::move(options));
}

}  // namespace stagescope
