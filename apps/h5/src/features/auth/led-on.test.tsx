// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { session } from '../../shared/device/index.ts'
import { pathOf } from '../../shared/page/index.ts'
import { draw } from '../../shared/testing/draw.tsx'
import { LoginPage } from './login-page.tsx'
import { RegisterPage } from './register-page.tsx'

afterEach(() => {
  session.signOut()
  window.location.hash = ''
})

const pages = [
  ['login', LoginPage],
  ['register', RegisterPage],
] as const

describe.each(pages)('%s', (name, Page) => {
  const open = async (from?: string) => {
    window.location.hash = `#${pathOf(name, from === undefined ? {} : { from })}`
    window.dispatchEvent(new PopStateEvent('popstate'))
    return draw(<Page />)
  }

  it('is a form for a visitor', async () => {
    expect((await open()).all('input').length).toBeGreaterThan(0)
    expect(window.location.hash).toBe(`#${pathOf(name)}`)
  })

  it('leads somebody who is signed in on to home, or to the screen that wanted it', async () => {
    session.signIn('a-token')
    expect((await open()).all('input')).toEqual([])
    expect(window.location.hash).toBe('#/')
    await open('/pages/swap/swap')
    expect(window.location.hash).toBe('#/pages/swap/swap')
  })

  it('leads nobody on who has just signed in there: it goes on by itself', async () => {
    const view = await open()
    session.signIn('a-token')
    expect(view.all('input').length).toBeGreaterThan(0)
    expect(window.location.hash).toBe(`#${pathOf(name)}`)
  })
})
