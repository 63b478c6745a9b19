import { QueryClient } from '@tanstack/react-query'

export interface QueryClientOptions {
  /** For this long what was read is not read again. */
  readonly staleMs: number
  readonly refetchesOnFocus: boolean
}

/** The cache of server state of an app that is no app of a phone: a call without a network fails at once. */
export function createQueryClient({ staleMs, refetchesOnFocus }: QueryClientOptions): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: staleMs,
        networkMode: 'always',
        refetchOnWindowFocus: refetchesOnFocus,
        retry: false,
      },
    },
  })
}
