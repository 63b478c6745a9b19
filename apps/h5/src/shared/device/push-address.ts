/** A browser's push address, in the form of `push/subscribe`. */
export interface PushAddress {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** The address of a browser's subscription. Throws when it lacks a key. */
export function addressOf(subscription: PushSubscription): PushAddress {
  return { endpoint: subscription.endpoint, p256dh: keyOf(subscription, 'p256dh'), auth: keyOf(subscription, 'auth') }
}

function keyOf(subscription: PushSubscription, name: PushEncryptionKeyName): string {
  const key = subscription.getKey(name)
  if (key === null) throw new Error(`the browser gave no ${name}`)
  return base64Url(key)
}

/** Bytes as push services and browsers write them. */
export function base64Url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
