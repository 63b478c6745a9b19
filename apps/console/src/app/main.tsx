import '@candor/ui/fonts.css'
import '@candor/ui/tokens.css'
import '@candor/ui/base.css'
import { applyTheme } from '@candor/client'
import { drawApp } from '@candor/ui'
import { QueryClientProvider } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { queryClient } from '../shared/api/index.ts'
import { loadTexts } from '../shared/i18n/index.ts'
import { App } from './app.tsx'
import { readCatalogue } from './catalogue.ts'

// Schemas are never compiled with `eval`: the page's content security policy forbids it.
z.config({ jitless: true })
applyTheme()
loadTexts(readCatalogue())

drawApp(
  <QueryClientProvider client={queryClient}>
    <App />
  </QueryClientProvider>,
)
