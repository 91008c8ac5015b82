import type { ReactNode } from 'react';

interface NavLinkProps {
  path: string;
  /** All addresses of the current page; its link gets `aria-current`. */
  current: readonly string[];
  className: string;
  children: ReactNode;
}

/** A link of the navigation; addresses are written percent-encoded, as browsers send them. */
export function NavLink({ path, current, className, children }: NavLinkProps) {
  return (
    <a
      href={encodeURI(path)}
      className={className}
      {...(current.includes(path) && { 'aria-current': 'page' as const })}
    >
      {children}
    </a>
  );
}
