import { intakeHeaders } from '@deqiq/contract/machines/intake/intake-link.ts';
import type { TokenKind } from '@deqiq/contract/people/auth.ts';
import { IDLE_HEADER } from '@deqiq/contract/shared/endpoint.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import * as authMessages from '@deqiq/messages/people/auth.js';
import * as secondFactorMessages from '@deqiq/messages/people/second-factor.js';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { AppError } from '../../../platform/errors.ts';
import type { Access } from '../../../platform/http/app-types.ts';
import type { Identity } from '../../../platform/http/identity.ts';
import type { DevicesService } from '../../machines/devices/devices.service.ts';
import type { ProgramTokensService } from '../../machines/program-tokens/program-tokens.service.ts';
import type { RefreshService } from '../sessions/refresh/refresh.service.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { Tokens } from '../sessions/tokens.service.ts';

/** `Bearer <token> type=access`; the suffix is optional, and a comma or semicolon may precede it. */
const BEARER = /^Bearer\s+([A-Za-z0-9._~+/=-]+)(?:\s*[,;]\s*|\s+|$)(?:type=(access|refresh))?$/i;

interface Deps {
  sessions: SessionsService;
  refreshes: RefreshService;
  tokens: Tokens;
  devices: Pick<DevicesService, 'authenticate'>;
  programTokens: Pick<ProgramTokensService, 'isProgramToken' | 'authenticate'>;
}

/**
 * Denies by default: a route without `access` fails the start. The role is checked before the body is read.
 */
export function authHook(app: FastifyInstance, deps: Deps): void {
  app.decorateRequest('actor', null);
  app.decorateRequest('sender', null);
  app.decorateRequest('refusedActor', null);
  const checks = new Map<string, onRequestHookHandler>();

  app.addHook('onRoute', (route) => {
    const access = route.config?.access;
    if (access === undefined)
      throw new Error(`The route ${String(route.method)} ${route.url} names no access`);
    if (access === 'public') return;
    const isOpen = access.endsWith('-refresh') || route.config?.beforeEnrolment === true;
    const key = `${access} ${isOpen}`;
    const check =
      checks.get(key) ??
      (access === 'sender' ? createSenderCheck(deps) : createCheck({ access, isOpen }, deps));
    checks.set(key, check);
    const others = [route.onRequest ?? []].flat();
    // Fastify derives HEAD from GET, which already has the check.
    if (!others.includes(check)) route.onRequest = [check, ...others];
  });
}

/** Creates the check for an access level; `isOpen` also admits people without the required second factor. */
function createCheck(
  { access, isOpen }: { access: Exclude<Access, 'public'>; isOpen: boolean },
  deps: Deps,
): onRequestHookHandler {
  const role = accessRole(access);
  return (request, _reply, done) => {
    const authorize = (identity: Identity | undefined) => {
      if (!identity) return done(new AppError('unauthenticated', 401, authMessages.signedOut()));
      const denial = findDenial(access, role, identity);
      const actor = { ...identity, address: request.ip };
      if (denial) {
        request.refusedActor = actor;
        return done(new AppError('forbidden', 403, denial));
      }
      if (identity.mustEnrol && !isOpen) {
        request.refusedActor = actor;
        return done(new AppError('enrolment-required', 403, secondFactorMessages.mustEnrol()));
      }
      if (request.headers[IDLE_HEADER] === undefined) deps.sessions.noteUse(identity.sessionId);
      request.actor = actor;
      done();
    };
    const identity = findIdentity(request, access, deps);
    // Stay synchronous on a cache hit: a promise makes an unchanged poll 10 % slower.
    if (identity instanceof Promise) identity.then(authorize, done);
    else authorize(identity);
  };
}

/** Admits machines and the intake process by their tokens, and staff by theirs. */
function createSenderCheck(deps: Deps): onRequestHookHandler {
  const checkStaff = createCheck({ access: 'admin', isOpen: false }, deps);
  return function check(request, reply, done) {
    const [, token] = BEARER.exec(request.headers.authorization ?? '') ?? [];
    const aeTitle = request.headers[intakeHeaders.aeTitle];
    const origin = { address: request.ip, aeTitle: typeof aeTitle === 'string' ? aeTitle : '' };
    const authenticated = token ? deps.devices.authenticate(token, origin) : Promise.resolve();
    authenticated.then((sender) => {
      if (!sender) return checkStaff.call(this, request, reply, done);
      request.sender = sender;
      done();
    }, done);
  };
}

/** The message if the person may not call a route with this access; undefined if allowed. */
function findDenial(access: Access, role: Role, identity: Identity): string | undefined {
  if (access !== 'member' && identity.role !== role) return forbidden[role]();
  const isMissingRight = access === 'owner' && identity.staffRole !== 'owner';
  return isMissingRight ? authMessages.ownersOnly() : undefined;
}

const forbidden = {
  admin: authMessages.staffOnly,
  partner: authMessages.partnersOnly,
} as const;

const accessRole = (access: Exclude<Access, 'public'>): Role =>
  access.startsWith('partner') ? 'partner' : 'admin';

function findIdentity(
  request: FastifyRequest,
  access: Access,
  { sessions, refreshes, tokens, programTokens }: Deps,
): Identity | undefined | Promise<Identity | undefined> {
  const kind: TokenKind = access.endsWith('-refresh') ? 'refresh' : 'access';
  const [, token, tokenType] = BEARER.exec(request.headers.authorization ?? '') ?? [];
  if (!token || (tokenType && tokenType.toLowerCase() !== kind)) return undefined;
  if (kind === 'refresh') return refreshes.find(token, request.ip);
  if (access === 'member') {
    if (programTokens.isProgramToken(token)) return programTokens.authenticate(token);
    const link = tokens.verifyForViewer(token);
    if (link) return findLinkReader(sessions, link);
  }
  const claims = tokens.verify(token);
  return claims && (sessions.remembered(claims.sid) ?? sessions.findLive(claims.sid));
}

/** The person of a link to a viewer, limited to its examination. */
async function findLinkReader(
  sessions: Pick<SessionsService, 'findLive'>,
  { sid, checkup }: { readonly sid: string; readonly checkup: string },
): Promise<Identity | undefined> {
  const identity = await sessions.findLive(sid);
  return identity && { ...identity, checkupId: checkup };
}
