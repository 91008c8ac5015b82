import * as texts from '@deqiq/messages/office/partner-stats-screen.js';
import { Button } from '../../../ui/button.tsx';
import { useKeptFocus } from '../../../ui/list/pagination.tsx';
import type { PagerProps } from '../list/list-screen.tsx';

/** Previous, 'page / total', Next: specification, section 2. */
export function StatsPager({ page, totalPages, onPage, busy }: PagerProps) {
  const keptFocus = useKeptFocus(busy);
  const total = Math.max(1, totalPages);
  return (
    <nav
      {...keptFocus}
      aria-label={texts.pages()}
      aria-busy={busy || undefined}
      className="flex items-center justify-center gap-3 text-desk"
    >
      <Button
        variant="quiet"
        size="sm"
        disabled={busy || page <= 1}
        onClick={() => onPage(page - 1)}
      >
        {texts.previous()}
      </Button>
      <span className="tabular-nums">
        {page} / {total}
      </span>
      <Button
        variant="quiet"
        size="sm"
        disabled={busy || page >= total}
        onClick={() => onPage(page + 1)}
      >
        {texts.next()}
      </Button>
    </nav>
  );
}
