/** The bytes of a base32 text (RFC 4648) without padding, such as the secret of an authenticator. */
export function bytesOf(base32: string): Buffer {
  const bits = base32
    .split('')
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
