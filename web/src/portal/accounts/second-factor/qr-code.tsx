import encodeQR from 'qr';

type QrCodeProps = { text: string; label: string };

/** A QR code, dark on light in every theme so that cameras read it. */
export default function QrCode({ text, label }: QrCodeProps) {
  const rows = encodeQR(text, 'raw', { border: 3 });
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="size-52 max-w-full justify-self-center rounded-card bg-white"
    >
      <path d={path} className="fill-black" />
    </svg>
  );
}
