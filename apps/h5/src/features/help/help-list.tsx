import { useId, useMemo } from 'react'
import { LinkRow, RowList, SearchBox, StatePanel } from '@candor/ui'
import { MagnifyingGlassIcon } from '@candor/ui/icons/trade'
import { useTexts } from '../../shared/i18n/index.ts'
import { hrefOf, navigation, useRouteParams } from '../../shared/page/index.ts'
import type { Article } from './articles.ts'
import { ArticleRows, AskAnyway } from './help-article.tsx'
import { searchHelp } from './help-search.ts'
import type { HelpHit } from './help-search.ts'
import styles from './help.module.css'
import { articlesAbout, topicNames } from './topics.ts'
import type { TopicName } from './topics.ts'

/** The articles by topic; while a text is searched, those that contain it. The text is part of the address. */
export function HelpList({ articles }: { readonly articles: readonly Article[] }) {
  const { t } = useTexts()
  const { text = '' } = useRouteParams('help')
  const hits = useMemo(() => searchHelp(articles, text), [articles, text])
  const isSearching = text.trim() !== ''
  return (
    <>
      <search>
        <SearchBox
          className={styles.search}
          iconSize={20}
          type="search"
          enterKeyHint="search"
          label={t('help.search')}
          value={text}
          onText={(searched) => navigation.redirect('help', { text: searched })}
        />
      </search>
      <p className={styles.count} role="status">
        {isSearching ? t('help.results', { count: hits.length }) : null}
      </p>
      {isSearching ? <Hits hits={hits} text={text.trim()} /> : <Topics articles={articles} />}
      <AskAnyway />
    </>
  )
}

function Hits({ hits, text }: { readonly hits: readonly HelpHit[]; readonly text: string }) {
  const { t } = useTexts()
  if (hits.length === 0) {
    return (
      <StatePanel
        icon={<MagnifyingGlassIcon size={28} />}
        title={t('help.none.title', { text })}
        text={t('help.none.text')}
      />
    )
  }
  return (
    <RowList>
      {hits.map((hit) => (
        <LinkRow
          key={hit.article.name}
          href={hrefOf('help', { id: hit.article.name, part: hit.part === 0 ? '' : String(hit.part) })}
          title={
            <>
              {hit.article.title}
              <Excerpt hit={hit} />
            </>
          }
        />
      ))}
    </RowList>
  )
}

function Excerpt({ hit: { excerpt, from, to } }: { readonly hit: HelpHit }) {
  return (
    <span className={styles.excerpt}>
      {excerpt.slice(0, from)}
      {to > from ? <b>{excerpt.slice(from, to)}</b> : null}
      {excerpt.slice(to)}
    </span>
  )
}

function Topics({ articles }: { readonly articles: readonly Article[] }) {
  return topicNames.map((topic) => <Topic key={topic} topic={topic} articles={articles} />)
}

function Topic({ topic, articles }: { readonly topic: TopicName; readonly articles: readonly Article[] }) {
  const { t } = useTexts()
  const id = useId()
  const own = articlesAbout(topic).flatMap((name) => articles.find((one) => one.name === name) ?? [])
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.section}>
        {t(`help.topic.${topic}`)}
      </h2>
      <ArticleRows articles={own} />
    </section>
  )
}
