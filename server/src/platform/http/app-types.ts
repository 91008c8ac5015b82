import type { Role } from '@deqiq/contract/shared/roles.ts';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { Actor, Sender } from './identity.ts';
import type { ZodTypeProvider } from './zod-schemas.ts';

/** The Fastify instance features register their routes on: Zod schemas in, Zod schemas out. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/**
 * Permitted callers of a route: everyone, one role with an access token, owners, one role with a refresh token, `member`:
 * staff and partners with an access token or that of a program, or `sender`: devices, the intake process, and staff.
 */
export type Access = 'public' | Role | 'owner' | 'member' | 'sender' | `${Role}-refresh`;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required: a route without it fails the start. */
    access?: Access;
    /** Staff may call it before they enrol a required second factor. */
    beforeEnrolment?: boolean;
  }
  interface FastifyRequest {
    /** Set by the auth hook on routes that are not public. */
    actor: Actor | null;
    /** Set by the auth hook on routes of senders, unless the sender is a member of staff. */
    sender: Sender | null;
    /** Set if the auth hook refused a valid token; for the audit. */
    refusedActor: Actor | null;
  }
}

/** The actor of a request to a route that is not public. */
export function requireActor(request: FastifyRequest): Actor {
  if (!request.actor) throw new Error('this route is public: it has no actor');
  return request.actor;
}
