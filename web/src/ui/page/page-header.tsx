import type { ReactNode } from 'react';

type PageHeaderProps = { title: string; subtitle?: ReactNode; children?: ReactNode };

/** A screen's title, what can be done here beside it, and a quiet line below. */
export function PageHeader({ title, subtitle, children }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
      <h1 className="min-w-0 grow text-page">{title}</h1>
      {children && <div className="flex flex-wrap items-center gap-2.5">{children}</div>}
      {subtitle && <div className="w-full text-desk text-muted">{subtitle}</div>}
    </header>
  );
}
