import { VisuallyHidden } from '@candor/ui'

export interface ColumnTitlesProps {
  /** The title of a first column of names, which is only spoken. */
  readonly ofNames?: string
  readonly titles: readonly string[]
}

/** The titles of a table's columns. */
export function ColumnTitles({ ofNames, titles }: ColumnTitlesProps) {
  return (
    <thead>
      <tr>
        {ofNames === undefined ? null : (
          <th scope="col">
            <VisuallyHidden>{ofNames}</VisuallyHidden>
          </th>
        )}
        {titles.map((title) => (
          <th key={title} scope="col">
            {title}
          </th>
        ))}
      </tr>
    </thead>
  )
}
