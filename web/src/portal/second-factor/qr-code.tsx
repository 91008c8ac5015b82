import { encode } from 'uqr';

type QrCodeProps = { text: string; label: string };

/** A QR code, dark on light in every theme so that cameras read it. */
export default function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { border: 3 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52 max-w-full justify-self-center rounded-card bg-white"
    >
      <path d={path} className="fill-black" />
    </svg>
  );
}
