#pragma once

#include "core/demo/demo_options.h"
#include "core/session/loading/load_job.h"
#include "core/session/workspace.h"
#include "tests/support/kept_demos.h"

#include <QtCore/QTemporaryDir>

#include <memory>
#include <string>
#include <utility>
#include <vector>

/// A synthetic cluster, written, loaded deep and removed again. Without runs when that fails.
inline std::shared_ptr<const stagescope::Workspace> demoWith(const stagescope::DemoOptions &options) {
    using namespace stagescope;
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("demo")).toStdString();
    auto workspace = std::make_shared<Workspace>();
    if (placeDemo(path, options)) {
        if (auto run = loadRun(path, RunId{0}, LoadDepth::Deep)) {
            workspace->runs.push_back(std::move(*run));
        }
    }
    return workspace;
}
/// The same with options as the demo's command line has them (`stagescope demo --help`).
inline std::shared_ptr<const stagescope::Workspace> demoWith(
    const std::vector<std::pair<std::string, std::string>> &options) {
    const auto parsed = stagescope::parseDemoOptions(options);
    return parsed ? demoWith(*parsed) : std::make_shared<const stagescope::Workspace>();
}
