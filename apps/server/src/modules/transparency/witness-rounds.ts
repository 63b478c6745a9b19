import { parseNote, signatureLine } from '@candor/proof'
import type { Clock } from '../../platform/clock.ts'
import { startRounds } from '../../platform/rounds.ts'
import type { Rounds } from '../../platform/rounds.ts'
import type { Database } from '../../platform/transaction.ts'
import type { LogsOptions } from './log-folder.ts'
import { readGuards } from './guard-store.ts'
import type { Guard } from './guard-store.ts'
import { logNames } from './log-names.ts'
import type { LogName } from './log-names.ts'
import type { LogSigner } from './log-signer.ts'
import type { Cosignature } from './sealer.ts'
import { askWitness } from './witness-ask.ts'
import type { AskResult, OfferedHead, WitnessOutcome } from './witness-ask.ts'
import type { CallLimits } from './witness-call.ts'
import { readWitnessList } from './witness-list.ts'
import type { Witness, WitnessList, WitnessSettings } from './witness-list.ts'
import { keepCosignature, listWitnesses, readCosignedHeads } from './witness-store.ts'

/** How often the settings are read again. */
const lookMs = 1_000
/** The interval at which witnesses are asked. All are offered the same checkpoint, so that one can have a quorum. */
const askMs = 10_000
/** After failures in a row a witness is asked less often, up to this interval. */
const mostBackoffMs = 60_000

/** A verified cosignature that has been stored. */
export interface NewCosignature extends Cosignature {
  readonly log: LogName
}

export interface WitnessRoundsOptions extends WitnessSettings, LogsOptions {
  /** As the role of the log; not the sealers', so that they never wait for it. */
  readonly pool: Database
  /** The present key of each log, and the one from before where there is one. */
  readonly signers: Readonly<Record<LogName, { readonly signer: LogSigner; readonly former: LogSigner | null }>>
  readonly clock: Clock
  readonly limits?: CallLimits
  /** From 0 up to 1, for the jitter of intervals. */
  readonly random?: () => number
  readonly onCosigned?: (cosigned: NewCosignature) => void
  readonly onAsked?: (asked: {
    readonly witness: string
    readonly log: LogName
    readonly outcome: WitnessOutcome
  }) => void
  /** Called with the names of all witnesses when the list is another one. */
  readonly onListed?: (names: readonly string[]) => void
}

/** What is remembered of a witness between rounds. */
interface Standing {
  readonly witness: Witness
  /** By origin: the leaves that it has confirmed. */
  readonly sizes: Map<string, number>
  failures: number
  /** Not asked before this time. */
  waitUntilMs: number
  isAsked: boolean
  /** By log: what was last logged of it. */
  readonly texts: Map<LogName, string>
}

interface DueHead extends OfferedHead {
  /** Whether its shard still grows. */
  readonly isOpen: boolean
}

/** Starts asking the witnesses of the settings for cosignatures, without end. */
export function startWitnessRounds(options: WitnessRoundsOptions): Rounds {
  const rounds = new WitnessRounds(options)
  const { look, stop } = startRounds(() => rounds.round(), { everyMs: lookMs })
  return {
    look,
    stop: async () => {
      await stop()
      await rounds.settled()
    },
  }
}

/** Asks witnesses in rounds. No witness delays another one, or the next round for others. */
export class WitnessRounds {
  readonly #options: WitnessRoundsOptions
  #standings: Standing[] = []
  #listText: string | null = null
  #listError = ''
  #askedMs = -Infinity
  readonly #underWay = new Set<Promise<void>>()

  constructor(options: WitnessRoundsOptions) {
    this.#options = options
  }

  /** Reads the settings, and asks the witnesses where that is due. Handles its own errors. */
  async round(): Promise<void> {
    const { clock, logger } = this.#options
    try {
      const isChanged = await this.#readList()
      const sinceMs = clock.nowMs() - this.#askedMs
      if (!isChanged && sinceMs >= 0 && sinceMs < askMs) return
      this.#askedMs = clock.nowMs()
      const due = this.#standings.filter((each) => !each.isAsked && each.waitUntilMs <= clock.nowMs())
      const heads = due.length === 0 ? [] : await this.#heads()
      for (const standing of due) this.#begin(standing, heads)
    } catch (error) {
      logger.error({ err: error }, 'a round of witnesses failed: it is retried')
    }
  }

  /** Settles once no request is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay)
  }

  /** Takes changed settings over, and stores them. A policy that is none leaves the witnesses as they were. */
  async #readList(): Promise<boolean> {
    const { pool, logger, onListed } = this.#options
    let list: WitnessList
    try {
      list = await readWitnessList(this.#options)
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      if (text !== this.#listError) logger.error(`The list of witnesses is not taken over: ${text}`)
      this.#listError = text
      return false
    }
    this.#listError = ''
    const text = JSON.stringify([list.policy, list.witnesses.map(({ vkey, url, place }) => [vkey, url, place])])
    if (text === this.#listText) return false
    await listWitnesses(pool, list.witnesses, list.policy)
    const sizes = await readCosignedHeads(pool)
    const origins = new Map((await this.#guards()).map(({ log, shard, origin }) => [`${log}/${shard}`, origin]))
    const former = new Map(this.#standings.map((each) => [each.witness.vkey, each]))
    this.#standings = list.witnesses.map((witness) => {
      const own = sizes.filter(({ vkey }) => vkey === witness.vkey)
      const known = own.map(({ log, shard, size }) => [origins.get(`${log}/${shard}`) ?? '', size] as const)
      const before = former.get(witness.vkey)
      if (before !== undefined && before.witness.url === witness.url) return before
      return { witness, sizes: new Map(known), failures: 0, waitUntilMs: 0, isAsked: false, texts: new Map() }
    })
    this.#listText = text
    for (const { name, place, vkey, url } of list.witnesses)
      logger.info({ witness: name, place, url, vkey }, 'the witness is listed')
    const vkeys = new Set(list.witnesses.map(({ vkey }) => vkey))
    for (const { witness } of former.values())
      if (!vkeys.has(witness.vkey)) logger.info({ witness: witness.name }, 'the witness is not listed any more')
    onListed?.(list.witnesses.map(({ name }) => name))
    return true
  }

  async #guards(): Promise<(Guard & { readonly log: LogName })[]> {
    const { pool } = this.#options
    const shards = await Promise.all(
      logNames.map(async (log) => (await readGuards(pool, log)).map((guard) => ({ ...guard, log }))),
    )
    return shards.flat()
  }

  /** The newest checkpoint of each shard. */
  async #heads(): Promise<DueHead[]> {
    const heads: DueHead[] = []
    const guards = await this.#guards()
    for (const { log, shard, origin, size, root, note, vkey } of guards) {
      if (note === null) continue
      const lines = await this.#formerLines({ log, origin, vkey, size, root })
      const isOpen = guards.every((other) => other.log !== log || other.shard <= shard)
      heads.push({ log, shard, origin, size, root, note: `${note}${lines}`, isOpen })
    }
    return heads
  }

  /** During a change of keys, the signature by the key from before: witnesses may know only that one yet. */
  async #formerLines(head: { log: LogName; origin: string; vkey: string; size: number; root: Uint8Array }) {
    const { signer, former } = this.#options.signers[head.log]
    if (former === null || head.vkey !== signer.vkey(head.origin)) return ''
    const { signatures } = parseNote(await former.sign(head.origin, head))
    return signatures.map((signature) => `${signatureLine(signature)}\n`).join('')
  }

  #begin(standing: Standing, heads: readonly DueHead[]): void {
    standing.isAsked = true
    const work = this.#ask(standing, heads)
      .catch((error: unknown) => {
        this.#options.logger.error({ err: error, witness: standing.witness.name }, 'asking the witness failed')
      })
      .finally(() => {
        standing.isAsked = false
        this.#underWay.delete(work)
      })
    this.#underWay.add(work)
  }

  async #ask(standing: Standing, heads: readonly DueHead[]): Promise<void> {
    const { clock } = this.#options
    const { url } = standing.witness
    if (url === null) return
    for (const head of heads) {
      // A shard that has ended needs one cosignature of its last checkpoint.
      if (!head.isOpen && (standing.sizes.get(head.origin) ?? 0) >= head.size) continue
      const { outcome, text } = await this.#askOne({ ...standing, url }, head)
      this.#log(standing, head.log, { outcome, text })
      const isFailed = outcome !== 'cosigned'
      standing.failures = isFailed ? standing.failures + 1 : 0
      if (!isFailed) continue
      const backoffMs = Math.min(mostBackoffMs, askMs * 2 ** Math.min(standing.failures - 1, 10))
      standing.waitUntilMs = clock.nowMs() + backoffMs * (0.75 + 0.5 * (this.#options.random ?? Math.random)())
      // One that does not respond is not waited for again in this round.
      if (outcome === 'unreachable') return
    }
  }

  async #askOne(
    { witness, sizes, url }: Pick<Standing, 'witness' | 'sizes'> & { readonly url: string },
    head: OfferedHead,
  ): Promise<AskResult> {
    const { pool, folder, clock, limits, onCosigned } = this.#options
    const confirmedSize = sizes.get(head.origin) ?? 0
    const options = { folder, confirmedSize, nowMs: clock.nowMs(), limits }
    const result = await askWitness({ key: witness.key, url }, head, options)
    if (result.line !== null) {
      const { log, shard, size, note, origin } = head
      await keepCosignature(pool, { log, shard, size, note, vkey: witness.vkey, line: result.line })
      sizes.set(origin, size)
      onCosigned?.({ log, shard, size, vkey: witness.vkey, line: result.line })
    }
    return result
  }

  /** Logs what changes, not each failed request. */
  #log({ witness: { name }, texts }: Standing, log: LogName, { outcome, text }: Omit<AskResult, 'line'>): void {
    const { logger, onAsked } = this.#options
    onAsked?.({ witness: name, log, outcome })
    if (text === (texts.get(log) ?? '')) return
    texts.set(log, text)
    if (outcome === 'cosigned') logger.info({ witness: name, log }, 'the witness cosigns again')
    else if (outcome === 'disagrees')
      logger.fatal({ witness: name, log }, `The witness disagrees with the log: ${text}`)
    else logger.warn({ witness: name, log, outcome }, `The witness does not cosign: ${text}`)
  }
}
