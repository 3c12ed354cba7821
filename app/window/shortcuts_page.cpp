#include "app/window/shortcuts_page.h"

#include <QtWidgets/QHeaderView>
#include <QtWidgets/QTableWidget>
#include <QtWidgets/QVBoxLayout>

#include <array>

namespace stagescope {

namespace {

struct KeyLine {
    const char *keys;
    const char *meaning;
};

constexpr std::array kLines{
    KeyLine{"W  S", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Zoom in, out")},
    KeyLine{"A  D", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Pan left, right")},
    KeyLine{"Ctrl+Wheel", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Zoom at the pointer")},
    KeyLine{"Wheel, Shift+Wheel", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Scroll, pan sideways")},
    KeyLine{"Alt+Drag", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Zoom into a box")},
    KeyLine{"Ctrl+Drag, Shift+Drag", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Pan")},
    KeyLine{"F, F F", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Fit the selection, fit all")},
    KeyLine{"Ctrl+0", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Fit all")},
    KeyLine{"Backspace, Shift+Backspace", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Undo, redo zoom")},
    KeyLine{"/  Ctrl+F", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Search")},
    KeyLine{"Enter, Shift+Enter",
            QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Next, previous hit (in the search box)")},
    KeyLine{",  .", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Previous, next slice of the track")},
    KeyLine{"[  ]", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Follow an arrow back, forward")},
    KeyLine{"Ctrl+[  Ctrl+]", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Choose among arrows")},
    KeyLine{"M", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Select the time of the slice")},
    KeyLine{"Ctrl+Shift+P", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Commands, found by typing")},
    KeyLine{"Alt+1 ... Alt+8", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Tabs")},
    KeyLine{"Ctrl+B", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Navigator")},
    KeyLine{"Q", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Drawer")},
    KeyLine{"Esc", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Deselect")},
    KeyLine{"Ctrl+O, Ctrl+Shift+O", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Open file, open folder")},
    KeyLine{"Ctrl+E", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Export picture")},
    KeyLine{"Ctrl+C", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Copy picture")},
    KeyLine{"B", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Pages below the pipeline chart")},
    KeyLine{"C", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Critical path on the pipeline chart")},
    KeyLine{"E", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Memory on the pipeline chart")},
    KeyLine{"Space", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Next finding")},
    KeyLine{"J", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "From a bubble to the cell that it is owed to")},
    KeyLine{"F12", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Frame time")},
    KeyLine{"?  F1", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "This page")},
    KeyLine{"Ctrl+Q", QT_TRANSLATE_NOOP("stagescope::ShortcutsPage", "Quit")},
};

}  // namespace

ShortcutsPage::ShortcutsPage(QWidget *parent)
    : QDialog(parent), m_table(new QTableWidget(static_cast<int>(kLines.size()), 2, this)) {
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_table);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionMode(QAbstractItemView::NoSelection);
    m_table->setFocusPolicy(Qt::NoFocus);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    retranslate();
    const int rows = static_cast<int>(kLines.size()) + 2;
    resize(520, rows * (fontMetrics().height() + 8) + 24);
}

void ShortcutsPage::retranslate() {
    setWindowTitle(tr("Keys"));
    m_table->setHorizontalHeaderLabels({tr("Keys"), tr("Meaning")});
    for (std::size_t i = 0; i < kLines.size(); ++i) {
        m_table->setItem(static_cast<int>(i), 0, new QTableWidgetItem(QString::fromLatin1(kLines[i].keys)));
        m_table->setItem(static_cast<int>(i), 1, new QTableWidgetItem(tr(kLines[i].meaning)));
    }
    m_table->resizeColumnToContents(0);
}

}  // namespace stagescope
