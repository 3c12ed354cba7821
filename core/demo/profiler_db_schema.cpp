#include "core/demo/profiler_db_rows.h"

#include <utility>

namespace stagescope {

namespace {

struct EnumTable {
    std::string_view name;
    std::vector<std::pair<int, std::string_view>> values;
};

const std::vector<EnumTable> &enumTables() {
    static const std::vector<EnumTable> tables = {
        {"ENUM_API_TYPE",
         {{5000, "runtime"},
          {5500, "hccl"},
          {10000, "node"},
          {15000, "model"},
          {20000, "acl"},
          {50001, "op"},
          {50002, "queue"},
          {50003, "trace"},
          {50004, "mstx"}}},
        {"ENUM_HCCL_DATA_TYPE",
         {{0, "INT8"},
          {1, "INT16"},
          {2, "INT32"},
          {3, "FP16"},
          {4, "FP32"},
          {5, "INT64"},
          {6, "UINT64"},
          {7, "UINT8"},
          {8, "UINT16"},
          {9, "UINT32"},
          {10, "FP64"},
          {11, "BFP16"},
          {12, "INT128"},
          {65534, "N/A"},
          {65535, "INVALID_TYPE"}}},
        {"ENUM_HCCL_LINK_TYPE",
         {{0, "ON_CHIP"},
          {1, "HCCS"},
          {2, "PCIE"},
          {3, "ROCE"},
          {4, "SIO"},
          {5, "HCCS_SW"},
          {6, "STANDARD_ROCE"},
          {7, "RESERVED"},
          {65534, "N/A"},
          {65535, "INVALID_TYPE"}}},
        {"ENUM_HCCL_RDMA_TYPE",
         {{0, "RDMA_SEND_NOTIFY"},
          {1, "RDMA_SEND_PAYLOAD"},
          {2, "RDMA_PAYLOAD_PREPARE"},
          {3, "RDMA_PAYLOAD_CHECK"},
          {4, "RDMA_PAYLOAD_ACK"},
          {5, "RDMA_SEND_OP"},
          {65534, "N/A"},
          {65535, "INVALID_TYPE"}}},
        {"ENUM_HCCL_TRANSPORT_TYPE", {{0, "SDMA"}, {1, "RDMA"}, {2, "LOCAL"}, {65534, "N/A"}, {65535, "INVALID_TYPE"}}},
        {"ENUM_MSTX_EVENT_TYPE", {{0, "marker"}, {1, "push/pop"}, {2, "start/end"}, {3, "marker_ex"}}},
        // Only the modules whose memory the demo shows; the profiler lists 78.
        {"ENUM_MODULE", {{3, "HCCL"}, {7, "RUNTIME"}, {33, "APP"}, {45, "GE"}}},
    };
    return tables;
}

// Names and columns as the profiler creates them: the contract of every reader of these files.
constexpr std::string_view kProfilerTables = R"sql(
CREATE TABLE NPU_INFO (id INTEGER,name TEXT);
CREATE TABLE SESSION_TIME_INFO (startTimeNs INTEGER,endTimeNs INTEGER);
CREATE TABLE HOST_INFO (hostUid TEXT,hostName TEXT);
CREATE TABLE RANK_DEVICE_MAP (rankId INTEGER,deviceId INTEGER);
CREATE TABLE META_DATA (name TEXT,value TEXT);
CREATE TABLE STRING_IDS (id INTEGER PRIMARY KEY,value TEXT);
CREATE TABLE STEP_TIME (id INTEGER,startNs INTEGER,endNs INTEGER);
CREATE TABLE TASK (startNs INTEGER,endNs INTEGER,deviceId INTEGER,connectionId INTEGER,globalTaskId INTEGER,globalPid INTEGER,
 taskType INTEGER,contextId INTEGER,streamId INTEGER,taskId INTEGER,modelId INTEGER);
CREATE TABLE COMPUTE_TASK_INFO (name INTEGER,globalTaskId INTEGER PRIMARY KEY,blockDim INTEGER,mixBlockDim INTEGER,
 taskType INTEGER,opType INTEGER,inputFormats INTEGER,inputDataTypes INTEGER,inputShapes INTEGER,outputFormats INTEGER,
 outputDataTypes INTEGER,outputShapes INTEGER,attrInfo INTEGER);
CREATE TABLE TASK_PMU_INFO (globalTaskId INTEGER,name INTEGER,value NUMERIC);
CREATE TABLE COMMUNICATION_OP (opName INTEGER,startNs INTEGER,endNs INTEGER,connectionId INTEGER,groupName INTEGER,
 opId INTEGER PRIMARY KEY,relay INTEGER,retry INTEGER,dataType INTEGER,algType INTEGER,count NUMERIC,opType INTEGER);
CREATE TABLE COMMUNICATION_TASK_INFO (name INTEGER,globalTaskId INTEGER,taskType INTEGER,planeId INTEGER,groupName INTEGER,
 notifyId INTEGER,rdmaType INTEGER,srcRank INTEGER,dstRank INTEGER,transportType INTEGER,size INTEGER,dataType INTEGER,
 linkType INTEGER,opId INTEGER);
CREATE TABLE CANN_API (startNs INTEGER,endNs INTEGER,type INTEGER,globalTid INTEGER,connectionId INTEGER PRIMARY KEY,
 name INTEGER);
CREATE TABLE PYTORCH_API (startNs TEXT,endNs TEXT,globalTid INTEGER,connectionId INTEGER,name INTEGER,sequenceNumber INTEGER,
 fwdThreadId INTEGER,inputDtypes INTEGER,inputShapes INTEGER,callchainId INTEGER,type INTEGER);
CREATE TABLE GC_RECORD (startNs INTEGER,endNs INTEGER,globalTid INTEGER);
CREATE TABLE CONNECTION_IDS (id INTEGER,connectionId INTEGER);
CREATE TABLE MSTX_EVENTS (startNs INTEGER,endNs INTEGER,eventType INTEGER,rangeId INTEGER,category INTEGER,message INTEGER,
 globalTid INTEGER,endGlobalTid INTEGER,domainId INTEGER,connectionId INTEGER);
CREATE TABLE MEMORY_RECORD (component INTEGER,timestamp INTEGER,totalAllocated INTEGER,totalReserved INTEGER,
 totalActive INTEGER,streamPtr INTEGER,deviceId INTEGER);
CREATE TABLE OP_MEMORY (name INTEGER,size INTEGER,allocationTime INTEGER,releaseTime INTEGER,activeReleaseTime INTEGER,
 duration INTEGER,activeDuration INTEGER,allocationTotalAllocated INTEGER,allocationTotalReserved INTEGER,
 allocationTotalActive INTEGER,releaseTotalAllocated INTEGER,releaseTotalReserved INTEGER,releaseTotalActive INTEGER,
 streamPtr INTEGER,deviceId INTEGER);
CREATE TABLE NPU_MEM (type INTEGER,ddr NUMERIC,hbm NUMERIC,timestampNs INTEGER,deviceId INTEGER);
CREATE TABLE NPU_MODULE_MEM (moduleId INTEGER,timestampNs INTEGER,totalReserved NUMERIC,deviceId INTEGER);
CREATE TABLE HBM (deviceId INTEGER,timestampNs INTEGER,bandwidth NUMERIC,hbmId INTEGER,type INTEGER);
CREATE TABLE AICORE_FREQ (deviceId INTEGER,timestampNs NUMERIC,freq INTEGER);
)sql";

std::string profilerEnums() {
    std::string sql;
    for (const EnumTable &table : enumTables()) {
        const std::string name(table.name);
        sql += "CREATE TABLE " + name + " (id INTEGER PRIMARY KEY,name TEXT);";
        for (const auto &[id, value] : table.values) {
            sql += "INSERT INTO " + name + " VALUES(" + std::to_string(id) + ",'" + std::string(value) + "');";
        }
    }
    return sql;
}

}  // namespace

const std::string &profilerImage() {
    static const std::string image = databaseImage(std::string(kProfilerTables) + profilerEnums());
    return image;
}

std::string profilerIndexes() {
    return "CREATE INDEX TaskIndex ON TASK (startNs,globalTaskId);"
           "CREATE INDEX CommunicationTaskIndex ON COMMUNICATION_TASK_INFO (globalTaskId);";
}

}  // namespace stagescope
