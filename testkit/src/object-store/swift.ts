import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import aws4 from 'aws4';
import {
  ringProgram,
  SWIFT_KEY,
  SWIFT_SECRET,
  type SwiftPorts,
  serverConf,
  swiftConf,
  swiftServers,
} from './swift-settings.ts';

export interface TestObjectStore {
  /** A STORAGE_URL with an existing bucket. */
  readonly url: string;
  /** The variables with the credentials. */
  readonly environment: Readonly<Record<string, string>>;
  /** Kills the store and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const BUCKET = 'deqiq-test';

const START_MILLISECONDS = 60_000;

/** The programs that are missing on this machine; none if Swift can be started. */
export const missingPrograms = (): string[] =>
  [...swiftServers.map((name) => `swift-${name}-server`), 'memcached'].filter(
    (name) => !existsSync(`/usr/bin/${name}`),
  );

/**
 * Starts OpenStack Swift with its S3 interface in a new folder: an object store as in production, with one node. Needs
 * the packages swift-proxy, swift-account, swift-container, swift-object and memcached of Debian.
 */
export async function startSwift(parent = tmpdir()): Promise<TestObjectStore> {
  const folder = mkdtempSync(path.join(parent, 'deqiq-swift-'));
  mkdirSync(path.join(folder, 'devices', 'disk'), { recursive: true });
  const ports = await freePorts();
  writeSettings(folder, ports);
  const children: ChildProcess[] = [];
  const start = (program: string, args: readonly string[]) =>
    children.push(spawn(`/usr/bin/${program}`, args, { cwd: folder, stdio: 'ignore' }));
  const stop = async () => {
    for (const child of children.reverse()) await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    start('memcached', ['-l', '127.0.0.1', '-p', `${ports.memcached}`, '-m', '16', ...asNobody()]);
    const startServers = async () => {
      const deadline = Date.now() + START_MILLISECONDS;
      for (const server of swiftServers) {
        if (server === 'proxy')
          for (const backend of ['account', 'container', 'object'] as const)
            await untilItAnswers(ports[backend], deadline);
        start(`swift-${server}-server`, [path.join(folder, `${server}.conf`)]);
      }
      await untilItAnswers(ports.proxy, deadline);
    };
    await startServers();
    const restart = async () => {
      // Memcached, the first one, holds nothing that counts.
      for (const child of children.splice(1)) await end(child, 'SIGKILL');
      await startServers();
    };
    const environment = { AWS_ACCESS_KEY_ID: SWIFT_KEY, AWS_SECRET_ACCESS_KEY: SWIFT_SECRET };
    const endpoint = `http://127.0.0.1:${ports.proxy}`;
    await createBucket(endpoint);
    const url = `s3://${BUCKET}/?endpoint=${encodeURIComponent(endpoint)}&path-style=1`;
    return { url, environment, restart, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function writeSettings(folder: string, ports: SwiftPorts): void {
  const user = userInfo().username;
  writeFileSync(path.join(folder, 'swift.conf'), swiftConf);
  for (const server of swiftServers)
    writeFileSync(path.join(folder, `${server}.conf`), serverConf(server, { folder, user, ports }));
  const rings = (['account', 'container', 'object'] as const).flatMap((name) => [
    name,
    String(ports[name]),
  ]);
  execFileSync('/usr/bin/python3', ['-c', ringProgram, folder, ...rings]);
}

/** Memcached does not run as root. */
const asNobody = () => (process.getuid?.() === 0 ? ['-u', 'nobody'] : []);

async function freePorts(): Promise<SwiftPorts> {
  const names = [...swiftServers, 'memcached'] as const;
  const servers = await Promise.all(
    names.map(async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const ports = servers.map((server) => {
    const address = server.address();
    if (typeof address !== 'object' || !address) throw new Error('a server has no port');
    return address.port;
  });
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return Object.fromEntries(names.map((name, index) => [name, ports[index]])) as SwiftPorts;
}

/** Waits until something speaks HTTP on the port. */
async function untilItAnswers(port: number, deadline: number): Promise<void> {
  for (;;) {
    try {
      await (await fetch(`http://127.0.0.1:${port}/healthcheck`)).text();
      return;
    } catch (cause) {
      if (Date.now() > deadline) throw new Error('Swift did not start', { cause });
      await pause(50);
    }
  }
}

async function createBucket(endpoint: string): Promise<void> {
  const request = {
    service: 's3',
    host: new URL(endpoint).host,
    method: 'PUT',
    path: `/${BUCKET}`,
    headers: {},
  };
  aws4.sign(request, { accessKeyId: SWIFT_KEY, secretAccessKey: SWIFT_SECRET });
  const { method, path: location, headers } = request;
  const response = await fetch(`${endpoint}${location}`, { method, headers });
  if (!response.ok) throw new Error(`Swift: ${response.status} ${await response.text()}`);
}

async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(timer);
}
