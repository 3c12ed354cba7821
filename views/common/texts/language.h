#pragma once

#include <QtCore/QString>

#include <cstdint>
#include <optional>

class QAction;

namespace stagescope {

enum class Language : std::uint8_t { English, Chinese };

/// "en", "zh_CN": settings, `--lang`, names of the translation files.
[[nodiscard]] QString languageCode(Language language);
[[nodiscard]] std::optional<Language> languageFromCode(const QString &code);
/// The language of the system where we speak it, else English.
[[nodiscard]] Language systemLanguage();

/// Installs the translators of a language (ours and Qt's own) in the application and removes those before; widgets
/// learn it by QEvent::LanguageChange. GUI thread.
void setLanguage(Language language);
[[nodiscard]] Language currentLanguage();

/// What a menu's text says: without its mnemonic ("&Open", "...(&O)") and the dots of what asks first.
[[nodiscard]] QString plainMenuText(QString text);
/// Gives an action or menu entry the text of the current language and notes its source, for inAllLanguages.
void setSourceText(QAction *action, const char *context, const char *source);
/// The text of the sources in every language, joined by blanks, for whoever types another one than is shown.
[[nodiscard]] QString inAllLanguages(const char *context, const char *source);
/// The same of an action whose source is noted, else its text.
[[nodiscard]] QString inAllLanguages(const QAction &action);

}  // namespace stagescope
