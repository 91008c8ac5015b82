import { connect } from 'node:net';
import { isFor } from '@deqiq/testkit/operations/checking.ts';
import type { Operation } from '@deqiq/testkit/operations/document.ts';
import type { Person } from '@deqiq/testkit/operations/people.ts';
import type { FilledWorld } from './id-substitution.ts';

/** Bytes of a body that is announced but never sent. */
const ANNOUNCED = 1024 ** 3;
/** Milliseconds within which an immediate refusal must arrive. */
const PATIENCE = 5_000;
const AT_ONCE = 24;

interface Probe {
  readonly operation: Operation;
  readonly person: Person;
  readonly expected: 401 | 403;
}

/** Sends headers only: a caller without permission must be refused before the body arrives. */
export async function checkRefusalsBeforeBody(
  filled: FilledWorld,
): Promise<{ calls: number; findings: string[] }> {
  const { world, operations, people, ended } = filled;
  const { port } = new URL(await world.app.listen({ port: 0, host: '127.0.0.1' }));
  const probes = operations.flatMap((operation) =>
    [people.visitor, ended, people.partner, people.reception, people.admin].flatMap(
      (person): Probe[] => {
        const { requiredToken } = operation;
        if (!requiredToken || (person !== ended && isFor(operation, person))) return [];
        return [
          {
            operation,
            person,
            expected: person === people.visitor || person === ended ? 401 : 403,
          },
        ];
      },
    ),
  );
  const findings: string[] = [];
  for (let from = 0; from < probes.length; from += AT_ONCE) {
    const some = probes.slice(from, from + AT_ONCE).map(async ({ operation, person, expected }) => {
      const status = await statusOf(Number(port), operation, person);
      if (status !== String(expected))
        findings.push(`${operation.key} before its body: ${status} instead of ${expected}`);
    });
    await Promise.all(some);
  }
  return { calls: probes.length, findings };
}

function statusOf(
  port: number,
  { method, path, requiredToken }: Operation,
  person: Person,
): Promise<string> {
  const { authorization } = person.authorization(requiredToken?.kind ?? 'access');
  const head = [
    `${method} ${path.replace(/\{\w+\}/g, 'x')} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: nonsense/x',
    `Content-Length: ${ANNOUNCED}`,
    ...(authorization ? [`Authorization: ${authorization}`] : []),
  ];
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head.join('\r\n')}\r\n\r\n`));
    const done = (response: string) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(response);
    };
    const timer = setTimeout(() => done('no answer'), PATIENCE);
    socket
      .on('data', (bytes) => done(bytes.toString('latin1').slice(9, 12)))
      .on('error', (error) => done(error.message))
      .on('close', () => done('hung up'));
  });
}
