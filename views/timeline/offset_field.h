#pragma once

#include <QtWidgets/QFrame>

#include <functional>

class QLabel;
class QLineEdit;

namespace stagescope {

/// A small field over its parent for a number of nanoseconds: Enter gives it, Esc leaves. Not modal. GUI thread.
class OffsetField : public QFrame {
    Q_OBJECT
public:
    explicit OffsetField(QWidget *parent);

    /// Asks for a number, beginning with `present`.
    void open(const QString &question, qint64 present, std::function<void(qint64)> given);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void take();

    QLabel *m_question;
    QLineEdit *m_number;
    std::function<void(qint64)> m_given;
};

}  // namespace stagescope
