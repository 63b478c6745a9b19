import { IconButton } from '@candor/ui'
import { CopyIcon } from '@candor/ui/icons/wallet'
import { copyText } from './copy-text.ts'
import styles from './records.module.css'

/** A number or reference with a button that copies it. It selects as a whole, for browsers that cannot copy. */
export function CopiedCode({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <span className={styles.copied}>
      <span className={styles.code}>{text}</span>
      <IconButton label={label} onClick={() => void copyText(text)}>
        <CopyIcon size={18} />
      </IconButton>
    </span>
  )
}
