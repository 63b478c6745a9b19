/** Proposals for two people: one proposes in a dialog, another confirms or rejects. */
export { authorColumn, authorName, isAuthor } from './author.ts'
export type { Author, Proposed } from './author.ts'
export { changesIn } from './proposal-model.ts'
export { ProposalDialog } from './proposal-dialog.tsx'
export { ProposalActs, SecondPersonActs } from './second-person-acts.tsx'
