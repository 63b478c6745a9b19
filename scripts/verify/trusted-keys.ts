import { readFile, stat } from 'node:fs/promises'
import { transparencyCheckpoints } from '@candor/api'
import { ProofError, utf8Text } from '@candor/proof'
import { parseTrustedFile } from '@candor/proof/receipt'
import type { Trusted } from '@candor/proof/receipt'
import * as z from 'zod/mini'

/** A file cannot be read, or has another form. The message is one sentence. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}

/** Files above this size are neither receipts nor keys. */
const maxFileBytes = 65_536

// What was saved before the response had more members is read, too.
const saved = z.pick(transparencyCheckpoints.output, { shards: true, acceptanceVkey: true })
const savedResponse = z.object({ data: saved })

/** The keys of a file of trusted keys, or of a saved response with the shards of the log. Throws UnreadableFile. */
export async function readTrust(path: string): Promise<Trusted> {
  const text = await textOf(path)
  const response = z.safeParse(savedResponse, jsonOf(path, text))
  try {
    return parseTrustedFile(response.success ? JSON.stringify(trustIn(response.data.data)) : text)
  } catch (error) {
    if (error instanceof ProofError) throw new UnreadableFile(`${path} is no file of trusted keys: ${error.message}`)
    throw error
  }
}

function trustIn({ shards, acceptanceVkey }: z.infer<typeof saved>): Trusted {
  const keysOf = (name: string) => shards.flatMap(({ log, vkey }) => (log === name ? [vkey] : []))
  const firstSlots = shards.flatMap(({ origin, firstSlot }) =>
    firstSlot === null ? [] : ([[origin, firstSlot]] as const),
  )
  const acceptance = acceptanceVkey === null ? [] : [acceptanceVkey]
  return { ticks: keysOf('ticks'), events: keysOf('events'), acceptance, firstSlots: Object.fromEntries(firstSlots) }
}

/** The text of a file of at most 64 kB. Throws UnreadableFile. */
export async function textOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => null)
  if (found?.isFile() !== true) throw new UnreadableFile(`${path} is no file.`)
  if (found.size > maxFileBytes) throw new UnreadableFile(`${path} has more than 64 kB: it is no receipt and no keys.`)
  try {
    return utf8Text(await readFile(path))
  } catch (error) {
    if (error instanceof ProofError) throw new UnreadableFile(`${path} is not JSON: its bytes are no UTF-8.`)
    throw error
  }
}

/** Throws UnreadableFile for a text that is not JSON. */
export function jsonOf(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableFile(`${path} is not JSON.`)
  }
}
