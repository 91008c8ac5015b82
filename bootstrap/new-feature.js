// npm run new:feature -- WING/NAME: a feature that works, to be changed into the one that is wanted. WING is a folder
// of server/src/features/, NAME a plural noun of the field in lower case: office/recalls, desk/shade-guides.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './setup/install.js';
import { toolEnvironment } from './setup/node.js';

const folder = process.argv[3] ?? dirname(dirname(fileURLToPath(import.meta.url)));
const path = process.argv[2] ?? '';
const [wing = '', file = ''] = path.split('/');
if (
  !/^[a-z]+\/[a-z]+(-[a-z]+)*s$/.test(path) ||
  !existsSync(join(folder, 'server/src/features', wing))
)
  fail('npm run new:feature -- WING/NAME: a plural in lower case, such as office/shade-guides');
if (existsSync(join(folder, 'server/src/features', path)))
  fail(`there is a feature ${path} already`);

const names = toNames(file);
const migrations = 'server/src/platform/db/migrations';
const last = readdirSync(join(folder, migrations))
  .filter((name) => /^\d/.test(name))
  .toSorted()
  .at(-1);
const migration = `${String(Number(last?.slice(0, 4)) + 1).padStart(4, '0')}-${file}`;

const written = [
  write('messages', `messages/catalogues/${path}.json`),
  write('contract', `contract/src/${path}.ts`),
  write('endpoints', `contract/src/${path}.endpoints.ts`),
  ...['routes', 'service', 'repo', 'test'].map((part) =>
    write(part, `server/src/features/${path}/${file}.${part}.ts`),
  ),
  write('migration', `${migrations}/${migration}.ts`),
  write('table', `server/src/platform/db/tables/${file}.ts`),
  write('api', `web/src/api/${path}.ts`),
];
const changed = [
  insert('contract/src/endpoints.ts', /^import \{ authEndpoints/m, [
    `import { ${names.many}Endpoints } from './${path}.endpoints.ts';`,
  ]),
  insert('contract/src/endpoints.ts', /^ {2}\.\.\.authEndpoints/m, [
    `  ...${names.many}Endpoints,`,
  ]),
  insert('server/src/app/office.ts', /^import \{ applicationsService/m, [
    `import { ${names.many}Service } from '../features/${path}/${file}.service.ts';`,
  ]),
  insert('server/src/app/office.ts', /^ {4}gifts: giftsService/m, [
    `    ${names.many}: ${names.many}Service({ db, versions, audit, now }),`,
  ]),
  insert('server/src/app/routes.ts', /^import \{ accountRoutes/m, [
    `import { ${names.many}Routes } from '../features/${path}/${file}.routes.ts';`,
  ]),
  insert('server/src/app/routes.ts', /^ {2}websiteRoutes\(/m, [
    `  ${names.many}Routes(app, services.${names.many});`,
  ]),
  insert('server/src/platform/db/migrator.ts', /^import type \{ Tables/m, [
    `import { ${names.many} } from './migrations/${migration}.ts';`,
  ]),
  insert('server/src/platform/db/migrator.ts', /^\];/m, [`  ['${migration}', ${names.many}],`]),
  insert('server/src/platform/db/tables.ts', /^\}\n/m, [`  ${names.table}: ${names.Many}Table;`]),
  insert('server/src/platform/db/tables.ts', /^import type \{\n {2}AdminsTable/m, [
    `import type { ${names.Many}Table } from './tables/${file}.ts';`,
  ]),
  insert('testkit/src/operations/objects/things.ts', /^ {2}\['\/api\/admin\/partners\//m, [
    `  ['/api/admin/${file}/', 'id', '${names.one}'],`,
  ]),
  insert('testkit/src/operations/objects/office-objects.ts', /^ {4}lab: async/m, [
    `    ${names.one}: async () => {`,
    `      (await admin().post('/api/admin/${file}', { title: 'Salam' })).ok();`,
    `      return findNewest(context, '/api/admin/${file}', '${names.many}');`,
    '    },',
  ]),
];

ensureInstalled();
run('node', ['messages/src/compile.ts']);
run('biome', ['check', '--write', '--log-level=error', ...written, ...new Set(changed)]);
console.log(`${written.join('\n')}

It works; try: node --test server/src/features/${path}/${file}.test.ts
What is left to you: its words, its fields and its rules; docs/api.md
(node --test --test-update-snapshots server/src/operations-table.test.ts);
a screen under web/src/portal/admin/${file}/ and its line in web/src/portal/admin/admin-routes.ts.
Until a screen imports it, npm run check names web/src/api/${path}.ts as unused.`);

/** @param {string} plural */
function toNames(plural) {
  const singular = plural.endsWith('ies') ? `${plural.slice(0, -3)}y` : plural.slice(0, -1);
  const camel = (/** @type {string} */ name) =>
    name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
  const capital = (/** @type {string} */ name) => name.charAt(0).toUpperCase() + name.slice(1);
  const words1 = singular.replaceAll('-', ' ');
  return {
    wing,
    file: plural,
    table: plural.replaceAll('-', '_'),
    many: camel(plural),
    Many: capital(camel(plural)),
    one: camel(singular),
    One: capital(camel(singular)),
    words: plural.replaceAll('-', ' '),
    words1,
    Words1: capital(words1),
  };
}

/** @param {string} template @param {string} target */
function write(template, target) {
  const text = readFileSync(new URL(`feature/${template}.txt`, import.meta.url), 'utf8');
  const path = join(folder, target);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    text.replace(/\{\{(\w+)\}\}/g, (_, name) => names[/** @type {keyof typeof names} */ (name)]),
  );
  return target;
}

/** Puts lines before the place a pattern finds. @param {string} target @param {RegExp} before @param {string[]} lines */
function insert(target, before, lines) {
  const path = join(folder, target);
  const text = readFileSync(path, 'utf8');
  const at = text.search(before);
  if (at < 0) fail(`${target} has no ${before} any more; mend bootstrap/new-feature.js`);
  writeFileSync(path, `${text.slice(0, at)}${lines.join('\n')}\n${text.slice(at)}`);
  return target;
}

/** @param {string} program @param {string[]} words */
function run(program, words) {
  const { status } = spawnSync(program, words, {
    cwd: folder,
    stdio: 'inherit',
    env: toolEnvironment(),
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** @param {string} sentence @returns {never} */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
