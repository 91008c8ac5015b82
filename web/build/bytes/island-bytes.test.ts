/** Bytes of an island on first interaction. Run `node web/build.ts` first. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { chosenLanguages } from '@deqiq/messages/language.ts';
import { WEB_FOLDER } from '../../build.ts';
import { transferSize } from './transfer-size.ts';

const KB = 1024;
const FOLDER = 'assets';

for (const language of chosenLanguages) {
  describe(`what an island costs when it is touched, in the language ${language}`, () => {
    let islands: string;
    before(() => {
      const home = language === 'az' ? 'index.html' : `${language}/index.html`;
      assert.ok(existsSync(join(WEB_FOLDER, home)), 'run "node web/build.ts" first');
      const page = readFileSync(join(WEB_FOLDER, home), 'utf8');
      const hydrate = /data-hydrate="\/assets\/([^"]+)"/.exec(page)?.[1] ?? '';
      islands = `${hydrate} ${readFileSync(join(WEB_FOLDER, FOLDER, hydrate), 'utf8')}`;
    });

    const named = (start: string) => {
      const file = new RegExp(`\\b${start}-[\\w-]+\\.js`).exec(islands)?.[0];
      assert.ok(file, `the build has no ${start}; run "node web/build.ts" first`);
      return file;
    };

    /** A module with all it imports when it is loaded. */
    function withImports(file: string, visited = new Set<string>()): Set<string> {
      if (visited.has(file)) return visited;
      visited.add(file);
      const code = readFileSync(join(WEB_FOLDER, FOLDER, file), 'utf8');
      for (const [, imported = ''] of code.matchAll(
        /(?:from|import)\s*["']\.\/([^"']+\.js)["']/g,
      )) {
        withImports(imported, visited);
      }
      return visited;
    }

    const bytesOf = (...starts: string[]) => {
      const loaded = starts
        .map(named)
        .reduce((all, file) => withImports(file, all), new Set<string>());
      return [...loaded].reduce(
        (sum, file) => sum + transferSize(WEB_FOLDER, `${FOLDER}/${file}`),
        0,
      );
    };

    for (const form of ['reservation', 'partnership', 'contact']) {
      test(`the form of ${form} is at most 30 KB: it needs no React`, () => {
        const bytes = bytesOf('hydrate', `${form}.island`);
        assert.ok(bytes > 10 * KB, 'the contract’s rules are counted');
        assert.ok(bytes <= 30 * KB, `${bytes} bytes`);
      });
    }

    for (const list of ['clinics', 'doctors']) {
      test(`the list of ${list} is at most 80 KB`, () => {
        const bytes = bytesOf('hydrate', 'react-island', `${list}.island`);
        assert.ok(bytes > 50 * KB, 'React is counted');
        assert.ok(bytes <= 80 * KB, `${bytes} bytes`);
      });
    }
  });
}
