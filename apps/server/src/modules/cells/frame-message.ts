import { sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import * as z from 'zod/mini'
import type { CommittedFrame } from './frames-store.ts'

/** A frame of all instruments has some 5 kB. */
export const maxFrameMessageBytes = 65_536

const signatureBytes = 64
/** What the key signs is a frame for cells, and nothing else. */
const purpose = Buffer.from('candor frame for cells 1\n')

const header = z.object({
  slot: z.int().check(z.nonnegative()),
  after: z.nullable(z.int().check(z.nonnegative())),
  publishedMs: z.int().check(z.nonnegative()),
})

/** A frame of the first cell as a message for the others: the signature, then the frame's text. */
export function sealFrame(text: string, privateKey: KeyObject): Uint8Array {
  const body = Buffer.from(text)
  return Buffer.concat([sign(null, Buffer.concat([purpose, body]), privateKey), body])
}

/** The frame of a message; null for anything that the first cell did not sign. */
export function openFrame(message: Uint8Array, publicKey: KeyObject): CommittedFrame | null {
  if (message.length <= signatureBytes || message.length > maxFrameMessageBytes) return null
  const body = message.subarray(signatureBytes)
  if (!verify(null, Buffer.concat([purpose, body]), publicKey, message.subarray(0, signatureBytes))) return null
  const text = Buffer.from(body).toString()
  const { success, data } = z.safeParse(header, parse(text))
  return success ? { ...data, text } : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
