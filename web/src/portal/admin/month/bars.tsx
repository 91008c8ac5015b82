import * as texts from '@deqiq/messages/office/month.js';
import type { ReactNode } from 'react';
import { formatNumber } from '../../../lib/format.ts';

export interface Bar {
  readonly id: string;
  readonly label: string;
  readonly value: number;
  /** Beside the number. */
  readonly note?: ReactNode;
}

/** A plot that is its own table: each row has its name, a bar as long as its share of the largest, and the number. */
export function Bars({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const largest = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <section className="grid content-start gap-3 rounded-card border border-line bg-surface p-4">
      <h2 className="text-desk font-medium">{title}</h2>
      {bars.every(({ value }) => value === 0) ? (
        <p className="text-desk text-muted">{texts.nothing()}</p>
      ) : (
        <table className="w-full text-desk">
          <caption className="sr-only">{title}</caption>
          <tbody>
            {bars.map(({ id, label, value, note }) => (
              <tr key={id}>
                <th scope="row" className="w-2/5 py-1 pr-3 text-left font-normal wrap-anywhere">
                  {label}
                </th>
                <td className="py-1">
                  <span className="flex items-center gap-2">
                    <span
                      aria-hidden="true"
                      className="h-3 rounded-r-chip bg-accent print:border print:border-current"
                      style={{ width: `${(value / largest) * 55}%` }}
                    />
                    <span className="font-medium tabular-nums">{formatNumber(value, 0)}</span>
                    {note && <span className="text-note text-muted">{note}</span>}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
