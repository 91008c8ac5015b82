import { type ComponentProps, type ReactNode, useContext } from 'react';
import { cx } from '../lib/cx.ts';
import { RowName } from './list/row-name.ts';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** The accessible name and the tooltip. */
  label: string;
  icon: ReactNode;
  variant?: 'quiet' | 'danger';
};

/** A button that shows only a picture. */
export function IconButton({
  label,
  icon,
  variant = 'quiet',
  className,
  ...props
}: IconButtonProps) {
  const row = useContext(RowName);
  return (
    <button
      type="button"
      title={row ? undefined : label}
      aria-description={row?.name}
      {...props}
      aria-label={label}
      className={cx(
        'inline-grid size-9 shrink-0 place-items-center rounded-field text-muted transition-colors duration-160',
        'pointer-coarse:size-11 disabled:cursor-not-allowed disabled:opacity-50',
        variant === 'danger'
          ? 'not-disabled:hover:bg-danger-soft not-disabled:hover:text-danger'
          : 'not-disabled:hover:bg-accent-soft not-disabled:hover:text-accent-hover',
        className,
      )}
    >
      {icon}
    </button>
  );
}
