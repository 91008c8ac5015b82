import { join } from 'node:path';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { startServer } from '@deqiq/testkit/server-process.ts';
import type { Browser, Page } from '@playwright/test';
import type { Bar, Bench, Line, Table } from '../harness/program.ts';
import { runInterleaved } from '../harness/rounds.ts';
import { countBytes, FAST_4G, newHandset, press, startBrowser } from '../phone/handset.ts';
import { cbct, sizesOf } from '../previews/x-rays.ts';
import type { Login } from '../upload/partner.ts';
import { newDoctor } from '../viewer/doctor.ts';
import { FILE, openList, waitForLevel } from '../viewer/opening.ts';
import { dragPlane, FULL, measureDesk, memoryOf, PLANE } from '../viewer/resources.ts';
import { buildPeerPage, VERSION } from './peer-page.ts';
import { startPeerServer } from './peer-server.ts';
import { encodeSlices } from './slices.ts';

/** Rounds; a visit of the other takes a minute. */
const MAX_ROUNDS = 2;

const BUTTON = 'button';

/** Milliseconds from the press until a level is on the stage, and the bytes until then. */
type Visit = Record<'first' | 'firstBytes' | 'half' | 'halfBytes' | 'full' | 'fullBytes', number>;

/** The same volume in our viewer and in Cornerstone3D, on the same phone. */
export async function cornerstone(bench: Bench): Promise<Table[]> {
  const { quick, rounds } = bench.scale;
  const { side } = sizesOf(quick);
  const dist = join(bench.folder, 'cornerstone-page');
  if (!buildPeerPage(dist)) {
    bench.log(`skipped: npm cannot fetch Cornerstone3D ${VERSION} with the packages of its day`);
    return [];
  }
  bench.log('a CBCT and its slices');
  const file = cbct(side);
  const { frames, halfBytes } = await encodeSlices(file, side);
  const peer = await startPeerServer(dist, frames);
  const server = await startServer({ dataDir: join(bench.folder, 'cornerstone') });
  const browser = await startBrowser();
  try {
    const baseUrl = `http://127.0.0.1:${server.port}`;
    const { login } = await newDoctor(await new ApiClient(server.port).signIn(), 'cbct.dcm', file);
    const toAddress = (planes: number) => {
      const options = { side: `${side}`, planes: `${planes}`, halfBytes: `${halfBytes}` };
      const query = new URLSearchParams(options);
      for (const origin of peer.origins) query.append('origin', origin);
      return `${peer.page}/?${query}`;
    };
    const seen = await runInterleaved<'ours' | 'theirs', keyof Visit>(
      Math.min(rounds, MAX_ROUNDS),
      {
        ours: () => visit(browser, baseUrl, login),
        theirs: () => visitPeer(browser, toAddress(3)),
      },
      0,
    );
    bench.log('memory and frames');
    const desks = {
      ours: await measureDesk(baseUrl, login),
      theirs: await measurePeer(toAddress(1)),
    };
    return [tableOf(side, seen, desks)];
  } finally {
    await browser.close();
    await server.end();
    peer.close();
  }
}

async function visit(browser: Browser, baseUrl: string, login: Login): Promise<Visit> {
  const { page, close } = await newHandset(browser, FAST_4G);
  await openList(page, baseUrl, login);
  const seen = await measureLevels(page, FILE, () => page.tap(FULL));
  await close();
  return seen;
}

async function visitPeer(browser: Browser, address: string): Promise<Visit> {
  const { page, close } = await newHandset(browser, FAST_4G);
  await page.goto(address);
  const seen = await measureLevels(page, BUTTON);
  await close();
  return seen;
}

/** `askForFull`: where the full level does not come by itself. */
async function measureLevels(
  page: Page,
  selector: string,
  askForFull?: () => Promise<void>,
): Promise<Visit> {
  const pressed = await press(page, selector);
  const first = await waitForLevel(page, 4);
  const half = await waitForLevel(page, 2);
  await askForFull?.();
  const full = await waitForLevel(page, 1);
  return {
    first: first - pressed,
    firstBytes: await countBytes(page, pressed, first),
    half: half - pressed,
    halfBytes: await countBytes(page, pressed, half),
    full: full - pressed,
    fullBytes: await countBytes(page, pressed, full),
  };
}

/** Memory at the full level, and frames of a drag through it, as `measureDesk` measures ours. */
async function measurePeer(address: string): Promise<{ full: number; frames: number }> {
  const browser = await startBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: PLANE, height: PLANE } });
    const page = await context.newPage();
    await page.goto(address);
    const before = await memoryOf(browser, context, page);
    await page.click(BUTTON);
    await waitForLevel(page, 1);
    const full = await memoryOf(browser, context, page);
    return { full: full - before, frames: await dragPlane(context, page) };
  } finally {
    await browser.close();
  }
}

const NOT_MORE: Bar = { of: 'ratio', max: 1 };
const NOT_LESS: Bar = { of: 'ratio', min: 1 };

function tableOf(
  side: number,
  seen: Record<'ours' | 'theirs', Visit>,
  desks: Record<'ours' | 'theirs', { full: number; frames: number }>,
): Table {
  const line = (what: string, unit: 's' | 'MB', figure: keyof Visit): Line => {
    const divisor = unit === 's' ? 1e3 : 1e6;
    const ours = seen.ours[figure] / divisor;
    return { what, unit, ours, other: seen.theirs[figure] / divisor, bar: NOT_MORE };
  };
  return {
    title: 'Viewer beside Cornerstone3D',
    about: `A CBCT of ${side} × ${side} × ${side} from the press on a button, on 12 Mbit/s with 70 ms and a processor at a quarter, with no code cached. The other is Cornerstone3D ${VERSION} with its progressive loading: lossless HTJ2K slices, of which it fetches half of the resolution of every second one, then the others and the rest.`,
    lines: [
      line('first picture of three planes', 's', 'first'),
      line('first picture: bytes until then', 'MB', 'firstBytes'),
      line('half level', 's', 'half'),
      line('half level: bytes until then', 'MB', 'halfBytes'),
      line('full level of what is seen', 's', 'full'),
      line('full level: bytes until then', 'MB', 'fullBytes'),
      {
        what: 'memory at the full level',
        unit: 'MB',
        ours: desks.ours.full,
        other: desks.theirs.full,
        bar: NOT_MORE,
      },
      {
        what: 'a plane of 512 × 512 that is dragged: frames',
        unit: 'per s',
        ours: desks.ours.frames,
        other: desks.theirs.frames,
        bar: NOT_LESS,
      },
    ],
    notes: [
      'First picture: ours is a quarter of the resolution in all directions, theirs half of it in a slice, of every fourth slice. Half level: ours is compressed with loss, theirs is the beginning of lossless slices. Full level: ours loads the parts that the planes cross, theirs the whole volume; ours is asked for it by a press.',
      'In favour of Cornerstone3D: its frames lie ready at four addresses (24 connections, as HTTP/2 would allow) without sign-in and metadata, it draws only finished levels, and its XML parser for meshes is left out.',
      'Chromium without a GPU. The code of workers is not slowed down by its emulation; both have one worker fewer than processors. Ours draws at half the size while the mouse moves.',
    ],
  };
}
