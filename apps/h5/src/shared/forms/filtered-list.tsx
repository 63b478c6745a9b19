import { Fragment, useState } from 'react'
import type { ReactNode } from 'react'
import { FilterChips } from './filter-chips.tsx'
import type { FilterChipsProps } from './filter-chips.tsx'

export interface FilteredListProps<Value extends string> extends Omit<FilterChipsProps<Value>, 'value' | 'onValue'> {
  /** Of the place of the filter. */
  readonly className: string | undefined
  /** The list of a value, or of all. */
  readonly children: (value: Value | null) => ReactNode
}

/** A filter above the list of what it leaves; each choice has a list of its own. */
export function FilteredList<Value extends string>({ className, children, ...filter }: FilteredListProps<Value>) {
  const [value, setValue] = useState<Value | null>(null)
  return (
    <>
      <div className={className}>
        <FilterChips {...filter} value={value} onValue={setValue} />
      </div>
      <Fragment key={value ?? 'all'}>{children(value)}</Fragment>
    </>
  )
}
