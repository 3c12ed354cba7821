#pragma once

#include <QtCore/QtMessageHandler>

namespace stagescope {

/// Keeps what Qt's platform layer says about a machine without a display (no runtime folder, no window manager) from
/// the output of commands that need neither, and ends them where Qt cannot start a thread or has no memory for an
/// image; everything else is printed as before. Call once, after reportCrashes and before the application object is
/// made.
void hidePlatformMessages();

/// While one lives, Qt's messages wait; what they were is printed when it goes. Where Qt finds no display that a window
/// could be on, which it would end with an abort, the program ends with one line and exit code 2. Around the making of
/// the application object.
class DisplayCheck {
public:
    DisplayCheck();
    ~DisplayCheck();
    DisplayCheck(const DisplayCheck &) = delete;
    DisplayCheck &operator=(const DisplayCheck &) = delete;

private:
    QtMessageHandler m_before;
};

}  // namespace stagescope
