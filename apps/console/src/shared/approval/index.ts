/**
 * Acts that one operator cannot do alone: those confirmed with a passkey over exactly what is shown, and proposals for
 * two people, of whom one proposes in a dialog, and another confirms or rejects.
 */
export { authorColumn, authorName, isAuthor } from './author.ts'
export type { Author, Proposed } from './author.ts'
export { changesIn } from './proposal-model.ts'
export { NoteProposalDialog, ProposalDialog } from './proposal-dialog.tsx'
export { ProposalActs, SecondPersonActs } from './second-person-acts.tsx'
export type { ProposalActsProps, ProposalDecisions } from './second-person-acts.tsx'
export { useConfirmation } from './use-confirmation.tsx'
