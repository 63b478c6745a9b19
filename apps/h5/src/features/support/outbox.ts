import { supportThing } from '@candor/api/support'
import { storedValue } from '@candor/client'
import * as z from 'zod/mini'
import type { Outgoing } from './chat-model.ts'

/** As written here: the server validates it. */
const draft = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('image'), imageId: z.string() }),
  z.object({ kind: z.literal('location'), lat: z.number(), lng: z.number(), label: z.string() }),
  z.object({ kind: z.literal('thing'), thing: supportThing, id: z.string() }),
])

const kept = z.object({
  /** The messages' owner: another customer of this device does not send them. */
  account: z.string(),
  items: z.array(z.object({ clientId: z.string(), draft, atMs: z.number() })),
})

const text = storedValue({ key: 'candor.own.support', parse: (stored) => stored, fallback: '' })

/** Unacknowledged messages, saved across reloads. Deleted at sign-out. */
export const outbox = {
  read: (account: string): Outgoing[] => {
    const found = parsed(text.get())
    return found?.account === account ? found.items.map((item) => ({ ...item, refusal: null })) : []
  },
  write: (account: string, outgoing: readonly Outgoing[]): void => {
    const items = outgoing.map(({ clientId, draft, atMs }) => ({ clientId, draft, atMs }))
    text.set(items.length === 0 ? '' : JSON.stringify({ account, items }))
  },
}

function parsed(stored: string): z.output<typeof kept> | null {
  if (stored === '') return null
  try {
    const result = z.safeParse(kept, JSON.parse(stored))
    return result.success ? result.data : null
  } catch {
    // Foreign content in the storage: nothing to send.
    return null
  }
}
