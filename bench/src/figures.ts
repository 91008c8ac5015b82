/**
 * npm run figures: size and shape of the code, by tree, from the syntax of every file. Named functions are declarations,
 * methods and functions assigned to a name; a comment counts with the lines that it covers.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Comment, type Node, parseSync } from 'oxc-parser';
import { listImports } from '../../bootstrap/checks/boundaries.js';
import { sourceFiles } from '../../bootstrap/checks/source-files.js';

interface SourceFile {
  readonly path: string;
  readonly isTest: boolean;
  readonly lines: number;
  readonly commentLines: number;
  /** Lines of each named function. */
  readonly functions: readonly number[];
  readonly counts: Readonly<Record<Counted, number>>;
  /** Repository paths and packages. */
  readonly imports: readonly string[];
}

const COUNTED = [
  'any',
  'non-null !',
  'as unknown as',
  'spreads of literals',
  'exported functions',
  'exported functions with a comment',
  'comments that begin with What or Who',
  'declarations named xOf',
] as const;
type Counted = (typeof COUNTED)[number];

const TREES = ['contract', 'server', 'web', 'samples', 'testkit', 'bench', 'faults', 'e2e'];
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

const files = sourceFiles()
  .filter((path) => /\.tsx?$/.test(path))
  .map(measure);
for (const tree of TREES) printTree(tree, isInTree(tree));
printTree('product', isProduct);
printProduct(files.filter((file) => isProduct(file) && !file.isTest));

function isInTree(tree: string) {
  return ({ path }: SourceFile) => path.startsWith(`${tree}/`);
}

function isProduct({ path }: SourceFile): boolean {
  return /^(contract|server|web)\/src\//.test(path);
}

function measure(path: string): SourceFile {
  const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const { program, comments } = parseSync(path, text);
  const functions: number[] = [];
  const counts = Object.fromEntries(COUNTED.map((name) => [name, 0])) as Record<Counted, number>;
  counts['comments that begin with What or Who'] = comments.filter(({ value }) =>
    /^[\s*]*(What|Who)\b/.test(value),
  ).length;
  const countLines = (node: { start: number; end: number }) =>
    text.slice(node.start, node.end).split('\n').length;
  walk(program, undefined, (node, parent) => {
    if (node.type === 'TSAnyKeyword') counts.any += 1;
    if (node.type === 'TSNonNullExpression') counts['non-null !'] += 1;
    if (node.type === 'TSAsExpression' && node.expression.type === 'TSAsExpression')
      counts['as unknown as'] += 1;
    if (isLiteralSpread(node)) counts['spreads of literals'] += 1;
    const name = findName(node, parent);
    if (name === undefined) return;
    functions.push(countLines(node));
    if (/[a-z]Of$/.test(name)) counts['declarations named xOf'] += 1;
  });
  for (const node of program.body) {
    if (node.type !== 'ExportNamedDeclaration' || !exportsFunction(node)) continue;
    counts['exported functions'] += 1;
    if (isDocumented(text, comments, node.start)) counts['exported functions with a comment'] += 1;
  }
  return {
    path,
    isTest: /\.(test|contract|spec)\.tsx?$/.test(path) || /\/testing\//.test(path),
    lines: text.split('\n').length - 1,
    commentLines: comments.reduce((sum, comment) => sum + countLines(comment), 0),
    functions,
    counts,
    imports: listImports(path, text).map(({ target }) => target),
  };
}

function walk(node: Node, parent: Node | undefined, visit: (node: Node, parent?: Node) => void) {
  visit(node, parent);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child === 'object' && 'type' in child) walk(child as Node, node, visit);
}

/** A spread or a destructuring of a literal that lists all of its elements. */
function isLiteralSpread(node: Node): boolean {
  if (node.type === 'VariableDeclarator' && node.id.type === 'ArrayPattern')
    return isPlainArray(node.init);
  if (node.type !== 'SpreadElement') return false;
  return node.argument.type === 'ObjectExpression' || isPlainArray(node.argument);
}

function isPlainArray(node: Node | null): boolean {
  return (
    node?.type === 'ArrayExpression' &&
    node.elements.every((each) => each?.type !== 'SpreadElement')
  );
}

function findName(node: Node, parent: Node | undefined): string | undefined {
  if (!FUNCTIONS.has(node.type)) return undefined;
  if (node.type === 'FunctionDeclaration') return node.id?.name;
  const target = parent?.type === 'VariableDeclarator' ? parent.id : undefined;
  if (target?.type === 'Identifier') return target.name;
  const isMember = parent?.type === 'MethodDefinition' || parent?.type === 'Property';
  return isMember && parent.key.type === 'Identifier' ? parent.key.name : undefined;
}

function exportsFunction({ declaration }: { declaration: Node | null }): boolean {
  if (declaration?.type === 'FunctionDeclaration') return true;
  if (declaration?.type !== 'VariableDeclaration') return false;
  return declaration.declarations.some(({ init }) => init && FUNCTIONS.has(init.type));
}

function isDocumented(text: string, comments: readonly Comment[], at: number): boolean {
  return comments.some(
    ({ type, end }) => type === 'Block' && end <= at && !text.slice(end, at).trim(),
  );
}

function printTree(name: string, isOf: (file: SourceFile) => boolean): void {
  const all = files.filter(isOf);
  const own = all.filter(({ isTest }) => !isTest);
  const lines = own.map((file) => file.lines);
  const functions = own.flatMap((file) => file.functions);
  const folders = Map.groupBy(own, ({ path }) => dirname(path));
  const [widest = '', entries = []] =
    [...folders].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
  const over = (values: readonly number[], limit: number) => values.filter((n) => n > limit).length;
  const comments = sum(own.map((file) => file.commentLines)) / sum(lines);
  console.log(
    `${name.padEnd(9)} ${own.length} files, ${sum(lines)} lines, tests ${sum(all.map((file) => file.lines)) - sum(lines)}` +
      `; file ${quantile(lines, 0.5)} · ${quantile(lines, 0.95)} · ${Math.max(...lines)}, > 150: ${over(lines, 150)}, > 200: ${over(lines, 200)}, > 300: ${over(lines, 300)}` +
      `; function ${quantile(functions, 0.5)} · ${quantile(functions, 0.95)}, > 40: ${over(functions, 40)}, > 60: ${over(functions, 60)}, > 100: ${over(functions, 100)}` +
      `; comments ${(comments * 100).toFixed(1)} %; widest folder ${widest} ${entries.length}`,
  );
}

function printProduct(all: readonly SourceFile[]): void {
  console.log('');
  for (const what of COUNTED) console.log(`${what}: ${sum(all.map(({ counts }) => counts[what]))}`);
  console.log(`cycles of imports: ${countCycles(all)}`);
  for (const workspace of ['contract', 'server', 'web'])
    console.log(`packages of ${workspace} in production: ${countPackages(workspace)}`);
}

/** Groups of two and more files that import each other, directly or not (Tarjan). */
function countCycles(all: readonly SourceFile[]): number {
  const graph = new Map(all.map(({ path, imports }) => [path, imports]));
  const indexes = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  let count = 0;
  const visit = (path: string): void => {
    indexes.set(path, indexes.size);
    lowest.set(path, indexes.size - 1);
    stack.push(path);
    for (const target of graph.get(path) ?? []) {
      if (!graph.has(target)) continue;
      if (!indexes.has(target)) visit(target);
      if (stack.includes(target))
        lowest.set(path, Math.min(lowest.get(path) ?? 0, lowest.get(target) ?? 0));
    }
    if (lowest.get(path) !== indexes.get(path)) return;
    const group = stack.splice(stack.indexOf(path));
    if (group.length > 1) count += 1;
  };
  for (const path of graph.keys()) if (!indexes.has(path)) visit(path);
  return count;
}

function countPackages(workspace: string): number {
  const words = ['ls', '--omit=dev', '--all', '--parseable', '-w', workspace];
  const listed = execFileSync('npm', words, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return new Set(listed.split('\n').filter((line) => /node_modules\/(?!@deqiq)/.test(line))).size;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
