import type { ComponentType } from 'react'
import { useTexts } from '../i18n/index.ts'
import type { MessageKey } from '../i18n/index.ts'
import { Page, PageScreen } from './page.tsx'

export interface PageTexts {
  readonly title: MessageKey
  /** What a page that needs a login says without one. */
  readonly signedOut?: MessageKey
}

/** A page that is a title above its content, which draws a `PageScreen` itself. */
export function pageOf({ title, signedOut }: PageTexts, Content: ComponentType) {
  return function TitledPage() {
    const { t } = useTexts()
    return (
      <Page title={t(title)} {...(signedOut === undefined ? {} : { signedOut: t(signedOut) })}>
        <Content />
      </Page>
    )
  }
}

/** A page that is one screen of content below its title. */
export function screenOf(texts: PageTexts, Content: ComponentType) {
  return pageOf(texts, () => (
    <PageScreen>
      <Content />
    </PageScreen>
  ))
}
