import { deepEqual, match } from 'node:assert/strict';
import { test } from 'node:test';
import { cycles, findViolations, listImports, mutualImports } from './boundaries.js';
import { read, sourceFiles } from './source-files.js';

/** One forbidden line for every workspace and rule: file, source, and what the message must contain. */
const FORBIDDEN = [
  ['contract/src/x.ts', "import { sql } from 'kysely';", /only zod and messages/],
  ['messages/src/x.ts', "import '@deqiq/contract/shared/text.ts';", /nothing of the product/],
  [
    'server/src/features/office/labs/x.ts',
    "import '../../../../../web/src/x.ts';",
    /server and web/,
  ],
  ['web/src/site/x.ts', "import '../../../server/src/app.ts';", /server and web/],
  ['web/src/site/x.ts', "import '../portal/admin/x.ts';", /do not import each other/],
  ['web/src/ui/x.ts', "import '../portal/admin/x.ts';", /import no screen/],
  ['web/src/viewer/x.ts', "import '../portal/x.ts';", /viewer imports only/],
  ['web/src/viewer/x.ts', "import '../api/x.ts';", /viewer imports only/],
  ['web/src/portal/x.ts', "import '../viewer/geometry/x.ts';", /through viewer.tsx/],
  ['web/src/viewer/geometry/x.ts', "import { useState } from 'react';", /geometry imports only/],
  ['web/src/viewer/geometry/x.ts', "import '../pixels/x.ts';", /geometry imports only/],
  ['web/src/viewer/pixels/x.ts', "import '../controls/x.ts';", /its pixels only/],
  ['web/src/viewer/model/x.ts', "import '../stage/x.ts';", /import in one direction/],
  [
    'server/src/platform/http/x.ts',
    "import type { Config } from '../../config.ts';",
    /takes values/,
  ],
  ['server/src/app.ts', "import '@deqiq/testkit/random.ts';", /neither test kit/],
  ['web/src/portal/x.ts', "import '@deqiq/samples/seed.ts';", /neither test kit/],
  ['testkit/src/x.ts', "import '@deqiq/samples/seed.ts';", /testkit imports only/],
  ['samples/src/x.ts', "import '../../server/src/app.ts';", /samples imports testkit/],
  ['bench/src/x.ts', "import '../../faults/src/report.ts';", /never each other/],
  ['faults/src/x.ts', "import '../../bench/src/main.ts';", /never each other/],
  ['e2e/x.ts', "import '../faults/src/report.ts';", /never each other/],
  ['deploy/tests/x.ts', "import '../../e2e/office.ts';", /never each other/],
  ['bootstrap/x.js', "import { z } from 'zod';", /only Node and itself/],
  ['server/src/platform/x.ts', "import '../features/office/labs/labs.repo.ts';", /no feature/],
  [
    'server/src/platform/x.ts',
    "import type { A } from '@deqiq/contract/office/labs.ts';",
    /no feature's/,
  ],
  ['server/src/platform/dicom/x.ts', "import '../media/limits.ts';", /which knows neither/],
  ['server/src/platform/dimse/x.ts', "import '../media/limits.ts';", /not each other/],
  [
    'server/src/features/office/labs/x.ts',
    "import '../../../commands/args.ts';",
    /only the commands/,
  ],
  ['server/src/features/office/labs/x.ts', "import '../gifts/gifts.repo.ts';", /service only/],
  [
    'server/src/features/office/labs/labs.service.ts',
    "import { sql } from 'kysely';",
    /kysely or pg/,
  ],
  ['server/src/features/office/labs/labs.service.ts', "import 'fastify';", /import fastify/],
  ['server/src/features/office/labs/labs.service.ts', "import 'node:fs';", /file system/],
  ['server/src/features/office/labs/labs.service.ts', "import sharp from 'sharp';", /decoders/],
  [
    'server/src/features/office/labs/labs.repo.ts',
    "import './labs.service.ts';",
    /nothing calls back/,
  ],
  ['server/src/features/office/labs/x.ts', "import '../../../app/core.ts';", /only main.ts/],
  ['server/src/intake/x.ts', "import '../app.ts';", /only main.ts/],
  ['server/src/platform/media/x.ts', "data['0020000D'];", /name it in/],
  ['server/src/platform/media/x.ts', "data['00400275.00400009'];", /name it in/],
  ['server/src/platform/media/child/x.ts', 'data.elements.x00280010;', /name it in/],
  ['server/src/intake/x.ts', 'values.get(0x0020_000d);', /name it in/],
  ['web/src/api/uploads/x.ts', "data.string('x00100010');", /name it in/],
  ['server/src/features/office/labs/labs.service.ts', 'process.env.HOME;', /only config/],
  [
    'server/src/features/office/labs/labs.routes.ts',
    "app.get('/api/x', list);",
    /not in the contract/,
  ],
];

for (const [file, source, message] of /** @type {[string, string, RegExp][]} */ (FORBIDDEN))
  test(`${file} must not contain ${source}`, () => {
    match(findViolations(file, source).join('\n'), message);
  });

test('a date, an address in memory and the names of tags are no tags', () => {
  const source = "['20261124', 0x0403_4b50, 0xffff_ffff, 0x0000_000c, Tag.rows]";
  deepEqual(findViolations('server/src/platform/media/x.ts', source), []);
  deepEqual(findViolations('server/src/platform/dicom/tags.ts', 'rows: 0x0028_0010'), []);
});

test('a cycle of two files is found', () => {
  const imports = [
    ...listImports('faults/src/a.ts', "import { b } from './b.ts';"),
    ...listImports('faults/src/b.ts', "import type { A } from './a.ts';"),
  ];
  deepEqual(cycles(imports), ['cycle: faults/src/a.ts → faults/src/b.ts → faults/src/a.ts']);
});

test('every workspace is checked, and holds the rules', () => {
  const { workspaces } = JSON.parse(read('package.json'));
  const tops = new Set(sourceFiles().map((file) => file.split('/')[0]));
  deepEqual([...tops].toSorted(), [...workspaces, 'bootstrap', 'deploy'].toSorted());
  deepEqual(
    sourceFiles().flatMap((file) => findViolations(file, read(file))),
    [],
  );
});

test('two features that import each other are reported, whichever files do', () => {
  const a = 'server/src/features/people/a/a.service.ts';
  const b = 'server/src/features/people/b/b.service.ts';
  const other = 'server/src/features/people/b/other.routes.ts';
  const oneWay = listImports(a, "import type { B } from '../b/b.service.ts';\n");
  deepEqual(mutualImports(oneWay), []);
  const both = [...oneWay, ...listImports(other, "import { a } from '../a/a.service.ts';\n")];
  deepEqual(mutualImports(both), [
    `${a} imports ${b}: the features import each other`,
    `${other} imports ${a}: the features import each other`,
  ]);
});
