#include "app/window/manual_window.h"

#include "app/manual/manual_pages.h"
#include "views/common/texts/utf8_text.h"

#include <QtCore/QEvent>
#include <QtGui/QTextBlock>
#include <QtGui/QTextTable>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QListWidget>
#include <QtWidgets/QTextBrowser>
#include <QtWidgets/QVBoxLayout>

namespace stagescope {

namespace {

constexpr int kPagesWidth = 320;
constexpr QSize kManualSize(1000, 700);
constexpr int kPageMargin = 16;
constexpr int kCellPadding = 5;
enum ItemRole { PageRole = Qt::UserRole, HeadingRole };

/// Tables as pages of text have them: thin lines, room in the cells.
void styleTables(const QTextDocument &document, const QColor &line) {
    for (auto *frame : document.rootFrame()->childFrames()) {
        if (auto *table = qobject_cast<QTextTable *>(frame)) {
            auto format = table->format();
            format.setCellPadding(kCellPadding);
            format.setCellSpacing(0);
            format.setBorderCollapse(true);
            format.setBorder(1);
            format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
            format.setBorderBrush(line);
            table->setFormat(format);
        }
    }
}

}  // namespace

ManualWindow::ManualWindow(QWidget *parent)
    : QDialog(parent), m_search(new QLineEdit(this)), m_pages(new QListWidget(this)), m_text(new QTextBrowser(this)) {
    setObjectName(QStringLiteral("manual"));
    auto *columns = new QHBoxLayout(this);
    auto *left = new QVBoxLayout;
    left->addWidget(m_search);
    left->addWidget(m_pages, 1);
    columns->addLayout(left);
    columns->addWidget(m_text, 1);
    m_pages->setFixedWidth(kPagesWidth);
    m_search->setFixedWidth(kPagesWidth);
    m_search->setClearButtonEnabled(true);
    m_text->setOpenLinks(false);
    m_pages->setTextElideMode(Qt::ElideRight);
    m_pages->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(m_search, &QLineEdit::textChanged, this, &ManualWindow::listPages);
    connect(m_pages, &QListWidget::currentItemChanged, this, [this](QListWidgetItem *item) {
        if (item != nullptr) {
            showPage(item->data(PageRole).toString(), item->data(HeadingRole).toString());
        }
    });
    connect(m_text, &QTextBrowser::anchorClicked, this, [this](const QUrl &link) {
        const auto file = link.fileName();
        if (file.endsWith(QStringLiteral(".md"))) {
            showPage(file.chopped(3));
        }
    });
    resize(kManualSize);
    retranslate();
    showPage(QStringLiteral("index"));
}

ManualWindow *ManualWindow::showFor(QWidget *parent) {
    auto *window = parent->findChild<ManualWindow *>(QString(), Qt::FindDirectChildrenOnly);
    window = window != nullptr ? window : new ManualWindow(parent);
    window->show();
    window->raise();
    return window;
}

void ManualWindow::showPage(const QString &page, const QString &heading) {
    const auto markdown = manualPage(page.toStdString());
    if (!markdown) {
        return;
    }
    if (m_page != page) {
        m_page = page;
        m_text->setMarkdown(utf8Text(*markdown));
        m_text->document()->setDocumentMargin(kPageMargin);
        styleTables(*m_text->document(), palette().color(QPalette::Mid));
    }
    for (auto block = m_text->document()->begin(); block.isValid(); block = block.next()) {
        const bool isIt = heading.isEmpty() || (block.blockFormat().headingLevel() > 0 && block.text() == heading);
        if (isIt) {
            m_text->setTextCursor(QTextCursor(block));
            m_text->ensureCursorVisible();
            break;
        }
    }
    for (int row = 0; row < m_pages->count(); ++row) {
        auto *item = m_pages->item(row);
        if (item->data(PageRole) == page && (heading.isEmpty() || item->data(HeadingRole) == heading)) {
            const QSignalBlocker quiet(m_pages);
            m_pages->setCurrentItem(item);
            break;
        }
    }
}

void ManualWindow::listPages() {
    const QSignalBlocker quiet(m_pages);
    m_pages->clear();
    const auto add = [&](const std::string &page, const std::string &title, const std::string &heading) {
        auto *item = new QListWidgetItem(utf8Text(title), m_pages);
        item->setData(PageRole, utf8Text(page));
        item->setData(HeadingRole, utf8Text(heading));
        item->setToolTip(utf8Text(title));
    };
    if (m_search->text().isEmpty()) {
        for (const auto &page : manualPages()) {
            add(page.id, page.title, {});
        }
        return;
    }
    for (const auto &hit : manualHits(m_search->text().toStdString())) {
        add(hit.page, hit.heading, hit.heading);
    }
    m_pages->setToolTip(m_pages->count() == 0 ? tr("No matches") : QString());
}

void ManualWindow::retranslate() {
    setWindowTitle(tr("Manual"));
    m_search->setPlaceholderText(tr("Search the manual"));
    m_search->setAccessibleName(tr("Search the manual"));
    m_pages->setAccessibleName(tr("Pages of the manual"));
    m_text->setAccessibleName(tr("Text of the manual"));
    listPages();
}

void ManualWindow::changeEvent(QEvent *event) {
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
}

}  // namespace stagescope
