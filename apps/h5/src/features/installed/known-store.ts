/** A stored server response and its time. */
export interface KnownResponse {
  /** The query's key, as one text. */
  readonly hash: string
  readonly key: readonly unknown[]
  readonly data: unknown
  readonly atMs: number
  /** Its owner: a digest of the login, or empty for public data. */
  readonly owner: string
  /** The build that stored it: another one may expect a different shape. */
  readonly build: string
}

const store = 'known'

/** Responses stored across page loads in the browser's database. Everything here may fail: private windows deny it. */
export async function openKnownStore() {
  const database = await opened()
  const access = (mode: IDBTransactionMode) => database.transaction(store, mode).objectStore(store)
  const all = async () => (await done(access('readonly').getAll())).filter(isKnownAnswer)
  return {
    all,
    put: async (answer: KnownResponse): Promise<void> => void (await done(access('readwrite').put(answer))),
    /** Deletes everything that `isKept` rejects. */
    forget: async (isKept: (answer: KnownResponse) => boolean): Promise<void> => {
      const forgotten = (await all()).filter((answer) => !isKept(answer))
      await Promise.all(forgotten.map(({ hash }) => done(access('readwrite').delete(hash))))
    },
  }
}

export type KnownStore = Awaited<ReturnType<typeof openKnownStore>>

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open('candor', 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(store, { keyPath: 'hash' }))
  return done(request)
}

function done<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the browser keeps nothing')))
  })
}

function isKnownAnswer(stored: unknown): stored is KnownResponse {
  if (typeof stored !== 'object' || stored === null) return false
  const { hash, key, atMs, owner, build }: Partial<Record<keyof KnownResponse, unknown>> = stored
  const isNamed = typeof hash === 'string' && typeof owner === 'string' && typeof build === 'string'
  return isNamed && Array.isArray(key) && typeof atMs === 'number'
}
