/* nim_basis.h - four linear maps on 64-bit nimbers, each by the images of the bits 1, 2, 4, ... 2^63
 *
 * The nimbers below 2^64 and the polynomials over GF(2) modulo x^64 + x^4 + x^3 + x + 1 are both the field of 2^64
 * elements. NIM_FROM_POLYNOMIAL sends x^i to the i-th nim-power of r = 0x402884ca01f7c6b2, the least of the 64
 * nimbers that are roots of that polynomial; NIM_TO_POLYNOMIAL is its inverse. Squaring and the square root are
 * linear as well. test_nim_bulk.c proves all of this again from nim-products.
 *
 * Each is a list of eight entries BYTE(k, c_0, ..., c_7): the images of the eight bits of byte k. Whatever form a
 * kernel needs is derived from these by the preprocessor.
 */
#ifndef GRUNDY_MATH_NIM_BASIS_H
#define GRUNDY_MATH_NIM_BASIS_H

#define NIM_TO_POLYNOMIAL(BYTE)                                                                                 \
    BYTE(0, 0x0000000000000001, 0x19c9369f278adc02, 0xa181e7d66f5ff794, 0x447175c8e9f2810b, 0x013b052fbd1cfb5d, \
         0xea5219c0cbcf2cc9, 0x033ce8beddc8a657, 0xe6a5a1e839bfec13)                                            \
    BYTE(1, 0xf4510ae26b05e57b, 0x46a64bd1052c3d7d, 0x4822d3ffc50609b7, 0xf0ead234af96b9b0, 0x1bbc188a543904c9, \
         0xafc2a8e0263595ad, 0x09448ab38728e0f4, 0xec63eabeb0b23354)                                            \
    BYTE(2, 0x4f747c0b65c270b8, 0xa9a91c36ba8fa79e, 0x1ca5cf0268a9c377, 0xa599e33c50b2c1a8, 0xe286bff2362226d4, \
         0x4e3e47986b270a5e, 0x1e57bd24ccf26dbf, 0x1e0061cddc8af839)                                            \
    BYTE(3, 0x55a5a8fb73e89a52, 0xac9f08a3ca13ee57, 0xe9068e2ecd0cdad4, 0x1ac3b0bc28b4ae2f, 0xfcc61b00945aab71, \
         0xea6edfc553169290, 0xaba5b483132c635f, 0x4db62d2fc52dac9c)                                            \
    BYTE(4, 0x0fb2ca44b3c0087d, 0xee1e32cfd7c60974, 0x037085cac70b3162, 0xb2c47806340c249e, 0x03e75d2b8c113cea, \
         0x1b675cfe726e71cd, 0xfee89d9d817175aa, 0x55b5f5808a83e2e4)                                            \
    BYTE(5, 0xe640de66efd83fa8, 0xe7b0a3433d601d88, 0x41fb72d56cdd56bc, 0x5b6811e2077eec26, 0xf3f07cfc4b2c5006, \
         0xe8661089423f306d, 0x4f44876a1c7ee1f3, 0x4e6d398bf9d3f77f)                                            \
    BYTE(6, 0xa375f89f39bcc674, 0x0fc05cad46f77ad1, 0x582b13adb93fe11b, 0x589277beebd98202, 0x03f7bbb20b902a88, \
         0xab1ebe5d5dc2642d, 0xe1233af968a46ce5, 0xafaadd03eaa953af)                                            \
    BYTE(7, 0x13e892b642b84644, 0x40600e59dc9dea10, 0xf3a112fc521dfd70, 0xf244793a973c9bb1, 0xef58c0c14fe750de, \
         0xfe4005b160f30ef1, 0xf709f095dd0acaaa, 0x63e2cd0b82c7f639)

#define NIM_FROM_POLYNOMIAL(BYTE)                                                                               \
    BYTE(0, 0x0000000000000001, 0x402884ca01f7c6b2, 0x67b6b2738cebd285, 0x450aaea4fb026608, 0x57333e327abec1b2, \
         0x7add1bd615618254, 0x6071ef5f02cc6611, 0x2bcb6c59c789876d)                                            \
    BYTE(1, 0x7b4c9fe65c7e330a, 0x59404d1bea4fbfea, 0x45229857d7effc07, 0x1ab3375bcd0af1ed, 0x533e1b5aa5ddf056, \
         0x7bdcca443fadbb21, 0x3b6d1ced559cac31, 0x58d0f5c0b6cf6189)                                            \
    BYTE(2, 0x4465899fcf2f1126, 0x603b1f59c9878c1d, 0x73d505ddd1eee2f4, 0x39140f0e4e46b813, 0x6048dd5e2d6e192d, \
         0x5137ebb25487822a, 0x160d35aadd755121, 0x0ff52b20ad95a316)                                            \
    BYTE(3, 0x7d363e411696aa03, 0x43aa03fed98878da, 0x44a3e654212c7680, 0x0f590799b41dd6f6, 0x23df5fe4317c23b0, \
         0x30768845d4337f81, 0x7293b3a19b3d9965, 0x7ed85acc4447bd43)                                            \
    BYTE(4, 0x61aba5e91eb2264f, 0x29e4b91ff4a9ee3c, 0x5357a13cb6be4e83, 0x6717df64a10d80db, 0x494f77aadaac7b5c, \
         0x15e01d1ef73c7810, 0x20d8f54f16c73adb, 0x5bd05ded6dd9fd64)                                            \
    BYTE(5, 0x531ef2bdfe3377fd, 0x0812e642a8e280f2, 0x7e7a321b5fc2548b, 0x148356aa593f06ff, 0x1d67c92d58e03396, \
         0x0f773c357014afae, 0x09c2ccdb6aa4117e, 0x5f56e3db667732eb)                                            \
    BYTE(6, 0x4110900b6ac1097a, 0x01bd20303c3dd7c2, 0x65abc5c4ea767c39, 0x08e8afc32fd425b6, 0x61170a7bc5c54288, \
         0x4c606104313cd779, 0x0923d24e116c2748, 0x240f69dbd65200f9)                                            \
    BYTE(7, 0x36935ed2bb5e7382, 0x371a9fb61e058623, 0x2ce804a2183b084a, 0x23ab63a73787cfeb, 0x48ad61e8d632c532, \
         0xaede7f7bed8d5e21, 0x43558cbcd7d56a92, 0xd1552b75292a6e2e)

#define NIM_SQUARE(BYTE)                                                                                        \
    BYTE(0, 0x0000000000000001, 0x0000000000000003, 0x0000000000000006, 0x000000000000000d, 0x0000000000000018, \
         0x0000000000000034, 0x0000000000000067, 0x00000000000000de)                                            \
    BYTE(1, 0x0000000000000180, 0x0000000000000340, 0x0000000000000670, 0x0000000000000de0, 0x000000000000185d, \
         0x00000000000034fb, 0x000000000000678f, 0x000000000000de4a)                                            \
    BYTE(2, 0x0000000000018000, 0x0000000000034000, 0x0000000000067000, 0x00000000000de000, 0x0000000000185d00, \
         0x000000000034fb00, 0x0000000000678f00, 0x0000000000de4a00)                                            \
    BYTE(3, 0x0000000001805ede, 0x000000000340f9b9, 0x00000000067082f2, 0x000000000de041a1, 0x00000000185d89d4, \
         0x0000000034fb47bc, 0x00000000678f71fe, 0x00000000de4ae3a9)                                            \
    BYTE(4, 0x0000000180000000, 0x0000000340000000, 0x0000000670000000, 0x0000000de0000000, 0x000000185d000000, \
         0x00000034fb000000, 0x000000678f000000, 0x000000de4a000000)                                            \
    BYTE(5, 0x000001805ede0000, 0x00000340f9b90000, 0x0000067082f20000, 0x00000de041a10000, 0x0000185d89d40000, \
         0x000034fb47bc0000, 0x0000678f71fe0000, 0x0000de4ae3a90000)                                            \
    BYTE(6, 0x000180005e4ade4a, 0x00034000f9c5b9c5, 0x0006700082ecf2ec, 0x000de0004198a198, 0x00185d00895ad45a, \
         0x0034fb0047f5bcf5, 0x00678f00718cfe8c, 0x00de4a00e348a948)                                            \
    BYTE(7, 0x01805ede803ddee3, 0x0340f9b9402bb992, 0x067082f270dff22d, 0x0de041a1e0baa11b, 0x185d89d45daad47e, \
         0x34fb47bcfb55bce9, 0x678f71fe8fccfe32, 0xde4ae3a94a88a921)

#define NIM_SQRT(BYTE)                                                                                          \
    BYTE(0, 0x0000000000000001, 0x0000000000000003, 0x0000000000000007, 0x000000000000000e, 0x000000000000001e, \
         0x0000000000000039, 0x000000000000007c, 0x00000000000000e8)                                            \
    BYTE(1, 0x00000000000001e8, 0x0000000000000394, 0x00000000000007cf, 0x0000000000000e8a, 0x0000000000001ee0, \
         0x0000000000003990, 0x0000000000007cc0, 0x000000000000e880)                                            \
    BYTE(2, 0x000000000001e880, 0x0000000000039440, 0x000000000007cff0, 0x00000000000e8aa0, 0x00000000001ee02d, \
         0x000000000039901b, 0x00000000007cc092, 0x0000000000e88071)                                            \
    BYTE(3, 0x0000000001e8e800, 0x0000000003949400, 0x0000000007cfcf00, 0x000000000e8a8a00, 0x000000001ee0e000, \
         0x0000000039909000, 0x000000007cc0c000, 0x00000000e8808000)                                            \
    BYTE(4, 0x00000001e8808000, 0x0000000394404000, 0x00000007cff0f000, 0x0000000e8aa0a000, 0x0000001ee02d2d00, \
         0x00000039901b1b00, 0x0000007cc0929200, 0x000000e880717100)                                            \
    BYTE(5, 0x000001e8e800f1de, 0x000003949400a3b9, 0x000007cfcf00b72c, 0x00000e8a8a006e18, 0x00001ee0e0008c26, \
         0x000039909000481d, 0x00007cc0c000f593, 0x0000e8808000af72)                                            \
    BYTE(6, 0x0001e880e8800000, 0x0003944094400000, 0x0007cff0cff00000, 0x000e8aa08aa00000, 0x001ee02de02d0000, \
         0x0039901b901b0000, 0x007cc092c0920000, 0x00e8807180710000)                                            \
    BYTE(7, 0x01e8e800e8000000, 0x0394940094000000, 0x07cfcf00cf000000, 0x0e8a8a008a000000, 0x1ee0e000e0000000, \
         0x3990900090000000, 0x7cc0c000c0000000, 0xe880800080000000)

#endif
