import { Note } from '@candor/ui'
import { WarningCircleIcon } from '@candor/ui/icons/shell'

/** Why the server refused a form as a whole; nothing while `text` is null. Announced when it appears. */
export function RefusalNote({ text }: { readonly text: string | null }) {
  return text === null ? null : (
    <Note tone="attention" role="status" icon={<WarningCircleIcon size={18} />}>
      {text}
    </Note>
  )
}
