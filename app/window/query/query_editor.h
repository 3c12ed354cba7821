#pragma once

#include <QtCore/QStringList>
#include <QtWidgets/QPlainTextEdit>

class QCompleter;

namespace stagescope {

/// An editor of SQL: names are completed after two letters (Tab or Enter takes one), keywords stand out, Ctrl+Enter
/// runs. GUI thread.
class QueryEditor : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit QueryEditor(QWidget *parent = nullptr);

    void setNames(const QStringList &names);
    /// Of an error: the place is marked until the text changes; none below 0.
    void markError(int position);

Q_SIGNALS:
    void runRequested();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    [[nodiscard]] QString wordBeforeCursor() const;
    void complete();
    void take(const QString &name);

    QCompleter *m_completer;
};

}  // namespace stagescope
