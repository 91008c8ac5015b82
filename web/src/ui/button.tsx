import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../lib/cx.ts';

export type ButtonVariant = 'primary' | 'outline' | 'quiet' | 'danger';

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  size?: 'md' | 'sm';
  /** At work: shows a turning mark and takes no press. It keeps the focus, which a disabled one would lose. */
  busy?: boolean;
  icon?: ReactNode;
};

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent not-disabled:hover:bg-accent-hover',
  danger: 'bg-danger text-on-danger not-disabled:hover:bg-danger-hover',
  outline:
    'border border-line bg-surface text-text not-disabled:hover:border-field not-disabled:hover:bg-sunken',
  quiet: 'text-text not-disabled:hover:bg-sunken',
};

/** Classes of a button, for links that look like one. */
export function buttonClass(variant: ButtonVariant = 'primary', size: 'md' | 'sm' = 'md'): string {
  return cx(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-field text-desk font-medium whitespace-nowrap',
    'transition-colors duration-160 disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:opacity-55',
    size === 'md' ? 'min-h-11 px-4.5' : 'min-h-9 px-3 pointer-coarse:min-h-11',
    variants[variant],
  );
}

/** A button; `type` is `button` by default, so that none submits by accident. */
export function Button({
  variant,
  size,
  busy = false,
  icon,
  children,
  className,
  onClick,
  ...props
}: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={cx(buttonClass(variant, size), className)}
    >
      {busy ? <LoaderCircle size={17} aria-hidden="true" className="animate-turn" /> : icon}
      {children}
    </button>
  );
}
