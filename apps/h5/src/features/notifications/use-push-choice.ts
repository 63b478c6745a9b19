import { useState } from 'react'
import { pushKinds, pushSettings, pushUnsubscribe } from '@candor/api'
import type { OutputOf } from '@candor/api'
import { showToast } from '@candor/ui'
import { call, replaceResponse } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { forgetRegisteredAddress } from '../../shared/device/index.ts'
import { registerDevice } from './follow-device.ts'
import type { PushChoice } from './follow-device.ts'
import { forgetPushAddress } from './push-device.ts'

type Settings = OutputOf<typeof pushSettings>

/** A device's initial choice: everything, without amounts. */
const firstChoice: PushChoice = { kinds: [...pushKinds], amounts: 'hidden' }

/** Changes this device's choice, one change at a time. Null turns it off. */
export function usePushChoice(settings: Settings) {
  const { t } = useTexts()
  const [isBusy, setBusy] = useState(false)
  const show = (device: PushChoice | null) => replaceResponse(pushSettings, {}, { ...settings, device })
  const change = async (choice: PushChoice | null): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    try {
      await save(settings, choice, show)
    } catch {
      showToast('refused', t('notifications.failed'))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, change, turnOn: () => change(firstChoice) }
}

async function save(
  { publicKey }: Settings,
  choice: PushChoice | null,
  show: (device: PushChoice | null) => Promise<void>,
): Promise<void> {
  if (choice === null || choice.kinds.length === 0 || publicKey === null) {
    const result = await call(pushUnsubscribe, {})
    if (!result.ok) return showToast('refused', result.msg)
    await show(null)
    await forgetRegisteredAddress()
    return forgetPushAddress()
  }
  const result = await registerDevice(publicKey, choice)
  if (result === null) return
  if (result.ok) await show(choice)
  else showToast('refused', result.msg)
}
