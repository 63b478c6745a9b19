import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus, Topics, Touched } from './bus.ts'

/** Touches wait so long for others, so that a busy process sends some messages a second, not thousands. */
const gatherMs = 20

/** The topics that reach other processes. Frames come from the market by a way of their own. */
export type SharedTopic = 'session-revoked' | 'customer-changed' | 'touched' | 'chat'

/** A message to other processes. It may be lost: what depends on it is read from the database as well. */
export type SharedMessage = {
  [T in SharedTopic]: { readonly topic: T; readonly message: Topics[T] }
}[SharedTopic]

/** A bus that several processes share. */
export interface JoinedBus extends Bus {
  /** Takes a message of another process. */
  arrive(shared: SharedMessage): void
}

/** Makes the bus of several processes out of the one of this process. `send` sends to the others. */
export function createJoinedBus(own: Bus, send: (shared: SharedMessage) => void): JoinedBus {
  const gather = gatherTouches((message) => send({ topic: 'touched', message }))
  return {
    ...own,
    hasOthers: true,
    publish(topic, message) {
      if (topic === 'touched') gather(message as Touched)
      else if (topic === 'chat') send({ topic: 'chat', message: message as Topics['chat'] })
      else own.publish(topic, message)
      if (topic === 'session-revoked' || topic === 'customer-changed') send({ topic, message } as SharedMessage)
    },
    arrive: ({ topic, message }) => own.publish(topic, message),
  }
}

/** Merges what is published within a moment into one message. */
function gatherTouches(send: (touched: Touched) => void): (touched: Touched) => void {
  let gathered: Touched[] = []
  return (touched) => {
    gathered.push(touched)
    if (gathered.length > 1) return
    void sleep(gatherMs).then(() => {
      const all = gathered
      gathered = []
      send({
        orders: all.flatMap(({ orders }) => orders),
        balances: [...new Set(all.flatMap(({ balances }) => balances))],
        notices: all.flatMap(({ notices }) => notices),
      })
    })
  }
}
