import { solveChallenge } from './proof-of-work.ts'
import type { Challenge } from './proof-of-work.ts'

/** Solves one challenge outside the page's main thread, so that the screen stays responsive. */
self.addEventListener('message', (event: MessageEvent<Challenge>) => {
  self.postMessage(solveChallenge(event.data))
})
