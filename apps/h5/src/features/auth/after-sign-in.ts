import { showToast } from '@candor/ui'
import { navigation } from '../../shared/page/index.ts'
import { session } from '../../shared/device/index.ts'

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
