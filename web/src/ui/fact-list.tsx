import type { ReactNode } from 'react';

/** A fact whose value is null is left out. */
type Fact = { name: string; value: ReactNode };

/** Names and values below each other, such as the fields of a record. */
export const FactList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-4 gap-y-2 text-desk">
    {facts
      .filter(({ value }) => value !== null)
      .map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 wrap-anywhere whitespace-pre-line">{value}</dd>
        </div>
      ))}
  </dl>
);
