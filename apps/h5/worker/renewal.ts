import { apiBaseOf } from '@candor/client/api-base'
import { addressOf } from '../src/shared/device/push-address.ts'
import { keepRegisteredAddress, registeredAddress } from '../src/shared/device/told-address.ts'

/**
 * The browser's push service ended or replaced the address: subscribes again, and informs the server, which recognises
 * the browser by the old one's secret. If that fails, the app does it when it is next opened.
 */
export async function renewPush(worker: ServiceWorkerGlobalScope, replaced: PushSubscription | null): Promise<void> {
  const told = await registeredAddress()
  if (told === null) return
  const options = { userVisibleOnly: true, applicationServerKey: told.publicKey }
  const address = addressOf(replaced ?? (await worker.registration.pushManager.subscribe(options)))
  const answer = await fetch(`${apiBaseOf(worker.location, false)}/api/push/renew`, {
    method: 'POST',
    body: new URLSearchParams({ oldEndpoint: told.endpoint, oldAuth: told.auth, ...address }),
  })
  const said: unknown = await answer.json()
  if (typeof said === 'object' && said !== null && Reflect.get(said, 'code') === 1)
    await keepRegisteredAddress({ ...told, ...address })
}
