/**
 * The formats of transparency logs, without I/O and the same in the server, the browser and on the command line: Merkle
 * trees (RFC 6962), tiles, signed notes, checkpoints, cosignatures, policies and proofs of c2sp.org.
 */
export {
  ByteReader,
  ByteWriter,
  concatBytes,
  equalBytes,
  fromBase64,
  fromHex,
  parseDecimal,
  safeSize,
  toBase64,
  toHex,
  utf8Bytes,
  utf8Text,
} from './bytes.ts'
export { formatCheckpoint, maxExtensionLines, openCheckpoint, parseCheckpoint, signCheckpoint } from './checkpoint.ts'
export type { Checkpoint, VerifiedCheckpoint } from './checkpoint.ts'
export { cosignedMessage, cosigner, noteSigner, noteVerifier, parseCosignature, signWith } from './cosignature.ts'
export type { Cosignature, KeyVerifier, Sign } from './cosignature.ts'
export { verifyEd25519 } from './ed25519.ts'
export type { SignedMessage } from './ed25519-rule.ts'
export { ensure, nullIfMalformed, ProofError } from './errors.ts'
export type { ProofErrorCode } from './errors.ts'
export { Frontier, treeRoot } from './frontier.ts'
export type { CompletedNode } from './frontier.ts'
export { emptyRoot, hashBytes, leafHash, nodeHash, sha256 } from './hash.ts'
export { findInEventsLog } from './events-log.ts'
export type { LoggedEntry, SignedShards } from './events-log.ts'
export { openLogCheckpoint, verifyExtension } from './log-reader.ts'
export type { FoundEntry } from './log-reader.ts'
export { parseLogProof, serialiseLogProof, verifyLogProof } from './log-proof.ts'
export type { LogProof } from './log-proof.ts'
export { verifyMldsa44 } from './mldsa.ts'
export {
  keyIdText,
  maxNoteBytes,
  maxNoteSignatures,
  parseNote,
  parseSignatureLines,
  serialiseNote,
  signatureLine,
  signNote,
  verifyNote,
} from './note.ts'
export type { Note, NoteSignature, NoteSigner, NoteVerifier, VerifiedNote } from './note.ts'
export {
  formatSignerKey,
  formatVerifierKey,
  keyTypes,
  parseSignerKey,
  parseVerifierKey,
  signerKey,
  verifierKey,
} from './note-key.ts'
export type { KeyType, SignerKey, VerifierKey } from './note-key.ts'
export { hasQuorum, parsePolicy, policyLimits } from './policy.ts'
export type { Policy, PolicyLog, PolicyWitness, Quorum } from './policy.ts'
export { acceptCheckpoint } from './policy-checkpoint.ts'
export type { AcceptedCheckpoint } from './policy-checkpoint.ts'
export { hashesFromTiles, readVerifiedTile, verifyBundle } from './tile-reader.ts'
export type { ReadTile, TreeHead } from './tile-reader.ts'
export {
  bundlePath,
  hashOfTile,
  nodeInTile,
  maxEntryBytes,
  parseBundle,
  parseBundlePath,
  parseTile,
  parseTilePath,
  partialTiles,
  serialiseBundle,
  serialiseTile,
  tileHeight,
  tileOfNode,
  tilePath,
  tilesAdded,
  tileWidth,
  widthInTree,
} from './tiles.ts'
export type { Bundle, Tile } from './tiles.ts'
export {
  maxProofHashes,
  rootOfInclusion,
  verifyConsistency,
  verifyInclusion,
  verifySubtreeConsistency,
  verifySubtreeInclusion,
} from './tree.ts'
export type { Consistency, Inclusion, LeafRange } from './tree.ts'
export { carryOut, planConsistency, planInclusion, planRoot, planSubtreeConsistency } from './tree-plan.ts'
export type { ReadHashes, TreeNode, TreePlan } from './tree-plan.ts'
