import { cx } from '../../../lib/cx.ts';
import { archPath } from '../../../ui/page/arch.ts';

const ARCH = archPath({ width: 46, depth: 40, x: 32, y: 53 });

type WaitingPictureProps = {
  /** Shown below the arch; small pictures have no room for it. */
  label?: string;
  className?: string;
};

/** In place of a picture that is being made: the arch draws itself. Without a label it is decorative. */
export function WaitingPicture({ label, className }: WaitingPictureProps) {
  return (
    <span className={cx('grid place-content-center justify-items-center gap-2 bg-ink', className)}>
      <svg
        viewBox="0 0 64 64"
        aria-hidden="true"
        className={cx('fill-none', label ? 'size-11' : 'size-8')}
      >
        <path d={ARCH} className="stroke-mist/20" strokeWidth="4" strokeLinecap="round" />
        <path
          d={ARCH}
          pathLength={100}
          className="animate-sweep stroke-glow"
          strokeWidth="4"
          strokeDasharray="100"
          strokeLinecap="round"
        />
      </svg>
      {label && <span className="text-note text-mist/80">{label}</span>}
    </span>
  );
}
