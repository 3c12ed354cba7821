#include "app/window/panels/source_page.h"

#include "views/common/control_bar.h"

#include <QtCore/QEvent>
#include <QtGui/QShortcut>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QVBoxLayout>

namespace stagescope {

namespace {
constexpr int kFirstSourceWidth = 640;
}  // namespace

SourcePage::SourcePage(QWidget *parent)
    : QWidget(parent, Qt::Window),
      m_bar(new ControlBar(this)),
      m_trouble(new QLabel(this)),
      m_from(new QLineEdit(this)),
      m_to(new QLineEdit(this)) {
    makeBar();
    m_trouble->setObjectName(QStringLiteral("sourceTrouble"));
    m_trouble->setWordWrap(true);
    m_trouble->setContentsMargins(8, 8, 8, 0);
    m_trouble->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_trouble);
    layout->addWidget(m_bar);
    layout->addStretch();
    connect(new QShortcut(QKeySequence::Close, this), &QShortcut::activated, this, &QWidget::close);
    connect(new QShortcut(Qt::Key_Escape, this), &QShortcut::activated, this, &QWidget::close);
    retranslate();
    resize(kFirstSourceWidth, sizeHint().height());
}

void SourcePage::closeEvent(QCloseEvent *event) {
    QWidget::closeEvent(event);
    Q_EMIT givenUp();
}

void SourcePage::makeBar() {
    const auto addButton = [this](const char *name, const ControlBar::Text &text, const auto &does) {
        auto *button = new QPushButton(m_bar);
        button->setObjectName(QLatin1String(name));
        button->setAutoDefault(false);
        m_bar->addField({}, button);
        m_bar->addText([button, text] { button->setText(text()); });
        connect(button, &QPushButton::clicked, this, does);
        return button;
    };
    const auto addPath = [this](const char *name, QLineEdit *field, const ControlBar::Text &label) {
        field->setObjectName(QLatin1String(name));
        m_bar->addLabel(label);
        m_bar->addWide(field);
        m_bar->setName(field, label);
        connect(field, &QLineEdit::textChanged, this, [this] { m_load->setEnabled(prefix().has_value()); });
        connect(field, &QLineEdit::returnPressed, this, &SourcePage::give);
    };
    addPath("sourceFrom", m_from, [] { return tr("Original folder"); });
    m_bar->addLine();
    addPath("sourceTo", m_to, [] { return tr("Local folder"); });
    addButton(
        "sourceFolder", [] { return tr("Folder..."); }, &SourcePage::askForFolder);
    m_bar->addLine();
    m_load = addButton(
        "sourceLoad", [] { return tr("Load from Source"); }, &SourcePage::give);
    m_load->setEnabled(false);
    m_bar->addLabel([] { return tr("Remembered for all digests of that folder."); });
}

void SourcePage::ask(const QString &trouble, const QString &root) {
    m_trouble->setText(trouble);
    if (root != m_root) {
        m_root = root;
        m_from->setText(root);
        m_to->clear();
    }
    m_to->setFocus();
    if (!isVisible()) {
        resize(width(), layout()->totalHeightForWidth(width()));
    }
    show();
    raise();
    activateWindow();
}

void SourcePage::askForFolder() {
    const auto folder = QFileDialog::getExistingDirectory(this, tr("Local folder"));
    if (!folder.isEmpty()) {
        m_to->setText(folder);
    }
}

std::optional<PathPrefix> SourcePage::prefix() const {
    return pathPrefix(m_from->text().trimmed().toStdString(), m_to->text().trimmed().toStdString());
}

void SourcePage::give() {
    if (const auto given = prefix()) {
        Q_EMIT prefixGiven(*given);
    }
}

void SourcePage::changeEvent(QEvent *event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
    QWidget::changeEvent(event);
}

void SourcePage::retranslate() {
    setWindowTitle(tr("Locate Source"));
    m_bar->retranslate();
}

}  // namespace stagescope
