const HEADING = '## ';

/** The sections of a generated report by title, in order; each ends with one newline. */
export const findSections = (report: string): Map<string, string> =>
  new Map(
    report
      .split(/^(?=## )/m)
      .slice(1)
      .map((text) => [text.slice(HEADING.length, text.indexOf('\n')), `${text.trimEnd()}\n`]),
  );
