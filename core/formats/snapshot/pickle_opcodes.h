#pragma once

#include <cstdint>
#include <string_view>

namespace stagescope {

// The opcodes of Python's pickle protocols 0 to 5, named as in Python's pickletools.

/// How our machine treats an opcode.
enum class PickleTreatment : std::uint8_t {
    Unknown,  ///< no opcode of any protocol
    Value,    ///< builds plain values
    Refused,  ///< imports, calls or reaches outside of the file: never run
};

struct PickleOpcode {
    std::uint8_t code = 0;
    std::string_view name;  ///< "SETITEMS"; empty when unknown
    /// Bytes of the opcode with its arguments of fixed length; a text or number of declared length follows these.
    std::uint8_t bytes = 1;
    PickleTreatment treatment = PickleTreatment::Unknown;
};

[[nodiscard]] const PickleOpcode &pickleOpcode(std::uint8_t code);

/// Codes by their names in pickletools.
namespace pickle_code {
inline constexpr std::uint8_t kMark = '(', kStop = '.', kPop = '0', kPopMark = '1', kDup = '2', kFloat = 'F',
                              kInt = 'I', kBinInt = 'J', kBinInt1 = 'K', kLong = 'L', kBinInt2 = 'M', kNone = 'N',
                              kString = 'S', kBinString = 'T', kShortBinString = 'U', kUnicode = 'V', kBinUnicode = 'X',
                              kAppend = 'a', kDict = 'd', kEmptyDict = '}', kAppends = 'e', kGet = 'g', kBinGet = 'h',
                              kLongBinGet = 'j', kList = 'l', kEmptyList = ']', kPut = 'p', kBinPut = 'q',
                              kLongBinPut = 'r', kSetItem = 's', kTuple = 't', kEmptyTuple = ')', kSetItems = 'u',
                              kBinFloat = 'G', kProto = 0x80, kTuple1 = 0x85, kTuple2 = 0x86, kTuple3 = 0x87,
                              kNewTrue = 0x88, kNewFalse = 0x89, kLong1 = 0x8a, kLong4 = 0x8b, kBinBytes = 'B',
                              kShortBinBytes = 'C', kShortBinUnicode = 0x8c, kBinUnicode8 = 0x8d, kBinBytes8 = 0x8e,
                              kEmptySet = 0x8f, kAddItems = 0x90, kFrozenSet = 0x91, kMemoize = 0x94, kFrame = 0x95,
                              kByteArray8 = 0x96;
}  // namespace pickle_code

}  // namespace stagescope
