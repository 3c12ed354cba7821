#include "core/formats/snapshot/pickle_opcodes.h"

#include <array>

namespace stagescope {

namespace {

constexpr auto kValue = PickleTreatment::Value;
constexpr auto kRefused = PickleTreatment::Refused;

constexpr auto kOpcodes = std::to_array<PickleOpcode>({
    {'(', "MARK", 1, kValue},
    {'.', "STOP", 1, kValue},
    {'0', "POP", 1, kValue},
    {'1', "POP_MARK", 1, kValue},
    {'2', "DUP", 1, kValue},
    {'F', "FLOAT", 1, kValue},
    {'I', "INT", 1, kValue},
    {'J', "BININT", 5, kValue},
    {'K', "BININT1", 2, kValue},
    {'L', "LONG", 1, kValue},
    {'M', "BININT2", 3, kValue},
    {'N', "NONE", 1, kValue},
    {'P', "PERSID", 1, kRefused},
    {'Q', "BINPERSID", 1, kRefused},
    {'R', "REDUCE", 1, kRefused},
    {'S', "STRING", 1, kValue},
    {'T', "BINSTRING", 5, kValue},
    {'U', "SHORT_BINSTRING", 2, kValue},
    {'V', "UNICODE", 1, kValue},
    {'X', "BINUNICODE", 5, kValue},
    {'a', "APPEND", 1, kValue},
    {'b', "BUILD", 1, kRefused},
    {'c', "GLOBAL", 1, kRefused},
    {'d', "DICT", 1, kValue},
    {'}', "EMPTY_DICT", 1, kValue},
    {'e', "APPENDS", 1, kValue},
    {'g', "GET", 1, kValue},
    {'h', "BINGET", 2, kValue},
    {'i', "INST", 1, kRefused},
    {'j', "LONG_BINGET", 5, kValue},
    {'l', "LIST", 1, kValue},
    {']', "EMPTY_LIST", 1, kValue},
    {'o', "OBJ", 1, kRefused},
    {'p', "PUT", 1, kValue},
    {'q', "BINPUT", 2, kValue},
    {'r', "LONG_BINPUT", 5, kValue},
    {'s', "SETITEM", 1, kValue},
    {'t', "TUPLE", 1, kValue},
    {')', "EMPTY_TUPLE", 1, kValue},
    {'u', "SETITEMS", 1, kValue},
    {'G', "BINFLOAT", 9, kValue},
    {'B', "BINBYTES", 5, kValue},
    {'C', "SHORT_BINBYTES", 2, kValue},
    {0x80, "PROTO", 2, kValue},
    {0x81, "NEWOBJ", 1, kRefused},
    {0x82, "EXT1", 1, kRefused},
    {0x83, "EXT2", 1, kRefused},
    {0x84, "EXT4", 1, kRefused},
    {0x85, "TUPLE1", 1, kValue},
    {0x86, "TUPLE2", 1, kValue},
    {0x87, "TUPLE3", 1, kValue},
    {0x88, "NEWTRUE", 1, kValue},
    {0x89, "NEWFALSE", 1, kValue},
    {0x8a, "LONG1", 2, kValue},
    {0x8b, "LONG4", 5, kValue},
    {0x8c, "SHORT_BINUNICODE", 2, kValue},
    {0x8d, "BINUNICODE8", 9, kValue},
    {0x8e, "BINBYTES8", 9, kValue},
    {0x8f, "EMPTY_SET", 1, kValue},
    {0x90, "ADDITEMS", 1, kValue},
    {0x91, "FROZENSET", 1, kValue},
    {0x92, "NEWOBJ_EX", 1, kRefused},
    {0x93, "STACK_GLOBAL", 1, kRefused},
    {0x94, "MEMOIZE", 1, kValue},
    {0x95, "FRAME", 9, kValue},
    {0x96, "BYTEARRAY8", 9, kValue},
    {0x97, "NEXT_BUFFER", 1, kRefused},
    {0x98, "READONLY_BUFFER", 1, kRefused},
});

constexpr std::array<PickleOpcode, 256> byCode() {
    std::array<PickleOpcode, 256> table{};
    for (const auto &opcode : kOpcodes) {
        table[opcode.code] = opcode;
    }
    return table;
}

constexpr auto kByCode = byCode();

}  // namespace

const PickleOpcode &pickleOpcode(std::uint8_t code) { return kByCode[code]; }

}  // namespace stagescope
