import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { requireActor } from '../../platform/http/app-types.ts';
import { assertSpaceFor } from '../../platform/storage/disk-space.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { Consumption, QuotasService } from './quotas.service.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a partner's call counts as; see PARTNER_QUOTAS of the contract. */
    quota?: Consumption['kind'];
  }
}

/** Bytes of the rows that a request adds beside its own: audit, indexes, log of the database. */
const ROW_BYTES = 65_536;

/**
 * What partners and visitors may add: no more than their quota, and nothing once the volume has only its
 * reserve left. Signing in is not limited here: the reserve is for that, and for staff. Call it after authHook.
 */
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

/** Checks before the body is read, counts before the handler runs, and gives back what was then refused. */
function limitByQuota(route: RouteOptions, quotas: QuotasService, kind: Consumption['kind']): void {
  const counted = new WeakMap<FastifyRequest, Consumption>();
  const consumptionOf = (request: FastifyRequest): Consumption => ({
    partnerId: requireActor(request).personId,
    kind,
    bytes: bodyLength(request),
  });
  route.onRequest = [
    ...[route.onRequest ?? []].flat(),
    async (request: FastifyRequest) => quotas.check(consumptionOf(request)),
  ];
  route.preHandler = [
    ...[route.preHandler ?? []].flat(),
    async (request: FastifyRequest) => {
      const consumption = consumptionOf(request);
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

/** Bytes of a body that is still to come; at most as many as its route takes. */
function bodyLength({ headers, routeOptions }: FastifyRequest): number {
  const { bodyLimit } = routeOptions;
  const isChunked = headers['transfer-encoding'] !== undefined;
  return isChunked ? bodyLimit : Math.min(bodyLimit, Number(headers['content-length'] ?? 0));
}
