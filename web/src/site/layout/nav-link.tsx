import type { ReactNode } from 'react';
import { toAddress } from '../addresses.ts';

interface NavLinkProps {
  path: string;
  /** All Azerbaijani paths of the current page; its link gets `aria-current`. */
  current: readonly string[];
  className: string;
  children: ReactNode;
}

/** A link of the navigation. */
export function NavLink({ path, current, className, children }: NavLinkProps) {
  return (
    <a
      href={toAddress(path)}
      className={className}
      {...(current.includes(path) && { 'aria-current': 'page' as const })}
    >
      {children}
    </a>
  );
}
