import type { LucideIcon } from 'lucide-react';
import { cx } from '../../lib/cx.ts';

type ToolButtonProps = {
  icon: LucideIcon;
  label: string;
  shortName?: string | undefined;
  onPress: () => void;
  isPressed?: boolean;
  /** Of a button that shows more of them. */
  isExpanded?: boolean;
  isTabStop?: boolean;
};

export function ToolButton({ icon: Icon, label, shortName, onPress, ...state }: ToolButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-pressed={state.isPressed}
      aria-expanded={state.isExpanded}
      tabIndex={state.isTabStop ? 0 : -1}
      onClick={onPress}
      className={cx(
        'grid min-h-12 min-w-0 content-center justify-items-center gap-0.5 rounded-field text-mist/85 transition-colors duration-160 hover:bg-white/10',
        (state.isPressed || state.isExpanded) && 'bg-glow/20 text-glow',
      )}
    >
      <Icon size={20} aria-hidden="true" />
      <span className="max-w-full truncate text-[0.6875rem] leading-4 tracking-tight">
        {shortName ?? label}
      </span>
    </button>
  );
}
