import { randomUUIDv7 } from 'node:crypto';
import fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Config } from '../config.ts';
import type { App } from './app-types.ts';
import { unreadable } from './errors.ts';
import { logSerializers, RequestLog } from './logging.ts';
import { refuseSocket } from './refuse-socket.ts';

const SECOND = 1_000;

/** Bytes of a body where a route does not say otherwise. */
const BODY_LIMIT = 1024 * 1024;

/** A bare Fastify with our limits, ids and logs; features add the rest. */
export function newInstance(config: Config): App {
  const app: App = fastify({
    logger: { level: config.logLevel, serializers: logSerializers },
    logController: new RequestLog(config.logLevel),
    genReqId: () => randomUUIDv7(),
    requestIdHeader: false,
    trustProxy: config.trustProxy,
    bodyLimit: BODY_LIMIT,
    // Node's default of 0 would keep a slow body open for ever.
    requestTimeout: 300 * SECOND,
    keepAliveTimeout: 72 * SECOND,
    http: { headersTimeout: 5 * SECOND, connectionsCheckingInterval: 1 * SECOND },
    // A file's name of 255 characters, percent-encoded.
    routerOptions: { maxParamLength: 3_000 },
    frameworkErrors: (_error, request, reply) => void unreadable(request, reply),
    clientErrorHandler: refuseSocket,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  return app;
}
