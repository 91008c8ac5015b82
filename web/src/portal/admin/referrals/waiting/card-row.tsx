import type { ReactNode } from 'react';

type CardRowProps = { title: string; count: string; children: ReactNode };

/** Things that wait beside the list, as a row of cards that scrolls sideways. */
export function CardRow({ title, count, children }: CardRowProps) {
  return (
    <section aria-label={title} className="grid gap-2">
      <h2 className="text-desk font-medium">
        {title} <span className="text-muted tabular-nums">{count}</span>
      </h2>
      <ul className="flex gap-3 overflow-x-auto pb-1">{children}</ul>
    </section>
  );
}

export const RowCard = ({ children }: { children: ReactNode }) => (
  <li className="flex w-72 shrink-0 items-center gap-3 rounded-card border border-line bg-surface p-2.5 text-desk">
    {children}
  </li>
);
