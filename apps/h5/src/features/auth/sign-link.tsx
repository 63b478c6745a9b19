import { keepsFocus } from '../../shared/forms/index.ts'
import { hrefOf, navigation } from '../../shared/page/index.ts'
import styles from './auth.module.css'

export interface SignLinkProps {
  readonly before: string
  readonly to: 'login' | 'register'
  readonly label: string
  /** Where the login or registration returns to. */
  readonly from: string | undefined
}

/** The way from the login to the registration and back, each in the place of the other. */
export function SignLink({ before, to, label, from }: SignLinkProps) {
  const params = from === undefined ? {} : { from }
  return (
    <p className={styles.below}>
      {before}{' '}
      <a
        className={styles.link}
        href={hrefOf(to, params)}
        {...keepsFocus}
        onClick={(event) => {
          event.preventDefault()
          navigation.redirect(to, params)
        }}
      >
        {label}
      </a>
    </p>
  )
}
