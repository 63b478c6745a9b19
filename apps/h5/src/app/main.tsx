import '@candor/ui/fonts.css'
import '@candor/ui/base.css'
import { drawApp } from '@candor/ui'
import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient, takeResponsesFrom } from '../shared/api/index.ts'
import { applyAppearance, session } from '../shared/device/index.ts'
import { activateLanguage } from '../shared/i18n/index.ts'
import { currentLocation, routeOf, screenIsMissing, watchMissingFiles } from '../shared/page/index.ts'
import { startRealtime } from '../shared/api/realtime/index.ts'
import { App } from './app.tsx'
import { startEvents } from './events.ts'
import { takeEarlyResponse } from './first-load/early-responses.ts'
import { preloadPage } from './first-load/lazy-page.tsx'
import { pageOf } from './first-load/pages.ts'
import { applyThemeColour } from './theme-colour.ts'
import { trustOwnScripts } from './trusted-scripts.ts'

const prefetchPatienceMs = 200

/** Starts the app: texts and the first screen's code load in parallel, then the app replaces the skeleton. */
async function start(): Promise<void> {
  trustOwnScripts()
  watchMissingFiles()
  takeResponsesFrom(takeEarlyResponse)
  session.start()
  applyAppearance(applyThemeColour)
  startRealtime()
  startEvents()
  const language = activateLanguage(session.language())
  const firstPage = pageOf(routeOf(currentLocation().pathname))
  // `LazyPage` meets the same failure, and shows it with a retry.
  preloadPage(firstPage).catch(() => undefined)
  // The first drawing of a list costs a slow phone as much as the skeleton and the list after it: it waits for its
  // prices a moment.
  await Promise.race([
    firstPage.prefetch?.().catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, prefetchPatienceMs)),
  ])
  // Without any texts the skeleton stays until they can be loaded.
  if (!(await language) && !(await activateLanguage('en'))) return void screenIsMissing()
  drawApp(
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>,
  )
}

void start()
