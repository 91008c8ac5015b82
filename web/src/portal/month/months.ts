import { monthQuery as query } from '@deqiq/contract/desk/month.ts';
import { useSearchParams } from 'react-router';
import { formatMonth, today } from '../../lib/format.ts';

/** YYYY-MM, so many months later. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
}

/** The name of the month that lies so many months later. */
export const nameMonth = (month: string, months: number): string =>
  formatMonth(addMonths(month, months));

/** A month and those beside it: its name in a comparison, and how many months later than the one that is shown. */
export const comparedMonths = [
  { name: 'count', months: 0 },
  { name: 'before', months: -1 },
  { name: 'lastYear', months: -12 },
] as const;

/** The month in the address, by default the present one. */
export function useMonth() {
  const [address, setAddress] = useSearchParams();
  const present = today().slice(0, 7);
  const month = query.safeParse({ month: address.get('month') }).data?.month ?? present;
  return {
    month,
    isPresent: month >= present,
    move: (months: number) => setAddress({ month: addMonths(month, months) }, { replace: true }),
  };
}
