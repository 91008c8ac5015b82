/** A quiet button on the dark panel. */
export const ON_INK = 'border border-white/20 text-mist! not-disabled:hover:bg-white/10!';
