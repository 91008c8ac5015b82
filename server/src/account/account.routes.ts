import { accountAnswer } from '@deqiq/contract/partners.ts';
import type { App } from '../http/app-types.ts';
import { actorOf } from '../http/app-types.ts';
import { refusals } from '../http/refusals.ts';
import type { PartnersService } from '../partners/partners.service.ts';

export function accountRoutes(app: App, partners: PartnersService): void {
  app.get(
    '/api/partner/account',
    {
      config: { access: 'partner' },
      schema: { tags: ['account'], response: { 200: accountAnswer, ...refusals } },
    },
    async (request) => ({ partner: await partners.get(actorOf(request).personId) }),
  );
}
