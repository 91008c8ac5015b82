import * as areaTexts from '@deqiq/messages/partner/area.js';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { cx } from '../../../lib/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PullMark } from './pull-mark.tsx';

/** Minimum milliseconds for which the spinner is shown. A shorter time looks as if nothing happened. */
const SEEN = 450;

const pause = () => new Promise((resolve) => setTimeout(resolve, SEEN));

/** Refetches the list: by a button, or by pulling the page down on a touch screen. */
export function Refresh({ onRefresh }: { onRefresh: () => Promise<unknown> }) {
  const [busy, setBusy] = useState(false);
  const refresh = async () => {
    if (busy) return;
    setBusy(true);
    await Promise.all([onRefresh(), pause()]).finally(() => setBusy(false));
  };
  return (
    <>
      <IconButton
        label={areaTexts.refresh()}
        aria-busy={busy || undefined}
        onClick={() => void refresh()}
        icon={<RotateCw size={20} aria-hidden="true" className={cx(busy && 'animate-turn')} />}
        className="size-11"
      />
      <PullMark busy={busy} onPull={() => void refresh()} />
    </>
  );
}
