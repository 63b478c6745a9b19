import { Tag } from '@candor/ui'
import { useTexts } from '../../shared/i18n/index.ts'
import { hrefOf, pathOf } from '../../shared/page/index.ts'
import styles from './practice.module.css'

/** Labels a ticket, a sheet, a position or a receipt as practice. */
export function PracticeTag() {
  return <Tag tone="sandbox">{useTexts().t('practice.tag')}</Tag>
}

/** Above the ticket: that this is practice, and the way to an account. */
export function PracticeLabel({ symbol }: { readonly symbol: string }) {
  const { t } = useTexts()
  return (
    <p className={styles.label}>
      <PracticeTag />
      <span>{t('practice.noAccount')}</span>
      <a href={hrefOf('register', { from: pathOf('contract', { symbol }) })}>{t('practice.saveShort')}</a>
    </p>
  )
}
