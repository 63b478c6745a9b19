import { addressOf, base64Url } from '../../shared/device/index.ts'
import type { PushAddress } from '../../shared/device/index.ts'

/** What this browser says about notifications. `insecure`: it has none for a page without https. */
export type PushAbility = 'insecure' | 'unsupported' | 'denied' | 'able'

/** Asks nobody: what the browser offers, and what the customer answered before. */
export function pushAbility(): PushAbility {
  if (!window.isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : 'able'
}

/** The worker is registered soon after the start; a browser that never gets so far has no notifications. */
const patienceMs = 15_000

/**
 * Asks the customer where they have not answered yet, and the browser's push service for an address. Null where they said no. Throws
 * where the service cannot be reached.
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
  const key = known?.options.applicationServerKey ?? null
  if (known !== null && key !== null && base64Url(key) === publicKey) return known
  await known?.unsubscribe()
  return manager.subscribe(options)
}

async function late(): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, patienceMs))
  throw new Error('there is no worker')
}

/** The address that the browser has now, without asking anybody. Null where it has none. */
export async function presentAddress(): Promise<PushAddress | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = (await registration?.pushManager.getSubscription()) ?? null
  return subscription === null ? null : addressOf(subscription)
}

/** Gives the browser's address back. */
export async function forgetPushAddress(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}
