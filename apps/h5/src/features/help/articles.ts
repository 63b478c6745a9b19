import { queryOptions } from '@tanstack/react-query'
import type { Language } from '@candor/api'
import { isArticleName } from './topics.ts'
import type { ArticleName } from './topics.ts'

export interface Article {
  readonly name: ArticleName
  readonly title: string
  /** Markdown, without the title. */
  readonly text: string
}

/** One late file of each language. */
const files = import.meta.glob<string>('./articles/help.*.md', { query: '?raw', import: 'default' })

/** The articles of a language. They are files of the app, so they are read without a network, too. */
export const articlesQuery = (language: Language) =>
  queryOptions({
    queryKey: ['help', language],
    queryFn: () => readArticles(language),
    staleTime: Infinity,
    networkMode: 'always',
  })

export async function readArticles(language: Language): Promise<readonly Article[]> {
  const text = await files[`./articles/help.${language}.md`]?.()
  if (text === undefined) throw new Error(`there is no help in ${language}`)
  return articlesOf(text)
}

/** The articles of a file: each begins with its title and its name, `# Swapping USD and USDT {#swap}`. */
export function articlesOf(text: string): readonly Article[] {
  return text.split(/^(?=# )/m).flatMap((part) => {
    const [heading, title = '', name = ''] = /^# (.+) \{#([\w-]+)\}\n/.exec(part) ?? ['']
    return isArticleName(name) ? [{ name, title, text: part.slice(heading.length).trim() }] : []
  })
}
