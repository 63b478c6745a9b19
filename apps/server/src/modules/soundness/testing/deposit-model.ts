import type { Pool } from 'pg'
import type { LedgerModel } from './ledger-model.ts'

/** A transfer that a history may show, reverse and show again: its content never changes. */
export interface ModelTransfer {
  readonly place: number
  readonly customerId: bigint
  readonly asset: 'USD' | 'USDT'
  readonly units: bigint
}

interface Course {
  state: 'waiting' | 'credited' | 'dust' | 'reversed'
  credited: bigint | null
  /** The slot in which it was credited first. */
  creditedSlot: number
  /** It waits for operators: it was more than the watcher may credit. */
  isHeld: boolean
  /** The amount booked to suspense; null while there is none. */
  suspended: bigint | null
}

const minimumUnits = 10_000_000n
const spreadBps = 5n
/** What the watcher may credit by one transfer, and to one customer within a day. */
const perTransferUnits = 5_000_000_000n
const perCustomerUnits = 10_000_000_000n
const daySlots = 172_800
const usdStripes = [1, 2, 3, 4]

/**
 * A second implementation of the deposit rules, sequential and in plain integers. The first instrument is the price of
 * USDT.
 */
export class DepositModel {
  readonly #ledger: LedgerModel
  readonly #courses = new Map<number, Course>()
  readonly #shown = new Map<number, ModelTransfer>()

  constructor(ledger: LedgerModel) {
    this.#ledger = ledger
  }

  /** The result of showing a transfer. */
  show(transfer: ModelTransfer, isFinal: boolean): string {
    const course = this.#courses.get(transfer.place) ?? {
      state: 'waiting',
      credited: null,
      creditedSlot: 0,
      isHeld: false,
      suspended: null,
    }
    this.#courses.set(transfer.place, course)
    this.#shown.set(transfer.place, transfer)
    if (course.state === 'credited') return 'known'
    if (transfer.units < minimumUnits) {
      course.state = 'dust'
      return 'dust'
    }
    course.state = 'waiting'
    if (!isFinal) return 'waiting'
    const outcome = course.suspended === null ? this.#credit(transfer, course) : this.#restore(transfer, course)
    if (outcome === 'credited') course.state = 'credited'
    return outcome
  }

  /** The result of reporting it as missing. */
  miss(transfer: ModelTransfer): string {
    const course = this.#courses.get(transfer.place)
    if (course === undefined || course.state === 'reversed') return 'none'
    const wasCredited = course.state === 'credited'
    course.state = 'reversed'
    if (!wasCredited) return 'reversed'
    const money = this.#money(transfer)
    const available = money.posted - money.held
    const credited = course.credited ?? 0n
    course.suspended = available < credited ? available : credited
    money.posted -= course.suspended
    this.#ledger.withdrawals.freezes.set(transfer.place, transfer.customerId)
    return 'suspended'
  }

  #restore(transfer: ModelTransfer, course: Course): 'credited' {
    this.#money(transfer).posted += course.suspended ?? 0n
    this.#ledger.withdrawals.freezes.delete(transfer.place)
    course.suspended = null
    return 'credited'
  }

  /** Whether crediting it is more than the watcher may do alone; then it stays so. */
  #isHeld(transfer: ModelTransfer, course: Course): boolean {
    let ofDay = 0n
    for (const { place, customerId, units } of this.#shown.values()) {
      const other = this.#courses.get(place)
      if (other === undefined || other.credited === null || customerId !== transfer.customerId) continue
      if (this.#ledger.slot - other.creditedSlot < daySlots) ofDay += units
    }
    course.isHeld ||= transfer.units > perTransferUnits || ofDay + transfer.units > perCustomerUnits
    return course.isHeld
  }

  #credit(transfer: ModelTransfer, course: Course): string {
    if (this.#isHeld(transfer, course)) return 'held'
    let credited = transfer.units
    if (transfer.asset === 'USD') {
      const price = this.#ledger.currentPrice(1)
      if (price === null) return 'no-price'
      // Two decimals of the price and four of the basis points, rounded down.
      credited = (transfer.units * price * (10_000n - spreadBps)) / 1_000_000n
      const own = 1 + Number(transfer.customerId % 4n)
      const stripe = [own, ...usdStripes].find((candidate) => (this.#ledger.fx.get(candidate) ?? 0n) >= credited)
      if (stripe === undefined) return 'not-covered'
      this.#ledger.moveFx(stripe, -credited)
      this.#ledger.moveFx(own + usdStripes.length, transfer.units)
    }
    this.#money(transfer).posted += credited
    course.credited = credited
    course.creditedSlot = this.#ledger.slot
    return 'credited'
  }

  #money({ customerId, asset }: ModelTransfer) {
    const money = this.#ledger.customers.get(`${customerId}:${asset}`)
    if (money === undefined) throw new Error(`customer ${customerId} has no accounts`)
    return money
  }
}

/** The deposit dependencies of a history, and their model. */
export interface DepositSide {
  readonly watcher: Pool
  readonly model: DepositModel
}
