import * as z from 'zod/mini'
import { assetName, decimalText, timeMs } from './fields.ts'
import { customerOperation } from './operation.ts'

const base64Text = z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/))

/** A snapshot of all liabilities, and where the events log holds it. */
const snapshotView = z.object({
  id: z.string(),
  /** The instant that was counted. */
  atMs: timeMs,
  /** The entry of the log, in base64: roots, totals and the heads of the ledger's hash chains. */
  event: base64Text,
  shard: z.string(),
  index: z.int(),
})

/** A customer's leaf of one asset. docs/solvency.md describes its bytes, which are in base64. */
const ownLeafView = z.object({
  asset: assetName,
  leaf: base64Text,
  /** Known to the customer alone; with the account number it makes the tag of the leaf. */
  secret: base64Text,
  position: z.int(),
  /** Sum and hash of each sibling up to the root. */
  path: base64Text,
})

/** The file by which customers prove anywhere that they were counted. It shows their balances. */
export const ownLeavesFile = z.object({
  format: z.literal('candor-own-leaves/1'),
  account: z.string(),
  snapshot: z.object({ event: base64Text, shard: z.string(), index: z.int() }),
  leaves: z.array(ownLeafView),
})
export type OwnLeavesFile = z.output<typeof ownLeavesFile>

export const transparencyOwnLiability = customerOperation('transparency/own_liability', 'login', {
  summary:
    "The customer's own leaves in the newest published snapshot of all liabilities, with their paths. Without leaves where the account is newer, and without a snapshot before the first is published.",
  output: z.object({ snapshot: z.nullable(snapshotView), leaves: z.array(ownLeafView) }),
})

const assetTotals = z.object({
  asset: assetName,
  /** The sum of the six parts. The tree proves the sum; the split is the house's own statement. */
  total: decimalText,
  available: decimalText,
  /** For open contracts and for withdrawals under way. */
  held: decimalText,
  invested: decimalText,
  /** Interest so far of orders that are earning. */
  accrued: decimalText,
  escrow: decimalText,
  /** Wallets of merchants that are not the house. */
  merchants: decimalText,
  /** What the house would pay above the stakes if every open contract won; not part of the total. */
  openPayout: decimalText,
  /** Leaves of the tree, padding included. */
  leaves: z.int(),
  /** The hash at the root, in hexadecimal. */
  root: z.string(),
})

export const transparencySolvency = customerOperation('transparency/solvency', 'public', {
  summary:
    'What is owed to all customers together, as last counted and published in the events log. It proves what is owed, not what is held.',
  output: z.object({
    snapshot: z.nullable(snapshotView),
    assets: z.array(assetTotals),
    /** The share of customers whose app read its own proof in the last 30 days, in hundredths of a percent. */
    checkedShareBps: z.nullable(z.int()),
  }),
})
