import { dayMs } from '@candor/formulas'

const store = 'told'

/** Ids older than this cannot come up again: results are read from the last look on. */
const keptMs = 30 * dayMs

/**
 * Takes ids that no tab of this browser has taken before: the browser's database runs the transactions of all tabs one
 * after another, so that each id is taken once. Without a database, once per page.
 */
export async function takeUntold(ids: readonly string[], nowMs: number): Promise<ReadonlySet<string>> {
  try {
    return await taken(await opened(), ids, nowMs)
  } catch {
    // Private windows may deny the database.
    const untold = ids.filter((id) => !toldHere.has(id))
    for (const id of untold) toldHere.add(id)
    return new Set(untold)
  }
}

const toldHere = new Set<string>()

function taken(database: IDBDatabase, ids: readonly string[], nowMs: number): Promise<ReadonlySet<string>> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, 'readwrite')
    const told = transaction.objectStore(store)
    const untold = new Set<string>()
    const cursor = told.index('atMs').openKeyCursor(IDBKeyRange.upperBound(nowMs - keptMs))
    cursor.addEventListener('success', () => {
      if (cursor.result === null) return
      told.delete(cursor.result.primaryKey)
      cursor.result.continue()
    })
    for (const id of ids) {
      const key = told.getKey(id)
      key.addEventListener('success', () => {
        if (key.result !== undefined || untold.has(id)) return
        untold.add(id)
        told.put({ id, atMs: nowMs })
      })
    }
    transaction.addEventListener('complete', () => {
      database.close()
      resolve(untold)
    })
    transaction.addEventListener('abort', () => {
      database.close()
      reject(transaction.error ?? new Error('the browser keeps nothing'))
    })
  })
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('candor-results', 1)
    request.addEventListener('upgradeneeded', () =>
      request.result.createObjectStore(store, { keyPath: 'id' }).createIndex('atMs', 'atMs'),
    )
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the browser keeps nothing')))
  })
}
