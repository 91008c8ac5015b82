import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { requireActor } from '../../../platform/http/app-types.ts';
import { assertSpaceFor } from '../../../platform/storage/disk-space.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import type { Consumption, QuotasService } from './quotas.service.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The quota that a partner's call counts towards; see PARTNER_QUOTAS. */
    quota?: Consumption['kind'];
  }
}

/** Bytes of rows that a request adds: audit, indexes, WAL. */
const ROW_BYTES = 65_536;

/** Limits writes of partners and visitors; the reserve of the volume is for sign-ins and staff. Call after authHook. */
export function limitPartners(
  app: FastifyInstance,
  { quotas, storage }: { quotas: QuotasService; storage: Storage },
): void {
  app.addHook('onRoute', (route) => {
    if (!addsRows(route)) return;
    route.onRequest = [
      ...[route.onRequest ?? []].flat(),
      async (request: FastifyRequest) => assertSpaceFor(storage, bodyLength(request) + ROW_BYTES),
    ];
    const quota = route.config?.quota;
    if (quota) limitByQuota(route, quotas, quota);
  });
}

/** Checks before the body is read, counts before the handler runs, and refunds rejected requests. */
function limitByQuota(route: RouteOptions, quotas: QuotasService, kind: Consumption['kind']): void {
  const counted = new WeakMap<FastifyRequest, Consumption>();
  const measureConsumption = (request: FastifyRequest): Consumption => ({
    partnerId: requireActor(request).personId,
    kind,
    bytes: bodyLength(request),
  });
  route.onRequest = [
    ...[route.onRequest ?? []].flat(),
    async (request: FastifyRequest) => quotas.check(measureConsumption(request)),
  ];
  route.preHandler = [
    ...[route.preHandler ?? []].flat(),
    async (request: FastifyRequest) => {
      const consumption = measureConsumption(request);
      await quotas.consume(consumption);
      counted.set(request, consumption);
    },
  ];
  route.onSend = [
    ...[route.onSend ?? []].flat(),
    async (request: FastifyRequest, reply: { statusCode: number }) => {
      const consumption = counted.get(request);
      if (consumption && reply.statusCode >= 400)
        await quotas.refund(consumption).catch((err: unknown) => {
          request.log.warn({ err }, 'a refused request stays counted');
        });
    },
  ];
}

function addsRows({ config, method, url }: RouteOptions): boolean {
  const isRead = [method].flat().every((one) => one === 'GET' || one === 'HEAD');
  const isLimited = config?.access === 'public' || config?.access === 'partner';
  return isLimited && !isRead && !/^\/api\/[^/]+\/auth\//.test(url);
}

/** The announced bytes of a body, at most the body limit of its route. */
function bodyLength({ headers, routeOptions }: FastifyRequest): number {
  const { bodyLimit } = routeOptions;
  const isChunked = headers['transfer-encoding'] !== undefined;
  return isChunked ? bodyLimit : Math.min(bodyLimit, Number(headers['content-length'] ?? 0));
}
