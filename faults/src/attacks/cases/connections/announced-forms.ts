import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { formBytes } from '@deqiq/testkit/client.ts';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import type { Attack, AttackContext, AttackResult } from '../../attack.ts';
import { besideBystanders } from '../../bystanders/bystanders.ts';
import type { Target } from '../../target.ts';

/** Bytes that nine forms announce: together the whole budget for large forms. */
const ANNOUNCED = [...Array<number>(8).fill(31_700_000), 14_830_000];

/** Bytes per interval (ms): just fast enough not to count as stalled. */
const DRIP = 2_000;
const EVERY = 4_000;

const SHIPMENTS = '/api/partner/misc/create-checkup';

/** Photographs that the other partner sends. */
const PHOTOS = 4;

export const announcedForms: Attack = {
  name: 'announced-forms',
  about:
    'One partner announces nine large forms and sends almost none of their bytes. Meanwhile another partner sends photographs.',
  async run(context) {
    const target = await context.startTarget();
    return besideBystanders(target, () => announce(context, target));
  },
};

async function announce({ short }: AttackContext, target: Target): Promise<AttackResult> {
  const attacker = await target.newPartner();
  const other = await target.newPartner();
  const sockets = ANNOUNCED.map((length) =>
    open(target.port, attacker.client.authorization, length),
  );
  const timer = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write(Buffer.alloc(DRIP));
  }, EVERY);
  await pause(1_000);
  const findings: string[] = [];
  const { payload, headers } = formBytes({ file: await picture({ width: 2_000, height: 1_500 }) });
  for (let number = 0; number < PHOTOS; number += 1) {
    const answer = await fetch(`http://127.0.0.1:${target.port}${SHIPMENTS}`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${other.client.token} type=access` },
      body: new Uint8Array(payload),
    });
    if (!answer.ok) findings.push(`a photograph of another partner returned ${answer.status}`);
    await answer.arrayBuffer();
  }
  // The rate limit averages over 30 s; the short run skips it.
  if (!short) {
    await pause(40_000);
    const openSockets = sockets.filter((socket) => !socket.destroyed).length;
    if (openSockets > 0) findings.push(`${openSockets} forms are still being received after 40 s`);
  }
  clearInterval(timer);
  for (const socket of sockets) socket.destroy();
  return {
    figures: [
      { what: 'forms announced by one partner', count: ANNOUNCED.length },
      { what: 'photographs sent by another partner', count: PHOTOS },
    ],
    findings,
  };
}

function open(port: number, authorization: string, length: number): Socket {
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {});
  const type = 'Content-Type: multipart/form-data; boundary=B';
  socket.write(
    `POST ${SHIPMENTS} HTTP/1.1\r\nHost: x\r\n${authorization}${type}\r\nContent-Length: ${length}\r\n\r\n--B`,
  );
  socket.resume();
  return socket;
}
