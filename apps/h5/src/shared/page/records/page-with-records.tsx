import type { ComponentType } from 'react'
import { IconButton } from '@candor/ui'
import { ClockCounterClockwiseIcon } from '@candor/ui/icons/security'
import { useTexts } from '../../i18n/index.ts'
import type { MessageKey } from '../../i18n/index.ts'
import { navigation } from '../app-navigation.ts'
import { Page } from '../page.tsx'
import type { RouteName } from '../routes.ts'

export interface PageWithRecordsTexts {
  readonly title: MessageKey
  readonly signedOut: MessageKey
  /** The label of the button that opens the records. */
  readonly records: MessageKey
}

/** A page with the button that opens its records. `Content` draws its `PageScreen` itself. */
export function pageWithRecords(texts: PageWithRecordsTexts, records: RouteName, Content: ComponentType) {
  return function TitledPage() {
    const { t } = useTexts()
    const button = (
      <IconButton label={t(texts.records)} onClick={() => navigation.navigate(records)}>
        <ClockCounterClockwiseIcon />
      </IconButton>
    )
    return (
      <Page title={t(texts.title)} signedOut={t(texts.signedOut)} trailing={button}>
        <Content />
      </Page>
    )
  }
}
