import { done } from '@deqiq/contract/auth.ts';
import {
  recoveryCodesAnswer,
  secondFactorBodies,
  secondFactorStarted,
  secondFactorStatus,
} from '@deqiq/contract/second-factor.ts';
import type { App } from '../../platform/http/app-types.ts';
import { requireActor } from '../../platform/http/app-types.ts';
import { errorResponses } from '../../platform/http/error-responses.ts';
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
      { config, schema: { tags, response: { 200: secondFactorStatus, ...errorResponses } } },
      (request) => own.status(requireActor(request)),
    );

    app.post(
      path,
      {
        config,
        schema: { tags, body: start, response: { 200: secondFactorStarted, ...errorResponses } },
      },
      (request) => own.start(requireActor(request), request.body),
    );

    app.post(
      `${path}/confirm`,
      {
        config,
        schema: { tags, body: confirm, response: { 200: recoveryCodesAnswer, ...errorResponses } },
      },
      (request) => own.confirm(requireActor(request), request.body),
    );

    app.post(
      `${path}/recovery-codes`,
      {
        config,
        schema: { tags, body: change, response: { 200: recoveryCodesAnswer, ...errorResponses } },
      },
      (request) => own.renewRecoveryCodes(requireActor(request), request.body),
    );

    app.post(
      `${path}/disable`,
      { config, schema: { tags, body: change, response: { 200: done, ...errorResponses } } },
      (request) => own.disable(requireActor(request), request.body),
    );
  }
}
