import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** One line per request with its route, never query, parameters or link: they contain names and capabilities. */
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
    // Skip building the log fields when the level is off.
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

/** Log lines identify a request by its id only. */
export const logSerializers = { req: () => ({}), res: () => ({}) };
