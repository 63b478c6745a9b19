import { useState } from 'react'
import type { ReactNode } from 'react'
import { operatorConfirmationBegin, operatorPasskeys } from '@candor/api/operator'
import type { CallOf, ConfirmationView } from '@candor/api/operator'
import { call } from '../api/index.ts'
import { t } from '../i18n/index.ts'
import { ConfirmationDialog } from './confirmation-dialog.tsx'
import type { Fault } from './sign.ts'

type ActToConfirm = CallOf<typeof operatorConfirmationBegin>

interface Open {
  readonly confirmation: ConfirmationView
  readonly whole: string | null
  readonly keys: readonly string[]
  readonly end: (fault: Fault) => void
}

/**
 * Confirms acts with a passkey: `await confirm({ act, id })` before the act itself returns null when it may go on, also
 * where it needs no passkey, and otherwise what to say. `readWhole` reads the whole destination, of which the bytes
 * name the ends. `dialog` is drawn by the caller.
 */
export function useConfirmation(): {
  readonly confirm: (act: ActToConfirm, readWhole?: () => Promise<string | null>) => Promise<Fault>
  readonly dialog: ReactNode
} {
  const [open, setOpen] = useState<Open | null>(null)
  const confirm = async (act: ActToConfirm, readWhole?: () => Promise<string | null>): Promise<Fault> => {
    const begun = await call(operatorConfirmationBegin, act)
    if (!begun.ok) return begun.msg
    const confirmation = begun.value
    if (confirmation === null) return null
    const [whole = null, keys] = await Promise.all([readWhole?.(), call(operatorPasskeys, {})])
    const { promise, resolve } = Promise.withResolvers<Fault>()
    setOpen({
      confirmation,
      whole,
      keys: keys.ok ? keys.value.items.map(({ name }) => name) : [],
      end: (fault) => {
        setOpen(null)
        resolve(fault)
      },
    })
    return promise
  }
  const dialog =
    open === null ? null : (
      <ConfirmationDialog
        confirmation={open.confirmation}
        whole={open.whole}
        keys={open.keys}
        onSigned={() => open.end(null)}
        onClose={() => open.end(t('shared.confirmation.cancelled'))}
      />
    )
  return { confirm, dialog }
}
