// Training logs of programs that no dialect is written for: whoever names a step and a loss is read.
#include "tests/core/formats/made_up_log.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_logged_lines {

using namespace stagescope;
using namespace stagescope::testing;

class LoggedLinesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void linesOfAnyProgramAreRead_data();
    void linesOfAnyProgramAreRead();
    void messagesBelowAHeadingAreNoMetrics();
    void whatIsNoNumberIsToldAsSuch();
    void tablesOfNumbersAreRead();
    void shortenedNumbersAreWhole();
    void theFirstValueBehindAStepIsKept();
    void tablesInLogsAreRead_data();
    void tablesInLogsAreRead();
    void barsOfEvaluationsAreNoSteps();
    void epochsCountOn_data();
    void epochsCountOn();
    void epochsOfRanksCountApart();
    void barsOfEpochsCountOn();
    void barsTellTheStepsOfObjects();
};

void LoggedLinesTest::linesOfAnyProgramAreRead_data() {
    QTest::addColumn<QByteArray>("line");  // %1 step, %2 loss
    QTest::addColumn<double>("millis");    // of a step; -1: it tells none
    const auto row = [](const char *what, const char *line, double millis) {
        QTest::newRow(what) << QByteArray(line) << millis;
    };
    row("nanoGPT", "iter %1: loss %2, time 120.50ms, mfu 34.10%", 120.5);
    row("llm.c", "step    %1/19560 | loss %2 (+nanz)| norm 15.3 (+nanz)| lr 8.57e-07 | 3056.36 ms | 42.6% bf16 MFU",
        3056.36);
    row("nanochat", "step %1/21400 (0.01%) | loss: %2 | dt: 512.25ms | tok/sec: 1,024,000 | total time: 0.01m", 512.25);
    row("litgpt", "Epoch 1 | iter %1 step %1 | loss train: %2, val: n/a | iter time: 345.67 ms (step)", 345.67);
    row("fairseq",
        "2025-01-01 00:00:01 | INFO | train_inner | epoch 001:    7 / 1000 loss=%2, nll_loss=11.9, num_updates=%1, "
        "lr=1e-05",
        -1);
    row("fairseq as JSON", R"(| train_inner | {"epoch": 1, "loss": "%2", "num_updates": "%1", "lr": "1e-05"})", -1);
    row("a bar", "Steps:   1%|#| %1/1000 [00:12<16:30,  1.50s/it, lr=1e-5, step_loss=%2]", 1500);
    row("DeepSpeed", "steps: %1 loss: %2 iter time (s): 0.345 samples/sec: 46.3", 345);
    row("MaxText", "completed step: %1, seconds: 1.25, TFLOP/s/device: 100.1, Tokens/s/device: 6000.5, loss: %2", 1250);
    row("NeMo",
        "Epoch 0: :   1%|  | 7/100 [00:11<16:30, v_num=0, reduced_train_loss=%2, global_step=%1.000, "
        "train_step_timing in s=1.25]",
        1250);
    row("torchtune", "Step %1 | loss:%2 lr:2e-05 tokens_per_second_per_gpu:5000.1 peak_memory_active:10.2", -1);
    row("Keras", "%1/100 [..............................] - ETA: 10s - 120ms/step - loss: %2 - accuracy: 0.8", 120);
    row("timm", "Train: 0 [  %1/1251 (  4%)]  Loss: %2 (6.93)  Time: 0.31s,  825.1/s  (0.35s,  731.1/s)", 310);
    row("torchvision", "Epoch: [0]  [ %1/1000]  eta: 0:10:00  lr: 0.1  img/s: 500.1  loss: %2 (6.95)  time: 0.305",
        305);
    row("OLMo",
        "2024-05-01 12:00:00.000\thost:0\tolmo.train:967\tINFO\t[step=%1/476837,epoch=0]\n"
        "    optim/total_grad_norm=8.3\n    train/CrossEntropyLoss=%2\n    throughput/total_tokens=4,194,304",
        -1);
    row("OLMo-core",
        "2025-01-01 00:00:00\tolmo_core.train:1\tINFO\t[step=%1/1000,epoch=1,eta=1:02:03]\n    train/CE loss=%2\n"
        "    throughput/device/TPS=5,000.5",
        -1);
    row("Composer",
        "[epoch=1][batch=%1/1000]:\n\t Train time/epoch: 0\n\t Train trainer/device_train_microbatch_size: 4\n"
        "\t Train loss/train/total: %2\n\t Train lr-DecoupledAdamW/group0: 1e-05",
        -1);
    row("PaddleNLP", "[2025-01-01 00:00:01,000] [    INFO] - loss: %2, learning_rate: 1e-05, global_step: %1", -1);
    row("PaddleNLP, more behind",
        "[2025-01-01 00:00:01,000] [    INFO] - loss: %2, learning_rate: 1e-05, global_step: %1, interval_runtime: 1.5",
        -1);
    row("NeMo 2",
        "Training epoch 0, iteration %1/1000 | lr: 1e-05 | global_step: %1 | reduced_train_loss: %2 | "
        "train_step_timing in s: 1.25 | consumed_samples: 8",
        1250);
    row("nanotron",
        "10/01/2024 12:00:01 [INFO|DP=0|PP=0|TP=0|host]: iteration: %1 / 1000 | consumed_tokens: 2.62M | "
        "elapsed_time_per_iteration_ms: 1.25K | tokens_per_sec: 21.5K | lm_loss: %2 | lr: 0.0003",
        1250);
    row("words behind numbers", "step %1 loss: %2 T 0.7 grad norm: 1.2 M tokens", -1);
    row("train_step", "2024-05-01 10:00:01 train_step: %1 loss: %2 lr: 0.001", -1);
    row("current_step", "INFO current_step: %1, loss: %2", -1);
    row("global_step of verl", "training/global_step:%1 - actor/grad_norm:2.1 - loss:%2 - critic/kl:0.1", -1);
    row("torchtune's bar", "1|%1|Loss: %2:   1%|#    | %1/808 [00:12<16:30,  1.50s/it]", 1500);
    row("NeMo-RL",
        "========================= Step %1/1000 =========================\n\u25b6 Preparing batch: 512\n"
        "Training Results:\n  \u2022 Loss: %2\n  \u2022 Avg Reward: 0.4567\n\nTiming:\n"
        "  \u2022 Total step time: 45.25s\n  \u2022 generation: 20.11s (44.5%)",
        45250);
    row("a banner", "--- Iteration %1 ---\n- loss: %2\n- lr: 1e-5\nanything else", -1);
    row("TensorFlow", "INFO:tensorflow:loss = %2, step = %1 (12.3 sec)", -1);
}

void LoggedLinesTest::linesOfAnyProgramAreRead() {
    QFETCH(QByteArray, line);
    QFETCH(double, millis);
    const auto steps = madeUp(11, 20, 5);
    QByteArray text = "using 8 ranks, total steps: 1000\n";
    for (const auto &step : steps) {
        auto own = line;
        own.replace("%1", QByteArray::number(step.step)).replace("%2", step.loss.c_str());
        text += own + '\n';
    }
    const auto values = valuesOf("train.log", text.toStdString());
    std::size_t losses = 0;
    for (const auto &step : steps) {
        QVERIFY(values.contains({-1, 0, step.step, "loss"}));
        QVERIFY(isSame(values.at({-1, 0, step.step, "loss"}), worth(step.loss)));
        QCOMPARE(values.contains({-1, 0, step.step, "step_time"}), millis >= 0);
        QVERIFY(millis < 0 || isSame(values.at({-1, 0, step.step, "step_time"}), millis * 1e6));
    }
    for (const auto &[place, value] : values) {
        losses += std::get<3>(place) == "loss" ? 1 : 0;
    }
    QCOMPARE(losses, steps.size());
}

/// The next message is not of the step, though it ends in a number.
void LoggedLinesTest::messagesBelowAHeadingAreNoMetrics() {
    const QByteArray heading = "2024-05-01 12:00:00.000\thost:0\tolmo.train:967\tINFO\t[step=%1/1000,epoch=0]\n";
    const QByteArray metrics = "    train/CrossEntropyLoss=2.5\n    throughput/total_tokens=4,194,304\n";
    QByteArray text;
    for (const char *message :
         {"2024-05-01 12:00:01.000\thost:0\tolmo.train:1\tINFO\tSaved to /ckpt/step=1000", "Removing checkpoints: 3",
          "http://localhost:6006", "s3://b/step=1000", "Evaluation of C4, batch=12", "took 3 s, memory: 12.5"}) {
        for (const bool hasMetrics : {true, false}) {
            text += QByteArray(heading).replace("%1", QByteArray::number(text.size())) +
                    (hasMetrics ? metrics : QByteArray()) + message + '\n';
        }
    }
    // Blanks at the begin may be lost on the way.
    text += QByteArray(heading).replace("%1", QByteArray::number(text.size())) + "train/CrossEntropyLoss=2.5\n";
    const auto composer = valuesOf("train.log",
                                   "[epoch=0][batch=1/50]:\nTrain time/batch: 9\nTrain loss/train/total: 2.5\n"
                                   "[epoch=0][batch=2/50]:\nTrain time/batch: 9\nTrain loss/train/total: 2.5\n");
    QVERIFY(composer.contains({-1, 0, 1, "loss"}) && composer.contains({-1, 0, 2, "loss"}));
    for (int step = 9001; step <= 9003; ++step) {
        text += QByteArrayLiteral("==== Step ") + QByteArray::number(step) +
                " ====\n▶ Preparing\n📊 Training Results:\n  - Loss: 2.5\nDone.\n  errors: 0\nSummary:\n  retries: 3\n";
    }
    std::map<std::string, int> counts;
    for (const auto &[place, value] : valuesOf("train.log", text.toStdString())) {
        ++counts[std::get<3>(place)];
    }
    QCOMPARE(counts, (std::map<std::string, int>{{"Loss", 3}, {"loss", 7}, {"throughput/total_tokens", 6}}));
}

void LoggedLinesTest::whatIsNoNumberIsToldAsSuch() {
    const auto values = valuesOf("train.log", "iter 1: loss 2.5, time 3ms\niter 2: loss nan, time 3ms\n");
    QVERIFY(std::isnan(values.at({-1, 0, 2, "loss"})));
}

void LoggedLinesTest::tablesOfNumbersAreRead() {
    const auto values = valuesOf(
        "metrics.csv", "epoch,lr-Adam,step,train_loss,val_loss\n0,1e-05,9,2.5,\n0,,19,,1.5\n0,1e-05,29,2.0,\n");
    QCOMPARE(values.at({-1, 0, 9, "loss"}), 2.5);
    QCOMPARE(values.at({-1, 0, 19, "val_loss"}), 1.5);
    QCOMPARE(values.at({-1, 0, 29, "loss"}), 2.0);
    QVERIFY(!values.contains({-1, 0, 19, "loss"}));
    const auto byStep =
        valuesOf("metrics.csv", "epoch,step,train_loss_step,train_loss_epoch\n0,9,2.5,\n0,19,2.0,1.5\n");
    QCOMPARE(byStep.at({-1, 0, 19, "loss"}), 2.0);
    QCOMPARE(byStep.at({-1, 0, 19, "train_loss_epoch"}), 1.5);
    const auto history = valuesOf("history.csv", ",_step,_runtime,train/loss\n0,1,9.5,2.5\n1,2,19.5,2.0\n");
    QCOMPARE(history.at({-1, 0, 2, "loss"}), 2.0);
    QCOMPARE(history.size(), std::size_t{2});
    const auto chart = valuesOf("wandb_export_1.csv",
                                "\"Step\",\"a - train/loss\",\"a - train/loss__MIN\",\"a - train/loss__MAX\"\n"
                                "\"1\",\"2.5\",\"2.4\",\"2.6\"\n\"2\",\"2.0\",\"1.9\",\"2.1\"\n");
    QCOMPARE(chart.at({-1, 0, 2, "loss"}), 2.0);
    QCOMPARE(chart.size(), std::size_t{2});
}

/// "21.5K" is counted, whatever the metric is; "171T" of TFLOP/s is no multiple.
void LoggedLinesTest::shortenedNumbersAreWhole() {
    const auto values = valuesOf("train.log",
                                 "iteration: 1 / 9 | consumed_tokens: 2.5M | tokens_per_sec: 21.5K | lm_loss: 2.5\n"
                                 "iteration: 2 / 9 | consumed_tokens: 1.5G | tokens_per_sec: 900 | lm_loss: 2.25\n"
                                 "iteration: 3 / 9 | consumed_tokens: 3G | tflops: 171T | memory: 2G | lm_loss: 2\n");
    QCOMPARE(values.at({-1, 0, 1, "consumed_tokens"}), 2.5e6);
    QCOMPARE(values.at({-1, 0, 2, "consumed_tokens"}), 1.5e9);
    QCOMPARE(values.at({-1, 0, 1, "tokens_per_second"}), 21500.0);
    QCOMPARE(values.at({-1, 0, 2, "tokens_per_second"}), 900.0);
    QCOMPARE(values.at({-1, 0, 3, "tflops_per_device"}), 171.0);
    QCOMPARE(values.at({-1, 0, 3, "memory"}), 2.0 * 1024 * 1024 * 1024);
    const auto sizes = valuesOf("train.log",
                                "iteration: 1 / 9 | memory: 15.5 G | peak_mem: 2G | lm_loss: 2\n"
                                "iteration: 2 / 9 | memory: 15.5 G | peak_mem: 2G | lm_loss: 2\n");
    QCOMPARE(sizes.at({-1, 0, 1, "memory"}), 15.5 * 1024 * 1024 * 1024);
    QCOMPARE(sizes.at({-1, 0, 1, "peak_mem"}), 2.0 * 1024 * 1024 * 1024);
}

void LoggedLinesTest::theFirstValueBehindAStepIsKept() {
    const auto values = valuesOf("train.log",
                                 "step:1 - actor/entropy:np.float64(0.5) - timing_s/step:49.5\n"
                                 "step:2 - actor/entropy:0.25 - timing_s/step:49.5\n");
    QCOMPARE(values.at({-1, 0, 1, "actor/entropy"}), 0.5);
    QCOMPARE(values.at({-1, 0, 2, "actor/entropy"}), 0.25);
}

void LoggedLinesTest::tablesInLogsAreRead_data() {
    QTest::addColumn<QByteArray>("table");
    const auto row = [](const char *what, const char *table) { QTest::newRow(what) << QByteArray(table); };
    row("of a notebook", "Step\tTraining Loss\tValidation Loss\n5\t2.5\t1.5\n10\t2.25\tNo log\n");
    row("of its epochs", "Epoch\tTraining Loss\tValidation Loss\tF1\n5\t2.5\t1.5\t0.5\n10\t2.25\tNo log\t0.5\n");
    row("in columns", "Step  Training Loss  Validation Loss\n5     2.5            1.5\n10    2.25           -\n");
    row("of pandas",
        "   step  train_loss  Validation Loss\n0     5        2.50             1.5\n1    10        2.25               "
        "-\n");
    row("of a model card",
        "| Training Loss | Epoch | Step | Validation Loss |\n|:---:|:---:|:---:|:---:|\n| 2.5 | 0.1 | 5 | 1.5 |\n"
        "| 2.25 | 0.2 | 10 | No log |\n");
    row("in a frame",
        "\u2502 Step \u2502 loss \u2502 Validation Loss \u2502\n\u2502 5 \u2502 2.5 \u2502 1.5 \u2502\n"
        "\u2502 10 \u2502 2.25 \u2502 - \u2502\n");
}

void LoggedLinesTest::tablesInLogsAreRead() {
    QFETCH(QByteArray, table);
    const auto values = valuesOf("train.log", "Loading the model, step by step\n" + table.toStdString() + "Done.\n");
    QCOMPARE(values.at({-1, 0, 5, "loss"}), 2.5);
    QCOMPARE(values.at({-1, 0, 10, "loss"}), 2.25);
    QCOMPARE(values.at({-1, 0, 5, "Validation Loss"}), 1.5);
    QVERIFY(!values.contains({-1, 0, 10, "Validation Loss"}));
}

void LoggedLinesTest::barsOfEvaluationsAreNoSteps() {
    const auto values = valuesOf("train.log",
                                 "step 500/1000 | loss 2.5\n"
                                 "Evaluating:  40%|##   | 4/10 [00:01<00:02, loss=0.31]\n"
                                 "step 510/1000 | loss 2.25\n");
    QCOMPARE(values.at({-1, 0, 500, "loss"}), 2.5);
    QVERIFY(values.contains({-1, 0, 510, "loss"}));
    QVERIFY(!values.contains({-1, 1, 4, "loss"}));
}

void LoggedLinesTest::epochsCountOn_data() {
    QTest::addColumn<QByteArray>("line");  // %1 epoch, %2 step in it, %3 loss
    const auto row = [](const char *what, const char *line) { QTest::newRow(what) << QByteArray(line); };
    row("torchvision", "Epoch: [%1]  [ %2/50]  eta: 0:43:10  lr: 0.5  img/s: 43.6  loss: %3 (6.99)  time: 1.38");
    row("ImageNet", "Epoch: [%1][ %2/50]\tTime  5.1 ( 5.1)\tData  4.1 ( 4.1)\tLoss %3 (7.0e+00)\tAcc@1   0.00");
    row("mmcv", "2024-01-01 00:00:00,000 - mmdet - INFO - Epoch [%1][%2/50]\tlr: 2.0e-02, eta: 1:00:00, loss: %3");
    row("MNIST", "Train Epoch: %1 [%2/50 (1%)]\tLoss: %3");
    row("Composer", "[epoch=%1][batch=%2/50]:\n\t Train time/batch: 9\n\t Train loss/train/total: %3");
    row("Composer without totals", "[epoch=%1][batch=%2]:\n\t Train time/batch: 9\n\t Train loss/train/total: %3");
    row("evaluations between", "epoch %1 batch %2 loss %3\nBest epoch: 0, step: 20");
    row("no totals", "epoch %1 batch %2 loss %3");
    row("banners", "==== Epoch %1/3 ====\n==== Step %2/50 ====\n  - Loss: %3");
    row("steps within", "Epoch: %1, step: %2, loss: %3");
}

void LoggedLinesTest::epochsCountOn() {
    QFETCH(QByteArray, line);
    QByteArray text;
    for (int i = 0; i < 15; ++i) {
        auto own = line;
        const bool isFromOne = line.startsWith("[epoch");
        own.replace("%1", QByteArray::number(i / 5 + (isFromOne ? 1 : 0)))
            .replace("%2", QByteArray::number(10 + i % 5 * 10));
        text += own.replace("%3", QByteArray::number(100 - i)) + '\n';
    }
    const auto values = valuesOf("train.log", text.toStdString());
    for (int i = 0; i < 15; ++i) {
        QVERIFY2(values.contains({-1, 0, 10 + i * 10, "loss"}), text.constData());
    }
}

/// Ranks write into one log, each at its own pace.
void LoggedLinesTest::epochsOfRanksCountApart() {
    std::string text;
    for (const auto &[rank, epoch, step] :
         {std::tuple{0, 0, 10}, {1, 0, 10}, {0, 0, 20}, {0, 1, 10}, {1, 0, 20}, {0, 1, 20}, {1, 1, 10}, {1, 1, 20}}) {
        text += "[rank" + std::to_string(rank) + "]: Epoch: " + std::to_string(epoch) +
                ", step: " + std::to_string(step) + ", loss: 2.5\n";
    }
    const auto values = valuesOf("train.log", text);
    for (const int rank : {0, 1}) {
        for (const int step : {10, 20, 30, 40}) {
            QVERIFY2(values.contains({rank, 0, step, "loss"}), text.c_str());
        }
    }
}

void LoggedLinesTest::barsOfEpochsCountOn() {
    const auto values = valuesOf("train.log",
                                 "Epoch 0:  20%|##   | 10/50 [00:10<00:40, v_num=0, loss=2.5]\n"
                                 "Epoch 0:  40%|##   | 20/50 [00:20<00:30, v_num=0, loss=2.25]\n"
                                 "Epoch 1:  20%|##   | 10/50 [00:10<00:40, v_num=0, loss=2.0]\n");
    QCOMPARE(values.at({-1, 0, 10, "loss"}), 2.5);
    QVERIFY(values.contains({-1, 0, 60, "loss"}));
}

void LoggedLinesTest::barsTellTheStepsOfObjects() {
    const auto values = valuesOf("train.log",
                                 " 10%|#    | 10/100 [00:01<00:10, loss=2.5]\n"
                                 "{'loss': 2.5, 'learning_rate': 1e-05, 'epoch': 0.1}\n"
                                 " 20%|##   | 20/100 [00:02<00:10, loss=2.25]\n"
                                 "{'loss': 2.25, 'learning_rate': 2e-05, 'epoch': 0.2}\n");
    QVERIFY(values.contains({-1, 0, 10, "learning_rate"}));
    QVERIFY(values.contains({-1, 0, 20, "learning_rate"}));
}

TEST_SUITE(LoggedLinesTest)

}  // namespace tst_logged_lines

#include "tst_logged_lines.moc"
