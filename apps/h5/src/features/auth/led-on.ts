import { useEffect, useState } from 'react'
import { navigation, paramsOf, routeOf } from '../../shared/page/index.ts'
import { session } from '../../shared/device/index.ts'

/**
 * Whether somebody is signed in who opens a login or a registration: they are led on to the screen that wanted it, or
 * home. Signing in on the screen itself changes nothing here: it has a way on of its own.
 */
export function useLedOn(from: string | undefined): boolean {
  // As it was at the start: the address changes with the way on.
  const [way] = useState(() => (session.token() === null ? null : { to: from }))
  useEffect(() => {
    if (way === null) return
    const [pathname = '', search = ''] = (way.to ?? '').split('?')
    const route = routeOf(pathname)
    navigation.redirect(route, paramsOf(route, search))
  }, [way])
  return way !== null
}
