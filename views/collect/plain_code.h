#pragma once

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QWidget;

namespace stagescope {

/// A note with a button that copies all of the text below, which is code: not edited, not wrapped, all glyphs as wide.
/// GUI thread.
void layOutCode(QWidget *panel, QLabel *note, QPushButton *copy, QPlainTextEdit *text);

}  // namespace stagescope
