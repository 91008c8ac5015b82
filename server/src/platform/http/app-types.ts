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
 * Who may call a route: everybody, one role's access token, owners among staff, or one role's refresh token.
 */
export type Access = 'public' | Role | 'owner' | `${Role}-refresh`;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route names its access; one that does not fails the start. */
    access?: Access;
    /** Staff who must enrol a second factor may call it before they have. */
    beforeEnrolment?: boolean;
  }
  interface FastifyRequest {
    /** Set by the auth hook on routes that are not public. */
    actor: Actor | null;
    /** Who was refused by the auth hook although the token is good; for the audit. */
    refusedActor: Actor | null;
  }
}

/** The person behind a request on a route that is not public. */
export function requireActor(request: FastifyRequest): Actor {
  if (!request.actor) throw new Error('this route is public: it has no actor');
  return request.actor;
}
