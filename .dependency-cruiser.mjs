// Direction of dependencies in the whole repository. One rule, one sentence. A planted violation of each is in
// scripts/checks/dependency-rules.test.ts.
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** The folders of an app's shared/, lowest first. `testing` and `messages` are outside that order. */
const sharedFolders = {
  h5: ['i18n', 'device', 'api', 'money', 'page', 'forms', 'instrument', 'account', 'proof'],
  console: ['i18n', 'device', 'navigation', 'api', 'page', 'operator', 'case', 'approval'],
}

const sharedRunsDownwards = Object.entries(sharedFolders).flatMap(([app, folders]) =>
  folders
    .slice(0, -1)
    .map((folder, index) =>
      forbid(
        `${app}-shared-${folder}-is-below`,
        'A folder of shared/ uses only those below it.',
        { path: `^apps/${app}/src/shared/${folder}/`, pathNot: '\\.test\\.tsx?$' },
        { path: `^apps/${app}/src/shared/(${folders.slice(index + 1).join('|')})/` },
      ),
    ),
)

export default {
  forbidden: [
    forbid('no-circular', 'A cycle means two files are one file in disguise.', {}, { circular: true }),
    forbid('resolvable', 'Every import resolves.', {}, { couldNotResolve: true, pathNot: '^virtual:' }),
    forbid(
      'packages-know-no-app',
      'A package is used by apps, never the reverse.',
      { path: '^packages/' },
      { path: '^apps/' },
    ),
    forbid(
      'money-is-the-root',
      'money depends on nothing.',
      { path: '^packages/money/', pathNot: '\\.test\\.ts$' },
      { path: ['^packages/', 'node_modules/'], pathNot: '^packages/money/' },
    ),
    forbid(
      'packages-meet-in-money',
      'api, formulas and ui may share only money.',
      { path: '^packages/([^/]+)/', pathNot: '^packages/(client|proof)/' },
      { path: '^packages/', pathNot: ['^packages/$1/', '^packages/money/'] },
    ),
    forbid(
      'proof-uses-formulas',
      'proof verifies by the formulas, and knows money and them only.',
      { path: '^packages/proof/' },
      { path: '^packages/', pathNot: '^packages/(proof|formulas|money)/' },
    ),
    forbid(
      'proof-runs-anywhere',
      'What proof needs of Node lies in node/, chosen by the imports of its package.json.',
      { path: '^packages/proof/src/', pathNot: '(^packages/proof/src/node/|\\.test\\.ts$|/test-[^/]+\\.ts$)' },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'client-speaks-api',
      'client knows api and money only.',
      { path: '^packages/client/' },
      { path: '^packages/', pathNot: '^packages/(client|api|money)/' },
    ),
    forbid(
      'apps-do-not-meet',
      'Apps meet on the wire, through api; only the launcher starts another app.',
      { path: '^apps/([^/]+)/', pathNot: '^apps/launcher/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    forbid(
      'launcher-starts-the-server',
      'The launcher imports the server, and no app that runs in a browser.',
      { path: '^apps/launcher/' },
      { path: '^apps/', pathNot: '^apps/(launcher|server)/' },
    ),
    forbid(
      'product-knows-no-tool',
      'Tests of the whole, measurements and commands use the product, never the reverse.',
      { path: '^(apps|packages)/' },
      { path: '^(e2e|bench|chaos|scripts)/' },
    ),
    forbid(
      'commands-are-on-top',
      'What a command shares with tests and measurements lies in an app or a package.',
      { path: '^(e2e|bench|chaos)/' },
      { path: '^scripts/' },
    ),
    forbid(
      'tools-run-one-way',
      'chaos may use bench, and both may use e2e.',
      { path: '^(e2e|bench)/' },
      { path: '^(bench|chaos)/', pathNot: '^$1/' },
    ),
    forbid(
      'features-do-not-meet',
      'Only app/ composes features.',
      { path: '^apps/(h5|console)/src/features/([^/]+)/' },
      { path: '^apps/(h5|console)/src/(features|app)/', pathNot: '^apps/$1/src/features/$2/' },
    ),
    forbid(
      'public-pages-do-not-meet',
      'A public page uses shared/ and itself only; app/ loads it by its index.tsx.',
      { path: '^apps/public/src/pages/([^/]+)/' },
      { path: '^apps/public/src/(pages|app)/', pathNot: '^apps/public/src/pages/$1/' },
    ),
    forbid(
      'public-shared-knows-no-page',
      'shared/ of the public pages has no page in it.',
      { path: '^apps/public/src/shared/' },
      { path: '^apps/public/src/(pages|app)/' },
    ),
    forbid(
      'feature-by-index',
      'A feature is seen through its index.ts.',
      { path: '^apps/(h5|console)/src/app/' },
      { path: '^apps/[^/]+/src/features/[^/]+/', pathNot: '/features/[^/]+/index\\.ts$' },
    ),
    forbid(
      'shared-knows-no-feature',
      'shared/ has no product in it.',
      { path: '^apps/(h5|console)/src/shared/' },
      { path: '^apps/[^/]+/src/(features|app)/' },
    ),
    ...sharedRunsDownwards,
    forbid(
      'model-is-pure',
      'A form model computes; it does not render or fetch.',
      { path: '-model\\.ts$' },
      { path: '(^apps/[^/]+/src/shared/api/|^packages/client/|\\.tsx$|node_modules/(react|@tanstack)/)' },
    ),
    forbid(
      'module-by-index',
      'A module is seen through its index.ts.',
      {
        path: '^apps/(?:launcher|server/src/(?:modules/([^/]+)|roles))/',
        pathNot: '(\\.test\\.ts$|/testing/)',
      },
      { path: '^apps/server/src/modules/', pathNot: ['^apps/server/src/modules/$1/', '/modules/[^/]+/index\\.ts$'] },
    ),
    forbid(
      'ledger-knows-no-product',
      'The ledger is below every product: it uses the platform, and rows of its own tables.',
      { path: '^apps/server/src/modules/ledger/', pathNot: '(\\.test\\.ts$|/testing/)' },
      {
        path: ['^apps/server/src/modules/', '^apps/server/database/rows/'],
        pathNot: ['^apps/server/src/modules/ledger/', '^apps/server/database/rows/ledger\\.ts$'],
      },
    ),
    forbid(
      'modules-know-no-role',
      'Roles start modules.',
      { path: '^apps/server/src/(modules|platform)/' },
      { path: '^apps/server/src/roles/' },
    ),
    forbid(
      'platform-knows-no-module',
      'platform/ has no product in it.',
      { path: '^apps/server/src/platform/' },
      { path: '^apps/server/src/modules/' },
    ),
    forbid(
      'sql-only-in-stores',
      'Only *-store.ts speaks SQL. Services name the type of the database by platform/transaction.ts.',
      { path: '^apps/server/src/modules/', pathNot: '((-store|\\.integration\\.test)\\.ts$|/testing/)' },
      { path: ['^apps/server/(src/platform/postgres|database)/', 'node_modules/(@types/)?(pg|kysely)/'] },
    ),
    forbid(
      'http-only-in-routes',
      'Only *-routes.ts speaks HTTP.',
      { path: '^apps/server/src/modules/', pathNot: '-routes(\\.test|\\.integration\\.test)?\\.ts$' },
      { path: ['^apps/server/src/platform/http/', 'node_modules/fastify/'] },
    ),
    forbid(
      'rules-are-pure',
      'modules/<x>/<x>.ts holds rules without I/O.',
      { path: '^apps/server/src/modules/([^/]+)/\\1\\.ts$' },
      { path: '(^apps/server/src/platform/(?!clock|result)|-(store|service|routes)\\.ts$)' },
    ),
    forbid(
      'tests-are-not-imported',
      'Product code never leans on a test or its set-up.',
      { path: '^(apps|packages)/', pathNot: '(\\.test\\.tsx?|/testing/|/test/|/test-[^/]+\\.ts$)' },
      { path: '(\\.test\\.tsx?$|/test-[^/]+\\.ts$)' },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|var)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}
