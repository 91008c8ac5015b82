import * as areaTexts from '@deqiq/messages/partner/area.js';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { unseenQuery } from '../../../api/examinations/results.ts';
import { departure } from '../../../api/people/session/departure.ts';

/** The types declare both functions, but browsers without badges on icons lack them. */
type Badging = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>;

function showOnIcon(count: number): void {
  const { setAppBadge, clearAppBadge }: Badging = navigator;
  const shown = count > 0 ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator);
  shown?.catch(() => undefined);
}

departure.onForget(() => showOnIcon(0));

/** How many results were not opened; also shown on the icon of the installed area. */
export function useUnseenCount(): number {
  const { data } = useQuery(unseenQuery);
  const count = data?.count;
  useEffect(() => {
    // Until it is known the icon has the number of the last push message.
    if (count !== undefined) showOnIcon(count);
  }, [count]);
  return count ?? 0;
}

/** Marks a result that was not opened. */
export function NewMark({ checkup }: { checkup: string }) {
  const { data } = useQuery(unseenQuery);
  if (!data?.checkups.includes(checkup)) return null;
  return (
    <span className="inline-flex justify-self-start rounded-full bg-accent-soft px-2.5 py-0.5 text-note font-medium whitespace-nowrap text-accent-hover">
      {areaTexts.newResult()}
    </span>
  );
}
