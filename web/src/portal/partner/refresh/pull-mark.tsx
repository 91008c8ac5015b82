import { useEffect, useEffectEvent, useRef } from 'react';
import { cx } from '../../../lib/cx.ts';
import { archPath } from '../../../ui/page/arch.ts';
import { followPull } from './follow-pull.ts';

const ARCH = archPath({ width: 26, depth: 22, x: 22, y: 33 });

type PullMarkProps = { busy: boolean; onPull: () => void };

/** The arch that draws itself as the page is pulled down; once complete, a release refreshes. */
export function PullMark({ busy, onPull }: PullMarkProps) {
  const mark = useRef<HTMLDivElement>(null);
  const pulled = useEffectEvent(onPull);
  useEffect(
    () =>
      followPull({
        // Written past React: it changes with every movement of the finger.
        onShare: (share) => {
          mark.current?.style.setProperty('--pulled', String(share));
          mark.current?.style.setProperty('transition', share > 0 ? 'none' : '');
        },
        onPull: pulled,
      }),
    [],
  );
  return (
    <div
      ref={mark}
      data-busy={busy || undefined}
      className={cx(
        'pointer-events-none fixed top-[calc(env(safe-area-inset-top)+0.375rem)] left-1/2 z-20 -ml-5.5 size-11 rounded-full bg-raised shadow-float md:hidden',
        'opacity-(--pulled) motion-safe:translate-y-[calc(min(var(--pulled),1.2)*3.25rem)] motion-reduce:translate-y-13',
        'data-busy:translate-y-13 data-busy:opacity-100 transition duration-160 ease-out [--pulled:0]',
      )}
    >
      <svg viewBox="0 0 44 44" aria-hidden="true" className="fill-none text-accent">
        <path d={ARCH} className="stroke-line" strokeWidth="3.5" strokeLinecap="round" />
        <path
          d={ARCH}
          pathLength={100}
          strokeWidth="3.5"
          strokeDasharray="100"
          strokeLinecap="round"
          className={cx(
            'stroke-current',
            busy ? 'animate-sweep' : '[stroke-dashoffset:calc(100-min(var(--pulled),1)*100)]',
          )}
        />
      </svg>
    </div>
  );
}
