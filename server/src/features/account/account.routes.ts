import { changePassword, updateAccount } from '@deqiq/contract/account.ts';
import { done } from '@deqiq/contract/auth.ts';
import { accountAnswer, partnerAnswer } from '@deqiq/contract/partners.ts';
import type { App } from '../../platform/http/app-types.ts';
import { requireActor } from '../../platform/http/app-types.ts';
import { errorResponses } from '../../platform/http/error-responses.ts';
import type { AccountService } from './account.service.ts';

export function accountRoutes(app: App, account: AccountService): void {
  const config = { access: 'partner' } as const;
  const changing = { access: 'partner', quota: 'account' } as const;
  const tags = ['account'];

  app.get(
    '/api/partner/account',
    { config, schema: { tags, response: { 200: accountAnswer, ...errorResponses } } },
    (request) => account.get(requireActor(request)),
  );

  app.put(
    '/api/partner/account/details',
    {
      config: changing,
      schema: { tags, body: updateAccount, response: { 200: partnerAnswer, ...errorResponses } },
    },
    (request) => account.update(requireActor(request), request.body),
  );

  app.put(
    '/api/partner/account/password',
    {
      config: changing,
      schema: { tags, body: changePassword, response: { 200: done, ...errorResponses } },
    },
    (request) => account.changePassword(requireActor(request), request.body),
  );
}
