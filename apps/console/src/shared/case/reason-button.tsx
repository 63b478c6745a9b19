import { useState } from 'react'
import { Button } from '@candor/ui'
import { conclude } from '../api/index.ts'
import type { Decided } from '../api/index.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import type { ReasonDialogProps } from './reason-dialog.tsx'

export interface ReasonButtonProps extends Pick<ReasonDialogProps, 'title' | 'text' | 'confirm'> {
  /** What the button says. */
  readonly label: string
  readonly send: (reason: string) => Promise<Decided>
  /** The queries to refetch afterwards. */
  readonly changes: readonly { readonly path: string }[]
  /** The message afterwards. */
  readonly done: string
}

/** The button of an act in a table or a list, which asks for its reason first. */
export function ReasonButton({ label, send, changes, done, ...dialog }: ReasonButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button tone="quiet" size="small" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen ? (
        <ReasonDialog
          {...dialog}
          onConfirm={async (reason) => conclude(await send(reason), { changes, done })}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}
