import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Attack, AttackContext, AttackResult } from '../../attack.ts';
import { besideBystanders } from '../../bystanders/bystanders.ts';
import { deflatedMultiFrame, dicomOfManyNames } from '../../files/dicom-attributes.ts';
import { createCheckup, send, upload } from '../../files/sending.ts';
import type { SignedInPartner, Target } from '../../target.ts';

const SERIES = '/dicom-web/studies/2.25.9/series/2.25.1';

export const dicomwebAttributes: Attack = {
  name: 'dicomweb-attributes',
  about:
    'A doctor’s program asks 16 times at once for all attributes of a DICOM file of 4 MB, the header of which becomes 40 MB of JSON.',
  run: async (context) => {
    const target = await context.startTarget();
    return besideBystanders(target, async () => {
      const partner = await addFile(target, dicomOfManyNames(), 'a.dcm');
      return request(target, partner, `${SERIES}/instances?includefield=all`, 16);
    });
  },
};

export const dicomwebReaders: Attack = {
  name: 'dicomweb-silent-readers',
  about: '50 connections of one doctor ask for the metadata of that file and read nothing.',
  async run(context) {
    const target = await context.startTarget();
    const partner = await addFile(target, dicomOfManyNames(), 'a.dcm');
    return besideBystanders(target, () => readNothing(context, target, partner));
  },
};

export const dicomwebFrames: Attack = {
  name: 'dicomweb-frames',
  about:
    'A doctor’s program asks 40 times at once for the last and the first frame of a deflated file in turn, 20 times in each request.',
  async run(context) {
    const target = await context.startTarget();
    const partner = await addFile(target, deflatedMultiFrame(3_000), 'a.zip');
    const frames = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 3_000 : 1)).join();
    const path = `${SERIES}/instances/2.25.1.1/frames/${frames}`;
    return besideBystanders(target, () => request(target, partner, path, 40));
  },
};

/** Milliseconds until an upload has to be found, and between two searches for it. */
const PATIENCE = 180_000;
const INTERVAL = 250;

/** Adds a file for a partner and waits until DICOMweb finds it. */
async function addFile(target: Target, bytes: Buffer, name: string): Promise<SignedInPartner> {
  const owner = await target.newPartner();
  const created = await createCheckup(target, owner, await upload(target, bytes), name);
  if (created.status !== 200) throw new Error(`the upload returned ${created.status}`);
  const path = '/dicom-web/studies/2.25.9/series';
  const began = performance.now();
  while ((await send(target, path, signed(owner))).status !== 200) {
    if (performance.now() - began > PATIENCE) throw new Error('the file is not found');
    await pause(INTERVAL);
  }
  return owner;
}

const signed = ({ client }: SignedInPartner): RequestInit => ({
  headers: { authorization: `Bearer ${client.token} type=access` },
});

/** Sends the same request many times in parallel. */
async function request(
  target: Target,
  partner: SignedInPartner,
  path: string,
  count: number,
): Promise<AttackResult> {
  const began = performance.now();
  const sent = await Promise.all(
    Array.from({ length: count }, () => send(target, path, signed(partner))),
  );
  const strange = sent.find(({ status }) => ![200, 413, 503].includes(status));
  return {
    figures: [
      { what: 'requests at once', count },
      { what: 'until the last answer, ms', count: Math.round(performance.now() - began) },
      { what: 'bytes of an answer', count: Math.max(...sent.map(({ body }) => body.length)) },
    ],
    findings: strange ? [`an answer was ${strange.status}: ${strange.body.slice(0, 200)}`] : [],
  };
}

const CONNECTIONS = 50;

async function readNothing(
  { short }: AttackContext,
  { port }: Target,
  { client }: SignedInPartner,
): Promise<AttackResult> {
  const sockets: Socket[] = [];
  for (let number = 0; number < CONNECTIONS; number += 1) {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    socket.pause();
    const authorization = `Authorization: Bearer ${client.token} type=access`;
    socket.write(`GET ${SERIES}/metadata HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`);
    sockets.push(socket);
  }
  await pause(short ? 15_000 : 45_000);
  for (const socket of sockets) socket.destroy();
  return { figures: [{ what: 'silent connections', count: CONNECTIONS }], findings: [] };
}
