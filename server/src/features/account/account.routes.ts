import { changePassword, updateAccount } from '@deqiq/contract/account.ts';
import { done } from '@deqiq/contract/auth.ts';
import { accountAnswer, partnerAnswer } from '@deqiq/contract/partners.ts';
import type { App } from '../../platform/http/app-types.ts';
import { actorOf } from '../../platform/http/app-types.ts';
import { refusals } from '../../platform/http/error-responses.ts';
import type { AccountService } from './account.service.ts';

export function accountRoutes(app: App, account: AccountService): void {
  const config = { access: 'partner' } as const;
  const changing = { access: 'partner', quota: 'account' } as const;
  const tags = ['account'];

  app.get(
    '/api/partner/account',
    { config, schema: { tags, response: { 200: accountAnswer, ...refusals } } },
    (request) => account.get(actorOf(request)),
  );

  app.put(
    '/api/partner/account/details',
    {
      config: changing,
      schema: { tags, body: updateAccount, response: { 200: partnerAnswer, ...refusals } },
    },
    (request) => account.update(actorOf(request), request.body),
  );

  app.put(
    '/api/partner/account/password',
    {
      config: changing,
      schema: { tags, body: changePassword, response: { 200: done, ...refusals } },
    },
    (request) => account.changePassword(actorOf(request), request.body),
  );
}
