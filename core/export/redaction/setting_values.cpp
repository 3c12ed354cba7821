#include "core/export/redaction/setting_values.h"

#include "core/base/text.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <array>
#include <set>

namespace stagescope {

namespace {

/// Families of variables whose values are switches, sizes and lists of devices.
constexpr std::array<std::string_view, 34> kFamilies{
    "ACL_",          "ASCEND_", "ATB_",   "CANN_",          "CPU_AFFINITY_", "CUBLAS_", "CUDA_",    "CUDNN_", "GLOO_",
    "GOMP_",         "HCCL_",   "HIP_",   "HSA_",           "INF_NAN_",      "KINETO_", "KMP_",     "LCCL_",  "MKL_",
    "MULTI_STREAM_", "NCCL_",   "NPU_",   "NVIDIA_",        "NVTE_",         "OMP_",    "PYTORCH_", "RCCL_",  "ROCM_",
    "ROCR_",         "TASK_",   "TORCH_", "TORCHINDUCTOR_", "TRITON_",       "UCX_",    "XLA_"};
constexpr std::array<std::string_view, 18> kVariables{
    "RANK",         "LOCAL_RANK",       "WORLD_SIZE",      "LOCAL_WORLD_SIZE",
    "GROUP_RANK",   "ROLE_RANK",        "MASTER_PORT",     "NODE_RANK",
    "NNODES",       "DEVICE_ID",        "RANK_ID",         "RANK_SIZE",
    "backend",      "distributed_type", "COMBINED_ENABLE", "GRADIENT_ACCUMULATION_FUSION",
    "cuda_version", "with_stack"};

bool speaksOfSecret(std::string_view key) {
    const auto lower = lowerCase(key);
    // "keys" of caches and of tables are none.
    return containsAny(lower, {"token", "secret", "passw", "passwd", "credential", "auth", "api_key", "apikey",
                               "access_key", "accesskey", "private", "cookie", "session_id", "license"}) ||
           lower == "key" || lower.ends_with("_key") || lower.ends_with("pwd") || lower.ends_with("_pass");
}

std::string_view lastKey(std::string_view key) { return key.substr(key.rfind('.') + 1); }

}  // namespace

bool settingMayBeShown(std::string_view section, std::string_view key) {
    if (speaksOfSecret(key)) {
        return false;
    }
    const auto name = lastKey(key);
    return section != "environment" || startsWithAny(name, kFamilies) ||
           std::find(kVariables.begin(), kVariables.end(), name) != kVariables.end();
}

bool settingNamesHost(std::string_view key) {
    return containsAny(lowerCase(key),
                       {"host", "user", "uid", "mac", "serial", "ip_addr", "master_addr", "node_name", "nodename"});
}

SensitiveContent sensitiveContent(const Workspace &workspace) {
    std::set<std::string> secrets;
    std::set<std::string> hosts;
    std::set<std::string> users;
    for (const auto &run : workspace.runs) {
        for (const auto &capture : run.captures) {
            if (!capture.host.empty()) {
                hosts.insert(capture.host);
            }
            for (const auto &fact : recordsOf<EnvironmentRecord>(capture)) {
                const auto name = lowerCase(lastKey(fact.key));
                if (speaksOfSecret(fact.key) && !fact.value.empty()) {
                    secrets.emplace(fact.key);
                } else if ((name == "user" || name == "username" || name == "logname") && !fact.value.empty()) {
                    users.emplace(fact.value);
                } else if (name == "hostname" && !fact.value.empty()) {
                    hosts.emplace(fact.value);
                }
            }
        }
    }
    return {{secrets.begin(), secrets.end()}, {hosts.begin(), hosts.end()}, {users.begin(), users.end()}};
}

}  // namespace stagescope
