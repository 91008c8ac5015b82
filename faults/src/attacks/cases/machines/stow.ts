import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { IntakeList } from '@deqiq/contract/machines/intake.ts';
import { ctSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import { stowRequest } from '@deqiq/testkit/dicom/stow.ts';
import type { Attack, AttackResult } from '../../attack.ts';
import { besideBystanders } from '../../bystanders/bystanders.ts';
import { type Sent, send } from '../../files/sending.ts';
import { addDevice } from '../../machines.ts';
import type { Target } from '../../target.ts';

/** Instances of one study, of half a megabyte each, that announce that the study is complete. */
const ANNOUNCED = { short: 30, full: 60 };
const SIDE = 512;

/** Bytes that the server may write for each byte of a study. */
const MAX_WRITTEN = 4;

/** Milliseconds between two instances, and for what the last one causes. */
const INTERVAL = 100;
const REST = 2_000;

/** Different images under one SOP Instance UID, and how many the server may keep. */
const TWINS = 60;
const MAX_TWINS = 20;

/** Parts of a request, requests at a time, and how often each is sent. */
const PARTS = 20_000;
const REQUESTS = 16;
const ROUNDS = { short: 2, full: 10 };

export const repacking: Attack = {
  name: 'repacking',
  about:
    'A device announces with each image of a study that it is complete. The study may not be packed anew each time.',
  async run({ short, startTarget }) {
    const target = await startTarget();
    const token = await addDevice(target, 'Attacker');
    return besideBystanders(target, () =>
      announce(target, token, ANNOUNCED[short ? 'short' : 'full']),
    );
  },
};

async function announce(target: Target, token: string, count: number): Promise<AttackResult> {
  const before = writtenBytes(target.pid);
  let sent = 0;
  for (let instance = 1; instance <= count; instance += 1) {
    const file = image(instance, instance);
    sent += file.length;
    const { status } = await store(target, token, [file], { 'x-study-instances': '1' });
    if (status !== 200) throw new Error(`an image returned ${status}`);
    await pause(INTERVAL);
  }
  await pause(REST);
  const written = writtenBytes(target.pid) - before;
  return {
    figures: [
      { what: 'bytes sent', count: sent },
      { what: 'bytes written', count: written },
    ],
    findings:
      written > MAX_WRITTEN * sent ? [`${written} bytes were written for ${sent} bytes`] : [],
  };
}

/** Bytes that a process has given to write calls. Linux only. */
const writtenBytes = (pid: number): number =>
  Number(/^wchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'latin1'))?.[1]);

export const twins: Attack = {
  name: 'conflicting-images',
  about:
    'A device sends 60 different images under one SOP Instance UID. At most 20 of them may be kept aside.',
  async run({ startTarget }) {
    const target = await startTarget();
    const token = await addDevice(target, 'Attacker');
    return besideBystanders(target, async () => {
      for (let twin = 1; twin <= TWINS; twin += 1) await store(target, token, [image(1, twin)]);
      const { studies } = await target.staff.get<IntakeList>('/api/admin/intake?list=open');
      const count = Math.max(...studies.map(({ conflicts }) => conflicts.length));
      return {
        figures: [{ what: 'images kept aside', count, must: MAX_TWINS }],
        findings: [],
      };
    });
  },
};

export const tinyParts: Attack = {
  name: 'tiny-parts',
  about:
    'A device sends 16 requests at a time of 20,000 parts of eleven bytes each. None of them may be read to its end.',
  async run({ short, startTarget }) {
    const target = await startTarget();
    const token = await addDevice(target, 'Attacker');
    const parts = Array.from({ length: PARTS }, () => Buffer.alloc(11, '.'));
    return besideBystanders(target, async () => {
      const rounds = ROUNDS[short ? 'short' : 'full'];
      const statuses: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const requests = Array.from({ length: REQUESTS }, () => store(target, token, parts));
        statuses.push(...(await Promise.all(requests)).map(({ status }) => status));
      }
      // 0: the server has ended the connection while the client was sending.
      const strange = statuses.filter((status) => ![0, 413, 503].includes(status));
      return {
        figures: [{ what: 'requests of too many parts', count: statuses.length }],
        findings:
          strange.length > 0 ? [`requests returned ${[...new Set(strange)].join(', ')}`] : [],
      };
    });
  },
};

function image(instance: number, value: number): Buffer {
  return ctSlice({
    width: SIDE,
    height: SIDE,
    instance,
    position: [0, 0, instance],
    pixels: new Uint16Array(SIDE * SIDE).fill(value),
    series: '2.25.74.1',
    more: [{ tag: 0x0020_000d, vr: 'UI', value: '2.25.74' }],
  });
}

function store(
  target: Target,
  token: string,
  files: readonly Buffer[],
  more: Readonly<Record<string, string>> = {},
): Promise<Sent> {
  const { payload, headers } = stowRequest(files);
  return send(target, '/dicom-web/studies', {
    method: 'POST',
    body: new Uint8Array(payload),
    headers: { ...headers, ...more, authorization: `Bearer ${token}` },
  });
}
