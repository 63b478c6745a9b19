import * as z from 'zod/mini'

/** Requests to the clients' process: open sockets, cut and reopen them, or count what they do not know. */
export const reconnectRequest = z.union([
  z.object({ open: z.object({ port: z.int(), sockets: z.int() }) }),
  z.object({ drop: z.object({ withinMs: z.number() }) }),
  z.object({ check: z.object({ slot: z.int() }) }),
])
/** `away` counts sockets without a live frame when the time was over. */
export const returned = z.object({
  liveMs: z.number(),
  away: z.int(),
  handshakeP99Ms: z.number(),
  failures: z.int(),
})
/** Frames that exist, and that connected sockets neither got nor have in a snapshot. */
export const counted = z.object({ missed: z.int() })
