#include "tests/support/test_suite.h"
#include "views/common/elided_label.h"

#include <QtGui/QHelpEvent>
#include <QtTest/QTest>
#include <QtWidgets/QApplication>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QToolTip>

namespace tst_elided_label {

using namespace stagescope;

namespace {

const QString kText = QStringLiteral("step 160.0 ms, baseline 140.0 ms: +20.0 ms, +14.3 %");

QString tipOf(ElidedLabel &label) {
    QToolTip::hideText();
    QHelpEvent event(QEvent::ToolTip, QPoint(2, 2), label.mapToGlobal(QPoint(2, 2)));
    QApplication::sendEvent(&label, &event);
    return QToolTip::text();
}

}  // namespace

class ElidedLabelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsCutEndsInASignAndStandsInTheToolTip() {
        ElidedLabel label;
        label.setText(kText);
        label.setToolTip(QStringLiteral("Step 2"));
        label.resize(label.sizeHint());
        label.show();
        QCOMPARE(label.shownText(), kText);
        QCOMPARE(tipOf(label), QStringLiteral("Step 2"));
        label.resize(label.width() / 2, label.height());
        QVERIFY(label.shownText().endsWith(QChar(0x2026)));
        QVERIFY(label.fontMetrics().horizontalAdvance(label.shownText()) <= label.width());
        QCOMPARE(label.text(), kText);
        QCOMPARE(tipOf(label), kText + QStringLiteral("\nStep 2"));
        label.setToolTip({});
        QCOMPARE(tipOf(label), kText);
        QToolTip::hideText();
    }
    /// It does not widen what it stands in.
    void aLayoutCanNarrowIt() {
        QWidget bar;
        auto *layout = new QHBoxLayout(&bar);
        auto *label = new ElidedLabel(&bar);
        label->setText(kText);
        layout->addWidget(label);
        QVERIFY(bar.minimumSizeHint().width() < label->sizeHint().width() / 2);
        bar.resize(bar.minimumSizeHint());
        bar.show();
        QVERIFY(label->shownText() != kText);
    }
    /// As far as it is cut, too.
    void whatIsMarkedCanBeCopied() {
        ElidedLabel label;
        label.setTextInteractionFlags(Qt::TextSelectableByMouse);
        label.setText(kText);
        label.resize(label.sizeHint().width() / 2, label.sizeHint().height());
        label.show();
        const auto unmarked = label.grab().toImage();
        const QPoint begin(1, label.height() / 2);
        QTest::mousePress(&label, Qt::LeftButton, {}, begin);
        QTest::mouseMove(&label, {label.width() - 1, begin.y()});
        QTest::mouseRelease(&label, Qt::LeftButton, {}, {label.width() - 1, begin.y()});
        QVERIFY(!label.selectedText().isEmpty() && kText.startsWith(label.selectedText()));
        QVERIFY(label.grab().toImage() != unmarked);
    }
};

TEST_SUITE(ElidedLabelTest)

}  // namespace tst_elided_label

#include "tst_elided_label.moc"
