import * as texts from '@deqiq/messages/viewer/notes.js';
import { formatNumber } from '../../../lib/format.ts';
import { nameGreyUnit, readProfile } from '../../annotations/grey-values.ts';
import type { Content } from '../../annotations/kinds.ts';
import type { MeasureScale } from '../../annotations/measure-scale.ts';
import { measureLine, unitNames } from '../../annotations/measurements.ts';

/** Units of the drawing; it is as wide as the panel. */
const SIZE = { width: 260, height: 120, left: 44, right: 8, top: 8, bottom: 22 } as const;

/** Rows of the table: as many as a person reads, in equal distances. */
const ROWS = 25;

type ProfilePlotProps = { content: Content<'profile'>; scale: MeasureScale };

/** Grey values along a line: a plot with its units, and the same as a table. */
export function ProfilePlot({ content, scale }: ProfilePlotProps) {
  const samples = readProfile(content, scale);
  const length = measureLine(content, scale);
  if (samples.length < 2 || !length)
    return <p className="col-span-2 text-note text-mist/80">{texts.noValues()}</p>;
  const values = samples.map(({ value }) => value);
  const min = Math.min(...values);
  const max = Math.max(...values);
  const unit = nameGreyUnit(scale);
  const describe = length.unit === 'px' ? texts.plotPixels : texts.plot;
  const label = describe({
    length: formatNumber(length.value, length.unit === 'px' ? 0 : 1),
    min: formatNumber(min, 0),
    max: formatNumber(max, 0),
    unit,
  });
  return (
    <figure className="col-span-2 grid gap-1 pt-1">
      <Plot label={label} samples={samples} range={[min, max]} end={length.value} />
      <figcaption className="flex justify-between text-[0.6875rem] text-mist/80">
        <span>{texts.value({ unit })}</span>
        <span>{texts.distance({ unit: unitNames[length.unit]() })}</span>
      </figcaption>
      <ValueTable
        samples={samples}
        length={length.value}
        distance={texts.distance({ unit: unitNames[length.unit]() })}
        value={texts.value({ unit })}
      />
    </figure>
  );
}

type Samples = readonly { readonly share: number; readonly value: number }[];

type PlotProps = {
  label: string;
  samples: Samples;
  range: readonly [min: number, max: number];
  /** The length of the line. */
  end: number;
};

/** A curve with the limits of both axes. */
export function Plot({ label, samples, range: [min, max], end }: PlotProps) {
  const { width, height, left, right, top, bottom } = SIZE;
  const x = (share: number) => left + share * (width - left - right);
  const y = (value: number) =>
    height - bottom - ((value - min) / (max - min || 1)) * (height - top - bottom);
  const line = samples.map(({ share, value }) => `${x(share).toFixed(1)},${y(value).toFixed(1)}`);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} className="w-full">
      <path
        d={`M${left} ${top}V${height - bottom}H${width - right}`}
        className="fill-none stroke-white/40"
      />
      <polyline points={line.join(' ')} className="fill-none stroke-glow" strokeWidth="1.5" />
      <g className="fill-mist text-[0.625rem] tabular-nums">
        <text x={left - 4} y={top + 8} textAnchor="end">
          {formatNumber(max, 0)}
        </text>
        <text x={left - 4} y={height - bottom} textAnchor="end">
          {formatNumber(min, 0)}
        </text>
        <text x={left} y={height - 8}>
          0
        </text>
        <text x={width - right} y={height - 8} textAnchor="end">
          {formatNumber(end, 1)}
        </text>
      </g>
    </svg>
  );
}

type ValueTableProps = { samples: Samples; length: number; distance: string; value: string };

/** The same as rows. */
export function ValueTable({ samples, length, distance, value: title }: ValueTableProps) {
  const step = Math.max(1, Math.ceil((samples.length - 1) / (ROWS - 1)));
  const rows = samples.filter((_, index) => index % step === 0 || index === samples.length - 1);
  return (
    <details className="text-note">
      <summary className="min-h-11 cursor-pointer content-center">{texts.table()}</summary>
      <table className="w-full text-left tabular-nums">
        <thead>
          <tr>
            <th scope="col">{distance}</th>
            <th scope="col">{title}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ share, value }) => (
            <tr key={share}>
              <td>{formatNumber(share * length, 1)}</td>
              <td>{formatNumber(value, 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
