// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { draw } from '../../shared/testing/draw.tsx'
import { someTerms } from '../../shared/testing/terms-fixture.ts'
import { initialContractForm, summariseContract } from './contract-form-model.ts'
import type { BuyGate, BuyObstacle } from './contract-gate-model.ts'
import { ContractTicket } from './contract-ticket.tsx'
import type { ContractTicketProps } from './contract-ticket.tsx'

const terms = someTerms()

interface Over {
  readonly obstacle?: BuyObstacle | null
  readonly gate?: BuyGate | null
  readonly stakeText?: string
}

async function drawn({ obstacle = null, gate = null, stakeText = '100' }: Over = {}) {
  const availableUnits = 1_000_000_000n
  const form = { ...initialContractForm, durationMs: 60_000, stakeText }
  const [onAction, onDirection, onGate] = [
    vi.fn<ContractTicketProps['onAction']>(),
    vi.fn<ContractTicketProps['onDirection']>(),
    vi.fn<ContractTicketProps['onGate']>(),
  ]
  const view = await draw(
    <ContractTicket
      form={form}
      summary={summariseContract(form, { terms: [terms], availableUnits })}
      terms={[terms]}
      entryDelayMs={500}
      obstacle={obstacle}
      availableUnits={availableUnits}
      gate={gate}
      onAction={onAction}
      onDirection={onDirection}
      onExplain={vi.fn<() => void>()}
      onGate={onGate}
    />,
  )
  return { ...view, onAction, onDirection, onGate }
}

const directions = (names: readonly string[]) => names.filter((name) => /^(Up|Down)/.test(name))

it('opens the decision in the direction that is pressed', async () => {
  const { all, press, onDirection } = await drawn()
  const [up, down] = directions(all('button').map((button) => button.textContent ?? ''))
  press((down ?? '').replaceAll(/\s+/g, ' '))
  expect(onDirection).toHaveBeenLastCalledWith('down')
  press((up ?? '').replaceAll(/\s+/g, ' '))
  expect(onDirection).toHaveBeenLastCalledWith('up')
})

it('shows what is available beside the stake', async () => {
  expect((await drawn()).text()).toContain('1,000.00')
})

it('names the smallest and the largest stake to a customer, too', async () => {
  expect((await drawn()).text()).toMatch(/Available 1,000\.00\s1\.00 to 5,000\.00/)
})

it('says when the entry starts and how prices are made', async () => {
  expect((await drawn()).text()).toContain('Entry starts 0.5 s after you tap; entry and exit are 5-second averages.')
})

it('turns both directions off and says why, instead of the odds', async () => {
  const ticket = await drawn({ obstacle: { kind: 'halted' } })
  expect(directions(ticket.off())).toHaveLength(2)
  expect(ticket.text()).toContain('New orders are halted for this instrument. Open contracts still settle.')
  expect(ticket.text()).not.toContain('54.6')
  expect((await drawn()).text()).toContain('54.6')
})

it('names the smallest stake where the stake is below it', async () => {
  const { text } = await drawn({ stakeText: '0.5', obstacle: { kind: 'stake', error: 'below-minimum' } })
  expect(text()).toContain('The smallest stake is 1.00 USDT.')
})

it('asks a visitor to sign in, in the place of the directions', async () => {
  const { all, press, onGate } = await drawn({ gate: 'sign-in' })
  expect(directions(all('button').map((button) => button.textContent ?? ''))).toEqual([])
  press('Sign in to buy')
  expect(onGate).toHaveBeenCalledWith('sign-in')
})
