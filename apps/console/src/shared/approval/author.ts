import { t, utcDateTime } from '../i18n/index.ts'
import type { Column } from '../page/index.ts'

/** An operator who proposed something; null for others until it is decided. */
export type Author = { readonly operatorId: string; readonly name: string } | null

/** Whether this operator is the author, who cannot be the second person. */
export function isAuthor(author: Author, operatorId: string | undefined): boolean {
  return author !== null && author.operatorId === operatorId
}

/** The author's name, or that it is hidden. */
export function authorName(author: Author): string {
  return author?.name ?? t('shared.proposal.hidden')
}

/** The state, author and reason of every proposal. */
export interface Proposed {
  readonly id: string
  readonly state: string
  readonly note: string
  readonly proposedBy: Author
  readonly proposedMs: number
}

/** The column of the author of each proposal, and when they proposed it. */
export function authorColumn(title: string): Column<Pick<Proposed, 'proposedBy' | 'proposedMs'>> {
  return {
    key: 'by',
    title,
    cell: ({ proposedBy, proposedMs }) => `${authorName(proposedBy)}, ${utcDateTime(proposedMs)}`,
  }
}
