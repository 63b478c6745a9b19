import type { FoundSession } from './session-store.ts'

interface Waiting {
  readonly hash: Buffer
  readonly resolve: (found: FoundSession | null) => void
  readonly reject: (fault: unknown) => void
}

/** Concurrent lookups: if one hangs on its connection, the others can proceed. */
const lanes = 2
const maxGroup = 500

/** Looks tokens up in batches: at once while a lane is free, otherwise together with the other waiting lookups. */
export class SessionLookup {
  private readonly findAll: (hashes: readonly Buffer[]) => Promise<readonly FoundSession[]>
  private readonly waiting: Waiting[] = []
  private busy = 0

  constructor(findAll: (hashes: readonly Buffer[]) => Promise<readonly FoundSession[]>) {
    this.findAll = findAll
  }

  /** The session of a token's hash, read after this was called, or null. */
  find(hash: Buffer): Promise<FoundSession | null> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ hash, resolve, reject })
      this.pump()
    })
  }

  private pump(): void {
    while (this.waiting.length > 0 && this.busy < lanes) {
      this.busy += 1
      void this.run(this.waiting.splice(0, maxGroup)).finally(() => {
        this.busy -= 1
        this.pump()
      })
    }
  }

  private async run(group: readonly Waiting[]): Promise<void> {
    try {
      const found = await this.findAll(group.map(({ hash }) => hash))
      const byHash = new Map(found.map((session) => [session.tokenHash.toString('base64'), session]))
      for (const { hash, resolve } of group) resolve(byHash.get(hash.toString('base64')) ?? null)
    } catch (fault) {
      for (const { reject } of group) reject(fault)
    }
  }
}
