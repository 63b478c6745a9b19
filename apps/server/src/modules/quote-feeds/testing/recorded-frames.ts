import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { gunzipSync } from 'node:zlib'
import { readRecordingsFolder } from '../../../platform/config/index.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..', '..', '..')
/** The folder of the recordings, which no repository ships. */
const folder = resolve(root, readRecordingsFolder())

/** Whether there are recorded frames; reports their absence on standard error. */
export function hasRecordedFrames(): boolean {
  const has = existsSync(join(folder, 'wire'))
  if (!has) process.stderr.write(`recordings: skipped, there are none in ${folder}\n`)
  return has
}

/** A frame as it was on the wire, and when it was received, unix ms. */
export interface RecordedFrame {
  readonly timeMs: number
  readonly text: string
}

/** The frames of a recording: lines of a receive time in seconds or nanoseconds, and the frame. */
export function readRecordedFrames(name: string): RecordedFrame[] {
  const lines = gunzipSync(readFileSync(join(folder, 'wire', name)))
    .toString()
    .split('\n')
  return lines.flatMap((line) => {
    const match = /^(\d+)(\.\d+)?:? (\{.*)$/.exec(line)
    if (match === null) return []
    const [, whole = '', fraction = '', text = ''] = match
    const timeMs = whole.length > 12 ? Number(whole.slice(0, 13)) : Math.floor(Number(whole + fraction) * 1_000)
    return [{ timeMs, text }]
  })
}

/** The best bid and ask of a recorded Binance frame, or null for another message or pair. */
export function recordedQuote(text: string, symbol: string): { bid: string; ask: string; id: number } | null {
  const match = /"u":(\d+),"s":"(\w+)","b":"([\d.]+)","B":"[\d.]+","a":"([\d.]+)"/.exec(text)
  if (match === null || match[2] !== symbol) return null
  return { id: Number(match[1]), bid: match[3] ?? '', ask: match[4] ?? '' }
}
