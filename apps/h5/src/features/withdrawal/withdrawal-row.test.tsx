// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { draw } from '../../shared/testing/draw.tsx'
import { aWithdrawal } from '../../shared/testing/withdrawal-fixture.ts'
import { WithdrawalRow } from './withdrawal-records-page.tsx'

it('has its address on a line of its own, apart from its time', async () => {
  const { all } = await draw(<WithdrawalRow withdrawal={aWithdrawal()} />)
  const lines = all('a > span > span').map((line) => line.textContent)
  expect(lines).toContain('TQ7k…x93F')
  expect(lines.filter((line) => line?.includes('TQ7k'))).toHaveLength(1)
})
