import { Note } from '@candor/ui'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { Emphasised, useTexts } from '../../i18n/index.ts'
import styles from './interest-terms.module.css'

/** What the interest wallet is not, and who pays. */
export function InterestWarning() {
  const { t } = useTexts()
  return (
    <Note tone="attention" icon={<WarningCircleIcon size={18} />}>
      <Emphasised text={t('interest-terms.honest')} />
    </Note>
  )
}

/** What the interest wallet is not, and what an early exit costs: above the button that goes on. */
export function ShortInterestWarning() {
  const { t } = useTexts()
  return (
    <p className={styles.short} role="note">
      <Emphasised text={t('interest-terms.honest.short')} />
    </p>
  )
}
