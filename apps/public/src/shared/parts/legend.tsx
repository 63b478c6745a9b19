import { classNames } from '@candor/ui'
import styles from './parts.module.css'

export interface LegendProps {
  /** Of the list, for its place and the look of its marks. */
  readonly className?: string | undefined
  /** The class of each mark, and what it means. */
  readonly marks: readonly (readonly [mark: string | undefined, text: string])[]
}

/** What the marks of a picture mean. */
export function Legend({ className, marks }: LegendProps) {
  return (
    <p className={classNames(styles.legend, className)}>
      {marks.map(([mark, text]) => (
        <span key={text}>
          <i className={mark} />
          {text}
        </span>
      ))}
    </p>
  )
}
