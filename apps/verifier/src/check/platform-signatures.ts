/** Whether the browser itself verifies Ed25519. Where it does not, the page computes the equation. */
export async function hasPlatformSignatures(): Promise<boolean> {
  try {
    await crypto.subtle.importKey('raw', basePoint(), 'Ed25519', false, ['verify'])
    return true
  } catch {
    return false
  }
}

/** The base point of the group: y = 4/5, a valid public key everywhere. */
function basePoint(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(32).fill(0x66)
  bytes[0] = 0x58
  return bytes
}
