import type { ReactNode } from 'react'
import { Card, FactList } from '@candor/ui'
import type { Fact } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryOptions } from '@tanstack/react-query'
import type { CallFailed } from '../../api/index.ts'
import { useTexts } from '../../i18n/index.ts'
import type { MessageKey } from '../../i18n/index.ts'
import { Loaded } from '../loaded.tsx'
import { Page, PageScreen } from '../page.tsx'
import { Placeholders } from '../placeholders.tsx'
import styles from './public-figures.module.css'

export interface PublicFiguresTexts {
  readonly title: MessageKey
  /** The title of the failed state. */
  readonly failed: MessageKey
}

/** A page of figures of the house that everybody may read, with or without a login. */
export function publicFiguresPage<Figures>(
  texts: PublicFiguresTexts,
  query: UseQueryOptions<Figures, CallFailed>,
  content: (figures: Figures) => ReactNode,
) {
  return function PublicFiguresPage() {
    const { t } = useTexts()
    const figures = useQuery(query)
    return (
      <Page title={t(texts.title)}>
        <PageScreen>
          <Loaded
            queries={{ figures }}
            failed={t(texts.failed)}
            skeleton={<Placeholders className={styles.page} blocks={[180, 180]} />}
          >
            {(read) => <div className={styles.page}>{content(read.figures)}</div>}
          </Loaded>
        </PageScreen>
      </Page>
    )
  }
}

/** The name of a group of figures. */
export function FiguresName({ children }: { readonly children: ReactNode }) {
  return <h2 className={styles.name}>{children}</h2>
}

export interface NamedFactsProps {
  readonly name: ReactNode
  readonly facts: readonly Fact[]
}

/** Figures on a card, below their name. */
export function NamedFacts({ name, facts }: NamedFactsProps) {
  return (
    <section>
      <FiguresName>{name}</FiguresName>
      <Card>
        <FactList facts={facts} />
      </Card>
    </section>
  )
}
