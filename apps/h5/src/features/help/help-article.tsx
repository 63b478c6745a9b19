import { LinkRow, RowList } from '@candor/ui'
import { useTexts } from '../../shared/i18n/index.ts'
import { hrefOf } from '../../shared/page/index.ts'
import { AskSupportRow } from '../../shared/page/ask-support/index.ts'
import { Markdown, markdownBlocks, useNamedHeading } from '../../shared/page/markdown/index.ts'
import type { Article } from './articles.ts'
import { helpLink } from './help-link.ts'
import styles from './help.module.css'
import { relatedTo } from './topics.ts'

export interface HelpArticleProps {
  readonly article: Article
  /** All of the language, for the titles of those to read next. */
  readonly articles: readonly Article[]
  /** The heading that the address names, from 1 on; 0 without one. */
  readonly part: number
}

/** An article: its headings as links, the text, what to read next, and the way to customer service. */
export function HelpArticle({ article, articles, part }: HelpArticleProps) {
  const { t } = useTexts()
  const headingId = useNamedHeading(part)
  const related = relatedTo(article.name).flatMap((name) => articles.find((one) => one.name === name) ?? [])
  return (
    <article className={styles.article}>
      <h2 className={styles.title}>{article.title}</h2>
      <nav aria-label={t('help.parts')}>
        <ul className={styles.parts}>
          {headingsOf(article).map((heading, index) => (
            <li key={heading}>
              <a href={hrefOf('help', { id: article.name, part: String(index + 1) })}>{heading}</a>
            </li>
          ))}
        </ul>
      </nav>
      <Markdown text={article.text} linkTo={helpLink} headingId={headingId} />
      <h3 className={styles.section}>{t('help.related')}</h3>
      <ArticleRows articles={related} />
      <AskAnyway />
    </article>
  )
}

function headingsOf({ text }: Article): string[] {
  return markdownBlocks(text, helpLink).flatMap((block) =>
    block.kind === 'heading' ? [block.spans.map((span) => span.text).join('')] : [],
  )
}

export function ArticleRows({ articles }: { readonly articles: readonly Article[] }) {
  return (
    <RowList>
      {articles.map(({ name, title }) => (
        <LinkRow key={name} href={hrefOf('help', { id: name })} title={title} />
      ))}
    </RowList>
  )
}

/** The way to customer service, below what help has to say. */
export function AskAnyway() {
  const { t } = useTexts()
  return (
    <>
      <p className={styles.section}>{t('help.ask')}</p>
      <AskSupportRow />
    </>
  )
}
