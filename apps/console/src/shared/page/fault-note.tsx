import { Note } from '@candor/ui'
import { WarningCircleIcon } from '@candor/ui/icons/shell'

export interface FaultNoteProps {
  readonly className: string | undefined
  readonly fault: string | null
}

/** What is wrong with a form, below its fields; read out when it appears. */
export function FaultNote({ className, fault }: FaultNoteProps) {
  return (
    <div role="status" className={className}>
      {fault === null ? null : (
        <Note tone="attention" icon={<WarningCircleIcon size={18} />}>
          {fault}
        </Note>
      )}
    </div>
  )
}
