import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createGunzip } from 'node:zlib'

/** One recorded tick as the file has it; an empty field is null. */
export interface RecordedTick {
  readonly timeMs: number
  readonly bid: string | null
  readonly ask: string | null
  readonly last: string | null
  readonly volume: string | null
}

/** A recording named SYMBOL__RESOLUTION__PROVIDER-PERIOD.csv.gz. */
export interface RecordingName {
  readonly path: string
  readonly symbol: string
  readonly resolution: string
  readonly provider: string
}

/** When a recording was active: spans between pauses longer than `breakMs`, in recorded unix ms. */
export interface RecordingSpans {
  /** The first price in it. */
  readonly firstPrice: string | null
  readonly spans: readonly { readonly fromMs: number; readonly toMs: number }[]
}

const header = 'ts_ms,bid,ask,last,volume'

/** Only these act as ticks: a bar gives a price at its end, not when it moved. */
const tickResolutions = new Set(['tick', '1s'])

/** Lists the recordings below `folder`/data that act as ticks, in name order. Bars are left out. */
export async function listTickRecordings(folder: string): Promise<RecordingName[]> {
  const entries = await readdir(join(folder, 'data'), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => parseRecordingName(join(entry.parentPath, entry.name)))
    .filter((name) => name !== null)
    .filter((name) => tickResolutions.has(name.resolution))
    .toSorted((left, right) => (left.path < right.path ? -1 : 1))
}

/** Reads symbol, resolution and provider from a file name, or null where it does not name a recording. */
export function parseRecordingName(path: string): RecordingName | null {
  const match = /^([A-Z0-9-]+)__([0-9a-z]+)__([a-z0-9-]+?)(?:-\d{4}[\dh-]*)?\.csv\.gz$/.exec(basename(path))
  if (match === null) return null
  const [, symbol = '', resolution = '', provider = ''] = match
  return { path, symbol, resolution, provider }
}

/** Streams a recording's ticks in batches. Throws when the file is not a recording or its time goes backwards. */
export async function* readRecording(path: string): AsyncGenerator<RecordedTick[]> {
  let previousMs = -Infinity
  let isFirst = true
  for await (const lines of readLines(path)) {
    const batch: RecordedTick[] = []
    for (const line of lines) {
      if (isFirst) {
        if (line !== header) throw new Error(`${path} does not begin with ${header}`)
        isFirst = false
        continue
      }
      const tick = parseLine(line)
      if (tick === null || tick.timeMs < previousMs)
        throw new Error(`${path} has a line that cannot be replayed: ${line}`)
      previousMs = tick.timeMs
      batch.push(tick)
    }
    yield batch
  }
}

/** Reads a recording once and finds when it was active; a pause longer than `breakMs` is a break of its session. */
export async function scanRecording(path: string, breakMs: number): Promise<RecordingSpans> {
  const spans: { fromMs: number; toMs: number }[] = []
  let current: { fromMs: number; toMs: number } | undefined
  let firstPrice: string | null = null
  for await (const lines of readLines(path)) {
    for (const line of lines) {
      const timeMs = Number(line.slice(0, line.indexOf(',')))
      if (Number.isNaN(timeMs)) continue
      if (current === undefined || timeMs - current.toMs > breakMs) {
        firstPrice ??= priceOf(parseLine(line))
        current = { fromMs: timeMs, toMs: timeMs }
        spans.push(current)
      }
      current.toMs = timeMs
    }
  }
  return { spans, firstPrice }
}

function priceOf(tick: RecordedTick | null): string | null {
  return tick?.bid ?? tick?.last ?? null
}

async function* readLines(path: string): AsyncGenerator<string[]> {
  const unzipped = createReadStream(path).pipe(createGunzip())
  let rest = ''
  for await (const chunk of unzipped as AsyncIterable<Buffer>) {
    const lines = (rest + chunk.toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    yield lines
  }
  if (rest !== '') yield [rest]
}

function parseLine(line: string): RecordedTick | null {
  const [time = '', bid = '', ask = '', last = '', volume = ''] = line.split(',')
  const timeMs = Number(time)
  if (time === '' || !Number.isSafeInteger(timeMs)) return null
  return { timeMs, bid: bid || null, ask: ask || null, last: last || null, volume: volume.trimEnd() || null }
}
