import type { ReactNode } from 'react';

interface PageHeadProps {
  title: string;
  /** Subject of the page, in a sentence or two. */
  children: ReactNode;
}

export function PageHead({ title, children }: PageHeadProps) {
  return (
    <div className="page-width grid items-end gap-x-12 gap-y-5 pt-10 pb-10 md:pt-16 md:pb-14 lg:grid-cols-[7fr_5fr]">
      <h1 className="text-display">{title}</h1>
      <p className="max-w-lg text-[1.125rem] text-muted">{children}</p>
    </div>
  );
}
