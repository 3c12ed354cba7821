#include "core/formats/xplane/xplane_words.h"

#include "core/base/text.h"

#include <array>
#include <cstring>
#include <utility>

namespace stagescope {

namespace {

constexpr std::array kStatWords{
    std::pair(std::string_view("correlation_id"), XStatWord::CorrelationId),
    std::pair(std::string_view("memcpy_details"), XStatWord::MemcpyDetails),
    std::pair(std::string_view("memset_details"), XStatWord::MemcpyDetails),
    std::pair(std::string_view("hlo_op"), XStatWord::HloOp),
    std::pair(std::string_view("tf_op"), XStatWord::TfOp),
    std::pair(std::string_view("name"), XStatWord::Name),
    std::pair(std::string_view("group_id"), XStatWord::StepGroup),
    std::pair(std::string_view("step_num"), XStatWord::StepNumber),
    std::pair(std::string_view("step_name"), XStatWord::StepName),
    std::pair(std::string_view("hlo_category"), XStatWord::HloCategory),
    std::pair(std::string_view("flops"), XStatWord::Flops),
    std::pair(std::string_view("bytes_accessed"), XStatWord::BytesAccessed),
    std::pair(std::string_view("_pt"), XStatWord::ProducerType),
    std::pair(std::string_view("_p"), XStatWord::ProducerId),
    std::pair(std::string_view("_ct"), XStatWord::ConsumerType),
    std::pair(std::string_view("_c"), XStatWord::ConsumerId),
    std::pair(std::string_view("allocator_name"), XStatWord::AllocatorName),
    std::pair(std::string_view("bytes_allocated"), XStatWord::BytesAllocated),
    std::pair(std::string_view("bytes_reserved"), XStatWord::BytesReserved),
    std::pair(std::string_view("allocation_bytes"), XStatWord::AllocationBytes),
    std::pair(std::string_view("addr"), XStatWord::Address),
};

double realOfBits(std::uint64_t bits) {
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

}  // namespace

XStatWord statWordOf(std::string_view name) {
    for (const auto &[known, word] : kStatWords) {
        if (known == name) {
            return word;
        }
    }
    return XStatWord::Other;
}

double XStat::real() const {
    return type == Type::Real     ? realOfBits(number)
           : type == Type::Signed ? static_cast<double>(static_cast<std::int64_t>(number))
                                  : static_cast<double>(number);
}

std::int64_t XStat::whole() const {
    if (type != Type::Real) {
        return type == Type::Text ? wholeNumber<std::int64_t>(text).value_or(0) : static_cast<std::int64_t>(number);
    }
    const auto value = realOfBits(number);
    constexpr double kLimit = 9e18;
    return value > -kLimit && value < kLimit ? static_cast<std::int64_t>(value) : 0;
}

XStat parseXStat(std::string_view message) {
    XStat stat;
    const auto take = [&stat](XStat::Type type, std::uint64_t number, std::string_view text = {}) {
        stat.type = type;
        stat.number = number;
        stat.text = text;
        return true;
    };
    forEachField(message, [&](ProtoReader &field) {
        switch (field.tag_and_type()) {
            case varintField(1):
                stat.metadata = field.get_int64();
                return true;
            case fixed64Field(2):
                return take(XStat::Type::Real, field.get_fixed64());
            case varintField(3):
                return take(XStat::Type::Unsigned, field.get_uint64());
            case varintField(4):
                return take(XStat::Type::Signed, field.get_uint64());
            case bytesField(5):
                return take(XStat::Type::Text, 0, viewOf(field));
            case bytesField(6):
            case bytesField(8):
                return take(XStat::Type::Bytes, 0, viewOf(field));
            case varintField(7):
                return take(XStat::Type::Reference, field.get_uint64());
            default:
                return false;
        }
    });
    return stat;
}

void IdPositions::add(std::int64_t id, std::uint32_t position) {
    // Dense as long as the list is not much longer than what is in it, so that damaged ids take no memory.
    constexpr std::uint64_t kSpare = 1024;
    ++m_added;
    const auto number = static_cast<std::uint64_t>(id);
    if (number < m_dense.size() || number < 2 * m_added + kSpare) {
        if (number >= m_dense.size()) {
            m_dense.resize(static_cast<std::size_t>(2 * m_added + kSpare), kNone);
        }
        m_dense[static_cast<std::size_t>(number)] = position;
        m_others.erase(id);
    } else {
        m_others[id] = position;
    }
}

XScope scopeOf(std::string_view name, std::string_view tfOp) {
    constexpr std::string_view kNothing = "XlaModule";
    const auto colon = tfOp.rfind(':');
    tfOp = tfOp.substr(0, colon);
    const auto scope = contains(name, "/") ? name : tfOp == kNothing ? std::string_view{} : tfOp;
    const auto slash = scope.rfind('/');
    return slash == std::string_view::npos ? XScope{scope, {}}
                                           : XScope{scope.substr(slash + 1), scope.substr(0, slash)};
}

std::string_view withoutNumber(std::string_view hloOp) {
    const auto dot = hloOp.rfind('.');
    const bool isNumbered = dot != std::string_view::npos && dot > 0 && dot + 1 < hloOp.size() &&
                            hloOp.find_first_not_of("0123456789", dot + 1) == std::string_view::npos;
    return isNumbered ? hloOp.substr(0, dot) : hloOp;
}

}  // namespace stagescope
