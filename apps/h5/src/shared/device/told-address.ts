/** The address registered with the server: app and worker both need it, and a worker has no local storage. */
export interface RegisteredAddress {
  readonly endpoint: string
  readonly auth: string
  /** The server's key that the address was made with. */
  readonly publicKey: string
  readonly language: string
}

const cacheName = 'candor-push'
const place = '/h5/push-address'

/** The last registered address; null if there is none. */
export async function registeredAddress(): Promise<RegisteredAddress | null> {
  const kept = await (await caches.open(cacheName)).match(place)
  const read: unknown = await kept?.json()
  if (typeof read !== 'object' || read === null) return null
  const { endpoint, auth, publicKey, language }: Partial<Record<keyof RegisteredAddress, unknown>> = read
  const isSound =
    typeof endpoint === 'string' &&
    typeof auth === 'string' &&
    typeof publicKey === 'string' &&
    typeof language === 'string'
  return isSound ? { endpoint, auth, publicKey, language } : null
}

/** Stores the registered address. */
export async function keepRegisteredAddress({ endpoint, auth, publicKey, language }: RegisteredAddress): Promise<void> {
  await (await caches.open(cacheName)).put(place, Response.json({ endpoint, auth, publicKey, language }))
}

/** The server no longer notifies this browser. */
export async function forgetRegisteredAddress(): Promise<void> {
  await caches.delete(cacheName)
}
