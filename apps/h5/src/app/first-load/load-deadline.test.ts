import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadWithDeadlines } from './load-deadline.ts'
import type { LoadPhase } from './load-deadline.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watch(load: () => Promise<string>) {
  const phases: LoadPhase[] = []
  const loaded: string[] = []
  const stop = loadWithDeadlines({
    load,
    onPhase: (phase) => phases.push(phase),
    onLoaded: (value) => loaded.push(value),
  })
  return { phases, loaded, stop }
}

const after = (ms: number) => () => new Promise<string>((resolve) => setTimeout(() => resolve('page'), ms))

describe('loading a screen', () => {
  it('shows no indicator for what comes within 200 ms', async () => {
    const { phases, loaded } = watch(after(150))
    await vi.advanceTimersByTimeAsync(300)
    expect(phases).toEqual(['quiet'])
    expect(loaded).toEqual(['page'])
  })

  it('shows the indicator after 200 ms and says so after 60 s, and still takes what arrives', async () => {
    const { phases, loaded } = watch(after(70_000))
    await vi.advanceTimersByTimeAsync(200)
    expect(phases).toEqual(['quiet', 'loading'])
    await vi.advanceTimersByTimeAsync(59_800)
    expect(phases).toEqual(['quiet', 'loading', 'slow'])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(loaded).toEqual(['page'])
  })

  it('gives up after 120 s, and a late arrival no longer counts', async () => {
    const { phases, loaded } = watch(after(121_000))
    await vi.advanceTimersByTimeAsync(125_000)
    expect(phases.at(-1)).toBe('failed')
    expect(loaded).toEqual([])
  })

  it('fails at once where the load fails', async () => {
    const { phases } = watch(() => Promise.reject(new Error('404')))
    await vi.advanceTimersByTimeAsync(1)
    expect(phases).toEqual(['quiet', 'failed'])
  })

  it('says nothing more once it is stopped', async () => {
    const { phases, loaded, stop } = watch(after(500))
    stop()
    await vi.advanceTimersByTimeAsync(200_000)
    expect(phases).toEqual(['quiet'])
    expect(loaded).toEqual([])
  })
})
