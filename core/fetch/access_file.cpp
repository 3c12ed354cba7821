#include "core/fetch/access_file.h"

#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

#include <algorithm>
#include <iterator>

namespace stagescope {

namespace {

constexpr qint64 kMostOfFile = 1 << 20;

Result<QJsonObject> accessObject(const std::string &path) {
    QFile file(QString::fromStdString(path));
    if (!QFileInfo(file).isFile() || !file.open(QIODevice::ReadOnly)) {
        const bool isThere = QFileInfo::exists(file.fileName());
        return fail(isThere ? ErrorKind::NoPermission : ErrorKind::NotFound,
                    isThere ? "cannot be read" : "does not exist", path);
    }
    // JSON of our own words only: what is wrong in a file with secrets is not quoted.
    const auto root = file.size() <= kMostOfFile ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject{};
    const auto access = root[QLatin1String("access_config")].toObject();
    return access.isEmpty()
               ? Result<QJsonObject>(fail(ErrorKind::Malformed, "is no obs_access_config.json: no access_config", path))
               : Result<QJsonObject>(access);
}

}  // namespace

Result<RemoteSettings> settingsFromAccessFile(const std::string &path) {
    ASSIGN_OR_RETURN(const auto access, accessObject(path));
    const auto value = [&](const char *key) { return access[QLatin1String(key)].toString().trimmed().toStdString(); };
    const auto region = value("region_name");
    auto endpoint = value("obs_endpoint");
    endpoint = endpoint.empty() ? value("server") : endpoint;
    endpoint = endpoint.empty() && !region.empty() ? "obs." + region + ".myhuaweicloud.com" : endpoint;
    const RemoteSettings settings{{"type", "s3"},
                                  {"provider", "HuaweiOBS"},
                                  {"access_key_id", value("access_key")},
                                  {"secret_access_key", value("secret_access_key")},
                                  {"session_token", value("security_token")},
                                  {"region", region},
                                  {"endpoint", endpoint}};
    for (const auto &[key, name] : {std::pair{"access_key_id", "access_key"},
                                    {"secret_access_key", "secret_access_key"},
                                    {"endpoint", "obs_endpoint, server or region_name"}}) {
        if (settings.at(key).empty()) {
            return fail(ErrorKind::Malformed, std::string("has no value of ") + name, path);
        }
    }
    const auto isUnprintable = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
    for (const auto &[key, text] : settings) {
        if (std::any_of(text.begin(), text.end(), isUnprintable)) {
            return fail(ErrorKind::Malformed, "has control characters in a value", path);
        }
    }
    RemoteSettings told;
    std::copy_if(settings.begin(), settings.end(), std::inserter(told, told.end()),
                 [](const auto &setting) { return !setting.second.empty(); });
    return told;
}

}  // namespace stagescope
