import type { ReactNode } from 'react';

interface ButtonLinkProps {
  href: string;
  /** The second choice beside the one obvious thing to do. */
  quiet?: boolean;
  newTab?: boolean;
  className?: string;
  children: ReactNode;
}

export function ButtonLink({
  href,
  quiet = false,
  newTab = false,
  className = '',
  children,
}: ButtonLinkProps) {
  const looks = quiet
    ? 'border-line hover:border-accent hover:text-accent'
    : // Where a person's own colours replace ours, the edge is what is left of a button.
      'border-transparent bg-accent text-on-accent hover:bg-accent-hover';
  return (
    <a
      href={href}
      {...(newTab && { target: '_blank', rel: 'noopener' })}
      className={`inline-flex min-h-touch items-center justify-center gap-2 rounded-full border px-5 py-1.5 text-center font-medium transition-colors ${looks} ${className}`}
    >
      {children}
    </a>
  );
}
