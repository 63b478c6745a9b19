import type { IncomingMessage } from 'node:http'
import { userLogin } from '@candor/api'
import type { Operation, RefusalName } from '@candor/api'
import { operatorLogin } from '@candor/api/operator'
import { operatorRefusal } from '../operator-refusal.ts'
import type { OperatorPrincipal, Principal } from '../principal.ts'
import type { Admission } from '../rate-limit/index.ts'
import type { OriginRules } from './origin.ts'
import type { Call, CallOrigin, Operator, OperatorCall } from './route.ts'

/** The sessions, limits and pages of an audience. */
export interface Entrance<Caller> {
  /** Returns the caller behind a token, or null for a token that is unknown, revoked or expired. */
  authenticate(token: string): Promise<Caller | null>
  /** The limits of networks and callers. */
  readonly admission: Admission
  readonly origins: OriginRules
  /** Which countries are served; all if absent. */
  readonly countries?: ServedCountries
}

/** The countries that are served, by their two letters. */
export interface ServedCountries {
  /** All countries if empty. */
  readonly served: readonly string[]
  /** The country of the caller's address, as a trusted proxy names it; null where none does. */
  of(request: IncomingMessage): string | null
}

/** Returns the refusal of a call by its caller, or null to let it pass. */
type Gate<Caller> = (operation: Operation, caller: Caller) => RefusalName | null

/** Every difference between serving customers and serving operators. The dispatcher defines the order of the gates. */
export interface Audience<Caller> extends Entrance<Caller> {
  readonly name: Operation['audience']
  /** Precedes the path of each operation in its URL. */
  readonly prefix: '/api/' | '/'
  /** The path of the operation that logs in. */
  readonly login: string
  /** Whether business may begin from a country; null for an unknown one. */
  servesCountry(country: string | null): boolean
  /** The id under which calls of one caller are counted. */
  idOf(caller: Caller): bigint
  readonly gates: {
    /** Applied as soon as the caller is known. */
    readonly caller: Gate<Caller>
    /** Applied to callers within their limit, before the form is read. */
    readonly access: Gate<Caller>
    /** Applied once the form has been parsed. */
    readonly form: Gate<Caller>
  }
  callOf(origin: CallOrigin, caller: Caller | null): Call | OperatorCall<Operator | null>
  /** Returns the refusal that an error of the handler stands for, or null for an unexpected error. */
  refusalOf(error: unknown): RefusalName | null
}

const open = () => null

/** A proxy that does not know the country says so by a code that is none, such as XX. */
const isCountry = (text: string) => /^[A-Z]{2}$/.test(text) && text !== 'XX'

function servesAny(served: readonly string[]): (country: string | null) => boolean {
  return (country) => served.length === 0 || country === null || !isCountry(country) || served.includes(country)
}

/** Operations that trade list the refusal; the others, withdrawing among them, stay open. */
const asksConsent = (refusals: readonly RefusalName[]) => refusals.includes('consent-required')

/** Customers: a disabled account is refused at once, a customer who is not verified only with a valid form. */
export function customerAudience(entrance: Entrance<Principal>): Audience<Principal> {
  return {
    ...entrance,
    name: 'customer',
    prefix: '/api/',
    login: userLogin.path,
    servesCountry: servesAny(entrance.countries?.served ?? []),
    idOf: ({ customerId }) => customerId,
    gates: {
      caller: ({ servesDisabled }, { isEnabled }) => (isEnabled || servesDisabled === true ? null : 'account-disabled'),
      access: open,
      form: ({ access, refusals }, { kycState, owesConsent, isElsewhere }) => {
        if (access === 'verified' && kycState !== 'verified')
          return kycState === 'none' ? 'kyc-not-completed' : 'kyc-not-passed'
        if (isElsewhere === true && refusals.includes('country-not-served')) return 'country-not-served'
        return owesConsent === true && access !== 'public' && asksConsent(refusals) ? 'consent-required' : null
      },
    },
    callOf: (origin, principal) => ({ ...origin, principal }),
    refusalOf: open,
  }
}

/** Operators: they need one of the operation's roles, and SQL functions refuse by SQLSTATE. */
export function operatorAudience(entrance: Entrance<OperatorPrincipal>): Audience<Operator> {
  return {
    ...entrance,
    async authenticate(secret) {
      const principal = await entrance.authenticate(secret)
      return principal === null ? null : { ...principal, secret }
    },
    name: 'operator',
    prefix: '/',
    login: operatorLogin.path,
    servesCountry: () => true,
    idOf: ({ operatorId }) => operatorId,
    gates: {
      caller: open,
      access: ({ access }, { roles }) =>
        typeof access === 'string' || access.some((role) => roles.includes(role)) ? null : 'not-allowed',
      form: open,
    },
    callOf: (origin, operator) => ({ ...origin, operator }),
    refusalOf: operatorRefusal,
  }
}
