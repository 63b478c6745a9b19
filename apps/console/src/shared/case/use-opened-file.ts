import { useEffect, useState } from 'react'
import { useBusy } from '@candor/client/react'
import type { Decided } from '../api/index.ts'

/** The opened file, or why it is not. */
type Opened = { readonly url: string } | { readonly refusal: string }

/** A customer's file stays closed until an operator opens it, because opening is recorded. */
export function useOpenedFile(load: () => Promise<Decided<Blob>>) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const { isBusy, during } = useBusy()
  useEffect(
    () => () => {
      if (opened !== null && 'url' in opened) URL.revokeObjectURL(opened.url)
    },
    [opened],
  )
  const open = async () => {
    const result = await during(load())
    setOpened(result.ok ? { url: URL.createObjectURL(result.value) } : { refusal: result.msg })
  }
  return { opened, isBusy, open }
}
