type ProgressProps = {
  /** 0 to 100; undefined while unknown. */
  value: number | undefined;
  label: string;
};

/** How far something has come: a native progress bar, named. */
export function Progress({ value, label }: ProgressProps) {
  const percent = value === undefined ? undefined : Math.round(value);
  return (
    <div className="grid gap-1.5">
      <div className="flex justify-between gap-4 text-note">
        <span className="min-w-0 truncate">{label}</span>
        {percent !== undefined && <span className="tabular-nums">{percent}%</span>}
      </div>
      <progress
        aria-label={label}
        max={100}
        {...(percent === undefined ? {} : { value: percent })}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-accent [&::-webkit-progress-value]:transition-[inline-size]"
      />
    </div>
  );
}
