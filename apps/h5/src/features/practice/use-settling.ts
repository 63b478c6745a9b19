import { useEffect } from 'react'
import { transparencyFrames } from '@candor/api'
import type { OrderView } from '@candor/api'
import { entryWindow, entryWindowEndMs, slotMs } from '@candor/formulas'
import { callQuietly } from '../../shared/api/index.ts'
import { realtime } from '../../shared/api/realtime/index.ts'
import { withDecision } from './practice-book.ts'
import { framesOf, settled, withEntryPrice } from './practice-settlement.ts'
import type { FrameRange, ReadFrames } from './practice-settlement.ts'
import { practiceStore } from './practice-store.ts'

/** A frame is stored and served about a slot after its end. */
const publishedAfterMs = 2 * slotMs
/** How long a contract waits after a read that decided nothing: the market may pause, or the phone be offline. */
const retryMs = 2_000

/**
 * Reads the stored frames of open practice contracts once their windows are over, and decides them. Frames are public
 * and kept for days, so a contract that ended while the tab slept is decided as well. Mount it on screens that show
 * practice.
 */
export function useSettling(): void {
  useEffect(() => {
    const nextMs = new Map<string, number>()
    const timer = setInterval(() => {
      if (realtime.clock.genesisMs() === null || !navigator.onLine) return
      const nowMs = realtime.clock.nowMs()
      for (const order of practiceStore().book().orders) {
        if (!isDue(order, nowMs) || nowMs < (nextMs.get(order.id) ?? 0)) continue
        nextMs.set(order.id, nowMs + retryMs)
        void decide(order, nowMs).then((againMs) => nextMs.set(order.id, againMs))
      }
    }, slotMs)
    return () => clearInterval(timer)
  }, [])
}

/** Whether the frames of the exit should be stored, or those of an entry whose price is not known yet. */
function isDue(order: OrderView, nowMs: number): boolean {
  const dueMs = order.entryPrice === null ? Math.min(entryWindowEndMs(order), order.exitAtMs) : order.exitAtMs
  return order.state === 'open' && nowMs >= dueMs + publishedAfterMs
}

/** Keeps what the stored frames say of a contract, and returns when to read them again. */
async function decide(order: OrderView, nowMs: number): Promise<number> {
  const againMs = nowMs + retryMs
  const ranges = framesOf(order)
  const entry = await readFrames(order, ranges.entry)
  if (entry === null) return againMs
  if (nowMs < order.exitAtMs) {
    await keep(withEntryPrice(order, entry))
    const isOver = entry.newestSlot !== null && entry.newestSlot >= entryWindow(order).to
    return isOver ? order.exitAtMs : againMs
  }
  const exit = await readFrames(order, ranges.exit)
  if (exit !== null) await keep(settled(order, { entry, exit, nowMs }))
  return againMs
}

async function keep(decided: OrderView | null): Promise<void> {
  if (decided !== null) await practiceStore().change((book) => withDecision(book, decided))
}

async function readFrames({ symbol }: OrderView, { slot, count }: FrameRange): Promise<ReadFrames | null> {
  const read = await callQuietly(transparencyFrames, { symbol, slot, count })
  return read.ok ? read.value : null
}
