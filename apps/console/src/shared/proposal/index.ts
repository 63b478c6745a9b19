/** What two people agree on: one proposes it in a dialog, another confirms or rejects it. */
export { changesIn } from './proposal-model.ts'
export { ProposalDialog } from './proposal-dialog.tsx'
export { SecondPersonActs } from './second-person-acts.tsx'
