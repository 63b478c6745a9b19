import { Fragment } from 'react'
import { markdownBlocks } from './markdown-model.ts'
import type { MarkdownBlock, MarkdownSpan } from './markdown-model.ts'

/** Draws a Markdown text. Its first heading is left out: the screen or sheet has it as its title. */
export function Markdown({ text }: { readonly text: string }) {
  const blocks = markdownBlocks(text)
  const [first, ...rest] = blocks
  const shown = first?.kind === 'heading' && first.level === 1 ? rest : blocks
  // A text is constant, so the index identifies a block.
  return shown.map((block, index) => <Block key={index} block={block} />)
}

function Block({ block }: { readonly block: MarkdownBlock }) {
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
      <Heading>
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
      {span.kind === 'link' ? (
        <a href={span.href} target="_blank" rel="noreferrer">
          {span.text}
        </a>
      ) : span.kind === 'bold' ? (
        <b>{span.text}</b>
      ) : (
        span.text
      )}
    </Fragment>
  ))
}
