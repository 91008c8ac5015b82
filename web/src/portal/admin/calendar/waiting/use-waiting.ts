import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { waitingReferralsQuery } from '../../../../api/referrals/appointments.ts';

const urgencies: readonly Referral['urgency'][] = ['urgent', 'soon', 'routine'];

const rank = ({ urgency, createdAt }: Referral): string =>
  `${urgencies.indexOf(urgency)} ${createdAt}`;

/** Urgent ones first, then the longest waiting. */
const sort = (referrals: readonly Referral[]): Referral[] =>
  referrals.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1));

/** Referrals without a time: accepted ones, and those that have to be accepted first. */
export function useWaiting() {
  const accepted = useQuery(waitingReferralsQuery('accepted')).data;
  const sent = useQuery(waitingReferralsQuery('sent')).data;
  return useMemo(
    () => ({
      isLoaded: accepted !== undefined && sent !== undefined,
      accepted: sort(accepted?.referrals ?? []),
      sent: sort(sent?.referrals ?? []),
      /** Those that are on no list here. */
      more: countRest(accepted) + countRest(sent),
    }),
    [accepted, sent],
  );
}

type Page = { referrals: readonly Referral[]; pagination: { totalItems: number } };

const countRest = (page: Page | undefined): number =>
  page ? Math.max(0, page.pagination.totalItems - page.referrals.length) : 0;
