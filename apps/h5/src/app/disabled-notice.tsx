import { useState, useSyncExternalStore } from 'react'
import { disabledAccount } from '../shared/api/index.ts'
import { loadTexts } from '../shared/i18n/index.ts'
import { lateLayer, routeOf, useLocation } from '../shared/page/index.ts'
import { useOwnTurn } from './own-turn.ts'

const DisabledDialog = lateLayer(async () => {
  const [dialog] = await Promise.all([import('../features/auth/index.ts'), loadTexts('auth')])
  return dialog.DisabledDialog
})

/** Says, once on each screen, that the account was disabled while it is signed in. Mount it for signed-in customers. */
export function DisabledNotice() {
  const { pathname } = useLocation()
  const isDisabled = useSyncExternalStore(disabledAccount.subscribe, disabledAccount.get)
  const [closedAt, setClosedAt] = useState<string | null>(null)
  const isDue = isDisabled && closedAt !== pathname && routeOf(pathname) !== 'support'
  if (!useOwnTurn(isDue)) return null
  const close = () => {
    disabledAccount.set(false)
    setClosedAt(pathname)
  }
  return <DisabledDialog onClose={close} />
}
