/** A class in a selector, and escapes as Tailwind writes them: `.md\:flex`, `.py-2\.5`. */
const CLASS = /\.((?:[\w-]|[\u0080-\uffff]|\\.)+)/g;

interface Block {
  head: string;
  /** Between the braces; undefined for a statement that ends with a semicolon. */
  body: string | undefined;
}

/** Where the quoted text that begins at `start` ends. */
function afterQuote(css: string, start: number): number {
  const quote = css[start];
  let at = start + 1;
  while (at < css.length && css[at] !== quote) at += css[at] === '\\' ? 2 : 1;
  return at + 1;
}

function afterBraces(css: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < css.length) {
    const sign = css[at];
    if (sign === '"' || sign === "'") {
      at = afterQuote(css, at);
      continue;
    }
    if (sign === '\\') at += 1;
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
    at += 1;
    if (depth === 0) return at;
  }
  throw new Error('A brace in the styles is never closed');
}

/** The rules and statements of one level. */
function blocksOf(css: string): Block[] {
  const blocks: Block[] = [];
  let start = 0;
  let at = 0;
  while (at < css.length) {
    const sign = css[at];
    if (sign === '"' || sign === "'") {
      at = afterQuote(css, at);
    } else if (sign === '\\') {
      at += 2;
    } else if (sign === '{') {
      const end = afterBraces(css, at);
      blocks.push({ head: css.slice(start, at), body: css.slice(at + 1, end - 1) });
      start = at = end;
    } else if (sign === ';') {
      blocks.push({ head: css.slice(start, at), body: undefined });
      start = at = at + 1;
    } else {
      at += 1;
    }
  }
  return blocks;
}

/** The selectors of a list; commas inside brackets and parentheses divide nothing. */
function selectorsOf(list: string): string[] {
  const selectors = [''];
  let depth = 0;
  for (const [part] of list.matchAll(/\\.|[^\\]/g)) {
    if (part === '(' || part === '[') depth += 1;
    if (part === ')' || part === ']') depth -= 1;
    if (part === ',' && depth === 0) selectors.push('');
    else selectors[selectors.length - 1] += part;
  }
  return selectors;
}

const classesOf = (selector: string): string[] =>
  Array.from(selector.matchAll(CLASS), ([, name = '']) => name.replace(/\\(.)/g, '$1'));

/** The elements a selector names: `ul`, `li` of `ul > li:first-child`. */
const elementsOf = (selector: string): string[] =>
  Array.from(
    selector.replace(/\[[^\]]*\]/g, '').matchAll(/(?<![^\s>+~)])[a-z][a-z\d]*/g),
    ([name]) => name,
  );

/** Parts that only fields have. */
const OF_FIELDS = /::(?:file-selector|placeholder|-webkit-(?:search|date|calendar|[a-z]+-spin))/;

/** Whether a page can show a selector: all its classes, elements and data attributes. */
function usedBy(text: string): (selector: string) => boolean {
  const words = wordsOf(text);
  const isElement = (name: string) => words.has(name) || words.has(`<${name}`);
  const hasFields = isElement('input') || isElement('textarea');
  return (selector) => {
    const needed = selector.replace(/:(?:not|has|is|where)\([^)]*\)/g, '');
    const attributes = Array.from(needed.matchAll(/\[(data-[\w-]+)/g), ([, name = '']) => name);
    return (
      classesOf(needed).every((name) => words.has(name)) &&
      elementsOf(needed).every(isElement) &&
      attributes.every((name) => text.includes(name)) &&
      (hasFields || !OF_FIELDS.test(selector))
    );
  };
}

/** The rules of which at least one selector is used, without the selectors that are not. */
function usedRules(css: string, isUsed: (selector: string) => boolean): string {
  return blocksOf(css)
    .map(({ head, body }) => {
      if (body === undefined) return `${head};`;
      if (/^@(?:media|supports|layer|container)\b/.test(head)) {
        const inner = usedRules(body, isUsed);
        return inner && `${head}{${inner}}`;
      }
      if (head.startsWith('@')) return `${head}{${body}}`;
      const used = selectorsOf(head).filter(isUsed);
      return used.length > 0 ? `${used.join(',')}{${body}}` : '';
    })
    .join('');
}

/** Movements and custom properties that no kept rule names go too; one may be read by another only. */
function withoutUnread(css: string): string {
  const isRead = (name: string) => new RegExp(`var\\(${name}\\b(?!-)`).test(css);
  const isPlayed = (name: string) => new RegExp(`animation[^;}]*\\b${name}\\b`).test(css);
  const kept = css
    .replace(/@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*\}/g, (rule, name: string) =>
      isPlayed(name) ? rule : '',
    )
    .replace(/@property (--[\w-]+)\{[^{}]*\}/g, (rule, name: string) => (isRead(name) ? rule : ''))
    .replace(
      /((?::root,:host|\*,:before,:after,::backdrop)\{)([^{}]*)\}/g,
      (_, head: string, declarations: string) =>
        `${head}${declarations.replace(/(--[\w-]+):[^;]*(?:;|$)/g, (each, name: string) => (isRead(name) ? each : ''))}}`,
    );
  return kept === css ? css : withoutUnread(kept);
}

/** Everything in a text that could be the name of a class, and its elements as `<name`. */
const wordsOf = (text: string): Set<string> =>
  new Set(
    text
      .replaceAll('&amp;', '&')
      .replaceAll('&gt;', '>')
      .split(/[\s"'`]+|(?=<[a-z])|(?<=<[a-z][a-z\d]*)(?=[/>])/),
  );

/**
 * The styles a page needs out of those of the whole site. `text` is the page with all code that may
 * change it: a class, element or data attribute that does not stand in it literally cannot be shown.
 */
export function purgeCss(css: string, text: string): string {
  return withoutUnread(usedRules(css.replace(/\/\*.*?\*\//gs, ''), usedBy(text)));
}
