/** Texts in a small part of Markdown: legal texts and help. */
export { Markdown, useNamedHeading } from './markdown.tsx'
export { markdownBlocks } from './markdown-model.ts'
export type { LinkTo, MarkdownBlock } from './markdown-model.ts'
