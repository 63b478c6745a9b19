import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { CaretRightIcon } from './icons/shell.ts'
import styles from './list.module.css'

/** A raised surface. */
export function Card({ children, isPadded = false }: { readonly children: ReactNode; readonly isPadded?: boolean }) {
  return <div className={classNames(styles.card, isPadded && styles.padded)}>{children}</div>
}

/** A card of rows with hairlines between them. `hasIcons` insets the hairlines to the text. */
export function RowList({ children, hasIcons = false }: { readonly children: ReactNode; readonly hasIcons?: boolean }) {
  return <div className={classNames(styles.card, styles.list, hasIcons && styles.inset)}>{children}</div>
}

interface RowContent {
  readonly icon?: ReactNode
  readonly title: ReactNode
  readonly detail?: ReactNode
  readonly hasCaret?: boolean
}

/** A settings row's content: icon, title, a value at the right, and a caret when it links somewhere. */
function RowFace({ icon, title, detail, hasCaret = true }: RowContent) {
  return (
    <>
      {icon === undefined ? null : <span className={styles.icon}>{icon}</span>}
      <span className={styles.title}>{title}</span>
      {detail === undefined ? null : <span className={styles.detail}>{detail}</span>}
      {hasCaret ? (
        <span className={styles.caret}>
          <CaretRightIcon size={16} />
        </span>
      ) : null}
    </>
  )
}

/** A row that leads to another screen. */
export function LinkRow({ href, ...content }: RowContent & { readonly href: string }) {
  return (
    <a className={styles.row} href={href}>
      <RowFace {...content} />
    </a>
  )
}

/** A row that opens something here. */
export function ButtonRow({ onPress, ...content }: RowContent & { readonly onPress: () => void }) {
  return (
    <button type="button" className={styles.row} onClick={onPress}>
      <RowFace {...content} />
    </button>
  )
}
