#include "core/session/loading/kept_steps.h"

#include "core/base/io/cache_folder.h"
#include "core/session/discovery/file_head.h"
#include "core/session/shared_file.h"

#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

#include <filesystem>

namespace stagescope {

namespace {

constexpr std::size_t kMostStepBytes = 1 << 20;

std::string filePath() { return (dataFolder() / "steps.json").string(); }

/// Patterns by paths.
QJsonObject kept() {
    const auto text = readHead(filePath(), kMostStepBytes);
    return text ? QJsonDocument::fromJson(QByteArray::fromStdString(*text)).object() : QJsonObject{};
}

QString keyOf(const std::string &profile) {
    std::error_code error;
    auto path = std::filesystem::absolute(profile, error).lexically_normal().string();
    while (path.size() > 1 && path.ends_with('/')) {
        path.pop_back();
    }
    return QString::fromStdString(path);
}

}  // namespace

std::string keptSteps(const std::string &profile) { return kept()[keyOf(profile)].toString().toStdString(); }

Status keepSteps(const std::string &profile, const std::string &pattern) {
    SharedFile file(filePath());
    const auto lock = file.lock();
    if (!lock) {
        return tl::make_unexpected(lock.error());
    }
    auto all = kept();
    if (pattern.empty()) {
        all.remove(keyOf(profile));
    } else {
        all[keyOf(profile)] = QString::fromStdString(pattern);
    }
    return file.replace(QJsonDocument(all).toJson(QJsonDocument::Indented).toStdString());
}

}  // namespace stagescope
