#include "app/command_identity.h"
#include "app/command_list.h"
#include "app/command_outcome.h"
#include "app/output.h"
#include "app/remote/far_side.h"

#include <cstdio>
#include <string>

namespace stagescope {

namespace {

constexpr std::size_t kMostRequest = std::size_t{64} << 20;  // hashes of 2^18 files

int runServe(const Arguments & /*arguments*/) {
    std::string request;
    for (int c = std::getchar(); c != EOF && request.size() < kMostRequest; c = std::getchar()) {
        request += static_cast<char>(c);
    }
    const auto accepts = [](const Run &run, const std::string &path) {
        const auto readable = requireReadable(run, path);
        return readable ? requireOneRun(run, path) : readable;
    };
    return serveDigests(request, accepts, &writeOut);
}

}  // namespace

Command makeServeCommand() {
    return {.name = "serve",
            .section = CommandSection::Other,
            .summary = "Serve a profile to Stagescope on another machine (run by ssh)",
            .details =
                "Reads one request from standard input and writes digests to standard output. Nobody types this: paths "
                "such as "
                "HOST:PATH start it on HOST.",
            .run = &runServe};
}

}  // namespace stagescope
