import { describe, expect, it, test } from 'vitest'
import type { Known } from './front-model.ts'
import { cellCookie, chooseCell, cookieCell, drawCell, nameIn, namesCustomer, operationOf } from './front-model.ts'

const cells = [
  { cell: 1, weight: 3 },
  { cell: 2, weight: 1 },
  { cell: 3, weight: 0 },
]
const nobody: Known = { login: null, name: null, cookie: null }
const choose = (known: Partial<Known>, around: object = {}) =>
  chooseCell({ ...nobody, ...known }, cells, { share: 0, isAway: () => false, isPublic: false, ...around })

describe('the cell of a request', () => {
  it('is that of the login, else of the named customer, else the one that the browser keeps', () => {
    expect(choose({ login: 2, name: 1, cookie: 3 })).toEqual({ cell: 2, isKept: true })
    expect(choose({ name: 1, cookie: 3 })).toEqual({ cell: 1, isKept: true })
    expect(choose({ cookie: 3 })).toEqual({ cell: 3, isKept: false })
    expect(choose({ login: 3, cookie: 3 })).toEqual({ cell: 3, isKept: false })
  })

  it('is drawn by weight for a visitor without a cookie, or with one of no cell', () => {
    const counts = [0, 0, 0]
    for (let drawn = 0; drawn < 100; drawn += 1) {
      const { cell, isKept } = choose({}, { share: drawn / 100 })
      counts[cell - 1] = (counts[cell - 1] ?? 0) + 1
      expect(isKept).toBe(true)
    }
    expect(counts).toEqual([75, 25, 0])
    expect(choose({ cookie: 9 })).toEqual({ cell: 1, isKept: true })
    expect(drawCell([{ cell: 4, weight: 0 }], 0.9)).toBe(4)
  })

  it('is another one for public pages while the visitor’s is away, and the browser keeps its own', () => {
    const isAway = (cell: number) => cell === 1
    expect(choose({ cookie: 1 }, { isAway, isPublic: true })).toEqual({ cell: 2, isKept: false })
    expect(choose({ cookie: 1 }, { isAway })).toEqual({ cell: 1, isKept: false })
    expect(choose({}, { isAway })).toEqual({ cell: 2, isKept: true })
    expect(choose({ login: 1 }, { isAway, isPublic: true })).toEqual({ cell: 1, isKept: true })
    expect(choose({}, { isAway: () => true })).toEqual({ cell: 1, isKept: true })
  })
})

describe('a form', () => {
  const form = 'application/x-www-form-urlencoded'
  it('names a customer by e-mail or mobile number where it logs in or asks for a new password', () => {
    const account = new URLSearchParams({ account: ' Anna@Example.org ', loginPassword: 'x' }).toString()
    expect(nameIn('user/login', account, form)).toEqual({ kind: 'email', name: 'anna@example.org' })
    expect(nameIn('user/login', 'account=4915112345678', form)).toEqual({ kind: 'mobile', name: '4915112345678' })
    expect(nameIn('user/login', '{"account":"a@b.c"}', 'application/json')).toEqual({ kind: 'email', name: 'a@b.c' })
    expect(nameIn('user/password_forgot', 'email=a%40b.c', form)).toEqual({ kind: 'email', name: 'a@b.c' })
    const code = (purpose: string) => nameIn('code/send', `purpose=${purpose}&address=a%40b.c`, form)
    expect(code('password-forgot')).toEqual({ kind: 'email', name: 'a@b.c' })
    expect(code('register')).toBeNull()
    expect(nameIn('user/login', 'account=2041+1890', form)).toEqual({ kind: 'account-number', name: '20411890' })
    expect(nameIn('user/login', 'account=49+15112345678', form)).toEqual({ kind: 'mobile', name: '4915112345678' })
    const recovery = new URLSearchParams({ purpose: 'recover', address: 'new@b.c', account: 'a@b.c' }).toString()
    expect(nameIn('code/send', recovery, form)).toEqual({ kind: 'email', name: 'a@b.c' })
  })

  it('names an inviter by the code', () => {
    expect(nameIn('invite/check', 'inviteCode=+ab12cd', form)).toEqual({ kind: 'invitation-code', name: 'AB12CD' })
    expect(nameIn('invite/check', 'inviteCode=', form)).toBeNull()
  })

  it('holds the id of a passkey, or the token of a visitor’s conversation', () => {
    const used = new URLSearchParams({ response: '{"id":"AbC_-1","type":"public-key"}' }).toString()
    expect(nameIn('user/passkey_login', used, form)).toEqual({ kind: 'passkey', name: 'AbC_-1' })
    expect(nameIn('user/passkey_login', 'response=x', form)).toBeNull()
    expect(nameIn('support/visit', 'visit=t0ken', form)).toEqual({ kind: 'visit', name: 't0ken' })
    expect(nameIn('support/visit', 'afterSeq=1', form)).toBeNull()
  })

  it('names nobody where it is none, or of another operation', () => {
    for (const body of ['', 'account=17', 'account=123456789', '[]', '{"account":{"a":1}}', 'account=%']) {
      expect(nameIn('user/login', body, form)).toBeNull()
      expect(nameIn('user/login', body, 'application/json')).toBeNull()
    }
    expect(nameIn('user/register', 'email=a%40b.c', form)).toBeNull()
    expect(['user/login', 'user/register', 'contract/buy'].map(namesCustomer)).toEqual([true, false, false])
  })
})

test('the operation of an address is its path below the API', () => {
  expect(operationOf('/api/user/login?x=1')).toBe('user/login')
  for (const url of ['/h5/', '/api/', '/api/../ws', '/apis/user/login']) expect(operationOf(url)).toBeNull()
})

test('the cookie names the cell for all hosts of the app, and nothing else', () => {
  expect(cookieCell('a=1; cell=2; b=3')).toBe(2)
  for (const header of [undefined, '', 'cell=0', 'cell=2x', 'xcell=2', 'cell=99999'])
    expect(cookieCell(header)).toBeNull()
  expect(cellCookie(2, 'localhost:8080', false)).toBe('cell=2; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax')
  expect(cellCookie(2, 'api.example.org', true)).toContain('Domain=example.org; Secure')
  expect(cellCookie(2, 'example.org', true)).toContain('Domain=example.org; Secure')
})
