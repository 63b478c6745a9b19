import { useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import { useLayer } from './layer.ts'

export interface DialogProps {
  readonly title: string
  readonly children: ReactNode
  /** One or two buttons, the decision first. */
  readonly actions: ReactNode
  /** Of the width of a desk's dialogs, where there is room. */
  readonly isWide?: boolean
  readonly onClose: () => void
}

/**
 * A dialog for a decision. Mount it to open, unmount it to close; Escape and the browser's back request closing through
 * `onClose`.
 */
export function Dialog({ title, children, actions, isWide = false, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayer(dialog, () => {
    onClose()
    return true
  })
  return createPortal(
    <div className={styles.layer}>
      <div className={styles.scrim} />
      <dialog
        ref={dialog}
        role="alertdialog"
        className={classNames(styles.dialog, isWide && styles.wide)}
        aria-modal="true"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
      >
        <h2 id={`${id}-title`} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        <div id={`${id}-text`} className={styles.text}>
          {children}
        </div>
        <div className={styles.actions}>{actions}</div>
      </dialog>
    </div>,
    document.body,
  )
}
