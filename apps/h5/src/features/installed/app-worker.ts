import { session } from '../../shared/device/index.ts'

const workerFile = '/h5/worker.js'
const scope = '/h5/'
const lookEveryMs = 30 * 60_000

/** A newer version that waits; `take` opens it. */
export interface NewVersion {
  take(): void
}

/**
 * Registers the worker, passes it the used files, and reports a newer version once it is complete. Only in a secure
 * context.
 */
export async function startWorker(onNewVersion: (version: NewVersion) => void): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const { serviceWorker } = navigator
  // Its bytes are compared with the server's each time: an intermediate cache must not delay a version. Without a
  // network it cannot be checked, and the current one continues.
  void serviceWorker.register(workerFile, { scope, updateViaCache: 'none' }).catch(() => undefined)
  const registration = await serviceWorker.ready
  keepUsed(registration)
  const tell = () => {
    const { waiting } = registration
    if (waiting !== null) onNewVersion({ take: () => takeOver(waiting) })
  }
  tell()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', tell)
  })
  lookNowAndThen(registration)
}

/** Also finds newer versions while the app stays open. */
function lookNowAndThen(registration: ServiceWorkerRegistration): void {
  let lookedMs = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedMs < lookEveryMs) return
    lookedMs = Date.now()
    void registration.update().catch(() => undefined)
  })
}

function takeOver(waiting: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true })
  waiting.postMessage({ type: 'take-over' })
}

function keepUsed(registration: ServiceWorkerRegistration): void {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  registration.active?.postMessage({
    type: 'keep',
    language: session.language(),
    loaded,
    isSaving: savesData(),
    ...globalThis.candorFirstCalls,
  })
}

/** Whether the customer asked the browser to save data. */
function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
}
