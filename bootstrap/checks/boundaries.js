// npm run check: the rules of boundary-rules.js for every file, import cycles, and a few rules about text.
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFeature, isProduct, isServer, rules } from './boundary-rules.js';
import { read, sourceFiles } from './source-files.js';

/** Routes outside the API: for supervisors, for browsers. */
const UNTYPED_ROUTES = new Set(
  [
    'operations/health/health',
    'operations/metrics/metrics',
    'site/website/website',
    'machines/dicomweb/dicomweb',
    'machines/worklist/worklist',
    'machines/intake/stow/stow',
  ].map((name) => `server/src/features/${name}.routes.ts`),
);

/** The two tables of DICOM tags, and those of SNOMED CT codes, which look like tags; released migrations never change. */
const MAY_WRITE_TAGS =
  /^server\/src\/(platform\/(dicom\/|db\/migrations\/)|features\/reports\/outputs\/dicom\/codes\.ts$)|^contract\/src\/reports\/report-findings\.ts$|^web\/src\/api\/imaging\/uploads\/dicom-tags\.ts$/;

/** A tag as in DICOM JSON ('0020000D', which no date is), as dicom-parser names it (x0020000d), or as a number. */
const RAW_TAG =
  /'(?!19|20)[\dA-Fa-f]{8}(?:\.[\dA-Fa-f]{8})*'|\bx[\da-f]{8}\b|0x(?!0000)(?:00[\da-f][02468ace]|5200|7fe0|fffe)_?[\da-f]{4}\b/;

const files = sourceFiles();

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const imports = files.flatMap((file) => listImports(file, read(file)));
  const violations = [
    ...files.flatMap((file) => findViolations(file, read(file))),
    ...cycles(imports),
    ...mutualImports(imports),
  ];
  for (const line of violations) console.error(line);
  console.log(
    `${files.length} files, ${imports.length} imports, ${violations.length} out of bounds`,
  );
  process.exit(violations.length > 0 ? 1 : 0);
}

/**
 * The rules that one file breaks, import cycles aside.
 * @param {string} file repository path
 * @param {string} text its source
 */
export function findViolations(file, text) {
  const violations = listImports(file, text).flatMap(brokenRules);
  if (isServer(file) && file !== 'server/src/config.ts' && text.includes('process.env'))
    violations.push(`${file} reads process.env: only config.ts may`);
  if (
    isServer(file) &&
    file.endsWith('.routes.ts') &&
    !UNTYPED_ROUTES.has(file) &&
    /\bapp\.(get|post|put|patch|delete|route)\(/.test(text)
  )
    violations.push(`${file} registers a route that is not in the contract: use router()`);
  if (isProduct(file) && !MAY_WRITE_TAGS.test(file)) {
    const [tag] = RAW_TAG.exec(text) ?? [];
    if (tag) violations.push(`${file} contains the tag ${tag}: name it in platform/dicom/tags.ts`);
  }
  return violations;
}

/** @param {import('./boundary-rules.js').Import} i */
function brokenRules(i) {
  return rules
    .filter((rule) => rule.forbids(i))
    .map((rule) => `${i.file} imports ${i.target}: ${rule.why}`);
}

/**
 * Import cycles between files, those of types and of lazy imports included.
 * @param {import('./boundary-rules.js').Import[]} all
 */
export function cycles(all) {
  /** @type {Map<string, string[]>} */
  const graph = new Map();
  for (const { file, target } of all) graph.set(file, [...(graph.get(file) ?? []), target]);
  /** @type {string[]} */
  const found = [];
  const done = new Set();
  /** @param {string} file @param {string[]} path */
  const visit = (file, path) => {
    if (path.includes(file)) {
      found.push(`cycle: ${[...path.slice(path.indexOf(file)), file].join(' → ')}`);
      return;
    }
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}

/**
 * Pairs of features that import each other, types included: one of them does not know what is above it.
 * @param {import('./boundary-rules.js').Import[]} all
 */
export function mutualImports(all) {
  /** @type {Map<string, string>} */
  const examples = new Map();
  for (const { file, target } of all) {
    const from = findFeature(file);
    const to = findFeature(target);
    if (isServer(file) && from && to) examples.set(`${from} → ${to}`, `${file} imports ${target}`);
  }
  return [...examples].flatMap(([pair, example]) => {
    const [from, to] = pair.split(' → ');
    const isMutual = from !== to && examples.has(`${to} → ${from}`);
    return isMutual ? [`${example}: the features import each other`] : [];
  });
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {import('./boundary-rules.js').Import[]}
 */
export function listImports(file, text) {
  const statements = text.matchAll(
    /^(?:import|export)\s[^;'"]*?from\s+'([^']+)'|import\(\s*'([^']+)'\s*\)|^import\s+'([^']+)'/gm,
  );
  return [...statements].map(([, from, lazy, bare]) => ({
    file,
    target: resolve(file, from ?? lazy ?? bare ?? ''),
  }));
}

/**
 * The repository's path of a relative or contract import; a package stays a package.
 * @param {string} file
 * @param {string} specifier
 */
function resolve(file, specifier) {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier));
  return specifier.replace(/^@deqiq\/(\w+)\//, '$1/src/');
}
