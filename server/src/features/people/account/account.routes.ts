import { accountEndpoints } from '@deqiq/contract/people/account.endpoints.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { router } from '../../../platform/http/router.ts';
import type { AccountService } from './account.service.ts';

export function accountRoutes(app: App, account: AccountService): void {
  const route = router(app, accountEndpoints, 'account');
  const config = { access: 'partner' } as const;
  const changing = { access: 'partner', quota: 'account' } as const;

  route('GET /api/partner/account', { config }, (request) => account.get(requireActor(request)));

  route('PUT /api/partner/account/details', { config: changing }, (request) =>
    account.update(requireActor(request), request.body),
  );

  route('PUT /api/partner/account/password', { config: changing }, (request) =>
    account.changePassword(requireActor(request), request.body),
  );

  route('PUT /api/partner/account/language', { config: changing }, (request) =>
    account.setLanguage(requireActor(request), request.body.language),
  );

  route('PUT /api/admin/account/language', { config: { access: 'admin' } }, (request) =>
    account.setLanguage(requireActor(request), request.body.language),
  );
}
