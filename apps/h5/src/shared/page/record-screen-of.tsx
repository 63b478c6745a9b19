import type { ReactNode } from 'react'
import { Button } from '@candor/ui'
import type { Icon } from '@candor/ui'
import { useTexts } from '../i18n/index.ts'
import type { MessageKey } from '../i18n/index.ts'
import { navigation } from './app-navigation.ts'
import { EmptyState } from './empty-state.tsx'
import type { EmptyStateProps } from './empty-state.tsx'
import { Loaded } from './loaded.tsx'
import type { LoadedQuery } from './loaded.tsx'
import { Page } from './page.tsx'
import { Placeholders } from './placeholders.tsx'
import type { PlaceholdersProps } from './placeholders.tsx'
import type { RouteName } from './routes.ts'

export interface RecordScreenParts {
  readonly texts: {
    readonly title: MessageKey
    readonly failed: MessageKey
    /** Of the state that the server knows no such record. */
    readonly missing: EmptyStateProps['texts']
  }
  /** The list of all such records, offered where this one is missing. */
  readonly list: { readonly route: RouteName; readonly label: MessageKey; readonly icon: Icon }
  readonly skeleton: PlaceholdersProps
}

/** The screen of one record: `content` draws its `PageScreen` once it is loaded. */
export function recordScreenOf<Query extends LoadedQuery>(
  useRecord: (id: string) => Query,
  content: (record: Exclude<Query['data'], undefined>) => ReactNode,
  { texts, list, skeleton }: RecordScreenParts,
) {
  return function RecordScreen({ id }: { readonly id: string }) {
    const { t } = useTexts()
    const record = useRecord(id)
    const missing = (
      <EmptyState icon={list.icon} texts={texts.missing}>
        <Button onClick={() => navigation.redirect(list.route)}>{t(list.label)}</Button>
      </EmptyState>
    )
    return (
      <Page title={t(texts.title)}>
        <Loaded
          queries={{ record }}
          failed={t(texts.failed)}
          missing={missing}
          skeleton={<Placeholders {...skeleton} />}
        >
          {(read) => content(read.record)}
        </Loaded>
      </Page>
    )
  }
}
