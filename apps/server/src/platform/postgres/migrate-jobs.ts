import { Logger, runMigrations } from 'graphile-worker'
import type { Pool } from 'pg'
import { createClient } from './connection.ts'
import { withPool } from './pool.ts'

const silent = new Logger(() => () => undefined)

/**
 * Migrates the job queue's own schema (`graphile_worker`) as the owner and grants it to the application role, which
 * only enqueues and processes jobs: it cannot change the schema.
 */
export async function migrateJobs(ownerUrl: string): Promise<void> {
  const migrateOwn = (pgPool: Pool) => runMigrations({ pgPool, logger: silent, taskList: {} })
  await withPool(ownerUrl, 'migrate-jobs', migrateOwn, { queryTimeoutMs: 0, readsAsUsual: true })
  const client = createClient(ownerUrl, { application_name: 'candor-migrate' })
  await client.connect()
  try {
    await client.query(openToApplication)
  } finally {
    await client.end()
  }
}

/** The queue's tables have row-level security without policies, which shuts out everyone but their owner. */
const openToApplication = `
do $$
declare
  guarded regclass;
begin
  for guarded in select oid from pg_class where relnamespace = 'graphile_worker'::regnamespace and relkind = 'r'
    and relrowsecurity loop
    execute format('drop policy if exists application on %s', guarded);
    execute format('create policy application on %s to candor_app using (true) with check (true)', guarded);
  end loop;
end
$$;
grant usage on schema graphile_worker to candor_app;
revoke all on all tables in schema graphile_worker from candor_app;
grant select on all tables in schema graphile_worker to candor_app;
grant insert, update, delete on graphile_worker._private_jobs, graphile_worker._private_job_queues to candor_app;
grant insert on graphile_worker._private_tasks to candor_app;
grant usage, select on all sequences in schema graphile_worker to candor_app;
`
