import type { ComponentType } from 'react'
import { IconButton } from '@candor/ui'
import { ClockCounterClockwiseIcon } from '@candor/ui/icons/security'
import { useTexts } from '../../i18n/index.ts'
import { navigation } from '../app-navigation.ts'
import { Page } from '../page.tsx'
import type { Started } from './started-records.tsx'

/** The page where `started` begins, with the button that opens its records. `Content` draws its `PageScreen` itself. */
export function pageWithRecords(started: Started, Content: ComponentType) {
  return function TitledPage() {
    const { t } = useTexts()
    const button = (
      <IconButton label={t(`${started}.records`)} onClick={() => navigation.navigate(`${started}Records`)}>
        <ClockCounterClockwiseIcon />
      </IconButton>
    )
    return (
      <Page title={t(`${started}.title`)} signedOut={t(`${started}.signedOut`)} trailing={button}>
        <Content />
      </Page>
    )
  }
}
