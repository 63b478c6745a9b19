import { useEffect, useState } from 'react'
import type { Decided } from '../api/index.ts'

/** The opened file, or why it is not. */
type Opened = { readonly url: string } | { readonly refusal: string }

/** A customer's file stays closed until an operator opens it, because opening is recorded. */
export function useOpenedFile(load: () => Promise<Decided<Blob>>) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(
    () => () => {
      if (opened !== null && 'url' in opened) URL.revokeObjectURL(opened.url)
    },
    [opened],
  )
  const open = async () => {
    setBusy(true)
    const result = await load()
    setBusy(false)
    setOpened(result.ok ? { url: URL.createObjectURL(result.value) } : { refusal: result.msg })
  }
  return { opened, isBusy, open }
}
