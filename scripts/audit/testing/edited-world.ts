import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  carryOut,
  emptyRoot,
  hashesFromTiles,
  openCheckpoint,
  noteVerifier,
  parseVerifierKey,
  planConsistency,
  signerKey,
  tilePath,
  toBase64,
} from '@candor/proof'
import { verifyReceipt } from '@candor/proof/receipt'
import type { Trusted } from '@candor/proof/receipt'
import { checkOwnLiability, decodeSnapshotEvent, fromBase64 } from '@candor/proof/solvency'
import { checkLedger } from '../../../apps/server/src/modules/soundness/index.ts'
import { addOperator } from '../../../apps/server/src/modules/operator/testing/operators.ts'
import { createSolvencyService, takeSnapshot } from '../../../apps/server/src/modules/solvency/index.ts'
import { logNames } from '../../../apps/server/src/modules/transparency/index.ts'
import { SealedComparison } from '../../../apps/server/src/modules/transparency/sealed-comparison.ts'
import { openReceiptWorld } from '../../../apps/server/src/modules/transparency/testing/receipt-world.ts'
import { createLogger } from '../../../apps/server/src/platform/logger.ts'
import type { ClonedDatabase } from '../../../apps/server/src/platform/postgres/test-template.ts'
import { Witness } from '../../../apps/launcher/src/witness/add-checkpoint.ts'
import type { SeenCheckpoint } from '../../../apps/launcher/src/witness/add-checkpoint.ts'
import { auditFolder, openAuditWorld } from './audit-world.ts'
import type { AuditWorld } from './audit-world.ts'

/** What may notice an edit that was made behind the product's back. */
export type Catcher = 'app' | 'auditor' | 'witness' | 'own checks'

/** How many seals after an edit each catcher has noticed it first; those that never do are left out. */
export type Caught = Partial<Record<Catcher, number>>

interface Order {
  readonly customerId: bigint
  readonly orderId: bigint
}

const mostSeals = 2
const accountOf = (customerId: bigint) => String(10_000_000n + customerId)

/** Books and logs of a superuser, with a customer, an auditor and a witness who have seen them before the edit. */
export class EditedWorld {
  readonly world: AuditWorld
  readonly trusted: Trusted
  readonly order: Order
  readonly #seen = new Map<string, SeenCheckpoint>()
  readonly #witness: Witness
  #isWitnessRefusing = false
  #hasSealerStopped = false
  #auditors = 0

  private constructor(
    world: AuditWorld,
    trusted: Trusted,
    order: Order,
    witness: (seen: Map<string, SeenCheckpoint>) => Witness,
  ) {
    this.world = world
    this.trusted = trusted
    this.order = order
    this.#witness = witness(this.#seen)
  }

  static async open(database: ClonedDatabase): Promise<EditedWorld> {
    const world = await openAuditWorld(database)
    const { receipts, trusted } = await openReceiptWorld(world.ledger.app, world.logs)
    const order = await world.trade()
    await addOperator(world.ledger.owner, { name: 'mia', roles: ['desk'] })
    await takeSnapshot(world.ledger.app, null)
    await world.seal()
    // Signs the acceptance, whose key is announced with the next seal.
    await receipts.ofOrder(order.customerId, String(order.orderId))
    await world.seal()
    const keys = await trusted()
    const key = await signerKey({ name: 'club.test/witness', type: 'cosignature', seed: new Uint8Array(32).fill(4) })
    const edited = new EditedWorld(world, keys, order, (seen) => witnessOf(key, keys, seen))
    const before = await edited.caught()
    if (before.length > 0) throw new Error(`caught before any edit: ${before.join(', ')}`)
    return edited
  }

  /** Runs statements as a superuser whom no trigger stops. */
  async asSuperuser(...statements: readonly string[]): Promise<void> {
    const client = await this.world.ledger.owner.connect()
    try {
      await client.query("set session_replication_role = 'replica'")
      for (const statement of statements) {
        const { rowCount } = await client.query(statement)
        if (rowCount === null || rowCount === 0) throw new Error('nothing was edited')
      }
    } finally {
      await client.query('reset session_replication_role')
      client.release()
    }
  }

  /** Seals more than a tile of slots: a sealer that starts reads the earlier frames no more. */
  async sealPastTile(): Promise<void> {
    await this.world.price(this.world.ledger.slot + 300)
    await this.world.seal()
  }

  /** Removes a signed log and signs another history of the same shard. */
  async signAnotherHistory(): Promise<void> {
    await this.asSuperuser(
      "delete from transparency.kept_checkpoint where name = 'ticks'",
      "update transparency.log set size = 0, root = sha256(''), note = null, signed_ms = null where name = 'ticks'",
    )
    await rm(join(this.world.folder, 'ticks'), { recursive: true })
    await this.world.seal()
  }

  /** The seals after which each catcher notices what was edited. Between two seals are five seconds and a snapshot. */
  async catchers(): Promise<Caught> {
    const found: Caught = {}
    for (let seals = 0; seals <= mostSeals; seals += 1) {
      if (seals > 0) await this.#goOn()
      for (const catcher of await this.caught()) found[catcher] ??= seals
    }
    return found
  }

  /** Who notices something now. */
  async caught(): Promise<Catcher[]> {
    const found: Catcher[] = []
    if (!(await this.#isSoundForCustomer())) found.push('app')
    if (!(await this.#isSoundForAuditors())) found.push('auditor')
    if (!(await this.#isCosigned())) found.push('witness')
    if (!(await this.#passesOwnChecks())) found.push('own checks')
    return found
  }

  async #goOn(): Promise<void> {
    await this.world.price(this.world.ledger.slot + 9)
    await takeSnapshot(this.world.ledger.app, null)
    // A sealer that begins with edited entries stops, which is a check of its own.
    await this.world.seal().catch((error: unknown) => {
      if (!(error instanceof Error && error.message.includes('do not lead to the root'))) throw error
      this.#hasSealerStopped = true
    })
  }

  /** The customer's app: the receipt of the order, and the own leaf among the liabilities. */
  async #isSoundForCustomer(): Promise<boolean> {
    const { customerId, orderId } = this.order
    const { receipts } = await openReceiptWorld(this.world.ledger.app, this.world.logs)
    const found = await receipts.ofOrder(customerId, String(orderId)).catch((error: unknown) => {
      // The server makes no receipt of an order that differs from the sealed one, and the app says so.
      if (error instanceof Error && error.message.includes('are not those that the log has sealed')) return null
      throw error
    })
    if (found === null) return false
    if (!found.ok || found.value.state !== 'ready') return false
    if ((await verifyReceipt(found.value.receipt, this.trusted)).verdict !== 'passed') return false
    const { snapshot, leaves } = await createSolvencyService(this.world.ledger.app).own(customerId)
    if (snapshot === null) return false
    const event = decodeSnapshotEvent(fromBase64(snapshot.event))
    return leaves.every(({ leaf, secret, path, position }, index) => {
      const own = {
        asset: index + 1,
        position,
        leaf: fromBase64(leaf),
        secret: fromBase64(secret),
        path: fromBase64(path),
      }
      return checkOwnLiability(event, accountOf(customerId), own).ok
    })
  }

  /** One auditor goes on from what it remembers, another begins. */
  async #isSoundForAuditors(): Promise<boolean> {
    this.#auditors += 1
    const states = [join(this.world.folder, 'auditor'), join(this.world.folder, `auditor-${this.#auditors}`)]
    const codes = []
    for (const state of states) codes.push((await auditFolder(this.world.folder, state)).code)
    return codes.every((code) => code === 0)
  }

  async #isCosigned(): Promise<boolean> {
    for (const name of ['ticks', 'events'] as const) {
      const request = await this.#requestOf(name)
      const { status } = request === null ? { status: 200 } : await this.#witness.addCheckpoint(request)
      if (status !== 200) this.#isWitnessRefusing = true
    }
    return !this.#isWitnessRefusing
  }

  /** What the operator asks a witness; null where the witness has cosigned the checkpoint. */
  async #requestOf(name: 'ticks' | 'events'): Promise<Uint8Array | null> {
    const folder = join(this.world.folder, name, '2026h1')
    const note = await readFile(join(folder, 'checkpoint'), 'utf8')
    const { checkpoint } = await openCheckpoint(note, this.trusted[name].map(parseVerifierKey).map(noteVerifier))
    const seen = this.#seen.get(checkpoint.origin) ?? { size: 0, root: emptyRoot }
    if (seen.size === checkpoint.size && toBase64(seen.root) === toBase64(checkpoint.root)) return null
    const read = hashesFromTiles(checkpoint, async (tile) =>
      Uint8Array.from(await readFile(join(folder, tilePath(tile)))),
    )
    const sizes = { oldSize: seen.size, newSize: checkpoint.size }
    const isProven = seen.size > 0 && seen.size < checkpoint.size
    // Without sound tiles there is no proof to give.
    const proof = isProven ? await carryOut(planConsistency(sizes), read).catch(() => []) : []
    const lines = proof.map((hash) => `${toBase64(hash)}\n`).join('')
    return new TextEncoder().encode(`old ${seen.size}\n${lines}\n${note}`)
  }

  async #passesOwnChecks(): Promise<boolean> {
    if (this.#hasSealerStopped) return false
    const { owner, app } = this.world.ledger
    const { mismatches } = await checkLedger(app)
    const { rows } = await owner.query<{ broken_seq: bigint | null }>('select broken_seq from audit.verify()')
    return mismatches.length === 0 && rows[0]?.broken_seq === null && (await this.#isStoredAsSealed())
  }

  /** What the process of the logs does in steps: a pass over all that is stored. */
  async #isStoredAsSealed(): Promise<boolean> {
    const { pool, folder } = this.world.logs
    const logger = createLogger({ level: 'silent', role: 'test' })
    const differing = new Map<string, number>()
    const comparison = new SealedComparison({
      pool,
      folder,
      logger,
      passMs: 0,
      onCompared: ({ name, differences }) => differing.set(name, differences),
    })
    for (const name of logNames) while (!(await comparison.step(name)));
    return [...differing.values()].every((count) => count === 0)
  }
}

type SignerKey = Awaited<ReturnType<typeof signerKey>>

function witnessOf(key: SignerKey, { ticks, events }: Trusted, seen: Map<string, SeenCheckpoint>): Witness {
  const keys = [...ticks, ...events].map(parseVerifierKey)
  return new Witness({
    key,
    state: {
      read: (origin) => Promise.resolve(seen.get(origin) ?? null),
      write: (origin, checkpoint) => {
        seen.set(origin, checkpoint)
        return Promise.resolve()
      },
    },
    keysOf: (origin) => Promise.resolve(keys.filter(({ name }) => name === origin)),
    nowSeconds: () => 1_767_600_000,
  })
}
