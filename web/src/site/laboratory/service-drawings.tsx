import { archPath, teethAlong, toTransform } from '../../ui/page/arch.ts';
import { LineDrawing } from '../components/line-drawing.tsx';

const ARCH = { width: 72, depth: 62, x: 60, y: 98 };

/** The scanner moves along the arch; behind it is the model. */
export function ScanDrawing() {
  return (
    <LineDrawing>
      {teethAlong(ARCH, 12).map((tooth, index) => (
        <rect
          key={tooth.angle}
          x="-4.6"
          y="-6.2"
          width="9.2"
          height="12.4"
          rx="3.4"
          transform={toTransform(tooth)}
          {...(index > 6 && { strokeDasharray: '0.1 4' })}
        />
      ))}
      <path className="stroke-accent" d="M8 52h104" />
      <path className="stroke-accent" d="M14 52v-8m92 8v-8" />
      <path
        className="fill-ground"
        d="M66 20c3-4 8-5 12-2l24 17c6 4 8 9 5 13s-9 3-14 0L69 31c-4-3-5-8-3-11z"
      />
      <path d="m88 29 6 4" />
    </LineDrawing>
  );
}

/** A crown as a drawing with handles, and the cutter that follows it. */
export function CadCamDrawing() {
  return (
    <LineDrawing>
      <path d="M24 96c-6-14-7-34 3-44 8-8 16-3 21 3 6-6 12-6 18 0 6-6 14-10 21-3 10 10 10 28 4 44-18 8-49 8-67 0z" />
      <path d="M24 96c14-8 52-8 67 0M22 72c18-8 54-8 72 0" strokeDasharray="0.1 4" />
      <path className="stroke-accent" d="M28 55H8m20 0h22" />
      <path className="fill-accent stroke-none" d="M5 52h6v6H5zM47 52h6v6h-6z" />
      <circle className="fill-accent stroke-none" cx="28" cy="55" r="3.2" />
      <path className="fill-ground" d="M78 6h22v20c0 3-2 5-5 5H83c-3 0-5-2-5-5z" />
      <path d="M84 31h10l-2 9h-6z" />
      <path className="stroke-accent" d="M89 40v10" />
    </LineDrawing>
  );
}

/** A crown above the tooth it is made for. */
export function CrownDrawing() {
  return (
    <LineDrawing>
      <path d="M32 52c-5-11-5-27 4-34 7-6 13-2 18 3 4-4 9-4 13 0 5-5 12-9 19-3 9 7 8 23 3 34-14-7-43-7-57 0z" />
      <path className="stroke-accent" d="M40 58v8m21-12v8m20-4v8" strokeDasharray="0.1 4" />
      <path d="M38 112c-4-10-4-18-6-26 8-4 10-4 12-14 10-5 24-5 34 0 2 10 4 10 12 14-2 8-2 16-6 26" />
      <path className="stroke-accent" d="M32 86c16 7 42 7 58 0" />
      <path d="M46 40c-3-6-3-12 1-16" className="stroke-accent" />
    </LineDrawing>
  );
}

/** A clear tray lifted off the arch it moves. */
export function AlignerDrawing() {
  return (
    <LineDrawing>
      {teethAlong({ ...ARCH, width: 66, depth: 54, y: 106 }, 10).map((tooth) => (
        <rect
          key={tooth.angle}
          x="-4.8"
          y="-6.4"
          width="9.6"
          height="12.8"
          rx="3.6"
          transform={toTransform(tooth)}
        />
      ))}
      <path
        className="stroke-accent"
        d={archPath({ ...ARCH, width: 100, depth: 86, y: 100 }, 0.05, 0.95)}
      />
      <path
        className="stroke-accent"
        d={archPath({ ...ARCH, width: 52, depth: 42, y: 100 }, 0.06, 0.94)}
      />
      <path className="stroke-accent" d="M11 92c2 8 18 8 24 0m50 0c6 8 22 8 24 0" />
      <path className="stroke-accent" d="M60 6v-4m-30 12-3-4m66 4 3-4" />
    </LineDrawing>
  );
}

/** A screw in the bone, the abutment and the crown on it. */
export function ImplantDrawing() {
  return (
    <LineDrawing>
      <path d="M10 62c14-4 24 2 36 2m28 0c12 0 22-6 36-2M10 110V62m100 48V62" />
      <path d="M36 44c-4-9-3-22 5-28 6-4 11-1 15 3 3-3 6-3 9 0 4-4 9-7 15-3 8 6 8 19 4 28-14 5-34 5-48 0z" />
      <path d="M52 48v10h16V48" />
      <path className="stroke-accent" d="M46 62h28l-5 42c-1 5-17 5-18 0z" />
      <path
        className="stroke-accent"
        d="m47 72 26-4m-25 12 24-4m-23 12 22-4m-21 12 20-4m-18 10 16-3"
      />
      <path d="M20 78h8m-10 14h14m62-10h8m-14 14h14" strokeDasharray="0.1 4" />
    </LineDrawing>
  );
}

/** A shell of ceramic is placed on a front tooth. */
export function VeneerDrawing() {
  return (
    <LineDrawing>
      <path d="M4 28c6-12 20-14 26-2 6-16 26-16 31 0 5-16 25-16 31 0 6-12 18-12 24 0" />
      <path d="M30 26c-4 18-4 40-1 58 1 7 30 7 31 0 3-18 3-40 1-58" />
      <path d="M8 30c-3 14-2 30 1 42 1 5 14 5 18 1m71-3c4 5 12 6 15 0 2-12 3-26 0-40" />
      <path d="M61 26c-2 18-2 40 0 58 1 7 29 7 31 0 3-18 3-40 0-58" strokeDasharray="0.1 4" />
      <path
        className="stroke-accent fill-ground"
        d="M72 46c-4 18-4 40-1 56 1 7 31 7 32 0 3-16 3-38 1-56-5-14-27-14-32 0z"
      />
      <path className="stroke-accent" d="M82 54c-2 14-2 26-1 38" />
    </LineDrawing>
  );
}
