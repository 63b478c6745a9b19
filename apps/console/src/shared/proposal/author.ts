import { t } from '../i18n/index.ts'

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
