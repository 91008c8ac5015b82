import { useEffect, useState } from 'react';
import { MINUTE } from '../../../../lib/durations.ts';
import type { Period } from '../times/periods.ts';
import { toMinute } from '../times/times.ts';
import { findTop } from './measures.ts';

/** A line at the present time; it moves by itself. */
export function NowLine({ range }: { range: Period }) {
  const minute = useNow();
  if (minute < range.from || minute >= range.to) return null;
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 z-10 border-t-2 border-danger"
      style={{ top: findTop(minute, range) }}
    />
  );
}

/** Minutes since midnight. */
function useNow(): number {
  const [minute, setMinute] = useState(() => toMinute(Date.now()));
  useEffect(() => {
    const timer = setInterval(() => setMinute(toMinute(Date.now())), MINUTE / 2);
    return () => clearInterval(timer);
  }, []);
  return minute;
}
