import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enableLogin } from './migrate.ts'
import { createPool } from './pool.ts'
import { openDurableDatabase } from './test-database.ts'
import type { DurableDatabase } from './test-database.ts'
import { testPasswords } from './test-template.ts'

const refused = { code: '42501' }

let database: DurableDatabase
let owner: pg.Pool
let app: pg.Pool
let market: pg.Pool
let watcher: pg.Pool
let verifier: pg.Pool
let log: pg.Pool

beforeAll(async () => {
  database = await openDurableDatabase()
  owner = createPool(database.ownerUrl, 'test-owner')
  app = createPool(database.appUrl, 'test-app')
  market = createPool(database.marketUrl, 'test-market')
  watcher = createPool(database.watcherUrl, 'test-watcher')
  verifier = createPool(database.verifierUrl, 'test-verifier')
  log = createPool(database.logUrl, 'test-log')
})
afterAll(async () => {
  for (const pool of [owner, app, market, watcher, verifier, log]) await pool.end()
  await database.close()
})

describe('the roles of the server', () => {
  test('may take no advisory lock', async () => {
    const { rows } = await owner.query<{ role: string; routine: string }>(
      `select rolname as role, p.oid::regprocedure::text as routine from pg_proc as p, pg_roles
       where proname ~ '^pg_(try_)?advisory_' and rolname like 'candor\\_%' and rolcanlogin and not rolsuper
         and has_function_privilege(pg_roles.oid, p.oid, 'execute')`,
    )
    expect(rows).toEqual([])
    for (const pool of [app, market, watcher, verifier, log]) {
      await expect(pool.query('select pg_advisory_lock_shared(7301)')).rejects.toMatchObject(refused)
      await expect(pool.query('select pg_advisory_xact_lock(7310)')).rejects.toMatchObject(refused)
    }
  })

  test.each([
    'create temporary table frame (slot bigint)',
    'select lo_create(0)',
    "select lo_from_bytea(0, 'x')",
    "select lo_import('/etc/passwd')",
    'insert into graphile_worker.migrations (id) values (1000)',
    'delete from graphile_worker.migrations',
    'delete from graphile_worker._private_tasks',
    "insert into graphile_worker._private_known_crontabs (identifier, known_since) values ('x', now())",
    'set role candor_definer',
  ])('may not %s', async (attack) => {
    await expect(app.query(attack)).rejects.toMatchObject(refused)
  })

  test('lose the settings that they gave themselves when their login is enabled again', async () => {
    for (const change of ['', `in database ${new URL(database.appUrl).pathname.slice(1)}`])
      for (const setting of ['statement_timeout = 0', 'idle_in_transaction_session_timeout = 0', 'work_mem = 65536'])
        await app.query(`alter role candor_app ${change} set ${setting}`)
    await app.query("alter role candor_app password 'mine'")
    await enableLogin(database.ownerUrl, 'candor_app', testPasswords.app)
    const fresh = createPool(database.appUrl, 'test-fresh', { maxConnections: 1 })
    const { rows } = await fresh.query(
      `select name, setting from pg_settings
       where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'work_mem') order by name`,
    )
    await fresh.end()
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: '15000' },
      { name: 'statement_timeout', setting: '15000' },
      { name: 'work_mem', setting: '4096' },
    ])
  })
})

describe('the verifier', () => {
  test('may call what verifies confirmations, alone, and read no table', async () => {
    const { rows } = await owner.query<{ routine: string; callers: string[] }>(
      `select p.oid::regproc::text as routine, array_agg(rolname::text) as callers
       from pg_proc as p join pg_namespace as n on n.oid = pronamespace, pg_roles
       where nspname !~ '^(pg_|information_schema)' and rolname ~ '^candor_' and rolcanlogin and not rolsuper
         and has_function_privilege(pg_roles.oid, p.oid, 'execute')
         and exists (select from aclexplode(proacl) where grantee = 'candor_verifier'::regrole)
       group by p.oid order by routine`,
    )
    const routines = ['awaited_confirmation', 'confirm_case', 'confirm_for_reviewer', 'enrol_passkey']
    expect(rows).toEqual(routines.map((name) => ({ routine: `operator.${name}`, callers: ['candor_verifier'] })))
    const readable = await owner.query(
      `select from pg_class as c join pg_namespace as n on n.oid = relnamespace
       where nspname !~ '^(pg_|information_schema)' and relkind in ('r', 'p', 'v', 'S')
         and has_table_privilege('candor_verifier', c.oid, 'select, insert, update, delete')`,
    )
    expect(readable.rowCount).toBe(0)
    for (const table of ['passkey', 'passkey_code', 'confirmation'])
      await expect(app.query(`select from operator.${table}`)).rejects.toMatchObject(refused)
  })
})

describe('the sealer of the price log', () => {
  test('alone may call what guards the log, and write no table', async () => {
    const { rows } = await owner.query<{ routine: string; callers: string[] }>(
      `select p.oid::regproc::text as routine, array_agg(rolname::text) as callers
       from pg_proc as p join pg_namespace as n on n.oid = pronamespace, pg_roles
       where nspname = 'transparency' and rolname ~ '^candor_' and rolcanlogin and not rolsuper
         and has_function_privilege(pg_roles.oid, p.oid, 'execute')
       group by p.oid order by routine`,
    )
    const sealing = ['advance', 'announce_key', 'append_events', 'begin_sealing', 'customer_secrets']
    const guarding = ['end_lease', 'hold_lease', 'keep_cosignature', 'list_witnesses', 'open_shard']
    const routines = [...sealing, ...guarding, 'report_differences']
    const ofLog = rows.filter(({ callers }) => callers.includes('candor_log'))
    expect(ofLog.map(({ routine }) => routine)).toEqual(routines.map((name) => `transparency.${name}`))
    // The server announces the key with which it signs acceptances, and makes the salts of what it proves.
    const ofServer = rows.filter(({ callers }) => callers.some((name) => name !== 'candor_log'))
    expect(ofServer.map(({ routine, callers }) => [routine, callers.toSorted()])).toEqual([
      ['transparency.announce_acceptance_key', ['candor_app']],
      ['transparency.customer_secrets', ['candor_app', 'candor_log']],
      ['transparency.remember_items', ['candor_app']],
    ])
    const writable = await owner.query(
      `select from pg_class as c join pg_namespace as n on n.oid = relnamespace
       where nspname !~ '^(pg_|information_schema)' and relkind in ('r', 'p', 'v', 'S')
         and has_table_privilege('candor_log', c.oid, 'insert, update, delete, truncate')`,
    )
    expect(writable.rowCount).toBe(0)
    await expect(log.query('select from identity.customer')).rejects.toMatchObject(refused)
    await log.query('select from market.frame')
  })
})

describe('the application', () => {
  /** Sessions, codes, devices and files: no statement about money or frames reads them. */
  const lockable = [
    'deposit.reserved_voucher',
    'favourites.favourite',
    'graphile_worker._private_job_queues',
    'graphile_worker._private_jobs',
    'identity.access_change',
    'identity.address',
    'identity.attempt',
    'identity.avatar',
    'identity.captcha',
    'identity.code',
    'identity.login',
    'identity.registration',
    'identity.session',
    'identity.turn',
    'kyc.reserved_object',
    'mail.outbox',
    'push.delivery',
    'push.subscription',
    'security.passkey',
    'security.passkey_challenge',
    'security.phrase',
    'security.recovery_code',
    'security.totp',
    'support.ticket',
    'support.token',
  ]

  test('may lock no table against readers or writers but those without money', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select n.nspname || '.' || relname as name from pg_class as c join pg_namespace as n on n.oid = relnamespace
       where relkind in ('r', 'p') and n.nspname !~ '^(pg_|information_schema)'
         and has_table_privilege('candor_app', c.oid, 'update, delete, truncate, maintain') order by name`,
    )
    expect(rows.map(({ name }) => name)).toEqual(lockable)
    for (const table of ['identity.customer', 'security.payment_password', 'market.frame', 'ledger.account'])
      for (const mode of ['access exclusive', 'exclusive', 'share', 'share row exclusive'])
        await expect(app.query(`begin; lock table ${table} in ${mode} mode`)).rejects.toMatchObject(refused)
  })

  test('changes of a customer only what a customer changes', async () => {
    for (const column of ['public_id', 'invite_code', 'invited_by', 'state', 'kyc_state', 'created_ms'])
      await expect(app.query(`update identity.customer set ${column} = ${column}`)).rejects.toMatchObject(refused)
    await app.query('update identity.customer set email = email')
  })
})

describe('routines that run with the rights of their owner', () => {
  test('belong to a role that is no superuser, cannot log in and owns nothing outside the schemas', async () => {
    const { rows } = await owner.query(
      `select distinct rolname, rolsuper, rolcanlogin, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication
       from pg_proc join pg_roles on pg_roles.oid = proowner join pg_namespace as n on n.oid = pronamespace
       where prosecdef and nspname !~ '^(pg_|information_schema)'`,
    )
    expect(rows).toEqual([
      {
        rolname: 'candor_definer',
        rolsuper: false,
        rolcanlogin: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolbypassrls: false,
        rolreplication: false,
      },
    ])
    const members = await owner.query(`select from pg_auth_members where roleid = 'candor_definer'::regrole`)
    expect(members.rowCount).toBe(0)
  })

  test('look names up in pg_catalog and last in pg_temp', async () => {
    const { rows } = await owner.query<{ routine: string; path: string | null }>(
      `select p.oid::regprocedure::text as routine,
         (select setting from unnest(proconfig) as setting where setting like 'search_path=%') as path
       from pg_proc as p join pg_namespace as n on n.oid = pronamespace
       where prosecdef and nspname !~ '^(pg_|information_schema)'`,
    )
    expect(rows.length).toBeGreaterThan(80)
    expect(rows.filter(({ path }) => !/^search_path=pg_catalog(, \w+)*, pg_temp$/.test(path ?? ''))).toEqual([])
  })
})
