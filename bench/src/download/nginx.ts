import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface Nginx {
  readonly port: number;
  readonly version: string;
  /** Processor time of the worker, µs. */
  cpu(): number;
  end(): Promise<void>;
}

/** An nginx that serves a folder with sendfile and one worker; undefined when it is not installed. */
export async function startNginx(folder: string, files: string): Promise<Nginx | undefined> {
  const version = versionOf();
  if (version === undefined) return undefined;
  const port = await freePort();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'nginx.conf'), settings(folder, files, port));
  const nginxOptions = ['-p', folder, '-c', 'nginx.conf', '-e', join(folder, 'error.log')];
  const child = spawn('nginx', nginxOptions, { stdio: 'inherit' });
  const kill = () => child.kill('SIGKILL');
  process.on('exit', kill);
  await untilItAnswers(port);
  return {
    port,
    version,
    cpu: () => cpuOf(child.pid ?? 0),
    async end() {
      process.off('exit', kill);
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

// One process in the foreground, so that its processor time is the whole.
const settings = (folder: string, files: string, port: number) => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
events { worker_connections 64; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000;
  default_type application/dicom;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    location / { root ${files}; }
  }
}
`;

function versionOf(): string | undefined {
  try {
    // nginx prints its version on standard error.
    const nginxOptions = ['-c', 'nginx -v 2>&1'];
    return /nginx\/\S+/.exec(execFileSync('sh', nginxOptions, { encoding: 'utf8' }))?.[0];
  } catch {
    return undefined;
  }
}

/** Processor time from /proc, in ticks of a hundredth of a second. */
function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

async function untilItAnswers(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    if (answer) return;
    await pause(10);
  }
  throw new Error('nginx did not start');
}
