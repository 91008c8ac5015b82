import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/**
 * One line per request, with the route's pattern: never its query, its parameters or a link, since
 * these carry names and capabilities.
 */
export class RequestLog extends LogController {
  readonly #isEnabled: boolean;

  constructor(level: string) {
    super();
    this.#isEnabled = ['trace', 'debug', 'info'].includes(level);
  }

  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    // What the line says would be looked up all the same.
    if (!this.#isEnabled) return;
    reply.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(request.actor && { role: request.actor.role }),
        ...(error && { err: error }),
      },
      'request',
    );
  }
}

/** Log lines know a request by its id alone. */
export const logSerializers = { req: () => ({}), res: () => ({}) };
