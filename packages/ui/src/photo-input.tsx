import type { Ref } from 'react'

export interface PhotoInputProps {
  /** For the button that a person sees: its press is `current.click()`. */
  readonly ref: Ref<HTMLInputElement>
  /** Opens the camera directly, if there is one. */
  readonly isCamera?: boolean
  readonly onFile: (file: File) => void
}

/** The browser's own choice of a photo, behind a button of ours: it offers camera and gallery. */
export function PhotoInput({ ref, isCamera = false, onFile }: PhotoInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept="image/jpeg,image/png,image/webp"
      {...(isCamera ? { capture: 'environment' as const } : {})}
      onChange={(event) => {
        const [file] = event.currentTarget.files ?? []
        // The same file may be chosen again after a refusal.
        event.currentTarget.value = ''
        if (file !== undefined) onFile(file)
      }}
    />
  )
}
