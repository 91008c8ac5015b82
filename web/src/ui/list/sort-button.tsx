import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';

type Direction = 'ascending' | 'descending' | 'none';

export function readDirection(name: string, sort: string): Direction {
  if (sort === name) return 'ascending';
  return sort === `-${name}` ? 'descending' : 'none';
}

/** Presses go through both directions and back to the default order; the largest numbers come first. */
export function nextSort(name: string, sort: string, isNumber: boolean): string {
  const directions = isNumber ? [`-${name}`, name] : [name, `-${name}`];
  return directions[directions.indexOf(sort) + 1] ?? '';
}

const arrows = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown };

type SortButtonProps = {
  direction: Direction | undefined;
  onClick: () => void;
  children: string;
};

/** The head of a column that sorts. */
export function SortButton({ direction, onClick, children }: SortButtonProps) {
  const Arrow = arrows[direction ?? 'none'];
  return (
    <button
      type="button"
      onClick={onClick}
      className="group/sort -mx-1 inline-flex items-center gap-1 rounded-chip px-1 py-0.5 hover:text-text"
    >
      {children}
      <Arrow
        size={14}
        aria-hidden="true"
        className={direction === 'none' ? 'opacity-40 group-hover/sort:opacity-100' : 'text-accent'}
      />
    </button>
  );
}
