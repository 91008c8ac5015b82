import { join } from 'node:path';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { startServer } from '@deqiq/testkit/server-process.ts';
import type { Browser, Page } from '@playwright/test';
import type { Bench, Line, Table } from '../harness/program.ts';
import { runInterleaved } from '../harness/rounds.ts';
import { countBytes, FAST_4G, newHandset, press, startBrowser } from '../phone/handset.ts';
import { cbct, panoramic, sizesOf } from '../previews/x-rays.ts';
import type { Login } from '../upload/partner.ts';
import { newDoctor } from './doctor.ts';
import { measureModes } from './modes.ts';
import { FILE, openList, waitForLevel } from './opening.ts';
import { measurePlanes } from './planes.ts';
import { measurePool, measureResources } from './resources.ts';

/** How many times the floor a volume may take. */
const MAX_RATIO = 1.6;

/** Rounds; each visit takes about half a minute. */
const MAX_ROUNDS = 3;

/**
 * Milliseconds from the press until a level is on the stage, and the least time its bytes need on the line. `mode`: from
 * the choice of the slowest reading mode of a volume.
 */
type Waits = Record<'first' | 'floor' | 'half' | 'halfFloor' | 'mode', number>;

/** A doctor presses an X-ray in the list on a phone: when its first level, and the half one, can be read. */
export async function viewer(bench: Bench): Promise<Table> {
  const { quick, rounds } = bench.scale;
  const { panoramic: size, side } = sizesOf(quick);
  // It takes longer to make than a server keeps an idle connection.
  const large = quick ? undefined : cbct(512);
  const server = await startServer({ dataDir: join(bench.folder, 'viewer') });
  const browser = await startBrowser();
  try {
    const staff = await new ApiClient(server.port).signIn();
    const baseUrl = `http://127.0.0.1:${server.port}`;
    bench.log('a panoramic and a CBCT');
    const logins = {
      panoramic: (await newDoctor(staff, 'panoramic.dcm', panoramic(size))).login,
      cbct: (await newDoctor(staff, 'cbct.dcm', cbct(side))).login,
    };
    const seen = await runInterleaved<'panoramic' | 'cbct', keyof Waits>(
      Math.min(rounds, MAX_ROUNDS),
      {
        panoramic: () => visit(browser, baseUrl, logins.panoramic, [8, 2]),
        cbct: () => visit(browser, baseUrl, logins.cbct, [4, 2], measureModes),
      },
    );
    const name = `CBCT of ${side} × ${side} × ${side}`;
    bench.log('planes at full resolution');
    const options = { rounds: Math.min(rounds, MAX_ROUNDS), name };
    const planes = await measurePlanes(browser, baseUrl, logins.cbct, options);
    bench.log('memory and frames');
    const resources = await measureResources(baseUrl, logins.cbct, name);
    const pool = large ? [await openLarge(baseUrl, staff, large)] : [];
    return {
      title: 'Viewer on a phone',
      about:
        'From the press on a file in the list, on 12 Mbit/s with 70 ms and a processor at a quarter, with nothing of the viewer cached. The other is the least time: two round trips and all bytes that arrived until then at that rate.',
      lines: [
        ...linesOf(
          `${name}, first picture of three planes`,
          { ours: seen.cbct.first, floor: seen.cbct.floor },
          2,
          MAX_RATIO,
        ),
        ...linesOf(
          `${name}, half level`,
          { ours: seen.cbct.half, floor: seen.cbct.halfFloor },
          4,
          MAX_RATIO,
        ),
        ...linesOf(
          '12-bit panoramic, first window',
          { ours: seen.panoramic.first, floor: seen.panoramic.floor },
          1.5,
        ),
        {
          what: `${name}, slowest reading mode: first picture after the choice`,
          unit: 's',
          ours: seen.cbct.mode / 1_000,
          bar: { of: 'ours', max: 1 },
        },
        ...planes,
        ...resources,
        ...pool,
      ],
      notes: [
        'Chromium without a GPU. The code of workers is not slowed down by its emulation.',
        'Memory: of all processes of the browser, what the open viewer adds to the list. Without a GPU the textures are in it too.',
        'The bars of planes at full resolution are those of a skull CT. This volume has noise in every voxel.',
        'Frames: drawn at half the size while the mouse moves, with a processor at a quarter.',
      ],
    };
  } finally {
    await browser.close();
    await server.end();
  }
}

/** A volume of which a phone has only a part of the bricks in memory. */
async function openLarge(baseUrl: string, staff: ApiClient, bytes: Buffer): Promise<Line> {
  const { login } = await newDoctor(staff, 'large.dcm', bytes);
  return measurePool(baseUrl, login, 'CBCT of 512 × 512 × 512');
}

/** The ratio to the floor, and the promise in seconds. Of a panoramic the floor is too short to be a promise. */
function linesOf(
  what: string,
  { ours, floor }: { readonly ours: number; readonly floor: number },
  seconds: number,
  maxRatio?: number,
): Line[] {
  const line: Line = { what, unit: 's', ours: ours / 1_000, other: floor / 1_000 };
  return [
    maxRatio === undefined ? line : { ...line, bar: { of: 'ratio', max: maxRatio } },
    {
      what: `${what}: after the press`,
      unit: 's',
      ours: ours / 1_000,
      bar: { of: 'ours', max: seconds },
    },
  ];
}

/** `scales`: of the first level and of the second one. */
async function visit(
  browser: Browser,
  baseUrl: string,
  login: Login,
  [first, half]: readonly [number, number],
  measureMode?: (page: Page) => Promise<number>,
): Promise<Waits> {
  const { page, close } = await newHandset(browser, FAST_4G);
  await openList(page, baseUrl, login);
  const pressed = await press(page, FILE);
  const firstAt = await waitForLevel(page, first);
  const halfAt = await waitForLevel(page, half);
  const waits = {
    first: firstAt - pressed,
    floor: await floorOf(page, pressed, firstAt),
    half: halfAt - pressed,
    halfFloor: await floorOf(page, pressed, halfAt),
    mode: (await measureMode?.(page)) ?? 0,
  };
  await close();
  return waits;
}

/** Milliseconds that two round trips and everything received between two times need on the line. */
const floorOf = async (page: Page, from: number, to: number): Promise<number> =>
  2 * FAST_4G.delay + ((await countBytes(page, from, to)) * 8 * 1_000) / FAST_4G.down;
