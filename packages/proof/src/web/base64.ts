const digits = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')
const padding = 0x3d
const decoder = new TextDecoder()

/** Base64 of RFC 4648, section 4, with padding. A receipt has some thousand digits: texts are not joined by them. */
export function toBase64(bytes: Uint8Array): string {
  const codes = new Uint8Array(4 * Math.ceil(bytes.length / 3)).fill(padding)
  for (let index = 0, position = 0; index < bytes.length; index += 3, position += 4) {
    const group = ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0)
    codes[position] = digits[group >> 18] ?? 0
    codes[position + 1] = digits[(group >> 12) & 63] ?? 0
    if (index + 1 < bytes.length) codes[position + 2] = digits[(group >> 6) & 63] ?? 0
    if (index + 2 < bytes.length) codes[position + 3] = digits[group & 63] ?? 0
  }
  return decoder.decode(codes)
}
