#pragma once

#include <QtWidgets/QDialog>

class QLineEdit;
class QListWidget;
class QTextBrowser;

namespace stagescope {

/// The manual, offline: pages left, text right, a field that searches all of them. Not modal. GUI thread.
class ManualWindow : public QDialog {
    Q_OBJECT
public:
    explicit ManualWindow(QWidget *parent = nullptr);
    /// The one of this parent, made where there is none, in front.
    static ManualWindow *showFor(QWidget *parent);

    /// Shows a page, and a heading of it where one is named.
    void showPage(const QString &page, const QString &heading = {});
    [[nodiscard]] QString page() const { return m_page; }
    void retranslate();

protected:
    void changeEvent(QEvent *event) override;

private:
    void listPages();

    QLineEdit *m_search;
    QListWidget *m_pages;
    QTextBrowser *m_text;
    QString m_page;
};

}  // namespace stagescope
