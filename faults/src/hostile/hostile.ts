import { openBrowser } from '@deqiq/testkit/browser.ts';
import type { Campaign, CampaignContext, Figure } from '../campaign.ts';
import { bodies } from './bodies/bodies.ts';
import { bombs } from './bombs/bombs.ts';
import { names } from './names.ts';
import { openFiles } from './pages/open-files.ts';
import { oddities } from './requests/oddities.ts';
import { slow } from './requests/slow.ts';
import { openTestBench, type TestBench } from './test-bench.ts';
import { texts } from './texts.ts';
import { tokens } from './tokens.ts';

type Block = (bench: TestBench, context: CampaignContext) => Promise<Figure[]>;

const onTheWire: Record<string, Block> = { bodies, tokens, oddities, names, bombs, slow };
const inABrowser: Record<string, Block> = { opened: openFiles, texts };

/** Hostile requests of strangers: refused quickly, with nothing left behind, revealed or executed. */
export const hostile: Campaign = {
  title: 'Hostile requests',
  about:
    'The real server with its most detailed log level. It receives malformed, odd and randomly damaged forms; forged tokens; invalid HTTP on raw sockets; names that point elsewhere, in paths and of files; pictures that inflate to gigabytes; slow clients beside normal ones; pages, programs and polyglot pictures, opened from the server’s origin in a real browser in every way; scripts as texts, through every form, on every screen. Every response must be fast, no server error, and reveal no internals. After each part the server must respond, no file without a row may be left, and the log must contain no token, password, address, link or name of a patient.',
  async run(context) {
    const missing = await openBrowser().then(
      async (browser) => void (await browser.close()),
      (error: Error) => `pages in a browser: ${error.message.split('\n')[0]}`,
    );
    const blocks = { ...onTheWire, ...(missing === undefined && inABrowser) };
    const bench = await openTestBench(context.folder);
    const figures: Figure[] = [];
    try {
      for (const [name, block] of Object.entries(blocks)) {
        const began = performance.now();
        figures.push(...(await block(bench, context)));
        const seconds = ((performance.now() - began) / 1_000).toFixed(1);
        context.log(`${name}: ${seconds} s, ${bench.findings.length} findings so far`);
      }
    } finally {
      await bench.end();
    }
    figures.push({ what: 'lines of the log read', count: bench.linesOfLog() });
    const skipped = missing === undefined ? [] : [missing];
    return { figures, findings: bench.findings, skipped };
  },
};
