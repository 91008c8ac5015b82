/** The name of an entry; on the rail a label beside it. `fixed` without `top` stays level with its icon, unclipped by the rail. */
export const EntryName = ({ children }: { children: string }) => (
  <span className="ml-2.5 md:max-xl:ml-0 md:max-xl:whitespace-nowrap md:max-xl:pointer-events-none md:max-xl:fixed md:max-xl:left-[3.6rem] md:max-xl:rounded-field md:max-xl:bg-ink md:max-xl:px-2.5 md:max-xl:py-1.5 md:max-xl:text-note md:max-xl:font-medium md:max-xl:text-mist md:max-xl:opacity-0 md:max-xl:shadow-float md:max-xl:transition-opacity md:max-xl:duration-160 md:max-xl:group-hover/entry:opacity-100 md:max-xl:group-focus-visible/entry:opacity-100">
    {children}
  </span>
);

/** How much waits; on the rail a dot. The link has it as its description, so that its name stays its label. */
export const EntryCount = ({ children: count }: { children: number }) => (
  <span
    aria-hidden="true"
    className="ml-auto min-w-5 shrink-0 rounded-full bg-accent-soft px-1 py-px text-center text-note font-medium xl:group-aria-[current=page]/entry:bg-ground max-md:group-aria-[current=page]/entry:bg-ground tabular-nums text-accent-hover md:max-xl:absolute md:max-xl:top-1 md:max-xl:right-1 md:max-xl:size-2 md:max-xl:min-w-0 md:max-xl:overflow-hidden md:max-xl:bg-accent md:max-xl:p-0 md:max-xl:text-transparent"
  >
    {count > 99 ? '99+' : count}
  </span>
);

export const entryClass =
  'group/entry relative flex min-h-9 w-full items-center rounded-field pr-1 pl-2.5 text-left text-desk text-muted md:max-xl:justify-center md:max-xl:pr-2.5 [&>svg]:shrink-0 ' +
  'max-md:min-h-11 md:[@media(max-height:60rem)]:min-h-8 pointer-coarse:min-h-11! ' +
  'transition-colors duration-160 hover:bg-sunken hover:text-text [&.pending]:bg-sunken [&.pending]:text-text ' +
  'aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-hover';
