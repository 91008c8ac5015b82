import { type DrawingName, drawingFile } from '../drawings/drawings.tsx';

interface DrawingProps {
  name: DrawingName;
  alt: string;
  /** Fetched by the boot script only when the carousel it stands in is seen. */
  late?: boolean;
  className?: string;
}

/** One of our line drawings, as a file of its own that is fetched when it comes near. */
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
