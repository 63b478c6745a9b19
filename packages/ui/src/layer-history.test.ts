import { describe, expect, it } from 'vitest'
import { createLayerHistory } from './layer-history.ts'
import { layersOf } from './layers-of.ts'

/** A browser's history of one screen; a step back is taken by `arrive`. */
function fakePage() {
  const entries: unknown[] = [{ depth: 2 }]
  let at = 0
  let steps = 0
  let onPop = () => {}
  const tasks: (() => void)[] = []
  const page = {
    history: {
      get state() {
        return entries[at]
      },
      pushState: (state: unknown) => {
        at += 1
        entries.splice(at, Infinity, state)
      },
      go: (delta: number) => {
        steps += delta
      },
    },
    addEventListener: (_type: 'popstate', listener: () => void) => {
      onPop = listener
    },
  }
  const arrive = () => {
    if (steps === 0) return
    at = Math.max(0, at + steps)
    steps = 0
    onPop()
  }
  const runTasks = () => {
    for (const task of tasks.splice(0)) task()
    arrive()
  }
  const goBack = () => {
    steps -= 1
    arrive()
  }
  return {
    history: createLayerHistory(page, (task) => tasks.push(task)),
    page,
    runTasks,
    goBack,
    entryNumber: () => at,
  }
}

describe('an open layer', () => {
  it('is closed by "back", and the screen stays', () => {
    const { history, page, goBack } = fakePage()
    let isOpen = true
    history.enter({ requestClose: () => !(isOpen = false) })
    expect(page.history.state).toEqual({ depth: 2, layers: 1 })
    goBack()
    expect(isOpen).toBe(false)
    expect(page.history.state).toEqual({ depth: 2 })
  })

  it('closed in another way, takes its entry along', () => {
    const { history, runTasks, entryNumber } = fakePage()
    const leave = history.enter({ requestClose: () => true })
    leave()
    expect(entryNumber()).toBe(1)
    runTasks()
    expect(entryNumber()).toBe(0)
  })

  it('leaves its entry to a layer that opens in its place', () => {
    const { history, runTasks, entryNumber } = fakePage()
    history.enter({ requestClose: () => true })()
    history.enter({ requestClose: () => true })
    runTasks()
    expect(entryNumber()).toBe(1)
  })

  it('that is busy stays, with a new entry', () => {
    const { history, page, goBack } = fakePage()
    history.enter({ requestClose: () => false })
    goBack()
    expect(layersOf(page.history.state)).toBe(1)
  })

  it('over another one closes first', () => {
    const { history, page, goBack } = fakePage()
    const closed: string[] = []
    history.enter({ requestClose: () => closed.push('sheet') > 0 })
    history.enter({ requestClose: () => closed.push('dialog') > 0 })
    goBack()
    expect(closed).toEqual(['dialog'])
    expect(layersOf(page.history.state)).toBe(1)
    goBack()
    expect(closed).toEqual(['dialog', 'sheet'])
  })
})
