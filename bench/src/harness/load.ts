import { Connection } from '@deqiq/testkit/http/connection.ts';
import type { ChildProgram } from '@deqiq/testkit/process/child-process.ts';

/** Concurrent connections, as from a few open screens. */
const CONNECTIONS = 8;

export interface Target {
  readonly child: ChildProgram;
  readonly port: number;
  readonly path: string;
  readonly headers: string;
  readonly status: number;
}

/** µs per request. */
export type Measured = { cpu: number; wall: number };

/**
 * Repeats a request for `milliseconds` and at least `least` times. Returns µs of the server's processor time and of
 * wall time per request. A response with another status ends the bench.
 */
export async function load(
  target: Target,
  milliseconds: number,
  minRequests = 1,
): Promise<Measured> {
  const connections = Array.from({ length: CONNECTIONS }, () => new Connection(target.port));
  await Promise.all(connections.map((connection) => sendRequest(connection, target)));
  const before = await target.child.measure();
  const began = performance.now();
  let count = 0;
  await Promise.all(
    connections.map(async (connection) => {
      while (count < minRequests || performance.now() - began < milliseconds) {
        await sendRequest(connection, target);
        count += 1;
      }
    }),
  );
  const wall = (performance.now() - began) * 1_000;
  const after = await target.child.measure();
  for (const connection of connections) connection.close();
  return { cpu: (after.cpu - before.cpu) / count, wall: wall / count };
}

async function sendRequest(
  connection: Connection,
  { path, headers, status }: Target,
): Promise<void> {
  const response = await connection.get(path, headers);
  if (response.status !== status)
    throw new Error(`${path} returned ${response.status} instead of ${status}:\n${response.head}`);
}
