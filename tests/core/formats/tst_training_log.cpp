// Training logs: each dialect is written from figures made up at random, with what terminals and launchers put around
// lines, and the figures come back.
#include "core/advice/finding_texts.h"
#include "core/advice/findings.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/training/captured_steps.h"
#include "core/analysis/training/logged_steps.h"
#include "core/formats/format_list.h"
#include "core/formats/training_log/event_file.h"
#include "core/formats/training_log/log_numbers.h"
#include "core/session/loading/load_job.h"
#include "core/store/tables/table_records.h"
#include "core/store/tables/training_record.h"
#include "tests/core/formats/loaded_file.h"
#include "tests/core/formats/made_up_log.h"
#include "tests/core/session/profile_tree.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <bit>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace tst_training_log {

using namespace stagescope;
using namespace stagescope::testing;

namespace {

std::string secondsOf(const Truth &truth) { return printed("%.4f", worth(truth.millis) / 1000); }

/// A line of a dialect, and which of the figures it has.
struct Writer {
    const char *name;
    std::string (*line)(const Truth &truth);
    bool hasLoss = true, hasRate = true, hasNorm = true, hasTime = true;
};

std::string megatron(const Truth &t) {
    return printed(
        " [2025-04-13 23:41:12.12] iteration %8d/   12000 | consumed samples: %12d | elapsed time per "
        "iteration (ms): %s | throughput per GPU (TFLOP/s/GPU): 12.3 | learning rate: %s | global batch size: "
        "   16 | lm loss: %s | loss scale: 1.0 | grad norm: %s | number of skipped iterations:   0 |",
        t.step, t.step * 16, t.millis.c_str(), t.rate.c_str(), t.loss.c_str(), t.norm.c_str());
}
std::string endless(const Truth &t) {
    return printed(
        " iteration %8d/infinity | lm loss: %s | learning rate: %s | grad norm: %s | elapsed time per iteration "
        "(ms): %s |",
        t.step, t.loss.c_str(), t.rate.c_str(), t.norm.c_str(), t.millis.c_str());
}
std::string verl(const Truth &t) {
    return printed(
        "step:%d - actor/entropy:0.09 - actor/grad_norm:np.float64(%s) - actor/lr:%s - timing_s/gen:12.3 - "
        "timing_s/step:%s - perf/throughput:812.5",
        t.step, t.norm.c_str(), t.rate.c_str(), secondsOf(t).c_str());
}
std::string deepspeed(const Truth &t) {
    return printed(
        "[2024-06-21 10:50:42,167] [INFO] [logging.py:96:log_dist] [Rank 0] step=%d, skipped=0, lr=[%s], "
        "mom=[(0.9, 0.999)]\n[2024-06-21 10:50:42,170] [INFO] [logging.py:96:log_dist] [Rank 0] time (ms) | "
        "fwd_microstep: 5.54 | bwd_microstep: 22.35 | step_microstep: 0.06",
        t.step, t.rate.c_str());
}
std::string xtuner(const Truth &t) {
    return printed(
        "[XTuner][RANK 2][2025-08-29 09:17:51][INFO] Step %d/12000 data_time: 0.0578 lr: %s time: %s text_tokens: "
        "4008.0 total_loss: %s max_memory: 15.90 GB grad_norm: %s tgs: 805.3 e2e_tgs: 796.1",
        t.step, t.rate.c_str(), secondsOf(t).c_str(), t.loss.c_str(), t.norm.c_str());
}
std::string mmengine(const Truth &t) {
    return printed(
        "2023/01/01 12:00:00 - mmengine - INFO - Epoch(train) [%d][%2d/16]  lr: %s  eta: 0:18:23  time: %s  "
        "data_time: 0.0077  memory: 392  grad_norm: %s  loss: %s",
        (t.step - 1) / 16 + 1, (t.step - 1) % 16 + 1, t.rate.c_str(), secondsOf(t).c_str(), t.norm.c_str(),
        t.loss.c_str());
}
std::string titan(const Truth &t) {
    return printed(
        "[titan] 2025-01-01 12:00:00,123 - root - INFO - step: %2d  loss: %s  grad_norm: %s  memory: "
        "37.44GiB(39.45%%)  tps: 1,800  tflops: 12.50  mfu: 10.50%%",
        t.step, t.loss.c_str(), t.norm.c_str());
}
std::string mindformers(const Truth &t) {
    return printed(
        "2024-01-01 12:00:00,123 - mindformers - INFO - { Epoch:[%3d/  9], step:[%5d/   16], loss: %s, "
        "per_step_time: %sms, lr: %s, overflow cond: False, loss_scale: 1.0, global_norm: [%s], "
        "train_throughput_per_npu: 171.176T",
        (t.step - 1) / 16 + 1, (t.step - 1) % 16 + 1, t.loss.c_str(), t.millis.c_str(), t.rate.c_str(), t.norm.c_str());
}
std::string factory(const Truth &t) {
    return printed(
        "{\"current_steps\": %d, \"total_steps\": 8660, \"loss\": %s, \"lr\": %s, \"epoch\": 0.5, "
        "\"elapsed_time\": \"1 day, 0:08:23\", \"remaining_time\": \"5:58:33\", \"throughput\": \"0.00\"}",
        t.step, t.loss.c_str(), t.rate.c_str());
}
std::string huggingFace(const Truth &t) {
    return printed(
        "  0%%|          | %d/12000 [00:01<00:10,  5.1it/s]\r{'loss': '%s', 'grad_norm': %s, 'learning_rate': "
        "'%s', 'epoch': 0.08}",
        t.step, t.loss.c_str(), t.norm.c_str(), t.rate.c_str());
}
std::string nested(const Truth &t) {
    return printed(
        "{\"step\": %d, \"data\": {\"train/loss\": %s, \"actor/grad_norm\": %s, \"lr\": %s, \"timing_s/step\": "
        "%s}}",
        t.step, t.loss.c_str(), t.norm.c_str(), t.rate.c_str(), secondsOf(t).c_str());
}

/// What is kept of a run of Weights & Biases, in MaxText's words.
std::string history(const Truth &t) {
    return printed(
        "{\"_step\": %d, \"learning/loss\": %s, \"learning/grad_norm\": %s, "
        "\"learning/current_learning_rate\": %s, \"perf/step_time_seconds\": %s}",
        t.step, t.loss.c_str(), t.norm.c_str(), t.rate.c_str(), secondsOf(t).c_str());
}

constexpr auto kWriters = std::to_array<Writer>({{"megatron", &megatron},
                                                 {"megatron endless", &endless},
                                                 {"verl", &verl, false},
                                                 {"deepspeed", &deepspeed, false, true, false, false},
                                                 {"xtuner", &xtuner},
                                                 {"mmengine", &mmengine},
                                                 {"torchtitan", &titan, true, false, true, false},
                                                 {"mindformers", &mindformers},
                                                 {"llama_factory", &factory, true, true, false, false},
                                                 {"hugging_face", &huggingFace, true, true, true, false},
                                                 {"json_lines", &nested},
                                                 {"json_lines", &history}});

std::string little(std::uint64_t value, std::size_t bytes) {
    std::string text;
    for (std::size_t i = 0; i < bytes; ++i) {
        text += static_cast<char>((value >> (8 * i)) & 0xffU);
    }
    return text;
}
std::string varint(std::uint64_t value) {
    std::string text;
    for (; value > 127; value >>= 7U) {
        text += static_cast<char>(value | 128U);
    }
    return text + static_cast<char>(value);
}
std::string bytesOf(int field, const std::string &value) {
    return varint(static_cast<std::uint64_t>(field) * 8 + 2) + varint(value.size()) + value;
}
std::string record(const std::string &event) {
    const auto length = little(event.size(), 8);
    return length + little(maskedChecksum(length), 4) + event + little(maskedChecksum(event), 4);
}
std::string scalar(const std::string &tag, std::int64_t step, float value, bool asTensor = false) {
    const auto bits = little(std::bit_cast<std::uint32_t>(value), 4);
    const auto tensor = bytesOf(8, varint(8) + varint(1) + bytesOf(4, bits));
    const auto own = bytesOf(1, tag) + (asTensor ? tensor : varint(2 * 8 + 5) + bits);
    const auto time = little(std::bit_cast<std::uint64_t>(1.7e9 + static_cast<double>(step)), 8);
    return record(varint(1 * 8 + 1) + time + varint(2 * 8) + varint(static_cast<std::uint64_t>(step)) +
                  bytesOf(5, bytesOf(1, own)));
}

/// A profile of one rank whose steps have such times (ms), the first of them called `first`.
std::string traceOf(int first, const std::vector<double> &millis) {
    std::string text = R"({"distributedInfo": {"rank": 0, "world_size": 1}, "traceEvents": [)";
    double at = 1e6;
    for (std::size_t i = 0; i < millis.size(); ++i) {
        text += printed(
            R"(%s{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#%d", "pid": 1, "tid": 1, "ts": %.3f, "dur": %.3f},)"
            R"({"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 1, "ts": %.3f, "dur": 10})",
            i == 0 ? "" : ",", first + int(i), at, millis[i] * 1000, at + 1);
        at += millis[i] * 1000;
    }
    return text + "]}";
}

Run loaded(const ProfileTree &tree) {
    auto run = loadRun(tree.path(), RunId{0}, LoadDepth::Deep);
    return run ? std::move(*run) : Run{};
}

std::string logOf(const std::vector<Truth> &steps) {
    std::string text;
    for (const auto &step : steps) {
        text += megatron(step) + '\n';
    }
    return text;
}

}  // namespace

class TrainingLogTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void figuresOfEveryDialectComeBack_data();
    void figuresOfEveryDialectComeBack();
    void namesAndUnitsAreShared();
    void numbersAreReadAsPythonPrintsThem();
    void stepsAnewAreANewPart();
    void linesOfRanksAreKeptApart();
    void timersBelongToTheStepBefore();
    void stepsWithoutNumbersAreCounted();
    void theStateOfATrainerIsRead();
    void scalarsOfTensorBoardAreRead();
    void damageIsToldAndTheRestIsRead();
    void otherTextsAreNoLogs_data();
    void otherTextsAreNoLogs();
    void settingsMayStandBeforeTheFirstStep();
    void theNearestCaptureIsFound_data();
    void theNearestCaptureIsFound();
    void aSlowStepIsFoundAndIntervalsAreNot();
    void aLogAloneIsARun();
};

void TrainingLogTest::figuresOfEveryDialectComeBack_data() {
    QTest::addColumn<int>("writer");
    QTest::addColumn<int>("around");
    for (std::size_t i = 0; i < kWriters.size(); ++i) {
        for (int around = 0; around < 5; ++around) {
            QTest::addRow("%s, %d", kWriters.at(i).name, around) << int(i) << around;
        }
    }
}

void TrainingLogTest::figuresOfEveryDialectComeBack() {
    QFETCH(int, writer);
    QFETCH(int, around);
    const auto &dialect = kWriters.at(static_cast<std::size_t>(writer));
    const auto steps = madeUp(static_cast<unsigned>(writer * 10 + around));
    const auto isObject = std::string(dialect.name) == "llama_factory" || std::string(dialect.name) == "json_lines";
    constexpr std::array kBefore{"", "3: ", "[rank3]: ", "(TaskRunner pid=123, ip=10.0.0.1) ", "\x1b[36m"};
    const bool isRanked = around == 1 || around == 2;
    std::string text = "Loading checkpoint shards: 100%|####| 7/7 [00:01<00:00]\nusing world size: 8\n";
    for (const auto &step : steps) {
        auto lines = dialect.line(step);
        for (std::size_t at = 0; at != std::string::npos; at = lines.find_first_of("\r\n", at)) {
            at += at == 0 ? 0 : 1;
            lines.insert(at, kBefore.at(static_cast<std::size_t>(around)));
            at += 1;
        }
        text += lines + (around == 4 ? "\x1b[0m\r\n" : "\n") + (isObject ? "" : "some other words: here\n");
    }
    const auto values = valuesOf("train.log", text);
    const int rank = isRanked ? 3 : dialect.line == &xtuner ? 2 : dialect.line == &deepspeed ? 0 : -1;
    std::size_t losses = 0;
    for (const auto &step : steps) {
        const auto check = [&](bool has, const char *metric, double expected) {
            const auto it = values.find({rank, 0, step.step, metric});
            return !has ? it == values.end() : it != values.end() && isSame(it->second, expected);
        };
        QVERIFY2(check(dialect.hasLoss, "loss", worth(step.loss)), step.loss.c_str());
        QVERIFY2(check(dialect.hasRate, "learning_rate", worth(step.rate)), step.rate.c_str());
        QVERIFY2(check(dialect.hasNorm, "grad_norm", worth(step.norm)), step.norm.c_str());
        const bool isMillis = std::string_view(dialect.line(step)).find(step.millis) != std::string_view::npos;
        const auto time = isMillis ? worth(step.millis) * 1e6 : worth(secondsOf(step)) * 1e9;
        QVERIFY2(check(dialect.hasTime, "step_time", time), step.millis.c_str());
    }
    for (const auto &[place, value] : values) {
        losses += std::get<3>(place) == "loss" ? 1 : 0;
    }
    QCOMPARE(losses, dialect.hasLoss ? steps.size() : std::size_t{0});
}

void TrainingLogTest::namesAndUnitsAreShared() {
    const auto steps = madeUp(7, 1, 3);
    const auto valueOf = [&](std::string (*line)(const Truth &), int rank, const char *metric) {
        std::string text;
        for (const auto &step : steps) {
            text += line(step) + '\n';
        }
        const auto values = valuesOf("train.log", text);
        const auto it = values.find({rank, 0, 2, metric});
        return it == values.end() ? -1.0 : it->second;
    };
    QCOMPARE(valueOf(&megatron, -1, "tflops_per_device"), 12.3);
    QCOMPARE(valueOf(&megatron, -1, "consumed samples"), 32.0);
    QCOMPARE(valueOf(&verl, -1, "tokens_per_second"), 812.5);
    QCOMPARE(valueOf(&verl, -1, "timing_s/gen"), 12.3);
    QCOMPARE(valueOf(&xtuner, 2, "memory"), 15.90 * 1024 * 1024 * 1024);
    QCOMPARE(valueOf(&mmengine, -1, "memory"), 392.0 * 1024 * 1024);
    QCOMPARE(valueOf(&titan, -1, "tokens_per_second"), 1800.0);
    QCOMPARE(valueOf(&titan, -1, "mfu"), 10.5);
    QCOMPARE(valueOf(&mindformers, -1, "tflops_per_device"), 171.176);
    QCOMPARE(valueOf(&factory, -1, "elapsed_time"), (86400 + 8 * 60 + 23) * 1e9);
    QCOMPARE(valueOf(&deepspeed, 0, "fwd_microstep"), 5.54);
}

void TrainingLogTest::numbersAreReadAsPythonPrintsThem() {
    const auto number = [](const char *text, bool byThousands = false) {
        const auto read = loggedNumber(text, byThousands);
        return read ? std::optional(read->value) : std::nullopt;
    };
    QCOMPARE(number(" np.float64(1.5) "), std::optional(1.5));
    QCOMPARE(number("tensor(2.5, device='npu:0')"), std::optional(2.5));
    QVERIFY(std::isnan(number("nan").value_or(0)));
    QVERIFY(std::isinf(number("inf").value_or(0)));
    QCOMPARE(number("1,234,567", true), std::optional(1234567.0));
    QCOMPARE(number("0:18:23"), std::nullopt);
    QCOMPARE(number("1/60"), std::nullopt);
    QCOMPARE(number("nanometre"), std::nullopt);
    QCOMPARE(loggedDuration("2 days, 1:00:01"), std::optional<std::int64_t>((2 * 86400 + 3601) * 1'000'000'000LL));
    QCOMPARE(loggedDuration("1h 2m 3s"), std::optional<std::int64_t>(3723'000'000'000LL));
    QCOMPARE(loggedTime("x [2000-01-01 00:00:01,5] y"), std::optional<std::int64_t>(946684801'500'000'000LL));
    QCOMPARE(loggedTime("2024-13-01 00:00:00"), std::nullopt);
}

void TrainingLogTest::stepsAnewAreANewPart() {
    auto first = madeUp(1, 1, 20);
    const auto again = madeUp(2, 11, 20);  // from the checkpoint of step 10 on
    first.push_back(first.back());
    first.back().loss = "4.200000E+01";  // the same step twice: the last wins
    const auto values = valuesOf("train.log", logOf(first) + logOf(again));
    QVERIFY(isSame(values.at({-1, 0, 20, "loss"}), 42));
    QVERIFY(isSame(values.at({-1, 1, 11, "loss"}), worth(again.front().loss)));
    QVERIFY(isSame(values.at({-1, 0, 11, "loss"}), worth(first[10].loss)));
    QCOMPARE(std::count_if(values.begin(), values.end(), [](const auto &v) { return std::get<3>(v.first) == "loss"; }),
             std::ptrdiff_t{40});
}

void TrainingLogTest::linesOfRanksAreKeptApart() {
    const auto steps = madeUp(3, 1, 10);
    std::string text;
    for (const auto &step : steps) {
        for (const char *rank : {"0: ", "12: ", "[rank7]: "}) {
            text += rank + megatron(step) + '\n';
        }
    }
    const auto values = valuesOf("slurm-1.out", text);
    for (const int rank : {0, 12, 7}) {
        QVERIFY(isSame(values.at({rank, 0, 10, "loss"}), worth(steps.back().loss)));
    }
}

void TrainingLogTest::timersBelongToTheStepBefore() {
    const auto steps = madeUp(4, 1, 2);
    const std::string timers =
        "(min, max) time across ranks (ms):\n    forward-backward ...............................: (1134.22, 1134.53)\n"
        "    optimizer ......................................: (3.15, 4.25)\n"
        "validation loss at iteration 1 on validation set | lm loss value: 7.5E+00 | lm loss PPL: 1.8E+03 |\n"
        "[Rank 0] (after 1 iterations) memory (MB) | allocated: 18244.6 | max allocated: 20480.0 | reserved: 1 |\n";
    const auto values = valuesOf("train.log", megatron(steps[0]) + '\n' + timers + megatron(steps[1]) + '\n');
    QCOMPARE(values.at({-1, 0, 1, "forward-backward"}), 1134.53);
    QCOMPARE(values.at({-1, 0, 1, "optimizer"}), 4.25);
    QCOMPARE(values.at({-1, 0, 1, "validation lm loss value"}), 7.5);
    QCOMPARE(values.at({0, 0, 1, "memory"}), 20480.0 * 1024 * 1024);
}

void TrainingLogTest::stepsWithoutNumbersAreCounted() {
    const auto values =
        valuesOf("train.log",
                 "{'loss': 2.5, 'learning_rate': 1e-05, 'epoch': 0.1}\n{'loss': 2.0, 'learning_rate': 1e-05, "
                 "'epoch': 0.2}\n{'eval_loss': 1.5, 'eval_runtime': 3.0, 'epoch': 0.2}\n{'loss': 1.0, "
                 "'learning_rate': 1e-05, 'epoch': 0.3}\n{'train_runtime': 9.0, 'train_loss': 1.8, "
                 "'epoch': 0.3}\n{'loss': 2.25, 'learning_rate': 1e-05, 'epoch': 0.1}\n");
    QCOMPARE(values.at({-1, 0, 1, "loss"}), 2.5);
    QCOMPARE(values.at({-1, 0, 3, "loss"}), 1.0);
    QCOMPARE(values.at({-1, 0, 2, "eval_loss"}), 1.5);
    QCOMPARE(values.at({-1, 1, 1, "loss"}), 2.25);
}

void TrainingLogTest::theStateOfATrainerIsRead() {
    std::string text = R"({"best_metric": null, "epoch": 1.0, "global_step": 30, "log_history": [)";
    const auto steps = madeUp(5, 10, 3, 10);
    for (const auto &step : steps) {
        text += printed(
            R"({"epoch": 0.1, "grad_norm": %s, "learning_rate": %s, "loss": %s, "step": %d, "other": {"a": [1]}},)",
            step.norm.c_str(), step.rate.c_str(), step.loss.c_str(), step.step);
        text += printed(R"({"epoch": 0.1, "eval_loss": 0.5, "step": %d},)", step.step);
    }
    text.back() = ']';
    text += R"(, "max_steps": 30, "stateful_callbacks": {"a": {"log_history": [{"step": 99, "loss": 1}]}}})";
    const auto values = valuesOf("trainer_state.json", text);
    for (const auto &step : steps) {
        QVERIFY(isSame(values.at({-1, 0, step.step, "loss"}), worth(step.loss)));
        QCOMPARE(values.at({-1, 0, step.step, "eval_loss"}), 0.5);
    }
    QVERIFY(!values.contains({-1, 0, 99, "loss"}));
}

void TrainingLogTest::scalarsOfTensorBoardAreRead() {
    // The check value of CRC-32C is that of RFC 3720, B.4: 32 bytes of zeros.
    QCOMPARE(maskedChecksum(std::string(32, '\0')), std::rotr(0x8a9136aaU, 15) + 0xa282ead8U);
    auto text = record(varint(3 * 8 + 2) + varint(13) + "brain.Event:2");
    for (int step = 1; step <= 20; ++step) {
        text += scalar("lm loss", step, 10.0F / static_cast<float>(step)) + scalar("lm loss vs samples", step * 16, 1) +
                scalar("iteration-time", step, 0.5F, true) + scalar("grad-norm", step, 1.25F);
    }
    text += scalar("learning-rate", 3, 0.125F);  // steps come as they please
    const auto whole = valuesOf("events.out.tfevents.1700000000.host.1.0", text);
    QCOMPARE(whole.size(), std::size_t{61});
    QCOMPARE(whole.at({-1, 0, 4, "loss"}), 2.5);
    QCOMPARE(whole.at({-1, 0, 20, "step_time"}), 5e8);
    QCOMPARE(whole.at({-1, 0, 3, "learning_rate"}), 0.125);
    const ProfileTree tree;
    for (const std::size_t cut : {std::size_t{1}, std::size_t{5}, std::size_t{20}}) {
        const auto file =
            loadFile(*makeTrainingLogFormat(),
                     tree.file("events.out.tfevents.1.host", text.substr(0, text.size() - cut)), LoadDepth::Shallow);
        QVERIFY(file->status);  // a job that runs
        QVERIFY(file->log.isEmpty());
        QCOMPARE(valuesOf(*file).size(), std::size_t{60});
    }
}

void TrainingLogTest::damageIsToldAndTheRestIsRead() {
    const ProfileTree tree;
    const auto format = makeTrainingLogFormat();
    const auto one = scalar("lm loss", 1, 1);
    auto broken = one + one + scalar("lm loss", 2, 2);
    broken[one.size() + 20] ^= 1;
    const auto events = loadFile(*format, tree.file("events.out.tfevents.1.host", broken), LoadDepth::Shallow);
    QVERIFY(events->status);
    QCOMPARE(events->log.count("training_log.damaged_record"), std::uint64_t{1});
    QCOMPARE(valuesOf(*events).size(), std::size_t{2});
    broken[one.size()] ^= 1;  // its length: nobody knows where the next begins
    const auto lost = loadFile(*format, tree.file("events.out.tfevents.2.host", broken), LoadDepth::Shallow);
    QVERIFY(!lost->status);
    QCOMPARE(valuesOf(*lost).size(), std::size_t{1});
    const std::string state = R"({"global_step": 2, "log_history": [{"loss": 1.0, "step": 1}, {"loss": 2.0, "st)";
    const auto cut = loadFile(*format, tree.file("trainer_state.json", state), LoadDepth::Shallow);
    QVERIFY(!cut->status);
    QCOMPARE(valuesOf(*cut).size(), std::size_t{1});
    const auto log = logOf(madeUp(6, 1, 5));
    for (std::size_t size = 0; size < log.size(); size += 97) {
        const auto part = loadFile(*format, tree.file("train.log", log.substr(0, size)), LoadDepth::Shallow);
        QVERIFY(part->status);
    }
    std::mt19937 random(1);
    for (int i = 0; i < 50; ++i) {
        auto noise = log;
        for (int k = 0; k < 40; ++k) {
            noise[random() % noise.size()] = static_cast<char>(random());
        }
        QVERIFY(loadFile(*format, tree.file("train.log", noise), LoadDepth::Shallow)->status);
    }
}

void TrainingLogTest::otherTextsAreNoLogs_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("words") << QByteArray("step: take the model\niteration of thoughts | and words\nloss: great\n");
    QTest::newRow("data set") << QByteArray("{\"text\": \"a\", \"step\": 1}\n{\"text\": \"b\", \"step\": 2}\n");
    QTest::newRow("sentences") << QByteArray(
        "In iteration 3 we saw loss of time.\nstep 1: loss of key\nstep 2: open, 3\n");
    QTest::newRow("options") << QByteArray("total steps: 1000, loss_scale: 1.0\nmax steps 5, loss_scale: 2.0\n");
    QTest::newRow("one line") << QByteArray::fromStdString(megatron(madeUp(1, 1, 1).front()) + "\n");
    QTest::newRow("settings") << QByteArray("{'epoch': 3, 'batch': 2}\n{'epoch': 4, 'batch': 2}\n");
    QTest::newRow("bytes") << QByteArray("iteration\0 1 | a: 1 |\n", 22).repeated(3);
}

void TrainingLogTest::otherTextsAreNoLogs() {
    QFETCH(QByteArray, text);
    const ProfileTree tree;
    tree.file("notes.log", text.toStdString());
    const auto run = loaded(tree);
    QVERIFY(!makeTrainingLogFormat()->sniff("notes.log", text.toStdString()));
    QVERIFY(run.clusterFiles.empty());
}

void TrainingLogTest::settingsMayStandBeforeTheFirstStep() {
    const ProfileTree tree;
    std::string text;
    for (int i = 0; i < 3000; ++i) {
        text += "  setting_" + std::to_string(i) + " ............................ False\n";
    }
    tree.file("train.log", text + logOf(madeUp(1, 1, 5)));
    tree.trace("trace_rank0.json");
    const auto run = loaded(tree);
    QCOMPARE(run.clusterFiles.size(), std::size_t{1});
    QCOMPARE(run.captures.size(), std::size_t{1});
    const auto all = loggedSeries(run);
    QCOMPARE(all.size(), std::size_t{1});
    QCOMPARE(all.front().steps.size(), std::size_t{5});
}

void TrainingLogTest::theNearestCaptureIsFound_data() {
    QTest::addColumn<int>("firstOfLog");
    QTest::addColumn<int>("firstOfProfile");
    QTest::addColumn<int>("recordedFrom");  // position in the log
    QTest::newRow("the same numbers") << 1 << 21 << 20;
    QTest::newRow("the profile begins at 0") << 1 << 20 << 20;
    QTest::newRow("the job was started again at 5001") << 5001 << 3 << 3;
}

void TrainingLogTest::theNearestCaptureIsFound() {
    QFETCH(int, firstOfLog);
    QFETCH(int, firstOfProfile);
    QFETCH(int, recordedFrom);
    for (unsigned seed = 0; seed < 3; ++seed) {
        const auto steps = madeUp(seed, firstOfLog, 60);
        std::vector<double> millis;
        for (int i = 0; i < 5; ++i) {
            millis.push_back(1.02 * worth(steps[static_cast<std::size_t>(recordedFrom + i)].millis));
        }
        const ProfileTree tree;
        tree.file("train.log", logOf(steps));
        tree.file("trace_rank0.json", traceOf(firstOfProfile, millis));
        const auto run = loaded(tree);
        const auto all = loggedSeries(run);
        QCOMPARE(all.size(), std::size_t{1});
        const auto captured = capturedSteps(run, all.front());
        QCOMPARE(captured.steps.size(), std::size_t{5});
        QCOMPARE(captured.shift, std::int64_t{firstOfLog + recordedFrom - firstOfProfile});
        QVERIFY(captured.isByTime);
        QCOMPARE(captured.nearest(1'000'000)->step, std::int64_t{firstOfProfile + 4});
        QCOMPARE(captured.nearest(0)->step, std::int64_t{firstOfProfile});
        QCOMPARE(captured.nearest(firstOfLog + recordedFrom + 2)->step, std::int64_t{firstOfProfile + 2});
    }
}

void TrainingLogTest::aSlowStepIsFoundAndIntervalsAreNot() {
    auto steps = madeUp(9, 1, 200);
    steps[0].millis = "60000.0";  // compilation
    for (std::size_t i = 19; i < steps.size(); i += 20) {
        steps[i].millis = "5000.0";  // checkpoints
    }
    const ProfileTree quiet;
    quiet.file("train.log", logOf(steps));
    const auto calm = loaded(quiet);
    QVERIFY(findings(calm).empty());
    const auto pace = loggedPace(loggedSeries(calm).front(), 2);
    QCOMPARE(pace.intervals.size(), std::size_t{1});
    QCOMPARE(pace.intervals.front().every, std::int64_t{20});
    QCOMPARE(pace.intervals.front().count, std::size_t{10});
    QCOMPARE(pace.starts.size(), std::size_t{1});

    steps[122].millis = "9000.0";
    const ProfileTree tree;
    tree.file("train.log", logOf(steps));
    tree.file("trace_rank0.json", traceOf(120, {1000, 1000}));
    const auto run = loaded(tree);
    const auto found = findings(run);
    const auto it =
        std::find_if(found.begin(), found.end(), [](const Finding &f) { return f.rule == "slow_logged_step"; });
    QVERIFY(it != found.end());
    QVERIFY(findingText(it->title).starts_with("Step 123 of the training log is slow: 9.00 s instead of 1.0"));
    QCOMPARE(it->evidence.step, std::optional<std::int64_t>(121));
    QCOMPARE(findingText(it->facts.at(1)),
             std::string("Nearest captured step: 121 on rank 0 (step 121 of the log; distance: 2)."));
}

void TrainingLogTest::aLogAloneIsARun() {
    const ProfileTree tree;
    const auto steps = madeUp(11, 1, 30);
    const auto path = tree.file("train.txt", logOf(steps));
    const auto opened = loadRun(path, RunId{0}, LoadDepth::Deep);
    QVERIFY(opened);
    Workspace workspace;
    workspace.runs.push_back(*opened);
    const auto table = analysisById("training_steps")->run({&workspace}, {});
    QVERIFY(table);
    QCOMPARE(table->rows.size(), steps.size());
    const auto metrics = analysisById("training_metrics")->run({&workspace}, {});
    QVERIFY(metrics);
    QCOMPARE(metrics->rows.size(), steps.size() * 9);
}

TEST_SUITE(TrainingLogTest)

}  // namespace tst_training_log
#include "tst_training_log.moc"
