import { secondFactorEndpoints } from '@deqiq/contract/people/second-factor.endpoints.ts';
import { roles } from '@deqiq/contract/shared/roles.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { router } from '../../../platform/http/router.ts';
import type { OwnSecondFactorService } from './own-second-factor.service.ts';

export function secondFactorRoutes(app: App, own: OwnSecondFactorService): void {
  const route = router(app, secondFactorEndpoints, 'second-factor');

  for (const role of roles) {
    const path = `/api/${role}/account/second-factor` as const;
    const config = { access: role, beforeEnrolment: true } as const;

    route(`GET ${path}`, { config }, (request) => own.status(requireActor(request)));

    route(`POST ${path}`, { config }, (request) => own.start(requireActor(request), request.body));

    route(`POST ${path}/confirm`, { config }, (request) =>
      own.confirm(requireActor(request), request.body),
    );

    route(`POST ${path}/recovery-codes`, { config }, (request) =>
      own.renewRecoveryCodes(requireActor(request), request.body),
    );

    route(`POST ${path}/disable`, { config }, (request) =>
      own.disable(requireActor(request), request.body),
    );
  }
}
