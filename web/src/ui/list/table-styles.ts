/** Classes of a table whose rows are cards on phones, and of its skeleton. */
export const frameClass =
  'md:overflow-x-auto md:rounded-card md:border md:border-line md:bg-surface xl:overflow-visible';

export const widths = { third: 'w-1/3', half: 'w-1/2', text: 'w-3/5' } as const;

export const headClass =
  'border-b border-line bg-surface px-2.5 py-2.5 text-note font-medium whitespace-nowrap text-muted first:rounded-tl-card first:pl-5 last:rounded-tr-card last:pr-4 xl:sticky xl:top-0 xl:z-10';

export const rowClass =
  'group outline-hidden max-md:focus-visible:outline-solid max-md:focus-visible:outline-2 max-md:focus-visible:outline-accent md:focus-visible:[&>td]:bg-row-hover md:focus-visible:[&>td:first-child]:shadow-[inset_3px_0_0_var(--color-accent)] transition-opacity duration-160 aria-busy:opacity-50 md:not-last:[&>td]:border-b md:[&>td]:border-line ' +
  'max-md:relative max-md:flex max-md:flex-col max-md:gap-1.5 max-md:rounded-card max-md:border max-md:border-line max-md:bg-surface max-md:p-4';

/** Each cell has its own ground, so that those in the corners follow the table's. */
const groundClass =
  'transition-colors duration-160 md:bg-surface md:group-hover:bg-row-hover md:group-last:first:rounded-bl-card md:group-last:last:rounded-br-card ';

export const cellClass = `${groundClass}align-middle max-md:wrap-anywhere md:break-words md:px-2.5 md:py-2.5 md:first:pl-5`;

/** Pictures fade in rows without pointer and focus; a button with a word is the next step and does not. */
export const actionsClass =
  groundClass +
  'md:sticky md:right-0 md:py-1 md:pr-3 md:pl-2 max-md:-mr-2 max-md:-mb-2 md:pointer-fine:[&_button:has(>svg)]:opacity-65 ' +
  'group-hover:[&_button]:opacity-100 group-focus-within:[&_button]:opacity-100';
