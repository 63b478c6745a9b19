import { queryOptions } from '@tanstack/react-query'
import { publicFile } from './public-files.ts'

/** The server's list of keys; null where it publishes none. */
export const keyFileQuery = queryOptions<string | null>({
  queryKey: ['verify/trusted.json'],
  staleTime: 300_000,
  retry: false,
  queryFn: async () => {
    const file = await publicFile('/verify/trusted.json')
    return file === null ? null : new TextDecoder().decode(file)
  },
})
