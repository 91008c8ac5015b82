import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as areaTexts from '@deqiq/messages/partner/area.js';
import * as texts from '@deqiq/messages/partner/referrals.js';
import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { Link } from 'react-router';
import { ownReferralsQuery, referralFilterNames } from '../../../api/examinations/referrals.ts';
import { clinic } from '../../../lib/clinic.ts';
import { formatDay, personName } from '../../../lib/format.ts';
import { useClampPage, useListState } from '../../../lib/list-state.ts';
import { useMediaQuery } from '../../../lib/media-query.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { NativeSelect } from '../../../ui/field/native-select.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Pagination } from '../../../ui/list/pagination.tsx';
import { SearchBar } from '../../../ui/list/search-bar.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { stateNames, toOptions } from '../../referrals/referral-names.ts';
import { BackLink } from '../back-link.tsx';
import { Refresh } from '../refresh/refresh.tsx';
import { ReferralActions } from './referral-actions.tsx';
import { StateLine } from './referral-state.tsx';

const formatSentDay = ({ createdAt }: Referral) => formatDay(createdAt, 'instant');

const tableColumns = (): Column<Referral>[] => [
  {
    id: 'patient',
    header: texts.patient(),
    title: true,
    cell: ({ patient }) => personName(patient),
  },
  {
    id: 'state',
    header: texts.state(),
    wide: true,
    cell: (referral) => <StateLine referral={referral} />,
  },
  { id: 'date', header: texts.sentOn(), cell: formatSentDay },
];

const cardColumns = (): Column<Referral>[] => [
  {
    id: 'patient',
    header: texts.patient(),
    title: true,
    rowName: ({ patient }) => personName(patient),
    cell: (referral) => <ReferralCard referral={referral} />,
  },
];

/** One referral on a phone. */
function ReferralCard({ referral }: { referral: Referral }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-1">
      <h2 className="font-medium wrap-anywhere">{personName(referral.patient)}</h2>
      <span className="text-note font-normal text-muted tabular-nums">
        {formatSentDay(referral)}
      </span>
      <div className="col-span-2">
        <StateLine referral={referral} />
      </div>
    </div>
  );
}

/** A partner's own referrals, newest first. */
export function ReferralsScreen() {
  const { page, filters, setPage, setFilters, clear } = useListState('', referralFilterNames);
  const { name = '', state = '' } = filters;
  const query = useQuery(ownReferralsQuery(page, filters));
  const wide = useMediaQuery('(min-width: 48rem)');
  const pagination = query.data?.pagination;
  const isFiltered = name !== '' || state !== '';
  useClampPage(page, query.isPlaceholderData ? undefined : pagination?.totalPages, setPage);
  const newLink = (
    <Link to={portalPaths.newReferral} className={buttonClass()}>
      <Send size={18} aria-hidden="true" />
      {areaTexts.newReferral()}
    </Link>
  );
  return (
    <>
      <title>{`${areaTexts.referrals()} · ${clinic.name}`}</title>
      <div className="grid gap-1">
        <BackLink to={portalPaths.partnerDashboard} />
        <PageHeader title={areaTexts.referrals()} subtitle={texts.line()}>
          {newLink}
          <Refresh onRefresh={query.refetch} />
        </PageHeader>
      </div>
      <div className="grid gap-2.5 md:flex">
        <SearchBar
          value={name}
          onSearch={(text) => setFilters({ name: text, state })}
          placeholder={texts.search()}
          byIcon
          className="grow md:max-w-xl"
        />
        <Field label={texts.state()} className="md:w-60 [&>label]:sr-only">
          <NativeSelect
            value={state}
            onChange={(next) => setFilters({ name, state: next })}
            options={[['', texts.allStates()], ...toOptions(stateNames)]}
          />
        </Field>
      </div>
      <DataTable
        query={query}
        rows={({ referrals }) => referrals}
        rowKey={({ _id }) => _id}
        columns={wide ? tableColumns() : cardColumns()}
        actions={(referral) => <ReferralActions referral={referral} withSlip />}
        caption={areaTexts.referrals()}
        empty={isFiltered ? texts.noneFound() : texts.none()}
        emptyAction={
          isFiltered ? (
            <Button variant="outline" onClick={clear}>
              {texts.clear()}
            </Button>
          ) : (
            newLink
          )
        }
        failed={texts.listFailed()}
      />
      {pagination && (
        <Pagination
          page={page}
          totalPages={pagination.totalPages}
          onPage={setPage}
          window={3}
          busy={query.isPlaceholderData}
        />
      )}
    </>
  );
}
