import { Button } from '@candor/ui'
import { useTexts } from '../i18n/index.ts'
import styles from './proof-panel.module.css'

export interface ProofActsProps {
  /** Null where a check cannot be made again. */
  readonly onRetry: (() => void) | null
  /** Accepts the keys that this device does not know; null where it knows them. */
  readonly onTrust: (() => void) | null
}

/** What the customer can do about a check that has not been made. */
export function ProofActs({ onRetry, onTrust }: ProofActsProps) {
  const { t } = useTexts()
  return (
    <>
      <Act label={t('proof.retry')} onPress={onRetry} />
      <Act label={t('proof.keys.use')} onPress={onTrust} />
    </>
  )
}

function Act({ label, onPress }: { readonly label: string; readonly onPress: (() => void) | null }) {
  if (onPress === null) return null
  return (
    <div className={styles.action}>
      <Button tone="quiet" size="medium" onClick={onPress}>
        {label}
      </Button>
    </div>
  )
}
