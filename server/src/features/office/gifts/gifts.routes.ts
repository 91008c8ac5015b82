import { giftsEndpoints } from '@deqiq/contract/office/gifts.endpoints.ts';
import { gifts } from '@deqiq/contract/office/gifts.ts';
import { type App, requireActor } from '../../../platform/http/app-types.ts';
import { router } from '../../../platform/http/router.ts';
import type { GiftsService } from './gifts.service.ts';

export function giftsRoutes(app: App, service: GiftsService): void {
  const route = router(app, giftsEndpoints, 'gifts');
  const config = { access: 'partner' } as const;

  route('GET /api/partner/misc/gifts', { config }, () => ({
    gifts: gifts.map(({ id, name, cost }) => ({ id, name: name(), cost })),
  }));

  route('POST /api/partner/misc/demand-payment', { config }, (request) =>
    service.request(requireActor(request), request.body.gift),
  );
}
