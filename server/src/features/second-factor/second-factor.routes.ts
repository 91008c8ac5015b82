import { done } from '@deqiq/contract/auth.ts';
import {
  recoveryCodesAnswer,
  secondFactorBodies,
  secondFactorStarted,
  secondFactorStatus,
} from '@deqiq/contract/second-factor.ts';
import type { App } from '../../platform/http/app-types.ts';
import { actorOf } from '../../platform/http/app-types.ts';
import { refusals } from '../../platform/http/error-responses.ts';
import type { OwnSecondFactorService } from './own-second-factor.service.ts';

/** People's own second factor, the same calls in both areas. */
export function secondFactorRoutes(app: App, own: OwnSecondFactorService): void {
  const tags = ['second-factor'];

  for (const role of ['admin', 'partner'] as const) {
    const path = `/api/${role}/account/second-factor`;
    const config = { access: role, beforeEnrolment: true } as const;
    const { start, confirm, change } = secondFactorBodies(role);

    app.get(
      path,
      { config, schema: { tags, response: { 200: secondFactorStatus, ...refusals } } },
      (request) => own.status(actorOf(request)),
    );

    app.post(
      path,
      {
        config,
        schema: { tags, body: start, response: { 200: secondFactorStarted, ...refusals } },
      },
      (request) => own.start(actorOf(request), request.body),
    );

    app.post(
      `${path}/confirm`,
      {
        config,
        schema: { tags, body: confirm, response: { 200: recoveryCodesAnswer, ...refusals } },
      },
      (request) => own.confirm(actorOf(request), request.body),
    );

    app.post(
      `${path}/recovery-codes`,
      {
        config,
        schema: { tags, body: change, response: { 200: recoveryCodesAnswer, ...refusals } },
      },
      (request) => own.renewRecoveryCodes(actorOf(request), request.body),
    );

    app.post(
      `${path}/disable`,
      { config, schema: { tags, body: change, response: { 200: done, ...refusals } } },
      (request) => own.disable(actorOf(request), request.body),
    );
  }
}
