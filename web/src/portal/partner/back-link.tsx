import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';

/** A link back, above a screen that is not in the bar. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="-ml-2 inline-flex min-h-11 items-center gap-2 justify-self-start rounded-field px-2 text-desk font-medium text-accent hover:bg-accent-soft"
    >
      <ArrowLeft size={18} aria-hidden="true" />
      {children}
    </Link>
  );
}
