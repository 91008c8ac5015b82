import type { ReactNode } from 'react';

/** Marks of the networks in our own line, since the icon set carries no brands. */
const lines: Readonly<Record<string, ReactNode>> = {
  Facebook: <path d="M18 2h-3a5 5 0 0 0-5 5v3H7v4h3v8h4v-8h3l1-4h-4V7a1 1 0 0 1 1-1h3z" />,
  Instagram: (
    <>
      <rect x="2" y="2" width="20" height="20" rx="5" />
      <circle cx="12" cy="12" r="4.2" />
      <path d="M17.5 6.5h.01" />
    </>
  ),
  WhatsApp: (
    <>
      <path d="M3 21l1.7-4.8A9 9 0 1 1 8 19.4z" />
      <path d="M9 8.4c-.4 3.3 3.3 7 6.6 6.6l.4-1.9-2.1-.9-.9 1a6 6 0 0 1-2.2-2.2l1-.9-.9-2.1z" />
    </>
  ),
};

export function BrandIcon({ name }: { name: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className="size-5 fill-none stroke-current"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {lines[name]}
    </svg>
  );
}
