import type { Role } from '@deqiq/contract/shared/roles.ts';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { Actor } from './identity.ts';
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
 * Who may call a route: everyone, one role with an access token, owners only, or one role with a refresh token.
 */
export type Access = 'public' | Role | 'owner' | `${Role}-refresh`;

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
    /** Set if the auth hook refused a valid token; for the audit. */
    refusedActor: Actor | null;
  }
}

/** The actor of a request to a route that is not public. */
export function requireActor(request: FastifyRequest): Actor {
  if (!request.actor) throw new Error('this route is public: it has no actor');
  return request.actor;
}
