import type {
  AnnotationContent,
  AnnotationKind,
} from '@deqiq/contract/imaging/annotation-shapes.ts';

export type Content<Kind extends AnnotationKind> = {
  readonly [Name in Kind]: Extract<AnnotationContent, { kind: Name }>;
}[Kind];

/** Kinds that a tool draws: all but the window, the straightened head, the arch and aligned scans, which say how a file is shown. */
export type DrawnKind = Exclude<AnnotationKind, 'window' | 'straightening' | 'arch' | 'alignment'>;

export const isDrawn = (content: AnnotationContent): content is Content<DrawnKind> =>
  content.kind !== 'window' &&
  content.kind !== 'straightening' &&
  content.kind !== 'arch' &&
  content.kind !== 'alignment';

/** A function for each kind of drawn annotations: the compiler names the kind that has none. */
export type ByKind<Rest extends readonly unknown[], Result> = {
  readonly [Kind in DrawnKind]: (content: Content<Kind>, ...rest: Rest) => Result;
};

export function callByKind<Rest extends readonly unknown[], Result, Kind extends DrawnKind>(
  functions: ByKind<Rest, Result>,
  kind: Kind,
  content: Content<Kind>,
  ...rest: Rest
): Result {
  return functions[kind](content, ...rest);
}
