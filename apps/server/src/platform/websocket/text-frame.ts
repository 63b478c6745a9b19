const finalText = 0x81
const shortLimit = 126
const mediumLimit = 65_536

/**
 * Frames a text message as a server sends it (RFC 6455 §5.2: final, unmasked), so that one buffer serves every socket.
 */
export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text, 'utf8')
  const { length } = payload
  if (length < shortLimit) return Buffer.concat([Buffer.from([finalText, length]), payload])
  if (length < mediumLimit) {
    const header = Buffer.from([finalText, 126, 0, 0])
    header.writeUInt16BE(length, 2)
    return Buffer.concat([header, payload])
  }
  const header = Buffer.alloc(10)
  header[0] = finalText
  header[1] = 127
  header.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([header, payload])
}
