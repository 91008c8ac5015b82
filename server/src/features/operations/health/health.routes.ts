import * as z from 'zod';
import { unavailable } from '../../../platform/errors.ts';
import type { App } from '../../../platform/http/app-types.ts';
import { errorResponses } from '../../../platform/http/errors.ts';

const status = z.object({ status: z.string() });

interface Deps {
  /** Rejects if the database or the storage does not respond. */
  ping: () => Promise<unknown>;
  isDraining: () => boolean;
}

/** Liveness and readiness for supervisors and load balancers. */
export function healthRoutes(app: App, { ping, isDraining }: Deps): void {
  const config = { access: 'public' } as const;
  const schema = { hide: true, response: { 200: status, ...errorResponses } };

  app.get('/healthz', { config, schema }, async () => ({ status: 'ok' }));

  app.get('/readyz', { config, schema }, async () => {
    if (isDraining()) throw unavailable('Shutting down');
    await ping().catch((error: unknown) => {
      app.log.error({ err: error }, 'not ready');
      throw unavailable('The database or the storage does not respond');
    });
    return { status: 'ready' };
  });
}
