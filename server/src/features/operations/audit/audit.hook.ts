import { SHARE_PATH } from '@deqiq/contract/examinations/share-limits.ts';
import { FILES_PATH } from '@deqiq/contract/shared/paths.ts';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../../platform/http/app-types.ts';
import { requireActor } from '../../../platform/http/app-types.ts';
import { clientNetwork } from '../../../platform/http/connections/address.ts';
import { toAppError } from '../../../platform/http/errors.ts';
import type { AuditService } from './audit.service.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The list of patients that this route shows to staff; reading it is audited. */
    auditedList?: string;
  }
}

/** Audited rejections: not signed in, not allowed, too many requests. */
const AUDITED_STATUS: readonly number[] = [401, 403, 429];

/** Failed sign-ins have their own rows; a missing code is part of every sign-in with a second factor. */
const SIGN_IN_CODES: readonly string[] = [
  'login-failed',
  'second-factor-required',
  'second-factor-wrong',
];

/** Audited for links to files and shares: forged, not accessible, ended or expired. */
const AUDITED_LINK_STATUS: readonly number[] = [404, 410];

const isLink = (route: string): boolean =>
  route.startsWith(FILES_PATH) || route.startsWith(SHARE_PATH);

/** Audits rejected requests with the route's pattern, never the URL with ids and query. */
export function auditRefusals(app: App, audit: Pick<AuditService, 'noteRefusal'>): void {
  app.addHook('onError', (request, _reply, error, done) => {
    const { status, code } = toAppError(error, request);
    const route = request.routeOptions.url ?? '';
    const isAudited =
      AUDITED_STATUS.includes(status) || (isLink(route) && AUDITED_LINK_STATUS.includes(status));
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

/** Audits staff who read a list of patients, without the search text. An unchanged poll (304) ends before it. */
export function auditReads(app: App, audit: Pick<AuditService, 'noteRead'>): void {
  app.addHook('onRoute', (route) => {
    const list = route.config?.auditedList;
    if (list === undefined) return;
    route.preHandler = [
      ...[route.preHandler ?? []].flat(),
      async (request: FastifyRequest) => {
        const actor = requireActor(request);
        const isSearch = Object.entries(request.query as object).some(
          ([name, value]) => /^(q|name|fullName|person|object|action)$/.test(name) && value !== '',
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
