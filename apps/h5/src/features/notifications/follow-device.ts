import { pushSettings, pushSubscribe } from '@candor/api'
import type { OutputOf } from '@candor/api'
import { call } from '../../shared/api/index.ts'
import { forgetToldAddress, keepToldAddress, toldAddress } from '../../shared/device/index.ts'
import { session } from '../../shared/session/index.ts'
import { presentAddress, pushAbility, pushAddress } from './push-device.ts'

/** What a device is told of, and whether with amounts. */
export type PushChoice = NonNullable<OutputOf<typeof pushSettings>['device']>

/** Tells the server where this device is, what it wants and in which language, asking the customer where they have not answered. Null: they said no. */
export async function tellDevice(publicKey: string, { kinds, amounts }: PushChoice) {
  const address = await pushAddress(publicKey)
  if (address === null) return null
  const language = session.language()
  const result = await call(pushSubscribe, { ...address, kinds: kinds.join(','), amounts })
  if (result.ok) await keepToldAddress({ ...address, publicKey, language })
  return result
}

/**
 * Notifications go on in the language of the app, and at the address that the browser has now, where its worker could not tell of it. Asks
 * the server only where something differs from what it was told; `isSignedIn`: or it tells this device nothing.
 */
export async function followDevice(isSignedIn: boolean): Promise<void> {
  if (!window.isSecureContext) return
  if (!isSignedIn) return forgetToldAddress()
  if (pushAbility() !== 'able' || Notification.permission !== 'granted') return
  const [told, present] = await Promise.all([toldAddress(), presentAddress()])
  if (told === null && present === null) return
  if (told?.endpoint === present?.endpoint && told?.language === session.language()) return
  const settings = await call(pushSettings, {})
  if (!settings.ok) return
  const { publicKey, device } = settings.value
  if (publicKey === null || device === null) await forgetToldAddress()
  else await tellDevice(publicKey, device)
}
