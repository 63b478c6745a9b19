import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oldestIdOf, paymentPassword, registerVerified, setPaymentPassword } from './customer.ts'
import { expectHiddenAmounts, expectSignInOn, expectSoundScreens, openApp, openPhone, otherLooks } from './phone-app.ts'
import type { PhoneApp } from './phone-app.ts'
import { setStage } from './stage.ts'
import { openWatchedPage } from './watched-page.ts'

const email = 'money@example.com'
const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const ether = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
/** The sandbox's reviewers decide after three seconds each; a busy machine takes longer. */
const reviewMs = 60_000

/** Verified and with a payment password; the other one is only verified. */
let token: string
let freshToken: string

const stage = setStage({}, async () => {
  token = await registerVerified(stage.candor, email)
  freshToken = await registerVerified(stage.candor, 'fresh@example.com')
  await setPaymentPassword(stage.candor, email, token)
})

describe('money in and out', () => {
  let app: PhoneApp
  let page: Page

  beforeAll(async () => {
    app = await openApp(stage, { token })
    page = app.page
  })

  afterAll(() => app.context.close())

  it('begins on home, which leads to the first trade and to the recharge, where a withdrawal’s needs are', async () => {
    await app.go('/')
    await page.getByRole('button', { name: 'Start with step 2' }).waitFor()
    expect(await page.getByText('Before you can withdraw').count()).toBe(0)
    await app.findNoFault()
    await page.getByRole('link', { name: 'Recharge' }).click()
    await page.getByText('Before you can withdraw').click()
    await page.getByRole('link', { name: 'Add a bank card or a wallet address' }).waitFor()
  })

  it('tells another chain’s address while it is typed, and takes the right one', async () => {
    await app.go('/pages/payment/add?kind=wallet-address')
    const address = page.getByRole('textbox', { name: 'Address' })
    await address.fill(ether)
    await page.getByText('That’s an ERC20 address. You chose TRC20.').waitFor()
    await app.findNoFault()
    await address.fill(`${tron.slice(0, -1)}u`)
    await page.getByRole('button', { name: 'Add wallet address' }).click()
    await page.getByText('Not a TRON address').waitFor()
    await page.locator('input[aria-invalid=true]:focus').waitFor()
    await address.fill(tron)
    await page.getByText('A valid TRON address').waitFor()
    await page.getByRole('button', { name: 'Add wallet address' }).click()
    await page.getByRole('dialog').getByText('Add TRC20 · TRON as a payment method').waitFor()
    await app.findNoFault()
    await page.keyboard.type(paymentPassword)
    await page.getByText('Added successfully').waitFor()
  })

  it('groups a bank number, checks it, and takes a card that can be removed again with the payment password', async () => {
    await app.go('/pages/payment/add?kind=bank-card')
    const number = page.getByLabel('Card, IBAN or account number')
    await number.fill('de89370400440532013001')
    expect(await number.inputValue()).toBe('DE89 3704 0044 0532 0130 01')
    expect(await page.getByLabel('Country of the card').inputValue()).toBe('DE')
    await page.getByRole('button', { name: 'Add bank card' }).click()
    await page.getByText('Not a valid IBAN: the check digits').waitFor()
    await app.findNoFault()
    await page.getByRole('button', { name: 'Fill in sample data' }).click()
    await page.getByRole('button', { name: 'Add bank card' }).click()
    await page.getByRole('dialog').getByText('Add Sandbox Bank').waitFor()
    await page.keyboard.type(paymentPassword)
    await page.getByLabel('Card, IBAN or account number').waitFor({ state: 'detached' })
    await app.go('/pages/payment/index')
    await page.getByText('1 of 5').waitFor()
    await page.getByRole('button', { name: /Sandbox Bank/ }).click()
    await app.findNoFault()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByText('Remove Sandbox Bank').waitFor()
    await app.findNoFault()
    await page.keyboard.type('000000')
    await page.getByText(/4 tries|4 more/).waitFor()
    await page.keyboard.type(paymentPassword)
    await page.getByText('0 of 5').waitFor()
  })

  it('shows the own address first, explains it, and asks afterwards what was sent to it', async () => {
    await app.go('/pages/recharge/recharge')
    await page.getByText('Minimum', { exact: true }).waitFor()
    await page.getByRole('img', { name: 'QR code of a sandbox address' }).waitFor()
    await app.findNoFault()
    await page.getByRole('button', { name: 'What is this?' }).click()
    await page.getByRole('alertdialog').getByText('This is a sample address').waitFor()
    await app.findNoFault()
    await page.keyboard.press('Escape')
    await page.getByRole('radio', { name: 'Ethereum · ERC20' }).check({ force: true })
    await page.getByText('SANDBOX-ERC20').waitFor()
    await page.getByRole('button', { name: 'I’ve sent it' }).click()
    await page.getByText(/^Ethereum · ERC20, to …/).waitFor()
    await app.findNoFault()
    await page.getByLabel('Quantity').fill('500')
    await page.goBack()
    await page.getByText('SANDBOX-ERC20').waitFor()
    await page.getByRole('radio', { name: 'TRON · TRC20' }).check({ force: true })
    await page.getByRole('button', { name: 'I’ve sent it' }).press('Enter')
    await page.getByText(/^TRON · TRC20, to …/).waitFor()
    expect(await page.getByLabel('Quantity').inputValue()).toBe('500')
  })

  it('leads to the network of a transaction id that was pasted, out of the link of an explorer', async () => {
    const id = `0x${'ab'.repeat(32)}`
    await app.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate(`navigator.clipboard.writeText('https://etherscan.io/tx/${id}')`)
    await page.getByRole('button', { name: 'Paste' }).click()
    await page.getByText('Did you send it there?').waitFor()
    expect(await page.getByLabel('Transaction id').inputValue()).toBe(id)
    await app.findNoFault()
    await page.getByRole('button', { name: 'Choose Ethereum · ERC20' }).click()
    await page.getByText(/^Ethereum · ERC20, to …/).waitFor()
    expect(await page.getByText('Did you send it there?').count()).toBe(0)
  })

  it('refuses a file that is no picture, and announces a recharge with a voucher that was looked at', async () => {
    await app.go('/pages/recharge/recharge?sent=TRC20')
    await page.getByText(/^TRON · TRC20, to …/).waitFor()
    await page.getByLabel('Transaction id').fill('')
    await page.getByLabel('Quantity').fill('')
    await page.getByRole('button', { name: 'Enter the quantity' }).waitFor()
    await page.getByLabel('Quantity').fill('9')
    await page.getByRole('button', { name: /The minimum is/ }).waitFor()
    await page.getByLabel('Quantity').fill('500')
    await page.getByRole('button', { name: 'Add the voucher to continue' }).waitFor()
    const none = { name: 'voucher.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
    await page.locator('input[type=file]').setInputFiles(none)
    await page.getByText('This phone can’t open that file').waitFor()
    await app.findNoFault()
    await page.getByRole('button', { name: 'Use a sample voucher' }).click()
    await page.getByAltText('The voucher you chose').waitFor()
    await app.findNoFault()
    await page.getByRole('button', { name: 'Submit recharge of 500.00 USDT' }).click()
    await page.getByText('Submitted successfully and awaiting review').waitFor()
    await page.getByText('Announced').waitFor()
  })

  it('shows the credited recharge as soon as it is decided', { timeout: reviewMs }, async () => {
    await page.getByText('Success', { exact: true }).waitFor({ timeout: reviewMs })
    await page.getByText('+500').first().waitFor()
    await app.findNoFault()
    await page.getByRole('button', { name: 'View voucher' }).click()
    const picture = page.getByRole('dialog').getByRole('img', { name: 'Transfer voucher' })
    await expect.poll(() => picture.evaluate((image) => Number(Reflect.get(image, 'naturalWidth')))).toBeGreaterThan(0)
    await app.findNoFault()
    await page.getByRole('button', { name: 'Close' }).click()
    await app.go('/pages/recharge/records')
    await page.getByRole('link', { name: /USDT by TRC20.*Success/ }).waitFor()
    await app.findNoFault()
  })

  it('quotes a withdrawal, and names the obstacles before that', async () => {
    await app.go('/pages/withdrawal/withdrawal')
    const amount = page.getByLabel('Amount in USDT')
    await amount.fill('5')
    await page.getByRole('button', { name: 'The minimum is 10.00 USDT' }).waitFor()
    await amount.fill('999999')
    await page.getByRole('button', { name: 'That’s more than you have available' }).waitFor()
    await app.findNoFault()
    await amount.fill('10100')
    await page.getByText(/Wrong amount\. You can still withdraw 10,000\.00\sUSDT today/).waitFor()
    await amount.fill('500')
    await page.getByText('499.00 USDT').waitFor()
    await page.getByText('at the latest').waitFor()
    await app.findNoFault()
    await page.getByRole('radio', { name: 'Bank card · USD' }).check({ force: true })
    await page.getByRole('button', { name: 'Add a bank card to continue' }).waitFor()
    await page.getByRole('radio', { name: 'Wallet · USDT' }).check({ force: true })
  })

  it(
    'takes the payment password for exactly this, and shows the clock to its end',
    { timeout: 2 * reviewMs },
    async () => {
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('dialog').getByText('Fee 1.00 USDT. You’ll receive 499.00 USDT.').waitFor()
      await app.findNoFault()
      await page.keyboard.type(paymentPassword)
      const steps = page.getByRole('list', { name: 'Steps of the withdrawal' })
      await steps.getByText('Two people approve').waitFor()
      await page.getByText('Under review', { exact: true }).waitFor()
      await page.getByText(/Promised by .+, in \d/).waitFor()
      expect(await steps.locator('[aria-current=step]').count()).toBe(1)
      await app.findNoFault()
      await page.getByText('Completed', { exact: true }).waitFor({ timeout: reviewMs })
      await page.getByText('Payment reference').waitFor()
      expect(await steps.locator('[aria-current=step]').count()).toBe(0)
      await app.findNoFault()
    },
  )

  it('cancels one that nobody has approved yet, by keyboard alone', async () => {
    await app.go('/pages/withdrawal/withdrawal?amount=20')
    await page.getByText('19.00 USDT').waitFor()
    await page.getByRole('button', { name: 'Continue' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type(paymentPassword)
    const cancel = page.getByRole('button', { name: 'Cancel withdrawal' })
    await cancel.press('Enter')
    await page.getByRole('alertdialog').getByText('20.00 USDT returns to your balance at once.').waitFor()
    await app.findNoFault()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel withdrawal' }).press('Enter')
    await page.getByText('Unfinished', { exact: true }).waitFor()
    await page.getByText(/Cancelled .+ Everything was returned\./).waitFor()
    await app.findNoFault()
  })

  it('lists what was withdrawn, hides its amounts with all others, leads to customer service after a refusal, and counts the promises in public', async () => {
    await app.go('/pages/withdrawal/records')
    await page.getByRole('link', { name: /TRON wallet.*Completed/ }).waitFor()
    await app.findNoFault()
    const ids = await recordIds()
    await expectHiddenAmounts(
      app,
      [
        '/pages/withdrawal/records',
        `/pages/withdrawal/records?id=${ids.withdrawal}`,
        '/pages/recharge/records',
        `/pages/recharge/records?id=${ids.recharge}`,
      ],
      /\b(500|499)\.00/,
    )
    await page.route('**/api/withdrawal/detail', async (route) => {
      const answer = await route.fetch()
      const body: unknown = JSON.parse((await answer.text()).replace('"state":"completed"', '"state":"rejected"'))
      await route.fulfill({ response: answer, json: body })
    })
    await app.go(`/pages/withdrawal/records?id=${ids.withdrawal}`)
    await page.reload()
    await page.getByRole('link', { name: 'Ask customer service' }).waitFor()
    await app.go('/pages/withdrawal/service_levels')
    await page.getByRole('heading', { name: 'Arrival' }).waitFor()
    await page.getByText('100.0% of 1').first().waitFor()
    for (const name of ['Identity check, appeal', 'Contract settled', 'Booking in the log'])
      await page.getByRole('heading', { name }).waitFor()
    await page.getByText('too few yet: 20 more needed').first().waitFor()
    await app.findNoFault()
    expect(app.faults).toEqual([])
  })
})

const recordIds = async () => ({
  withdrawal: await oldestIdOf(stage.candor, 'withdrawal/list', token),
  recharge: await oldestIdOf(stage.candor, 'recharge/list', token),
})

const screensOf = (ids: Awaited<ReturnType<typeof recordIds>>) => [
  '/pages/payment/index',
  '/pages/payment/add?kind=bank-card',
  '/pages/payment/add?kind=wallet-address',
  '/pages/recharge/recharge',
  '/pages/recharge/recharge?sent=TRC20',
  '/pages/recharge/records',
  `/pages/recharge/records?id=${ids.recharge}`,
  '/pages/recharge/records?id=999999',
  '/pages/withdrawal/withdrawal',
  '/pages/withdrawal/records',
  `/pages/withdrawal/records?id=${ids.withdrawal}`,
  '/pages/withdrawal/records?id=999999',
  '/pages/withdrawal/service_levels',
]

describe.each(otherLooks)('every screen of money, $theme and in $language', (look) => {
  it(
    'has no fault of accessibility, none in the console, and nothing that sticks out at 360 pixels',
    { timeout: 120_000 },
    async () => {
      const narrow = await openApp(stage, { look, token })
      await expectSoundScreens(narrow, screensOf(await recordIds()))
      await narrow.context.close()
    },
  )
})

describe('without what it takes', () => {
  it('asks a visitor to sign in, and comes back', async () => {
    const visitor = await openApp(stage)
    await expectSignInOn(visitor, [
      '/pages/payment/index',
      '/pages/payment/add',
      '/pages/recharge/recharge',
      '/pages/withdrawal/withdrawal',
    ])
    await visitor.context.close()
  })

  it.each(['none', 'under-review', 'rejected'])(
    'says to a customer whose identity check is %s what it takes',
    async (kycState) => {
      const { context, page, go, findNoFault } = await openApp(stage, { token: freshToken })
      await page.route('**/api/user/info', async (route) => {
        const answer = await route.fetch()
        const body: unknown = JSON.parse(
          (await answer.text()).replace('"kycState":"verified"', `"kycState":"${kycState}"`),
        )
        await route.fulfill({ response: answer, json: body })
      })
      for (const screen of ['/pages/payment/add', '/pages/withdrawal/withdrawal']) {
        await go(screen)
        await page
          .getByRole('button', { name: kycState === 'under-review' ? 'See progress' : 'Verify identity' })
          .waitFor()
        await findNoFault()
      }
      await context.close()
    },
  )

  it('offers to set the payment password where there is none', async () => {
    const { context, page, go, findNoFault } = await openApp(stage, { token: freshToken })
    await go('/pages/payment/add?kind=wallet-address')
    await page.getByRole('textbox', { name: 'Address' }).fill(tron)
    await page.getByRole('button', { name: 'Add wallet address' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Set it now' }).waitFor()
    await findNoFault()
    await context.close()
  })

  it('says what happened where nothing can be read, and goes on when it can', async () => {
    const context = await openPhone(stage.browser, { token })
    const cases = [
      ['payout/list', '/pages/payment/index', 'Bank cards'],
      ['recharge/methods', '/pages/recharge/recharge', 'I’ve sent it'],
      ['withdrawal/readiness', '/pages/withdrawal/withdrawal', 'Use all'],
      ['withdrawal/list', '/pages/withdrawal/records', 'That’s all.'],
      ['transparency/service_levels', '/pages/withdrawal/service_levels', 'Arrival'],
    ] as const
    const fail = async ([path, screen, shown]: (typeof cases)[number]) => {
      const { page, axe } = await openWatchedPage(context)
      await page.route(`**/api/${path}`, (route) => route.abort())
      await page.goto(`${stage.candor.address}#${screen}`)
      const retry = page.getByRole('button', { name: 'Try again' })
      await retry.waitFor()
      const notice = await page.getByText('Request interface failed').boundingBox()
      const places = { notice: notice?.y ?? Infinity, retry: (await retry.boundingBox())?.y ?? 0 }
      expect(places.notice + (notice?.height ?? 0)).toBeLessThan(places.retry)
      expect(await axe()).toEqual([])
      await page.unroute(`**/api/${path}`)
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByText(shown).first().waitFor()
    }
    // In parallel, each on its own page: they wait until the app gives up.
    await Promise.all(cases.map(fail))
    await context.close()
  })
})
