import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { classNames } from './class-names.ts'
import { CheckCircleFillIcon, WarningCircleIcon } from './icons/shell.ts'
import { currentToasts, dismissToast, subscribeToasts } from './toast-store.ts'
import type { Toast } from './toast-store.ts'
import styles from './toaster.module.css'

const shownMs = 5_000

/** Draws the toasts as a popover, so that they appear above sheets and dialogs. Mount it once. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToasts, currentToasts)
  const layer = useRef<HTMLDivElement>(null)
  const hasToasts = toasts.length > 0
  useEffect(() => {
    const element = layer.current
    if (!element || typeof element.showPopover !== 'function') return
    if (hasToasts && !element.matches(':popover-open')) element.showPopover()
    if (!hasToasts && element.matches(':popover-open')) element.hidePopover()
  }, [hasToasts])
  return (
    <div ref={layer} popover="manual" className={styles.layer}>
      <div role="status">{renderKind(toasts, 'done')}</div>
      <div role="alert">{renderKind(toasts, 'refused')}</div>
    </div>
  )
}

function renderKind(toasts: readonly Toast[], kind: Toast['kind']) {
  return toasts.filter((toast) => toast.kind === kind).map((toast) => <ToastLine key={toast.id} toast={toast} />)
}

/** Stays five seconds, longer while it is touched, hovered or focused. */
function ToastLine({ toast }: { readonly toast: Toast }) {
  const [isHeld, setHeld] = useState(false)
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  // Without a role, so that it is read as a message and not as a button.
  const holding = { tabIndex: 0, onPointerEnter: hold, onPointerLeave: release, onFocus: hold, onBlur: release }
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismissToast(toast.id), shownMs)
    return () => clearTimeout(timer)
  }, [isHeld, toast.id])
  return (
    <div className={classNames(styles.toast, styles[toast.kind])} {...holding}>
      {toast.kind === 'done' ? <CheckCircleFillIcon size={20} /> : <WarningCircleIcon size={20} />}
      <span>
        {toast.text}
        {toast.detail === undefined ? null : <span className={styles.detail}>{toast.detail}</span>}
      </span>
    </div>
  )
}
