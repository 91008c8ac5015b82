import type { ReactNode } from 'react';
import { Link } from 'react-router';

type TodayCardProps = {
  title: string;
  /** Beside the title. */
  note?: string | undefined;
  link?: { to: string; label: string };
  /** The purpose of the section, where it has no rows. */
  empty: string;
  isEmpty: boolean;
  children: ReactNode;
};

/** A section of today's work: its title, a way to all of it, and rows. */
export function TodayCard({ title, note, link, empty, isEmpty, children }: TodayCardProps) {
  return (
    <section aria-label={title} className="rounded-card border border-line bg-surface">
      <header className="flex min-h-13 flex-wrap items-center gap-x-3 border-b border-line px-4">
        <h2 className="text-title">{title}</h2>
        {note && <span className="text-note text-muted tabular-nums">{note}</span>}
        {link && (
          <Link
            to={link.to}
            className="ml-auto inline-flex min-h-11 items-center text-desk text-accent-hover underline-offset-4 hover:underline"
          >
            {link.label}
          </Link>
        )}
      </header>
      {isEmpty ? (
        <p className="px-4 py-6 text-desk text-muted">{empty}</p>
      ) : (
        <ul className="divide-y divide-line">{children}</ul>
      )}
    </section>
  );
}
