import type { ComponentProps } from 'react'
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
      <Choice
        label={t('mine.appearance.theme')}
        value={theme}
        onValue={appearance.setTheme}
        options={themes.map((value) => ({ value, title: t(`mine.theme.${value}`) }))}
      />
      <Choice
        label={t('mine.appearance.updown')}
        value={updown}
        onValue={appearance.setUpdown}
        options={updowns.map((value) => ({
          value,
          title: t(`mine.updown.${value}`),
          sample: <UpdownSample updown={value} />,
        }))}
      />
    </Sheet>
  )
}

/** A choice in a box below its name. */
function Choice<Value extends string>(list: ComponentProps<typeof RadioList<Value>>) {
  return (
    <>
      <h3 className={styles.section}>{list.label}</h3>
      <div className={styles.boxed}>
        <RadioList {...list} />
      </div>
    </>
  )
}
