import type { Context } from '../stage/overlay/strokes.ts';

/** A stroke or text that was drawn: the state of the canvas then. */
export type Drawn = {
  readonly text?: string;
  readonly points: readonly (readonly [number, number])[];
  readonly colour: string;
  readonly alpha: number;
};

/** A canvas of a document without layout: it remembers what is drawn on it. A letter is 7 pixels wide. */
export function recordCanvas(): { readonly context: Context; readonly drawn: Drawn[] } {
  const drawn: Drawn[] = [];
  let points: (readonly [number, number])[] = [];
  const state: Record<string, unknown> = { globalAlpha: 1 };
  const record = (colour: unknown, at: Drawn['points'], text?: string) =>
    drawn.push({
      points: at,
      colour: String(colour),
      alpha: Number(state.globalAlpha),
      ...(text !== undefined && { text }),
    });
  const methods: Record<string, unknown> = {
    beginPath: () => {
      points = [];
    },
    lineTo: (x: number, y: number) => points.push([x, y]),
    stroke: () => record(state.strokeStyle, points),
    fillText: (text: string, x: number, y: number) => record(state.fillStyle, [[x, y]], text),
    measureText: (text: string) => ({ width: text.length * 7 }),
  };
  const context = new Proxy(state, {
    get: (target, name) => methods[String(name)] ?? target[String(name)] ?? (() => undefined),
  });
  return { context: context as unknown as Context, drawn };
}
