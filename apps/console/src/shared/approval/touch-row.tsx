import { useState } from 'react'
import { Button, CountdownRing } from '@candor/ui'
import { FingerprintSimpleIcon } from '@candor/ui/icons/console'
import { locale, t } from '../i18n/index.ts'
import { useNow } from '../case/index.ts'
import styles from './touch-row.module.css'

interface TouchRowProps {
  /** How long the browser waits for the passkey. */
  readonly timeoutMs: number
  /** The names of the passkeys that may sign; empty where they are not known. */
  readonly keys: readonly string[]
  readonly onCancel: () => void
}

const readNow = () => Date.now()

/** What the operator does now, while the browser waits for the passkey, and for how much longer it waits. */
export function TouchRow({ timeoutMs, keys, onCancel }: TouchRowProps) {
  const [endMs] = useState(() => Date.now() + timeoutMs)
  const leftMs = Math.max(0, endMs - useNow(1_000))
  return (
    <div className={styles.row}>
      <span className={styles.ring}>
        <CountdownRing diameterPx={34} strokePx={3} endMs={endMs} durationMs={timeoutMs} nowMs={readNow} hasDot />
        <FingerprintSimpleIcon size={18} />
      </span>
      <span className={styles.text}>
        <b role="status">{t('shared.confirmation.touch')}</b>
        <small>{waitingText(keys, Math.ceil(leftMs / 1_000))}</small>
      </span>
      <Button tone="quiet" size="small" onClick={onCancel}>
        {t('shared.action.cancel')}
      </Button>
    </div>
  )
}

const either = new Intl.ListFormat(locale, { type: 'disjunction' })

function waitingText(keys: readonly string[], count: number): string {
  if (keys.length === 0) return t('shared.confirmation.waiting', { count })
  const names = either.format(keys.map((name) => t('shared.confirmation.key', { name })))
  return t('shared.confirmation.waitingFor', { names, count })
}
