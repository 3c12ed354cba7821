#pragma once

#include "core/demo/demo_options.h"
#include "core/session/loading/load_job.h"
#include "tests/support/kept_demos.h"

#include <QtCore/QTemporaryDir>

#include <memory>
#include <utility>

namespace stagescope {

/// A written demo, loaded whole; without a run where that fails.
inline std::shared_ptr<const Workspace> demoWorkspace(const DemoOptions &options) {
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("demo")).toStdString();
    auto workspace = std::make_shared<Workspace>();
    if (placeDemo(path, options)) {
        if (auto run = loadRun(path, RunId{0}, LoadDepth::Deep)) {
            workspace->runs.push_back(std::move(*run));
        }
    }
    workspace->version = 1;
    return workspace;
}

/// Two stages in two replicas, four microbatches, two steps.
inline DemoOptions smallDemo() {
    DemoOptions options;
    options.pp = 2;
    options.dp = 2;
    options.microbatches = 4;
    options.steps = 2;
    return options;
}

}  // namespace stagescope
