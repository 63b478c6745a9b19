import { bundlePath, nullIfMalformed, parseBundlePath, parseTilePath, tilePath, tileWidth } from '@candor/proof'
import { logNames } from './log-names.ts'
import { checkpointFile } from './open-log.ts'
import { rawFolder, storedRawTicks } from './raw-ticks-file.ts'
import { recordsFolder, storedRecords } from './records-file.ts'

/** A served file of a log. */
export interface LogFile {
  /** Its path below the folder of the logs. */
  readonly stored: string
  /** Whether its bytes never change, and it is never removed. */
  readonly isFinal: boolean
  readonly kind: 'checkpoint' | 'handover' | 'tile' | 'compressed'
}

const pattern = new RegExp(`^(${logNames.join('|')})/(\\d{4}h[12])/([\\w/.]{1,80})$`)

/** The file of a path below `/log/`; null for a path that no log has. Takes one form of each path only. */
export function logFileOf(path: string): LogFile | null {
  const [, name, shard, rest] = pattern.exec(path) ?? []
  if (name === undefined || shard === undefined || rest === undefined) return null
  const found = fileOf(rest, name === 'events')
  return found === null ? null : { ...found, stored: `${name}/${shard}/${found.stored}` }
}

/** What `handoverPath` writes. */
const handover = /^handover\/(?:0|[1-9]\d{0,11})$/

function fileOf(rest: string, isOfEvents: boolean): LogFile | null {
  if (rest === checkpointFile) return { stored: checkpointFile, isFinal: false, kind: 'checkpoint' }
  if (isOfEvents && handover.test(rest)) return { stored: rest, isFinal: true, kind: 'handover' }
  return nullIfMalformed(() => {
    if (rest.startsWith(`${recordsFolder}/`)) {
      const bundle = parseBundlePath(rest.replace(recordsFolder, 'tile/entries'))
      return { stored: storedRecords(bundle), isFinal: bundle.width === tileWidth, kind: 'compressed' }
    }
    if (rest.startsWith(`${rawFolder}/`)) {
      const bundle = parseBundlePath(rest.replace(rawFolder, 'tile/entries'))
      return { stored: storedRawTicks(bundle), isFinal: false, kind: 'compressed' }
    }
    const isBundle = rest.startsWith('tile/entries/')
    const tile = isBundle ? { level: 0, ...parseBundlePath(rest) } : parseTilePath(rest)
    const stored = isBundle ? bundlePath(tile) : tilePath(tile)
    return { stored, isFinal: tile.width === tileWidth, kind: 'tile' }
  })
}
