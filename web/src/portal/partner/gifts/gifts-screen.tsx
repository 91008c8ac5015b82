import { GIFT_COST } from '@deqiq/contract/office/gifts.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as areaTexts from '@deqiq/messages/partner/area.js';
import * as texts from '@deqiq/messages/partner/gifts.js';
import { useOwnRequests } from '../../../api/office/gifts.ts';
import { useAccount } from '../../../api/people/account.ts';
import { clinic } from '../../../lib/clinic.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useClampPage, useListState } from '../../../lib/list-state.ts';
import { Pagination } from '../../../ui/list/pagination.tsx';
import { AccountFailed } from '../account-failed.tsx';
import { BackLink } from '../back-link.tsx';
import { Refresh } from '../refresh/refresh.tsx';
import { Catalogue } from './catalogue.tsx';
import { Requests } from './gift-requests.tsx';
import { useGift } from './use-gift.ts';

/** Points, the catalogue of gifts, and the partner's requests. */
export function GiftsScreen() {
  const account = useAccount();
  const { page, setPage } = useListState();
  const requests = useOwnRequests(page);
  const pagination = requests.data?.pagination;
  useClampPage(page, requests.isPlaceholderData ? undefined : pagination?.totalPages, setPage);
  const { asking, choose } = useGift(account.query.data?.balance);
  return (
    <>
      <title>{`${areaTexts.gifts()} · ${clinic.name}`}</title>
      <Head points={account.partner?.balance} />
      <AccountFailed account={account} compact />
      <section aria-label={texts.catalogue()}>
        <Catalogue asking={asking} onChoose={(gift) => void choose(gift)} />
      </section>
      <section className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex items-center justify-between gap-3">
          <h2 className="text-title">{texts.requests()}</h2>
          <Refresh onRefresh={() => Promise.all([requests.refetch(), account.query.refetch()])} />
        </div>
        <Requests query={requests} />
        {pagination && (
          <Pagination
            page={page}
            totalPages={pagination.totalPages}
            onPage={setPage}
            window={3}
            busy={requests.isPlaceholderData}
          />
        )}
      </section>
    </>
  );
}

function Head({ points }: { points: number | undefined }) {
  return (
    <header className="grid gap-3">
      <BackLink to={portalPaths.partnerProfile} />
      <div className="flex items-end justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-page">{areaTexts.gifts()}</h1>
          <p className="mt-1 text-desk text-muted">{texts.eachCosts({ points: GIFT_COST })}</p>
        </div>
        <p className="grid shrink-0 justify-items-end">
          <span className="text-headline text-accent">
            {points === undefined ? '—' : formatNumber(points)}
          </span>{' '}
          <span className="text-note text-muted">{texts.yourPoints()}</span>
        </p>
      </div>
    </header>
  );
}
