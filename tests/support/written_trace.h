#pragma once

#include "core/session/loading/load_job.h"

#include <QtCore/QFile>
#include <QtCore/QString>
#include <QtCore/QStringList>
#include <QtCore/QTemporaryDir>

#include <cstdint>
#include <optional>
#include <utility>

namespace stagescope {

/// A trace as PyTorch's profiler writes it, made by hand and read as any other. Times in us.
class WrittenTrace {
public:
    WrittenTrace() {
        for (const int thread : {9, 10}) {
            m_events << QStringLiteral("{'ph':'M','name':'thread_name','pid':9,'tid':%1,'args':{'name':'thread %1'}}")
                            .arg(thread);
        }
    }
    void step(std::int64_t number, std::int64_t begin, std::int64_t end, int thread = 9) {
        add(QStringLiteral("'cat':'user_annotation','name':'ProfilerStep#%1','pid':9,'tid':%2").arg(number).arg(thread),
            begin, end);
    }
    /// A call of the host.
    void call(const QString &name, std::int64_t begin, std::int64_t end,
              const QString &category = QStringLiteral("cpu_op"), int thread = 9) {
        add(QStringLiteral("'cat':'%1','name':'%2','pid':9,'tid':%3").arg(category, name).arg(thread), begin, end);
    }
    void kernel(std::int64_t launch, std::int64_t begin, std::int64_t end) {
        ++m_correlation;
        add(QStringLiteral("'cat':'cuda_runtime','name':'cudaLaunchKernel','pid':9,'tid':9,'args':{'correlation':%1}")
                .arg(m_correlation),
            launch, launch + 2);
        add(QStringLiteral("'cat':'kernel','name':'gemm','pid':0,'tid':7,'args':{'correlation':%1}").arg(m_correlation),
            begin, end);
    }
    /// Work whose call is not in the file, as of what was launched before the recording.
    void earlier(std::int64_t begin, std::int64_t end, const QString &category = QStringLiteral("kernel")) {
        add(QStringLiteral("'cat':'%1','name':'gemm','pid':0,'tid':7,'args':{'correlation':%2}")
                .arg(category)
                .arg(1'000'000 + ++m_correlation),
            begin, end);
    }
    /// Nothing where it cannot be written or read.
    [[nodiscard]] std::optional<Run> load() const {
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("trace.json")));
        if (!file.open(QIODevice::WriteOnly)) {
            return std::nullopt;
        }
        file.write(QStringLiteral("{\"schemaVersion\":1,\"deviceProperties\":[{\"id\":0}],\"traceEvents\":[%1]}")
                       .arg(QString(m_events.join(QLatin1Char(','))).replace(QLatin1Char('\''), QLatin1Char('"')))
                       .toUtf8());
        file.close();
        auto run = loadRun(folder.path().toStdString(), RunId{0}, LoadDepth::Deep);
        return run ? std::optional(std::move(*run)) : std::nullopt;
    }

private:
    void add(const QString &fields, std::int64_t begin, std::int64_t end) {
        m_events << QStringLiteral("{'ph':'X',%1,'ts':%2,'dur':%3}").arg(fields).arg(begin).arg(end - begin);
    }

    QStringList m_events;
    int m_correlation = 0;
};

}  // namespace stagescope
