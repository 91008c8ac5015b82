import * as texts from '@deqiq/messages/viewer/viewer.js';
import { formatNumber } from '../../lib/format.ts';
import type { Progress } from '../model/picture/picture-loading.ts';
import { type Level, shownScale } from '../pixels/level.ts';

type LevelBadgeProps = {
  level: Level | undefined;
  progress: Progress | undefined;
  /** Bytes of the full resolution; 0 where there is none to load. */
  fullBytes: number;
  /** Only the parts of the full resolution that are seen are loaded. */
  isByParts: boolean;
  onLoadFull: () => void;
};

/** Which level is shown, and the button that loads the full one. */
export function LevelBadge({ level, progress, fullBytes, isByParts, onLoadFull }: LevelBadgeProps) {
  const percent = progress ? Math.floor((progress.bytes / Math.max(1, progress.total)) * 100) : 0;
  return (
    <div className="flex flex-col items-start gap-1 text-note text-mist lg:flex-row lg:items-center lg:gap-2">
      <p role="status" className="rounded-full bg-ink/80 px-2.5 py-1">
        {levelName(level)}
        {progress && ` · ${percent} %`}
      </p>
      {level && level.scale > 1 && fullBytes > 0 && !progress && (
        <button
          type="button"
          onClick={onLoadFull}
          className="min-h-9 rounded-full bg-ink/80 px-3 font-medium text-glow hover:bg-white/10 pointer-coarse:min-h-11"
        >
          {isByParts
            ? texts.fullByParts()
            : texts.fullSize({ megabytes: formatNumber(fullBytes / 1024 ** 2) })}
          <span className="sr-only"> {texts.load()}</span>
        </button>
      )}
    </div>
  );
}

function levelName(level: Level | undefined): string {
  if (!level) return texts.preview();
  const scale = shownScale(level);
  return scale === 1 ? texts.full() : texts.reduced({ scale });
}
