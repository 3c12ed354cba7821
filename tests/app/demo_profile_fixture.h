#pragma once

#include "core/demo/demo_options.h"
#include "tests/support/kept_demos.h"

#include <QtCore/QTemporaryDir>

/// A small synthetic cluster in a temporary folder: 2 stages, 1 replica, 2 steps.
class DemoProfileFixture {
public:
    DemoProfileFixture() {
        stagescope::DemoOptions options;
        options.pp = 2;
        options.dp = 1;
        options.microbatches = 4;
        options.steps = 2;
        m_written = m_folder.isValid() && stagescope::placeDemo(path().toStdString(), options).has_value();
    }
    [[nodiscard]] bool isWritten() const { return m_written; }
    [[nodiscard]] QString path() const { return m_folder.filePath(QStringLiteral("cluster")); }

private:
    QTemporaryDir m_folder;
    bool m_written = false;
};
