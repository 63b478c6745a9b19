/** The key of the test vectors of RFC 6238, appendix B. */
export const totpVectorKey = Buffer.from('12345678901234567890')

/** Seconds since 1970 and the last six of the eight digits that the RFC gives for them. */
export const totpVectors = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const
