import type { ReactNode } from 'react';

type PageHeaderProps = { title: string; subtitle?: ReactNode; children?: ReactNode };

/** A screen's title, a quiet line beside it, and what can be done here. */
export function PageHeader({ title, subtitle, children }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="min-w-0 grow">
        <h1 className="text-page">{title}</h1>
        {subtitle && <div className="mt-1 text-desk text-muted">{subtitle}</div>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-2.5">{children}</div>}
    </header>
  );
}
