import { openBrowser } from '@deqiq/testkit/browser.ts';
import type { Campaign, CampaignContext, Figure } from '../campaign.ts';
import { bodies } from './bodies/bodies.ts';
import { bombs } from './bombs/bombs.ts';
import { names } from './names.ts';
import { opened } from './pages/opened.ts';
import { oddities } from './requests/oddities.ts';
import { slow } from './requests/slow.ts';
import { openTestBench, type TestBench } from './test-bench.ts';
import { texts } from './texts.ts';
import { tokens } from './tokens.ts';

type Block = (stand: TestBench, setting: CampaignContext) => Promise<Figure[]>;

const onTheWire: Record<string, Block> = { bodies, tokens, oddities, names, bombs, slow };
const inABrowser: Record<string, Block> = { opened, texts };

/** What strangers send to harm: refused quickly, nothing left behind, nothing told, nothing run. */
export const hostile: Campaign = {
  title: 'Hostile requests',
  about:
    'The real server, its log at its most talkative. Forms that are malformed, odd or damaged at random; forged tokens; HTTP as it should not be spoken, on raw sockets; names that lead elsewhere, in addresses and of files; pictures that unfold to gigabytes; slow clients beside usual ones; pages, programs and pictures that are both, opened from our origin in a real browser in every way; texts that run, through every form, on every screen. Every answer must be a quick one, no failure of ours, tell nothing of our inside; after each part the server answers, no file is left that belongs to nobody, and neither a token, a password, an address, a link nor a name of a patient stands in the log.',
  async run(setting) {
    const missing = await openBrowser().then(
      async (browser) => void (await browser.close()),
      (error: Error) => `what runs in a browser: ${error.message.split('\n')[0]}`,
    );
    const blocks = { ...onTheWire, ...(missing === undefined && inABrowser) };
    const stand = await openTestBench(setting.folder);
    const figures: Figure[] = [];
    try {
      for (const [name, block] of Object.entries(blocks)) {
        const began = performance.now();
        figures.push(...(await block(stand, setting)));
        const seconds = ((performance.now() - began) / 1_000).toFixed(1);
        setting.log(`${name}: ${seconds} s, ${stand.findings.length} findings so far`);
      }
    } finally {
      await stand.end();
    }
    figures.push({ what: 'lines of the log read', count: stand.linesOfLog() });
    const skipped = missing === undefined ? [] : [missing];
    return { figures, findings: stand.findings, skipped };
  },
};
