import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LeasedBuffer } from './buffer-pool.ts';

const leases = new WeakMap<FastifyRequest, LeasedBuffer>();

/** Leases a buffer to a request until its response has ended. */
export function attachLease(
  request: FastifyRequest,
  reply: FastifyReply,
  lease: LeasedBuffer,
): void {
  leases.set(request, lease);
  reply.raw.once('finish', lease.release).once('close', lease.release);
  // The client disconnected while queued; no further event will fire.
  if (reply.raw.destroyed) lease.release();
}

/** The leased buffer of a request; undefined if its body is gathered in pieces. */
export const findLease = (request: FastifyRequest): LeasedBuffer | undefined => leases.get(request);

/** Runs work on the body of a route with `pooledBody` or `largeBody`; its buffer stays leased until it settles. */
export function withBody<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  return leases.get(request)?.use(work) ?? work();
}
