import { act } from 'react'
import type { ReactNode } from 'react'
import type { QueryKey } from '@tanstack/react-query'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, vi } from 'vitest'
import { queryClient } from '../shared/api/index.ts'
import { chooseLanguage, startTexts } from '../shared/i18n/index.ts'
import { loadTexts } from '../shared/i18n/texts.ts'

/** What a query read at a time before the view is drawn. */
export interface KnownQuery {
  readonly query: { readonly queryKey: QueryKey }
  readonly value: unknown
  readonly readMs?: number
}

/** Draws a part of a page with its English texts. The server fails at every call. */
export async function draw(view: ReactNode, folder: string, known: readonly KnownQuery[] = []): Promise<HTMLElement> {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 500 })))
  await startTexts()
  await chooseLanguage('en')
  await loadTexts(folder)
  for (const { query, value, readMs = Date.now() } of known)
    queryClient.setQueryData(query.queryKey, value, { updatedAt: readMs })
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
    queryClient.clear()
    vi.unstubAllGlobals()
  })
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await act(async () => root.render(<QueryClientProvider client={queryClient}>{view}</QueryClientProvider>))
  // What calls return is drawn when it comes.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  await expect.poll(() => queryClient.isFetching() === 0).toBe(true)
  return place
}
