import { type DrawingName, drawingFile } from '../drawings/drawings.tsx';

interface DrawingProps {
  name: DrawingName;
  alt: string;
  /** Fetched by the boot script once the surrounding carousel is visible. */
  late?: boolean;
  className?: string;
}

/** A line drawing as a separate file, loaded when it is near the visible part of the page. */
export function Drawing({ name, alt, late = false, className }: DrawingProps) {
  const { address, width, height } = drawingFile(name);
  const size = { width, height, className };
  if (!late) return <img {...size} alt={alt} src={address} loading="lazy" decoding="async" />;
  return (
    <>
      <img {...size} alt={alt} data-src={address} />
      <noscript>
        <img {...size} alt={alt} src={address} loading="lazy" />
      </noscript>
    </>
  );
}
