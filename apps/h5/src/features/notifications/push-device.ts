import { addressOf, base64Url } from '../../shared/device/index.ts'
import type { PushAddress } from '../../shared/device/index.ts'

/** The browser's notification support. `insecure`: it has none for a page without https. */
export type PushAbility = 'insecure' | 'unsupported' | 'denied' | 'able'

/** Checks without a prompt: the browser's support, and the customer's earlier permission. */
export function pushAbility(): PushAbility {
  if (!window.isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : 'able'
}

/** The worker is registered soon after the start; a browser where that never happens has no notifications. */
const patienceMs = 15_000

/**
 * Asks the customer for permission if needed, and the browser's push service for an address. Null when denied. Throws
 * when the service is unreachable.
 */
export async function pushAddress(publicKey: string): Promise<PushAddress | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const registration = await Promise.race([navigator.serviceWorker.ready, late()])
  return addressOf(await subscribed(registration.pushManager, publicKey))
}

/** An address that was made with another key of the server is of no use. */
async function subscribed(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const known = await manager.getSubscription()
  if (known !== null && keyOf(known) === publicKey) return known
  await known?.unsubscribe()
  return manager.subscribe(options)
}

/** The server's key that a subscription was made with; null in a browser that does not tell it. */
function keyOf(subscription: PushSubscription): string | null {
  const key = subscription.options.applicationServerKey
  return key === null ? null : base64Url(key)
}

async function late(): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, patienceMs))
  throw new Error('there is no worker')
}

/** The browser's current address, and the server's key that it was made with, if the browser tells it. */
export interface PresentAddress extends PushAddress {
  readonly publicKey: string | null
}

/** The browser's current address, without a prompt. Null if it has none. */
export async function presentAddress(): Promise<PresentAddress | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = (await registration?.pushManager.getSubscription()) ?? null
  return subscription === null ? null : { ...addressOf(subscription), publicKey: keyOf(subscription) }
}

/** Releases the browser's address. */
export async function forgetPushAddress(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}
