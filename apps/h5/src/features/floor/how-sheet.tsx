import { Sheet } from '@candor/ui'
import { useTexts } from '../../shared/i18n/index.ts'
import styles from './how-sheet.module.css'

const parts = ['price', 'hold', 'lapse', 'fee'] as const

/** How a sale on the floor works. */
export function HowSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts()
  return (
    <Sheet title={t('floor.how.title')} closeLabel={t('shared.action.close')} onClose={onClose}>
      <dl className={styles.parts}>
        {parts.map((part) => (
          <div key={part}>
            <dt>{t(`floor.how.${part}`)}</dt>
            <dd>{t(`floor.how.${part}.text`)}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  )
}
