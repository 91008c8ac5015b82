import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import { SECOND } from '../time.ts';
import type { App } from './app-types.ts';
import { BODY_LIMIT, limitAuthBodies } from './bodies/body-limits.ts';
import { rejectSocket } from './connections/reject-socket.ts';
import { shareConnections } from './connections/share-connections.ts';
import { sendBadRequest } from './errors.ts';
import { logSerializers, RequestLog } from './logging.ts';
import { MAX_PARAM_LENGTH } from './not-found.ts';
import { serializerCompiler, validatorCompiler } from './zod-schemas.ts';

/** Max connections. An idle one costs some 20 KB. */
const MAX_CONNECTIONS = 4_096;

interface Options {
  readonly logLevel: string;
  /** Addresses whose X-Forwarded-* headers are trusted; false: none. */
  readonly trustProxy: string | boolean;
}

/** A Fastify instance with our limits, ids and logs. Features add the rest. */
export function createInstance({ logLevel, trustProxy }: Options): App {
  const app: App = fastify({
    logger: { level: logLevel, serializers: logSerializers },
    logController: new RequestLog(logLevel),
    // They need no order: newId asks the system for random numbers each time, a sixth of an unchanged poll.
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy,
    bodyLimit: BODY_LIMIT.default,
    // slowClientTimeout bounds bodies by route.
    requestTimeout: 0,
    keepAliveTimeout: 72 * SECOND,
    http: { headersTimeout: 5 * SECOND, connectionsCheckingInterval: SECOND },
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (_error, request, reply) => void sendBadRequest(request, reply),
    clientErrorHandler: rejectSocket,
  });
  shareConnections(app.server, { max: MAX_CONNECTIONS, trustProxy });
  limitAuthBodies(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  return app;
}
