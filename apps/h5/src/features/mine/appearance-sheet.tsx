import { RadioList, Sheet } from '@candor/ui'
import { appearance, themes, updowns, useTheme, useUpdown } from '../../shared/device/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import styles from './mine-page.module.css'
import { UpdownSample } from './updown-sample.tsx'

/** Theme and price colours, each applied at once. */
export function AppearanceSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts()
  const theme = useTheme()
  const updown = useUpdown()
  return (
    <Sheet title={t('mine.appearance')} closeLabel={t('shared.action.close')} onClose={onClose}>
      <h3 className={styles.section}>{t('mine.appearance.theme')}</h3>
      <div className={styles.boxed}>
        <RadioList
          label={t('mine.appearance.theme')}
          value={theme}
          onValue={appearance.setTheme}
          options={themes.map((value) => ({ value, title: t(`mine.theme.${value}`) }))}
        />
      </div>
      <h3 className={styles.section}>{t('mine.appearance.updown')}</h3>
      <div className={styles.boxed}>
        <RadioList
          label={t('mine.appearance.updown')}
          value={updown}
          onValue={appearance.setUpdown}
          options={updowns.map((value) => ({
            value,
            title: t(`mine.updown.${value}`),
            sample: <UpdownSample updown={value} />,
          }))}
        />
      </div>
    </Sheet>
  )
}
