import { useId, useState } from 'react'

/** A button that opens and closes the panel below it. */
export function useFold(isOpenAtFirst = false) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const id = useId()
  return {
    isOpen,
    button: { 'aria-expanded': isOpen, 'aria-controls': id, onClick: () => setOpen(!isOpen) },
    panel: { id, hidden: !isOpen },
  }
}
