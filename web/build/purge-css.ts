import postcss, { type AtRule, type Container, type Rule } from 'postcss';

/** A class in a selector, and escapes as Tailwind writes them: `.md\:flex`, `.py-2\.5`. */
const CLASS = /\.((?:[\w-]|[\u0080-\uffff]|\\.)+)/g;

/** The names of classes in a selector. */
const listClasses = (selector: string): string[] =>
  Array.from(selector.matchAll(CLASS), ([, name = '']) => name.replace(/\\(.)/g, '$1'));

/** The names of elements in a selector: `ul`, `li` of `ul > li:first-child`. */
const listElements = (selector: string): string[] =>
  Array.from(
    selector.replace(/\[[^\]]*\]/g, '').matchAll(/(?<![^\s>+~)])[a-z][a-z\d]*/g),
    ([name]) => name,
  );

/** Pseudo-elements that only form fields have. */
const OF_FIELDS = /::(?:file-selector|placeholder|-webkit-(?:search|date|calendar|[a-z]+-spin))/;

/** Every token of a text that can be a class name, and its elements as `<name`. */
const splitTokens = (text: string): Set<string> =>
  new Set(
    text
      .replaceAll('&amp;', '&')
      .replaceAll('&gt;', '>')
      .split(/[\s"'`]+|(?=<[a-z])|(?<=<[a-z][a-z\d]*)(?=[/>])/),
  );

/** Whether a page can match a selector: its classes, elements and data attributes all occur in the text. */
function matcherFor(text: string): (selector: string) => boolean {
  const tokens = splitTokens(text);
  const hasElement = (name: string) => tokens.has(name) || tokens.has(`<${name}`);
  const hasFields = hasElement('input') || hasElement('textarea');
  return (selector) => {
    const required = selector.replace(/:(?:not|has|is|where)\([^)]*\)/g, '');
    const attributes = Array.from(required.matchAll(/\[(data-[\w-]+)/g), ([, name = '']) => name);
    return (
      listClasses(required).every((name) => tokens.has(name)) &&
      listElements(required).every(hasElement) &&
      attributes.every((name) => text.includes(name)) &&
      (hasFields || !OF_FIELDS.test(selector))
    );
  };
}

/** Tailwind's initial values for browsers without `@property` (Firefox before 128); they would cost every page. */
const isFallback = ({ name, params }: AtRule) => name === 'layer' && params === 'properties';

const CONDITIONAL = /^(?:media|supports|layer|container)$/;

/** Removes selectors that match nothing, then rules and conditional at-rules without content. */
function removeUnusedRules(container: Container, isUsed: (selector: string) => boolean): void {
  container.each((node) => {
    if (node.type === 'rule') {
      const used = node.selectors.filter(isUsed);
      if (used.length === 0) node.remove();
      else if (used.length < node.selectors.length) node.selectors = used;
    } else if (node.type === 'atrule' && node.nodes && CONDITIONAL.test(node.name)) {
      removeUnusedRules(node as Container, isUsed);
      if (node.nodes.length === 0 || isFallback(node)) node.remove();
    }
  });
}

/** Rules in which Tailwind declares the custom properties of the theme and of its utilities. */
const isOfProperties = ({ selector }: Rule) =>
  selector === ':root,:host' || selector === '*,:before,:after,::backdrop';

/** Removes keyframes and custom properties that no remaining rule reads, until nothing changes. */
function removeUnread(root: postcss.Root): void {
  const css = root.toString();
  const isRead = (name: string) => new RegExp(`var\\(${name}\\b(?!-)`).test(css);
  const isPlayed = (name: string) => new RegExp(`animation[^;}]*\\b${name}\\b`).test(css);
  root.walkAtRules((rule: AtRule) => {
    if (rule.name === 'keyframes' && !isPlayed(rule.params)) rule.remove();
    if (rule.name === 'property' && !isRead(rule.params)) rule.remove();
  });
  root.walkRules((rule) => {
    if (!isOfProperties(rule)) return;
    rule.each((node) => {
      if (node.type === 'decl' && node.prop.startsWith('--') && !isRead(node.prop)) node.remove();
    });
  });
  if (root.toString() !== css) removeUnread(root);
}

/**
 * The part of the site's styles that one page needs. `text` is the page with all code that can change it: a class,
 * element or data attribute that does not occur in it literally cannot be shown.
 */
export function purgeCss(css: string, text: string): string {
  const root = postcss.parse(css);
  root.walkComments((comment) => {
    comment.remove();
  });
  removeUnusedRules(root, matcherFor(text));
  removeUnread(root);
  return root.toString();
}
