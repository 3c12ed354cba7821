#include "core/base/kernel_name.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_kernel_name {

using namespace stagescope;

class KernelNameTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void namesWithAPathAreSplit_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("shortName");
        QTest::addColumn<QString>("path");
        const auto row = [](const char *name, const char *shortName, const char *path) {
            QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(shortName)
                                << QString::fromLatin1(path);
        };
        row("Default/network-TrainOneStepCell/network-WithLossCell/_backbone-ResNet/conv1-Conv2d/Conv2D-op123",
            "Conv2D", "Default/network-TrainOneStepCell/network-WithLossCell/_backbone-ResNet/conv1-Conv2d");
        row("Gradients/Default/network-TrainOneStepCell/gradMatMul/MatMul-op7", "MatMul",
            "Gradients/Default/network-TrainOneStepCell/gradMatMul");
        row("recompute_Default/layers-CellList/0-Block/FlashAttentionScore-op40", "FlashAttentionScore",
            "recompute_Default/layers-CellList/0-Block");
        row("kernel_graph_1/Default/network-Net/fc-Dense/BiasAdd-op9", "BiasAdd",
            "kernel_graph_1/Default/network-Net/fc-Dense");
        row("Default/optimizer-Adam/AssignAdd", "AssignAdd", "Default/optimizer-Adam");
        row("Default/net-Net/AllReduce_op-op3", "AllReduce_op", "Default/net-Net");
        row("Add/aclnnAdd_AddAiCore_Add", "aclnnAdd_AddAiCore_Add", "Add");
        row("Default/net-Net/Add-op12/aclnnAdd_AddAiCore_Add", "aclnnAdd_AddAiCore_Add", "Default/net-Net/Add-op12");
        // The same operator of two layers is one name.
        row("Default/a-Dense/MatMul-op1", "MatMul", "Default/a-Dense");
        row("Default/b-Dense/MatMul-op2", "MatMul", "Default/b-Dense");
    }
    void namesWithAPathAreSplit() {
        QFETCH(QString, name);
        const auto text = name.toStdString();
        const auto split = kernelName(text);
        QTEST(QString::fromStdString(std::string(split.shortName)), "shortName");
        QTEST(QString::fromStdString(std::string(split.path)), "path");
    }

    void stacksStandBehindNames_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("shortName");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("stack");
        QTest::newRow("lines") << QStringLiteral("MatMul_1\r\n/a/train.py(12): construct;\r\nb.py(3): run;\r\n")
                               << QStringLiteral("MatMul_1") << QString()
                               << QStringLiteral("/a/train.py(12): construct;\r\nb.py(3): run");
        QTest::newRow("path") << QStringLiteral("Default/net-Net/Add-op1;/a/b.py:12") << QStringLiteral("Add")
                              << QStringLiteral("Default/net-Net") << QStringLiteral("/a/b.py:12");
        QTest::newRow("none") << QStringLiteral("a;b") << QStringLiteral("a;b") << QString() << QString();
        QTest::newRow("stack alone") << QStringLiteral(";a.py(1): f") << QString() << QString()
                                     << QStringLiteral("a.py(1): f");
    }
    void stacksStandBehindNames() {
        QFETCH(QString, name);
        const auto text = name.toStdString();
        const auto split = kernelName(text);
        QTEST(QString::fromStdString(std::string(split.shortName)), "shortName");
        QTEST(QString::fromStdString(std::string(split.path)), "path");
        QTEST(QString::fromStdString(std::string(split.stack)), "stack");
    }

    void namesThatOnlyLookAlikeStay_data() {
        QTest::addColumn<QString>("name");
        for (const char *name :
             {"", "/", "//", "MatMul-op12", "Default/MatMul-op12", "Defaults/network-Net/MatMul-op12",
              "default/network-Net/MatMul-op12", "torch/nn/modules/module.py(1520): _call_impl",
              "void at::native::vectorized_elementwise_kernel<4, at::native::Add/Default/x>(int)",
              "Default/network-Net/", "Default/network-Net/12-op3", "Default/network-Net/MatMul op",
              "aclnnMatmul_MatMulV3/Default/MatMul-op1", "graph_x/Default/net-Net/MatMul-op1",
              "kernel_graph_/Default/net-Net/MatMul-op1", "hcom_allReduce__865_0_1", "graph_1/Default",
              "graph_1/MatMul-op1"}) {
            QTest::newRow(name) << QString::fromLatin1(name);
        }
    }
    void namesThatOnlyLookAlikeStay() {
        QFETCH(QString, name);
        const auto text = name.toStdString();
        const auto split = kernelName(text);
        QCOMPARE(split.shortName, std::string_view(text));
        QVERIFY(split.path.empty());
    }

    void aMarkWithoutANumberIsPartOfTheName() {
        // "MatMul-op" and "MatMul-opx" are no identifiers: the whole name stays.
        for (const std::string name : {"Default/net-Net/MatMul-op", "Default/net-Net/MatMul-opx"}) {
            QCOMPARE(kernelName(name).shortName, std::string_view(name));
        }
    }
};

TEST_SUITE(KernelNameTest)

}  // namespace tst_kernel_name

#include "tst_kernel_name.moc"
