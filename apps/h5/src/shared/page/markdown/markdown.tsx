import { Fragment, useEffect, useId } from 'react'
import type { ReactNode } from 'react'
import { markdownBlocks } from './markdown-model.ts'
import type { LinkTo, MarkdownBlock, MarkdownSpan } from './markdown-model.ts'
import styles from './markdown.module.css'

export interface MarkdownProps {
  readonly text: string
  /** The language of the text, where it may be another one than the app's. */
  readonly lang?: string | undefined
  /** Left out for links to pages and mailboxes. */
  readonly linkTo?: LinkTo
  /** Gives the headings below the first an address: their number from 1 on, after this. */
  readonly headingId?: string
  /** Draws a button beside a heading that has an address, given its number and its words. */
  readonly headingAction?: (heading: number, title: string) => ReactNode
}

/** Draws a Markdown text. Its first heading is left out: the screen or sheet has it as its title. */
export function Markdown({ text, lang, linkTo, headingId, headingAction }: MarkdownProps) {
  const blocks = markdownBlocks(text, linkTo)
  const [first, ...rest] = blocks
  const shown = first?.kind === 'heading' && first.level === 1 ? rest : blocks
  const headings = shown.filter(({ kind }) => kind === 'heading')
  return (
    <div className={styles.body} lang={lang}>
      {/* A text is constant, so the index identifies a block. */}
      {shown.map((block, index) => {
        if (headingId === undefined || block.kind !== 'heading')
          return <Block key={index} block={block} id={undefined} />
        const heading = headings.indexOf(block) + 1
        const action = headingAction?.(heading, block.spans.map((span) => span.text).join(''))
        return action === undefined ? (
          <Block key={index} block={block} id={headingId + heading} />
        ) : (
          <div key={index} className={styles.heading}>
            <Block block={block} id={headingId + heading} />
            {action}
          </div>
        )
      })}
    </div>
  )
}

function Block({ block, id }: { readonly block: MarkdownBlock; readonly id: string | undefined }) {
  if (block.kind === 'paragraph') {
    return (
      <p>
        <Spans spans={block.spans} />
      </p>
    )
  }
  if (block.kind === 'heading') {
    const Heading = block.level === 3 ? 'h4' : 'h3'
    return (
      <Heading id={id} tabIndex={id === undefined ? undefined : -1}>
        <Spans spans={block.spans} />
      </Heading>
    )
  }
  const List = block.isNumbered ? 'ol' : 'ul'
  return (
    <List>
      {block.items.map((spans, index) => (
        <li key={index}>
          <Spans spans={spans} />
        </li>
      ))}
    </List>
  )
}

function Spans({ spans }: { readonly spans: readonly MarkdownSpan[] }) {
  return spans.map((span, index) => (
    <Fragment key={index}>
      {span.kind === 'link' ? <Link span={span} /> : span.kind === 'bold' ? <b>{span.text}</b> : span.text}
    </Fragment>
  ))
}

/** A screen of the app opens here, everything else in a window of its own. */
function Link({ span: { href, text } }: { readonly span: { readonly href: string; readonly text: string } }) {
  if (href.startsWith('#')) return <a href={href}>{text}</a>
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {text}
    </a>
  )
}

/** The prefix of the ids of a text's headings. Moves to the heading that the address names, from 1 on; 0 names none. */
export function useNamedHeading(part: number): string {
  const headingId = `${useId()}part`
  useEffect(() => {
    const heading = document.getElementById(headingId + part)
    heading?.scrollIntoView()
    heading?.focus({ preventScroll: true })
  }, [headingId, part])
  return headingId
}
