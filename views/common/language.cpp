#include "views/common/language.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QLibraryInfo>
#include <QtCore/QLocale>
#include <QtCore/QTranslator>

#include <memory>
#include <vector>

namespace stagescope {

namespace {

Language g_current = Language::English;                   // GUI thread only
std::vector<std::unique_ptr<QTranslator>> g_translators;  // GUI thread only

void install(const QString &name, const QString &folder) {
    auto translator = std::make_unique<QTranslator>();
    if (translator->load(name, folder)) {
        QCoreApplication::installTranslator(translator.get());
        g_translators.push_back(std::move(translator));
    }
}

}  // namespace

QString languageCode(Language language) {
    return language == Language::English ? QStringLiteral("en") : QStringLiteral("zh_CN");
}

std::optional<Language> languageFromCode(const QString &code) {
    for (const auto language : {Language::English, Language::Chinese}) {
        if (languageCode(language) == code) {
            return language;
        }
    }
    return std::nullopt;
}

Language systemLanguage() {
    return QLocale::system().language() == QLocale::Chinese ? Language::Chinese : Language::English;
}

void setLanguage(Language language) {
    for (const auto &translator : g_translators) {
        QCoreApplication::removeTranslator(translator.get());
    }
    g_translators.clear();
    g_current = language;
    if (language != Language::English) {
        install(QStringLiteral("qtbase_") + languageCode(language), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    }
    install(QStringLiteral("stagescope_") + languageCode(language), QStringLiteral(":/i18n"));
}

Language currentLanguage() { return g_current; }

}  // namespace stagescope
