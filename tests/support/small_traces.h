// One small trace of each producer, written as that producer writes: two steps of a kernel of 100 us and a collective
// of 50 us behind it, from a host that launches them.
#pragma once

#include "core/session/loading/load_job.h"

#include <QtCore/QFile>
#include <QtCore/QString>
#include <QtCore/QStringList>
#include <QtCore/QTemporaryDir>

#include <memory>

namespace stagescope::testing {

/// Single quotes stand for double ones.
inline QString traceOf(const QStringList &events, const QString &members = QString()) {
    const auto text = QStringLiteral("{%1'traceEvents':[%2]}").arg(members, events.join(QLatin1Char(',')));
    return QString(text).replace(QLatin1Char('\''), QLatin1Char('"'));
}

/// "'ph':'X'" with the rest.
inline QString sliceOf(const QString &category, const QString &name, const QString &process, const QString &thread,
                       int begin, int duration, const QString &args = QString()) {
    const auto cat = category.isEmpty() ? QString() : QStringLiteral("'cat':'%1',").arg(category);
    return QStringLiteral("{'ph':'X',%1'name':'%2','pid':%3,'tid':%4,'ts':%5,'dur':%6,'args':{%7}}")
        .arg(cat, name, process, thread)
        .arg(begin)
        .arg(duration)
        .arg(args);
}
inline QString processName(const QString &process, const QString &name) {
    return QStringLiteral("{'ph':'M','name':'process_name','pid':%1,'tid':0,'args':{'name':'%2'}}").arg(process, name);
}
inline QString threadName(const QString &process, const QString &thread, const QString &name) {
    return QStringLiteral("{'ph':'M','name':'thread_name','pid':%1,'tid':%2,'args':{'name':'%3'}}")
        .arg(process, thread, name);
}

/// The words of a trace of Kineto's.
struct KinetoWords {
    QString op = QStringLiteral("cpu_op");
    QString range = QStringLiteral("user_annotation");
    QString call = QStringLiteral("cuda_runtime");
    QString kernel = QStringLiteral("kernel");
    QString launch = QStringLiteral("cudaLaunchKernel");
    QString arrow = QStringLiteral("ac2g");
    QString step = QStringLiteral("ProfilerStep#%1");
    int firstStep = 4;
    QString around{};  ///< a range around each step, of another layer of the program
    QString product = QStringLiteral("sm90_xmma_gemm_bf16bf16_bf16f32");
    QString collective = QStringLiteral("ncclDevKernel_AllReduce_Sum_bf16_RING_LL(x)");
    QString device = QStringLiteral("NVIDIA H100");
};

inline QString kinetoTrace(const KinetoWords &words = {}, bool hasDevice = true) {
    QStringList events{processName(QStringLiteral("10"), QStringLiteral("python")),
                       threadName(QStringLiteral("10"), QStringLiteral("10"), QStringLiteral("thread 10 (python)")),
                       processName(QStringLiteral("0"), QStringLiteral("python")),
                       threadName(QStringLiteral("0"), QStringLiteral("7"), QStringLiteral("stream 7"))};
    const auto host = QStringLiteral("10");
    const auto zero = QStringLiteral("0");
    const auto stream = QStringLiteral("7");
    for (int i = 0; i < 2; ++i) {
        const int begin = 1000 + 1000 * i;
        const auto step = words.step.contains(QLatin1String("%1")) ? words.step.arg(words.firstStep + i) : words.step;
        events << sliceOf(words.range, step, host, host, begin, 900);
        if (!words.around.isEmpty()) {
            events << sliceOf(words.range, words.around, host, host, begin - 5, 910);
        }
        events << sliceOf(words.range, QStringLiteral("forward_%1").arg(70 + i), host, host, begin + 10, 300);
        const char *const ops[2]{"aten::mm", "record_param_comms"};
        for (int k = 0; k < 2; ++k) {
            const int id = 2 * i + k + 1;
            const int at = begin + 20 + 100 * k;
            events << sliceOf(words.op, QLatin1String(ops[k]), host, host, at, 50,
                              QStringLiteral("'External id':%1,'Input Dims':[[8,8],[8,8]]").arg(id));
            events << sliceOf(words.call, words.launch, host, host, at + 10, 10,
                              QStringLiteral("'External id':%1,'correlation':%1").arg(id));
            events << sliceOf(words.kernel, k == 0 ? words.product : words.collective, zero, stream,
                              begin + 200 + 120 * k, k == 0 ? 100 : 50,
                              QStringLiteral("'External id':%1,'correlation':%1,'stream':7,'device':0").arg(id));
            for (const char *phase : {"s", "f"}) {
                const bool isStart = *phase == 's';
                events << QStringLiteral(
                              "{'ph':'%1','id':%2,'pid':%3,'tid':%4,'ts':%5,'cat':'%6','name':'%6','bp':'e'}")
                              .arg(QLatin1String(phase))
                              .arg(id)
                              .arg(isStart ? host : zero, isStart ? host : stream)
                              .arg(isStart ? at + 10 : begin + 200 + 120 * k)
                              .arg(words.arrow);
            }
        }
    }
    const auto device = QStringLiteral("'deviceProperties':[{'id':0,'name':'%1'}],").arg(words.device);
    return traceOf(events, QStringLiteral("'schemaVersion':1,") + (hasDevice ? device : QString()));
}

inline QString rocmTrace() {
    KinetoWords words;
    words.launch = QStringLiteral("hipLaunchKernel");
    words.product = QStringLiteral("Cijk_Alik_Bljk_BBS_BH_MT128x128x64_SN");
    words.device = QStringLiteral("AMD Instinct MI300X");
    return kinetoTrace(words);
}

inline QString kineto2021Trace() {
    KinetoWords words;
    words.op = words.range = QStringLiteral("Operator");
    words.call = QStringLiteral("Runtime");
    words.kernel = QStringLiteral("Kernel");
    words.arrow = QStringLiteral("async");
    return kinetoTrace(words, false);
}

inline QString sglangTrace() {
    KinetoWords words;
    words.step = QStringLiteral("step[DECODE bs=64]");
    words.collective = QStringLiteral("void sglang::cross_device_reduce_1stage<__nv_bfloat16, 8>(sglang::RankData*)");
    return kinetoTrace(words);
}

inline QString vllmTrace() {
    KinetoWords words;
    words.step = QStringLiteral("execute_context_0(0)_generation_32(32)");
    words.collective = QStringLiteral("void vllm::cross_device_reduce_2stage<__nv_bfloat16, 8>(vllm::RankData*)");
    return kinetoTrace(words);
}

inline QString atomTrace() {
    KinetoWords words;
    words.step = QStringLiteral("decode[bs=117/128 tok=117 d=117]");
    words.collective = QStringLiteral("void mori::EpDispatchIntraNodeKernel<__hip_bfloat16>(mori::Args)");
    return kinetoTrace(words);
}

inline QString tensorRtTrace() {
    KinetoWords words;
    words.step = QStringLiteral("[Executor] _forward_step 12: 3 ctx reqs, 5 gen reqs");
    words.collective = QStringLiteral("userbuffers_fp16_sum_inplace_gpu_rw");
    return kinetoTrace(words);
}

/// Two layers of a server mark the same step.
inline QString nestedStepsTrace() {
    KinetoWords words;
    words.step = QStringLiteral("step[DECODE bs=32]");
    words.around = QStringLiteral("execute_32_context_0(sq0sk0)_generation_32(sq32sk32785)");
    words.collective = QStringLiteral("void sglang::cross_device_reduce_1stage<__nv_bfloat16, 8>(sglang::RankData*)");
    return kinetoTrace(words);
}

/// torch.autograd.profiler, before Kineto: processes by their part, no categories.
inline QString autogradTrace() {
    QStringList events;
    for (int i = 0; i < 2; ++i) {
        const int begin = 1000 + 1000 * i;
        events << sliceOf({}, QStringLiteral("aten::mm"), QStringLiteral("'CPU functions'"), QStringLiteral("1"), begin,
                          50);
        events << sliceOf({}, QStringLiteral("sgemm"), QStringLiteral("'CUDA functions'"), QStringLiteral("'GPU0'"),
                          begin + 100, 100);
        events << sliceOf({}, QStringLiteral("ncclAllReduce"), QStringLiteral("'CUDA functions'"),
                          QStringLiteral("'GPU0'"), begin + 220, 50);
    }
    return traceOf(events);
}

/// XLA on GPUs: a lane of steps, streams, and an empty event that closes the list.
inline QString jaxTrace() {
    const auto device = QStringLiteral("2");
    QStringList events{processName(device, QStringLiteral("/device:GPU:0")),
                       threadName(device, QStringLiteral("1"), QStringLiteral("Steps")),
                       threadName(device, QStringLiteral("2"), QStringLiteral("XLA Modules")),
                       threadName(device, QStringLiteral("13"), QStringLiteral("Stream #13(Compute)")),
                       processName(QStringLiteral("701"), QStringLiteral("/host:CPU")),
                       threadName(QStringLiteral("701"), QStringLiteral("9"), QStringLiteral("python"))};
    for (int i = 0; i < 2; ++i) {
        const int begin = 1000 + 1000 * i;
        events << sliceOf({}, QString::number(i), device, QStringLiteral("1"), begin, 850);
        events << sliceOf({}, QStringLiteral("jit_step(1)"), device, QStringLiteral("2"), begin, 850);
        events << sliceOf({}, QStringLiteral("fusion_1"), device, QStringLiteral("13"), begin + 100, 100);
        events << sliceOf({}, QStringLiteral("ncclDevKernel_AllReduce"), device, QStringLiteral("13"), begin + 220, 50);
        events << sliceOf({}, QStringLiteral("PjitFunction(step)"), QStringLiteral("701"), QStringLiteral("9"), begin,
                          80);
    }
    events << QStringLiteral("{}");
    return traceOf(events, QStringLiteral("'displayTimeUnit':'ns','metadata':{'highres-ticks':true},"));
}

/// Two GPUs of one process without a lane of steps: executions of the program are steps, what it runs beside is none.
inline QString jaxProgramsTrace() {
    QStringList events;
    for (const auto *device : {"2", "3"}) {
        const auto own = QLatin1String(device);
        events << processName(own, QStringLiteral("/device:GPU:%1").arg(own.front().unicode() - u'2'))
               << threadName(own, QStringLiteral("2"), QStringLiteral("XLA Modules"))
               << threadName(own, QStringLiteral("13"), QStringLiteral("Stream #13(Compute)"));
        for (int i = 0; i < 2; ++i) {
            const int begin = 1000 + 1000 * i + (device[0] == '3' ? 5 : 0);
            events << sliceOf({}, QStringLiteral("jit_train_step(4711)"), own, QStringLiteral("2"), begin, 850)
                   << sliceOf({}, QStringLiteral("jit_convert(12)"), own, QStringLiteral("2"), begin + 870, 20);
            if (device[0] == '2') {
                events << sliceOf({}, QStringLiteral("fusion_1"), own, QStringLiteral("13"), begin + 100, 100)
                       << sliceOf({}, QStringLiteral("ncclDevKernel_AllReduce"), own, QStringLiteral("13"), begin + 220,
                                  50);
            }
        }
    }
    return traceOf(events, QStringLiteral("'displayTimeUnit':'ns','metadata':{'highres-ticks':true},"));
}

/// XLA on TPUs: its operators are the work.
inline QString tpuTrace() {
    const auto device = QStringLiteral("3");
    QStringList events{processName(device, QStringLiteral("/device:TPU:0")),
                       threadName(device, QStringLiteral("1"), QStringLiteral("Steps")),
                       threadName(device, QStringLiteral("3"), QStringLiteral("XLA Ops"))};
    for (int i = 0; i < 2; ++i) {
        const int begin = 1000 + 1000 * i;
        events << sliceOf({}, QString::number(i), device, QStringLiteral("1"), begin, 850);
        events << sliceOf({}, QStringLiteral("while.1"), device, QStringLiteral("3"), begin + 90, 200);
        events << sliceOf({}, QStringLiteral("fusion.7"), device, QStringLiteral("3"), begin + 100, 100);
        events << sliceOf({}, QStringLiteral("all-reduce.2"), device, QStringLiteral("3"), begin + 220, 50);
    }
    return traceOf(events);
}

inline QString rocprofTrace() {
    QStringList events{processName(QStringLiteral("2"), QStringLiteral("CPU HIP API")),
                       processName(QStringLiteral("6"), QStringLiteral("GPU0"))};
    for (int i = 0; i < 2; ++i) {
        const int begin = 1000 + 1000 * i;
        events << sliceOf({}, QStringLiteral("hipLaunchKernel"), QStringLiteral("2"), QStringLiteral("1"), begin, 10);
        events << sliceOf({}, QStringLiteral("sgemm"), QStringLiteral("6"), QStringLiteral("0"), begin + 100, 100);
        events << sliceOf({}, QStringLiteral("rcclAllReduce"), QStringLiteral("6"), QStringLiteral("0"), begin + 220,
                          50);
    }
    return traceOf(events);
}

/// A run of one rank from such a text, read whole.
inline Result<Run> loadedText(const QString &text, const char *name = "rank0.json") {
    const QTemporaryDir folder;
    QFile file(folder.filePath(QLatin1String(name)));
    if (!file.open(QIODevice::WriteOnly) || file.write(text.toUtf8()) < 0) {
        return fail(ErrorKind::ReadFailed, "no temporary file");
    }
    file.close();
    return loadRun(folder.path().toStdString(), RunId{0}, LoadDepth::Deep);
}

}  // namespace stagescope::testing
