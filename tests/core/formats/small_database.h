#pragma once

#include "tests/core/formats/loaded_file.h"

#include <string>

namespace stagescope::testing {

/// A profiler database with a row or two of everything, ids and times chosen to be read easily. Times of PYTORCH_API
/// are TEXT, as the framework writes them. One process 7 with threads 70 and 71; device 3, rank 5.
inline bool writeSmallDatabase(const std::string &path) {
    WrittenDatabase db(path);
    const std::string thread70 = std::to_string((std::int64_t{7} << 32) | 70);
    const std::string thread71 = std::to_string((std::int64_t{7} << 32) | 71);
    return db.run(
        "PRAGMA page_size=1024;"
        "CREATE TABLE STRING_IDS(id INTEGER PRIMARY KEY, value TEXT);"
        "INSERT INTO STRING_IDS VALUES(0,'KERNEL_AICORE'),(1,'matmul_1'),(2,'Notify Wait'),(3,'hcom_send__344_0_1'),"
        "(4,'group_a'),(5,'launch'),(6,'MEMCPY_ASYNC'),(7,'Notify_Wait'),(8,'{''name'': ''forward_step'', "
        "''current_microbatch'': 3}'),"
        "(9,'something else'),(10,'{\"name\": \"backward_step\"}'),(11,'read'),(12,'MatMul'),"
        "(268435456,'aten::mm'),(268435457,'Enqueue'),(268435458,'Dequeue@mm'),(268435459,'ProfilerStep#2'),(268435460,"
        "'train.py(10): main');"
        "CREATE TABLE ENUM_API_TYPE(id INTEGER PRIMARY KEY, name TEXT);"
        "INSERT INTO ENUM_API_TYPE VALUES(20000,'acl'),(50001,'op'),(50002,'queue'),(50003,'trace');"
        "CREATE TABLE ENUM_HCCL_DATA_TYPE(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO ENUM_HCCL_DATA_TYPE "
        "VALUES(4,'FP32');"
        "CREATE TABLE META_DATA(name TEXT, value TEXT);"
        "INSERT INTO META_DATA "
        "VALUES('SCHEMA_VERSION','1.0.0'),('distributed_args','{\"pipeline_model_parallel_size\": 4}'),"
        "('pp_info','{\"pp_type\": \"1f1b\", \"microbatch_num\": 8}'),('ENV_VARIABLES','{\"HCCL_ALGO\": "
        "\"x\"}'),('note','hello'),"
        "('parallel_group_info','{\"group_a\": {\"group_name\": \"pp\", \"group_rank\": 1, \"global_ranks\": [1, "
        "5]}}');"
        "CREATE TABLE RANK_DEVICE_MAP(rankId INTEGER, deviceId INTEGER); INSERT INTO RANK_DEVICE_MAP "
        "VALUES(-1,3),(5,3);"
        "CREATE TABLE HOST_INFO(hostUid TEXT, hostName TEXT); INSERT INTO HOST_INFO VALUES('99','node7');"
        "CREATE TABLE NPU_INFO(id INTEGER, name TEXT); INSERT INTO NPU_INFO VALUES(3,'Ascend910B');"
        "CREATE TABLE SESSION_TIME_INFO(startTimeNs INTEGER, endTimeNs INTEGER); INSERT INTO SESSION_TIME_INFO "
        "VALUES(1000000,9000000);"
        "CREATE TABLE STEP_TIME(id INTEGER, startNs INTEGER, endNs INTEGER); INSERT INTO STEP_TIME "
        "VALUES(2,1000000,2000000);"
        "CREATE TABLE CONNECTION_IDS(id INTEGER, connectionId INTEGER); INSERT INTO CONNECTION_IDS "
        "VALUES(0,500),(1,500),(2,40),(2,41);"
        "CREATE TABLE PYTORCH_CALLCHAINS(id INTEGER, stack INTEGER, stackDepth INTEGER); INSERT INTO "
        "PYTORCH_CALLCHAINS VALUES(6,268435460,0);"
        "CREATE TABLE PYTORCH_API(startNs TEXT, endNs TEXT, globalTid INTEGER, connectionId INTEGER, name INTEGER, "
        "callchainId INTEGER, type INTEGER);"
        "INSERT INTO PYTORCH_API VALUES('1000000','1900000'," +
        thread70 +
        ",NULL,268435459,NULL,50001),"
        "('1100000','1200000'," +
        thread70 +
        ",2,268435456,6,50001),"
        "('1150000','1160000'," +
        thread70 +
        ",0,268435457,NULL,50002),"
        "('1210000','1250000'," +
        thread71 +
        ",1,268435458,NULL,50002),"
        "('1050000','1300000'," +
        thread70 +
        ",NULL,268435460,NULL,50003);"
        "CREATE TABLE CANN_API(startNs INTEGER, endNs INTEGER, type INTEGER, globalTid INTEGER, connectionId INTEGER "
        "PRIMARY KEY, name INTEGER);"
        "INSERT INTO CANN_API VALUES(1120000,1130000,20000," +
        thread70 + ",40,5),(1131000,1140000,20000," + thread70 +
        ",41,5);"
        "CREATE TABLE MSTX_EVENTS(startNs INTEGER, endNs INTEGER, eventType INTEGER, message INTEGER, globalTid "
        "INTEGER, connectionId INTEGER);"
        "INSERT INTO MSTX_EVENTS VALUES(1105000,1180000,2,8," +
        thread70 + ",40),(1300000,1400000,2,9," + thread70 +
        ",77),"
        "(1500000,1600000,2,10," +
        thread70 + ",4294967295),(2500000,2600000,2,10," + thread70 +
        ",4294967295);"
        "CREATE TABLE TASK(startNs INTEGER, endNs INTEGER, deviceId INTEGER, connectionId INTEGER, globalTaskId "
        "INTEGER, taskType INTEGER, streamId INTEGER);"
        "INSERT INTO TASK "
        "VALUES(1200000,1300000,3,40,0,0,2),(1320000,1340000,3,40,1,0,2),(1250000,1350000,3,41,2,2,9),(1400000,1410000,"
        "3,4294967295,3,6,2);"
        "CREATE TABLE COMPUTE_TASK_INFO(name INTEGER, globalTaskId INTEGER PRIMARY KEY, opType INTEGER); INSERT INTO "
        "COMPUTE_TASK_INFO VALUES(1,0,12),(1,1,12);"
        "CREATE TABLE TASK_PMU_INFO(globalTaskId INTEGER, name INTEGER, value NUMERIC); INSERT INTO TASK_PMU_INFO "
        "VALUES(0,12,1.5),(1,12,2.5);"
        "CREATE TABLE COMMUNICATION_TASK_INFO(name INTEGER, globalTaskId INTEGER, taskType INTEGER, planeId INTEGER, "
        "groupName INTEGER);"
        "INSERT INTO COMMUNICATION_TASK_INFO VALUES(3,2,7,1,4);"
        "CREATE TABLE COMMUNICATION_OP(opName INTEGER, startNs INTEGER, endNs INTEGER, connectionId INTEGER, groupName "
        "INTEGER, opId INTEGER PRIMARY KEY, dataType INTEGER, count NUMERIC, opConnectionId TEXT);"
        "INSERT INTO COMMUNICATION_OP VALUES(3,1250000,1350000,41,4,1,4,24,'344_0_1_0');"
        "CREATE TABLE HBM(deviceId INTEGER, timestampNs INTEGER, bandwidth NUMERIC, hbmId INTEGER, type INTEGER);"
        "INSERT INTO HBM VALUES(3,1100000,10,0,11),(3,1300000,30.5,0,11);"
        "CREATE TABLE GC_RECORD(startNs INTEGER, endNs INTEGER, globalTid INTEGER); INSERT INTO GC_RECORD "
        "VALUES(1700000,1710000," +
        thread70 + ");");
}

}  // namespace stagescope::testing
