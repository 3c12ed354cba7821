#pragma once

#include "core/demo/demo_writer.h"
#include "core/session/loading/load_job.h"
#include "core/session/workspace.h"

#include <QtCore/QTemporaryDir>

#include <memory>
#include <string>
#include <utility>
#include <vector>

/// A synthetic cluster with these options of the demo (`stagescope demo --help`), written, loaded deep and removed
/// again. Without runs when that fails.
inline std::shared_ptr<const stagescope::Workspace> demoWith(
    const std::vector<std::pair<std::string, std::string>> &options) {
    using namespace stagescope;
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("demo")).toStdString();
    const auto parsed = parseDemoOptions(options);
    auto workspace = std::make_shared<Workspace>();
    if (parsed && writeDemo(path, *parsed)) {
        if (auto run = loadRun(path, RunId{0}, LoadDepth::Deep)) {
            workspace->runs.push_back(std::move(*run));
        }
    }
    return workspace;
}
