import { solveChallenge } from './proof-of-work.ts'
import type { Challenge } from './proof-of-work.ts'

/** Solves one challenge away from the page's own thread, so that the screen stays alive. */
self.addEventListener('message', (event: MessageEvent<Challenge>) => {
  self.postMessage(solveChallenge(event.data))
})
