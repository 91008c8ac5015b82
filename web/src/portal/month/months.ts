import { monthQuery as query } from '@deqiq/contract/desk/month.ts';
import { useSearchParams } from 'react-router';
import { today } from '../../lib/format.ts';

/** YYYY-MM, so many months later. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
}

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
