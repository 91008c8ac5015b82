import type { ReactNode } from 'react';

interface NavLinkProps {
  path: string;
  /** The page this stands on; the link to it says so. */
  current: string | undefined;
  className: string;
  children: ReactNode;
}

/** A link of the navigation; addresses are written percent-encoded, as browsers send them. */
export function NavLink({ path, current, className, children }: NavLinkProps) {
  return (
    <a
      href={encodeURI(path)}
      className={className}
      {...(path === current && { 'aria-current': 'page' as const })}
    >
      {children}
    </a>
  );
}
