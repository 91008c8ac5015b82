import { FILES_PATH } from '@deqiq/contract/shared/paths.ts';
import type { FastifyRequest } from 'fastify';
import { clientNetwork } from '../../platform/http/address.ts';
import type { App } from '../../platform/http/app-types.ts';
import { requireActor } from '../../platform/http/app-types.ts';
import { toAppError } from '../../platform/http/errors.ts';
import type { AuditService } from './audit.service.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The list of patients that this route shows to staff; reading it is audited. */
    auditedList?: string;
  }
}

/** Requests that a refusal is about: who is nobody, who may not, who asks too often. */
const AUDITED_STATUS: readonly number[] = [401, 403, 429];

/** Failed sign-ins have rows of their own; a code is asked for at every sign-in with a second factor. */
const SIGN_IN_CODES: readonly string[] = [
  'login-failed',
  'second-factor-required',
  'second-factor-wrong',
];

/** Links to files say so when they are made up, of somebody else, ended or run out. */
const AUDITED_LINK_STATUS: readonly number[] = [404, 410];

/**
 * Refused requests leave rows with the route's pattern, never the address with its ids and its query.
 */
export function auditRefusals(app: App, audit: Pick<AuditService, 'noteRefusal'>): void {
  app.addHook('onError', (request, _reply, error, done) => {
    const { status, code } = toAppError(error, request);
    const route = request.routeOptions.url ?? '';
    const isAudited =
      AUDITED_STATUS.includes(status) ||
      (route.startsWith(FILES_PATH) && AUDITED_LINK_STATUS.includes(status));
    if (isAudited && !SIGN_IN_CODES.includes(code)) noteRefusal(request, `${status} ${code}`);
    done();
  });

  function noteRefusal(request: FastifyRequest, detail: string): void {
    const actor = request.actor ?? request.refusedActor;
    const object = `${request.method} ${request.routeOptions.url}`;
    const key = [actor?.personId ?? '', clientNetwork(request.ip).host, object, detail].join(' ');
    audit.noteRefusal(key, {
      actor,
      action: 'refuse',
      object,
      address: request.ip,
      result: 'refused',
      detail,
    });
  }
}

/**
 * Staff who read or search a list of patients leave a row, without what they searched for. An unchanged
 * poll is answered before this hook runs, and costs nothing more.
 */
export function auditReads(app: App, audit: Pick<AuditService, 'noteRead'>): void {
  app.addHook('onRoute', (route) => {
    const list = route.config?.auditedList;
    if (list === undefined) return;
    route.preHandler = [
      ...[route.preHandler ?? []].flat(),
      async (request: FastifyRequest) => {
        const actor = requireActor(request);
        const isSearch = Object.entries(request.query as object).some(
          ([name, value]) => /^(name|fullName)$/.test(name) && value !== '',
        );
        audit.noteRead(`${actor.personId} ${list} ${isSearch}`, {
          actor,
          action: isSearch ? 'search' : 'list',
          object: list,
          result: 'ok',
        });
      },
    ];
  });
}
