import type { CellWorld } from './cell-world.ts'

const token = '0xdac17f958d2ee523a2206206994597c13d831ec7'

/** The units of USDT of each transfer. */
export const coins = 40_000_000n

export const txidOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`

/** Customers with deposit addresses, and transfers to these. */
export class Depositors {
  readonly #world: CellWorld

  constructor(world: CellWorld) {
    this.#world = world
  }

  /** Has the watcher of a cell show a transfer to an address. */
  async show(cell: number, address: string, number: number, isFinal = true): Promise<string> {
    const { rows } = await this.#world
      .world(cell)
      .owner.query<{ outcome: string }>(
        `select outcome from deposit.record_transfer('ERC20', $1, 0, $2, $3, $4, 10, '0xaa', 5, $5)`,
        [txidOf(number), address, token, coins, isFinal],
      )
    return rows[0]?.outcome ?? ''
  }

  /** Has the watcher of a cell report that a transfer is no longer in the chain. */
  async takeBack(cell: number, number: number): Promise<string> {
    const { rows } = await this.#world
      .world(cell)
      .owner.query<{ outcome: string }>(`select outcome from deposit.report_missing_transfer('ERC20', $1, 0)`, [
        txidOf(number),
      ])
    return rows[0]?.outcome ?? ''
  }

  /** Opens a customer in the first cell with a deposit address there. */
  async add(): Promise<{ customerId: bigint; address: string }> {
    for (const { owner } of this.#world.worlds)
      await owner.query("update deposit.deposit_chain set token = $1 where chain = 'ERC20'", [token])
    const customerId = await this.#world.addCustomer(1)
    const address = `0x${customerId.toString(16).padStart(40, 'c')}`
    await this.assign(1, customerId, address)
    return { customerId, address }
  }

  async assign(cell: number, customerId: bigint, address: string): Promise<void> {
    await this.#world
      .world(cell)
      .owner.query("select deposit.assign_address('ERC20', $1, 1, $2)", [customerId, address])
  }
}
