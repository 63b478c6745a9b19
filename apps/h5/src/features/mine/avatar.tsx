import type { UserView } from '@candor/api'
import { fileUrl } from '../../shared/api/index.ts'
import styles from './avatar.module.css'
import { initialsOf } from './mine-model.ts'

/** The picture of an account, or its initials. Decorative: the name is beside it. */
export function Avatar({
  user,
  size = 56,
}: {
  readonly user: Pick<UserView, 'avatar' | 'email' | 'id'>
  readonly size?: number
}) {
  return (
    <span className={styles.picture} style={{ width: size, height: size, fontSize: size / 3 }} aria-hidden="true">
      {user.avatar === null ? initialsOf(user) : <img src={fileUrl(user.avatar)} alt="" width={size} height={size} />}
    </span>
  )
}
