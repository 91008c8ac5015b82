import fastify from 'fastify';
import type { Config } from '../../config.ts';
import { newId } from '../ids.ts';
import { SECOND } from '../time.ts';
import type { App } from './app-types.ts';
import { BODY_LIMIT, limitAuthBodies } from './bodies/body-limits.ts';
import { sendBadRequest } from './errors.ts';
import { logSerializers, RequestLog } from './logging.ts';
import { MAX_PARAM_LENGTH } from './not-found.ts';
import { rejectSocket } from './reject-socket.ts';
import { shareConnections } from './share-connections.ts';
import { serializerCompiler, validatorCompiler } from './zod-schemas.ts';

/** Max connections. An idle one costs some 20 KB. */
const MAX_CONNECTIONS = 4_096;

/** A Fastify instance with our limits, ids and logs. Features add the rest. */
export function createInstance(config: Config): App {
  const app: App = fastify({
    logger: { level: config.logLevel, serializers: logSerializers },
    logController: new RequestLog(config.logLevel),
    genReqId: () => newId(),
    requestIdHeader: false,
    trustProxy: config.trustProxy,
    bodyLimit: BODY_LIMIT.default,
    // slowClientTimeout bounds bodies by route.
    requestTimeout: 0,
    keepAliveTimeout: 72 * SECOND,
    http: { headersTimeout: 5 * SECOND, connectionsCheckingInterval: 1 * SECOND },
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (_error, request, reply) => void sendBadRequest(request, reply),
    clientErrorHandler: rejectSocket,
  });
  shareConnections(app.server, { max: MAX_CONNECTIONS, trustProxy: config.trustProxy });
  limitAuthBodies(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  return app;
}
