import { expect, it } from 'vitest'
import { paramsOf, routeOf } from '../../shared/navigation/routes.ts'
import { invitationLink } from './invitation-link.ts'

it('opens the registration form with the code, wherever the app is served', () => {
  const link = new URL(invitationLink('K7Q2MX', { origin: 'https://candor.example:8443', pathname: '/h5/' }))
  expect(link.origin + link.pathname).toBe('https://candor.example:8443/h5/')
  const [path = '', search = ''] = link.hash.slice(1).split('?')
  expect(routeOf(path)).toBe('register')
  expect(paramsOf('register', search)).toEqual({ code: 'K7Q2MX' })
})
