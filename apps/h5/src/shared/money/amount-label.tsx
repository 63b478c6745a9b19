import styles from './amount-label.module.css'
import { HideAmountsButton } from './hide-amounts-button.tsx'

/** The heading of the customer's amounts, with the button that hides them. */
export function AmountLabel({ text }: { readonly text: string }) {
  return (
    <div className={styles.label}>
      <h2>{text}</h2>
      <HideAmountsButton />
    </div>
  )
}
