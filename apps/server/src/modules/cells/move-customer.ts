import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { cellOf, deliver } from './delivery.ts'
import { beginMove, endMove, switchMove } from './directory-store.ts'
import type { Move } from './directory-store.ts'
import { handOverDeposits } from './late-transfers-store.ts'
import {
  admit,
  copyLines,
  freeze,
  leave,
  readChains,
  readCopied,
  readMovedSums,
  readOpenBusiness,
  sendBalances,
  stay,
  storeArrival,
} from './moving-store.ts'
import type { OpenBusiness } from './moving-store.ts'

/** A cell's database as its owner. */
export type Cell = Database

/** The steps of a move, each named after it was done. */
export type MoveStep =
  | 'begun'
  | 'frozen'
  | 'stayed'
  | 'stored'
  | 'sent'
  | 'copied'
  | 'received'
  | 'delivered'
  | 'checked'
  | 'switched'
  | 'left'
  | 'handed-over'
  | 'admitted'
  | 'ended'

/** What a move needs. */
export interface Moving {
  readonly directory: Database
  readonly cells: ReadonlyMap<number, Cell>
  readonly nowMs: () => number
  readonly pause: (ms: number) => Promise<void>
  /** How long the customer may stay frozen while contracts run out, before the move is given up. */
  readonly patienceMs: number
  readonly onStep?: (step: MoveStep) => void
}

const lookEveryMs = 250

/**
 * Moves a customer to another cell: freezes, sends the balances, copies, checks, switches and thaws. A repetition after
 * a crash goes on where it stopped. Refused with what is open where that does not end in time; then nothing has
 * changed. Throws where a check fails: the customer stays frozen until somebody has looked.
 */
export async function moveCustomer(
  moving: Moving,
  customerId: bigint,
  toCell: number,
): Promise<Result<{ moveId: bigint; frozenForMs: number }, 'open-business'>> {
  const { directory, nowMs, onStep = () => undefined } = moving
  const move = await beginMove(directory, customerId, toCell, nowMs())
  onStep('begun')
  const source = cellOf(moving.cells, move.fromCell)
  const target = cellOf(moving.cells, move.toCell)
  const frozenMs = await freeze(source, move)
  if (frozenMs === null) {
    // A crash left a move that was given up: it ends, and another one begins.
    await endMove(directory, move.moveId)
    return moveCustomer(moving, customerId, toCell)
  }
  onStep('frozen')
  if (move.state === 'begun') {
    const open = await untilQuiet(moving, source, customerId)
    if (open.length > 0 && (await stay(source, move.moveId))) {
      onStep('stayed')
      await endMove(directory, move.moveId)
      return refuse('open-business', open)
    }
    await storeOrStay({ directory, source, target }, move, frozenMs)
    onStep('stored')
    await sendBalances(source, move.moveId)
    onStep('sent')
    await copyLines(source, target, customerId)
    onStep('copied')
    // Of these two alone: a move needs no other cell.
    const both = new Map([
      [move.fromCell, source],
      [move.toCell, target],
    ])
    await deliver(both, { to: move.toCell, onBooked: () => onStep('received') })
    onStep('delivered')
    await check({ source, target }, move)
    onStep('checked')
    await switchMove(directory, move.moveId)
  }
  onStep('switched')
  await leave(source, move.moveId)
  onStep('left')
  await handOverDeposits(source, target, move.moveId)
  onStep('handed-over')
  for (let missingMs = await admit(target, move.moveId); missingMs > 0; missingMs = await admit(target, move.moveId))
    await moving.pause(Number(missingMs))
  onStep('admitted')
  await endMove(directory, move.moveId)
  onStep('ended')
  return ok({ moveId: move.moveId, frozenForMs: nowMs() - Number(frozenMs) })
}

/** Stores the customer in the new cell before any money is sent. Where that fails, the move is given up. */
async function storeOrStay(
  { directory, source, target }: { readonly directory: Database; readonly source: Cell; readonly target: Cell },
  move: Move,
  frozenMs: bigint,
): Promise<void> {
  try {
    await storeArrival(source, target, move, frozenMs)
  } catch (error) {
    if (await stay(source, move.moveId)) await endMove(directory, move.moveId)
    throw error
  }
}

/** Waits until nothing is open of a frozen customer. Returns what is left after the patience. */
async function untilQuiet(moving: Moving, source: Cell, customerId: bigint): Promise<OpenBusiness[]> {
  const giveUpAtMs = moving.nowMs() + moving.patienceMs
  for (;;) {
    const open = await readOpenBusiness(source, customerId)
    if (open.length === 0 || moving.nowMs() >= giveUpAtMs) return open
    await moving.pause(lookEveryMs)
  }
}

/** Both cells have the same statement, hash for hash, and what was sent has arrived. */
async function check(cells: { readonly source: Cell; readonly target: Cell }, move: Move): Promise<void> {
  const copied = await readCopied(cells.target, move.customerId)
  const [old, fresh] = [
    await readChains(cells.source, move.customerId, copied),
    await readChains(cells.target, move.customerId, copied),
  ]
  const text = (chains: typeof old) =>
    chains.map(({ accountId, lines, hash }) => `${accountId}:${lines}:${hash}`).join()
  if (text(old) !== text(fresh)) throw new Error(`the statement of customer ${move.customerId} differs after its copy`)
  const { sent, received } = await readMovedSums(cells, move)
  if (sent !== received) throw new Error(`of move ${move.moveId} ${sent} were sent, and ${received} arrived`)
}
