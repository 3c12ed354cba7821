#include "app/window/start_page.h"

#include "app/window/demo_profile.h"
#include "core/session/run_list.h"
#include "views/runs/run_list_view.h"

#include <QtCore/QFileInfo>
#include <QtGui/QFontMetrics>
#include <QtGui/QTextDocument>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QVBoxLayout>

namespace stagescope {

namespace {
constexpr int kColumnWidth = 620;
constexpr int kListWidth = 1400;
constexpr int kButtonWidth = 120;
constexpr int kLeastWidth = 400;

/// In the middle of the page, with the list as high as there is room for.
void centre(QWidget *page, QLayout *column, QWidget *list) {
    auto *columns = new QHBoxLayout(page);
    columns->addStretch(1);
    columns->addLayout(column, 12);
    columns->addStretch(1);
    list->setMaximumWidth(kListWidth);
}

void clear(QLayout *layout) {
    while (auto *item = layout->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();  // the click on a link may still be under way
        delete item;
    }
}
}  // namespace

StartPage::StartPage(RunList *list, QWidget *parent)
    : QWidget(parent),
      m_list(list),
      m_title(new QLabel(this)),
      m_hint(new QLabel(this)),
      m_trouble(new QLabel(this)),
      m_offerPlace(new QVBoxLayout),
      m_listTitle(new QLabel(this)),
      m_folder(new QPushButton(this)),
      m_file(new QPushButton(this)),
      m_demo(new QPushButton(this)),
      m_collect(new QPushButton(this)),
      m_listView(new RunListView(list, RunListView::Use::Open, this)) {
    makeLayout();
    setMinimumWidth(kLeastWidth);  // where it is hidden, it must not keep the window wide
    setFocusProxy(m_folder);
    connect(m_folder, &QPushButton::clicked, this, &StartPage::openFolderRequested);
    connect(m_file, &QPushButton::clicked, this, &StartPage::openFileRequested);
    auto *demos = new QMenu(m_demo);
    for (const auto &demo : kDemoCases) {
        connect(demos->addAction(QString()), &QAction::triggered, this,
                [this, &demo] { Q_EMIT openDemoRequested(demo); });
    }
    m_demo->setMenu(demos);
    connect(m_collect, &QPushButton::clicked, this, &StartPage::collectRequested);
    connect(m_list, &RunList::changed, this, &StartPage::showList);
    connect(m_listView, &RunListView::openRequested, this, &StartPage::pathRequested);
    connect(m_listView, &RunListView::baselineRequested, this, &StartPage::baselineRequested);
    connect(m_listView, &RunListView::compareRequested, this, &StartPage::compareRequested);
    retranslate();
    showList();
}

void StartPage::makeLayout() {
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto font = m_title->font();
    font.setPointSizeF(font.pointSizeF() * 1.6);
    font.setBold(true);
    m_title->setFont(font);
    auto *column = new QVBoxLayout;
    column->addStretch(1);
    auto *buttons = new QHBoxLayout;
    for (auto *button : {m_folder, m_file, m_demo, m_collect}) {
        button->setMinimumSize(kButtonWidth, button->sizeHint().height() + 6);
        buttons->addWidget(button);
    }
    buttons->addStretch();
    m_listTitle->setWordWrap(true);
    for (auto *label : {m_title, m_hint, m_trouble}) {
        label->setWordWrap(true);
        column->addWidget(label);
    }
    column->addLayout(m_offerPlace);
    column->addSpacing(8);
    column->addLayout(buttons);
    column->addSpacing(16);
    column->addWidget(m_listTitle);
    column->addWidget(m_listView, 6);
    column->addStretch(1);
    column->setSpacing(8);
    centre(this, column, m_listView);
    m_hint->setFixedWidth(kColumnWidth);
    m_trouble->setForegroundRole(QPalette::BrightText);  // the theme's colour of errors
    m_trouble->setTextFormat(Qt::PlainText);             // names paths, and what other machines say
    m_trouble->hide();
}

/// Opens a path; `text` with the path for %1, cut to fit.
QLabel *StartPage::link(const QString &path, const QString &text) {
    auto *label = new QLabel(this);
    const int room = kColumnWidth - label->fontMetrics().horizontalAdvance(text);
    const auto shown = label->fontMetrics().elidedText(path, Qt::ElideMiddle, room);
    label->setText(QStringLiteral("<a href=\"open\">%1</a>").arg(text.arg(shown).toHtmlEscaped()));
    label->setToolTip(Qt::mightBeRichText(path) ? path.toHtmlEscaped() : path);
    label->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(label, &QLabel::linkActivated, this, [this, path] { Q_EMIT pathRequested(path); });
    return label;
}

void StartPage::showOffer(const QString &path) {
    m_offer = path;
    clear(m_offerPlace);
    if (!path.isEmpty()) {
        m_offerPlace->addWidget(link(path, tr("Open %1 instead")));
    }
}

void StartPage::showList() {
    m_listTitle->setVisible(!m_list->all().empty());
    m_listView->setVisible(!m_list->all().empty());
}

void StartPage::showTrouble(const QString &text) {
    m_trouble->setText(text);
    m_trouble->setVisible(!text.isEmpty());
}

void StartPage::setDemoBusy(bool busy) {
    m_demoBusy = busy;
    m_demo->setEnabled(!busy);
    m_demo->setText(busy ? tr("Creating demo data...") : tr("Open demo"));
}

void StartPage::retranslate() {
    m_title->setText(tr("Open a profile"));
    m_hint->setText(
        tr("Drop a folder or file here: cluster, several runs, one rank, profiler database or trace. Nothing is "
           "written to it. Drop a second folder to compare."));
    m_folder->setText(tr("Open folder..."));
    m_file->setText(tr("Open file..."));
    m_collect->setText(tr("Collect a profile..."));
    m_collect->setToolTip(tr("Check profiler settings: recorded data, questions it answers, errors"));
    m_listTitle->setText(
        tr("Recent runs. Click or Enter: open; F2: rename; Del: remove. Select several and right-click to compare."));
    m_listView->retranslate();
    for (std::size_t i = 0; i < kDemoCases.size(); ++i) {
        m_demo->menu()->actions()[static_cast<qsizetype>(i)]->setText(tr(kDemoCases[i].title));
    }
    setDemoBusy(m_demoBusy);
    showOffer(m_offer);
}

}  // namespace stagescope
