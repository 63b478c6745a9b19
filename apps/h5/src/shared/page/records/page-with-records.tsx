import type { ComponentType } from 'react'
import { IconButton } from '@candor/ui'
import { ClockCounterClockwiseIcon } from '@candor/ui/icons/security'
import { useTexts } from '../../i18n/index.ts'
import { navigation } from '../app-navigation.ts'
import { Page } from '../page.tsx'

/** What the customer starts on a page that has its records behind it: the page, and the folder of its texts. */
export type RecordsName = 'recharge' | 'swap' | 'withdrawal'

/** A page with the button that opens its records. `Content` draws its `PageScreen` itself. */
export function pageWithRecords(name: RecordsName, Content: ComponentType) {
  return function TitledPage() {
    const { t } = useTexts()
    const button = (
      <IconButton label={t(`${name}.records`)} onClick={() => navigation.navigate(`${name}Records`)}>
        <ClockCounterClockwiseIcon />
      </IconButton>
    )
    return (
      <Page title={t(`${name}.title`)} signedOut={t(`${name}.signedOut`)} trailing={button}>
        <Content />
      </Page>
    )
  }
}
