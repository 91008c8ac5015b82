import * as z from 'zod';
import { unavailable } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-types.ts';
import { errorResponses } from '../../platform/http/error-responses.ts';

const status = z.object({ status: z.string() });

interface Deps {
  /** Rejects when the database or the storage does not answer. */
  ping: () => Promise<unknown>;
  isDraining: () => boolean;
}

/** For whoever watches the process: does it live, may it be sent requests? */
export function healthRoutes(app: App, { ping, isDraining }: Deps): void {
  const config = { access: 'public' } as const;
  const schema = { hide: true, response: { 200: status, ...errorResponses } };

  app.get('/healthz', { config, schema }, async () => ({ status: 'ok' }));

  app.get('/readyz', { config, schema }, async () => {
    if (isDraining()) throw unavailable('Shutting down');
    await ping().catch((error: unknown) => {
      app.log.error({ err: error }, 'not ready');
      throw unavailable('The database or the storage does not answer');
    });
    return { status: 'ready' };
  });
}
