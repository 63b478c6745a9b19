import { showToast } from '@candor/ui'
import { navigation } from '../../shared/navigation/index.ts'
import { session } from '../../shared/session/index.ts'

/** Stores the token, confirms it, and returns to the screen that required the login. */
export function afterSignIn({
  token,
  msg,
  from,
}: {
  readonly token: string
  readonly msg: string
  readonly from: string | undefined
}): void {
  session.signIn(token)
  showToast('done', msg)
  navigation.returnTo(from)
}
