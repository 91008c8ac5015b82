import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Canary = Awaited<ReturnType<typeof openCanary>>;

/** Detects scripts that run where they should not: a local listener and scripts that call it. */
export async function openCanary() {
  const traces: string[] = [];
  const server = createServer((request, response) => {
    traces.push(request.url ?? '');
    response.writeHead(204, { 'access-control-allow-origin': '*' }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,

    /** A script that leaves traces everywhere it can: in the listener, in the storage, at its opener. */
    script: (name: string) =>
      [
        `try{localStorage.setItem('ran','${name} '+localStorage.getItem('canary'))}catch(e){}`,
        `try{fetch('${url}/ran?${name}')}catch(e){}`,
        `try{(self.opener||self.parent).postMessage('ran ${name}','*')}catch(e){}`,
      ].join(';'),

    /** Returns and forgets the recorded traces. */
    taken: () => traces.splice(0),

    end: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
