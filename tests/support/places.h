// Where tests find files: those of this source tree, and real profiles, which need not be there.
#pragma once

#include <QtCore/QString>

#include <string>

namespace stagescope {

/// relative: to the top of the source tree; empty for the top itself.
QString sourcePath(const char *relative);

/// $STAGESCOPE_REAL_DATA, else where real profiles lie beside a checkout; need not exist.
QString realDataFolder();
/// A file or folder there, canonical; empty where it is not there.
QString realPath(const QString &name);
std::string realFile(const QString &name);
std::string realFile(const char *name);

}  // namespace stagescope
