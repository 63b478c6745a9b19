import { pushSettings, pushSubscribe } from '@candor/api'
import type { OutputOf } from '@candor/api'
import { call, callQuietly } from '../../shared/api/index.ts'
import {
  forgetRegisteredAddress,
  keepRegisteredAddress,
  registeredAddress,
  session,
} from '../../shared/device/index.ts'
import { presentAddress, pushAbility, pushAddress } from './push-device.ts'

/** A device's choice of notifications, and whether they show amounts. */
export type PushChoice = NonNullable<OutputOf<typeof pushSettings>['device']>

/**
 * Registers this device's address, choice and language with the server, asking the customer for permission if needed.
 * Null means denied.
 */
export async function registerDevice(publicKey: string, { kinds, amounts }: PushChoice) {
  const address = await pushAddress(publicKey)
  if (address === null) return null
  const language = session.language()
  const result = await call(pushSubscribe, { ...address, kinds: kinds.join(','), amounts })
  if (result.ok) await keepRegisteredAddress({ ...address, publicKey, language })
  return result
}

/**
 * Keeps notifications in the app's language, at the browser's current address if its worker could not report the
 * change, and under the server's current key: an address that was made with another key gets nothing, and is replaced.
 * Registers again only when something differs from the last registration; when not signed in, the device is
 * unregistered.
 */
export async function followDevice(isSignedIn: boolean): Promise<void> {
  if (!window.isSecureContext) return
  if (!isSignedIn) return forgetRegisteredAddress()
  if (pushAbility() !== 'able' || Notification.permission !== 'granted') return
  const [told, present] = await Promise.all([registeredAddress(), presentAddress()])
  if (told === null && present === null) return
  const settings = await callQuietly(pushSettings, {})
  if (!settings.ok) return
  const { publicKey, device } = settings.value
  if (publicKey === null || device === null) return forgetRegisteredAddress()
  const isRegistered =
    told?.endpoint === present?.endpoint &&
    told?.language === session.language() &&
    told.publicKey === publicKey &&
    (present?.publicKey ?? publicKey) === publicKey
  if (!isRegistered) await registerDevice(publicKey, device)
}
