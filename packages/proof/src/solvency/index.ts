/** Proof of liabilities: sum trees over what the house owes, the published snapshot, and the check of an own leaf. */
export { depthFor, leafOrder } from './leaf-order.ts'
export { fromBase64, toBase64 } from '../bytes.ts'
export { LeafMaker } from './leaf-maker.ts'
export {
  leafSecrets,
  leafSecretsBytes,
  leafSecretsWriter,
  liabilityBytes,
  liabilityOf,
  totalOf,
} from './liability-leaf.ts'
export type { Liability } from './liability-leaf.ts'
export { ownAmounts, readSnapshotEvent, snapshotAssets, sumsToTotal } from './own-leaves.ts'
export type { OwnLeaf, SumStep } from './own-leaves.ts'
export { checkOwnLiability } from './own-liability.ts'
export type { LiabilityCheck, LiabilityFailure, OwnLiability } from './own-liability.ts'
export { decodeSnapshotEvent, encodeSnapshotEvent } from './snapshot-event.ts'
export type { SnapshotEvent, SnapshotTree, StripeHead } from './snapshot-event.ts'
export { nodesOfLevel, pathOf, sumNodeBytes, SumTreeBuilder, tileNodes, tilesOfPath } from './sum-tree.ts'
export type { SumNode, SumTile, SumTreeShape } from './sum-tree.ts'
