import { createHmac } from 'node:crypto'
import type { ConfirmedAct } from '@candor/api/operator'
import type { Logger } from '../../platform/logger.ts'
import { operatorRefusal } from '../../platform/operator-refusal.ts'
import type { Database } from '../../platform/transaction.ts'
import type { OperatorLogins } from './login-service.ts'
import { totpCode } from '../../platform/totp.ts'
import { heldSubjects, readNowMs } from './operator-store.ts'

/** Something that waits for a decision. */
export interface ReviewCase {
  /** The audit's name of it, as `withdrawal:123`. */
  readonly subject: string
  /** Since when it waits. */
  readonly sinceMs: number
  /** It needs an operator who has not decided about it: the third reviewer. */
  readonly isForThird?: boolean
}

/** Two alternate; the third decides appeals, and completes withdrawals. */
export const sandboxReviewers = [1, 2, 3] as const
export type SandboxReviewer = (typeof sandboxReviewers)[number]

/** An act that a passkey confirms where it needs two operators. */
export interface ReviewedAct {
  readonly act: ConfirmedAct
  readonly id: string
  readonly reference?: string
}

/** A product's cases for the sandbox's reviewers. */
export interface ReviewTask<Case extends ReviewCase = ReviewCase> {
  readonly name: string
  /** Cases that await a decision at this time, longest first. */
  due(nowMs: number): Promise<readonly Case[]>
  /** Decides a case as the reviewer of this session, through the same function as a person. Rethrows its errors. */
  decide(secret: string, due: Case, reviewer: SandboxReviewer): Promise<void>
  /** The act of deciding a case, where two operators may have to confirm it; null for another step. */
  actOf?(due: Case): ReviewedAct | null
}

/** A reviewer's credentials, derived from the data folder's key. */
export function reviewerAccount(key: string, reviewer: SandboxReviewer) {
  const derive = (purpose: string) =>
    createHmac('sha256', key).update(`sandbox-reviewer ${reviewer} ${purpose}`).digest()
  return {
    name: `sandbox-reviewer-${reviewer}`,
    password: derive('password').toString('base64url'),
    totpSecret: derive('authenticator').subarray(0, 20),
  }
}

export interface SandboxReviewerDependencies {
  readonly pool: Database
  readonly logger: Logger
  readonly logins: OperatorLogins
  readonly tasks: readonly ReviewTask[]
  readonly key: string
  /** Has the verifier confirm an act for a reviewer, where it needs that. */
  readonly confirm: (secret: string, act: ReviewedAct) => Promise<void>
  readonly roundMs?: number
  /** How long a case waits first, so that a customer sees that it is under review. */
  readonly decidesAfterMs?: number
}

const noBrowser = { value: null, keep: () => undefined }
const usualRoundMs = 1_000
const usualWaitMs = 3_000
const longestPauseMs = 60_000

/** How often a case was tried, and when it may be again. */
interface Tries {
  readonly count: number
  readonly notBeforeMs: number
}

/**
 * Decides, every second, cases that have waited for three. Two reviewers alternate on a case, so that a case for two
 * operators gets both; what needs another than these goes to the third. Cases claimed by a person are left to that
 * person. Sandbox only:
 * the database refuses the reviewers elsewhere.
 */
export function startSandboxReviewer(deps: SandboxReviewerDependencies): { stop(): Promise<void> } {
  const { pool, logger, tasks, roundMs = usualRoundMs } = deps
  const sessions = reviewerSessions(deps)
  const tries = new Map<string, Tries>()
  let running: Promise<void> = Promise.resolve()
  let isBusy = false

  const round = async () => {
    const nowMs = await readNowMs(pool)
    let held: ReadonlySet<string> | null = null
    const seen = new Set<string>()
    for (const task of tasks) {
      for (const due of await task.due(nowMs)) {
        seen.add(due.subject)
        held ??= await heldSubjects(pool)
        if (!held.has(due.subject)) await decide(task, due, nowMs)
      }
    }
    for (const subject of tries.keys()) if (!seen.has(subject)) tries.delete(subject)
  }

  const decide = async (task: ReviewTask, due: ReviewCase, nowMs: number) => {
    const { count, notBeforeMs } = tries.get(due.subject) ?? {
      count: 0,
      notBeforeMs: due.sinceMs + (deps.decidesAfterMs ?? usualWaitMs),
    }
    if (nowMs < notBeforeMs) return
    const reviewer = due.isForThird === true ? 3 : count % 2 === 0 ? 1 : 2
    const secret = await sessions.secretOf(reviewer, nowMs)
    if (secret === null) return
    try {
      const act = task.actOf?.(due) ?? null
      if (act !== null) await deps.confirm(secret, act)
      await task.decide(secret, due, reviewer)
      tries.set(due.subject, { count: count + 1, notBeforeMs: nowMs })
    } catch (fault) {
      const refusal = operatorRefusal(fault)
      if (refusal === 'not-logged-in') sessions.forget(reviewer)
      // The other reviewer's turn: at once when a second operator is required, otherwise with growing delays.
      const pauseMs = refusal === null ? Math.min(longestPauseMs, roundMs * 2 ** Math.min(count, 10)) : 0
      tries.set(due.subject, { count: refusal === 'not-logged-in' ? count : count + 1, notBeforeMs: nowMs + pauseMs })
      if (refusal === null)
        logger.error({ task: task.name, subject: due.subject, err: fault }, 'the sandbox reviewer could not decide')
    }
  }

  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    running = round()
      .catch((fault: unknown) => {
        logger.error({ err: fault }, 'a round of the sandbox reviewer failed')
      })
      .finally(() => {
        isBusy = false
      })
  }, roundMs)
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}

/** Sessions of the reviewers, opened when they are needed. */
function reviewerSessions({ logins, logger, key }: Pick<SandboxReviewerDependencies, 'logins' | 'logger' | 'key'>) {
  const secrets = new Map<SandboxReviewer, string>()
  const retryAtMs = new Map<SandboxReviewer, number>()

  const logIn = async (reviewer: SandboxReviewer, nowMs: number): Promise<string | null> => {
    const { name, password, totpSecret } = reviewerAccount(key, reviewer)
    // Of no network, where strangers could use up the attempts.
    const origin = { ip: '', userAgent: 'sandbox reviewer', device: noBrowser }
    // Soon after an earlier start, this step's code is used up: the next one is already valid.
    for (const ahead of [0, 1]) {
      const form = { account: name, password, totp: totpCode(totpSecret, nowMs, ahead), newPassword: undefined }
      const opened = await logins.login(form, origin)
      if (opened.ok) return opened.value.secret
      logger.debug({ reviewer, error: opened.error }, 'the sandbox reviewer could not log in')
    }
    return null
  }

  return {
    /** The session of a reviewer; null where it cannot log in just now. */
    async secretOf(reviewer: SandboxReviewer, nowMs: number): Promise<string | null> {
      const known = secrets.get(reviewer)
      if (known !== undefined) return known
      if (nowMs < (retryAtMs.get(reviewer) ?? 0)) return null
      const secret = await logIn(reviewer, nowMs)
      if (secret === null) retryAtMs.set(reviewer, nowMs + 30_000)
      else secrets.set(reviewer, secret)
      return secret
    },
    forget: (reviewer: SandboxReviewer) => secrets.delete(reviewer),
  }
}
