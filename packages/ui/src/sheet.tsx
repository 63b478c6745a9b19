import { useId, useRef, useState } from 'react'
import type { PointerEvent, ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from './button.tsx'
import { XIcon } from './icons/shell.ts'
import { useLayer } from './layer.ts'
import styles from './sheet.module.css'

export interface SheetProps {
  readonly title: string
  readonly closeLabel: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Before the title: a glyph for the sheet's subject. */
  readonly sign?: ReactNode
  /** Beside the title, instead of the close button's neighbour: a step, a countdown. */
  readonly aside?: ReactNode
  /** While busy it stays: the decision is on its way. */
  readonly isBusy?: boolean
}

/** Pixels that the sheet must be dragged down to close. */
const closingDragPx = 96

/**
 * A bottom sheet. Mount it to open, unmount it to close; Escape, scrim, drag and the browser's back request closing
 * through `onClose`.
 */
export function Sheet({ title, closeLabel, onClose, children, sign, aside, isBusy = false }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const headingId = useId()
  const close = () => {
    if (!isBusy) onClose()
    return !isBusy
  }
  useLayer(dialog, close)
  const drag = useSheetDrag(close)
  return createPortal(
    <div className={styles.layer}>
      <div className={styles.scrim} onClick={close} />
      <dialog
        ref={dialog}
        className={styles.sheet}
        aria-modal="true"
        aria-labelledby={headingId}
        aria-busy={isBusy || undefined}
        style={{ translate: `0 ${drag.offsetPx}px` }}
      >
        <div className={styles.handle} {...drag.handlers}>
          <span className={styles.grab} />
        </div>
        <div className={styles.head}>
          {sign}
          <h2 id={headingId} tabIndex={-1} className={styles.title}>
            {title}
          </h2>
          <div className={styles.aside}>
            {aside}
            <IconButton label={closeLabel} onClick={close} disabled={isBusy}>
              <XIcon size={20} />
            </IconButton>
          </div>
        </div>
        <div className={styles.body}>{children}</div>
      </dialog>
    </div>,
    document.body,
  )
}

function useSheetDrag(onClose: () => unknown) {
  const [startY, setStartY] = useState<number | null>(null)
  const [offsetPx, setOffsetPx] = useState(0)
  const end = () => {
    setStartY(null)
    setOffsetPx(0)
    if (offsetPx > closingDragPx) onClose()
  }
  return {
    offsetPx,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setStartY(event.clientY)
      },
      onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
        if (startY !== null) setOffsetPx(Math.max(0, event.clientY - startY))
      },
      onPointerUp: end,
      onPointerCancel: () => {
        setStartY(null)
        setOffsetPx(0)
      },
    },
  }
}
