// node unfold.mjs FILES: unfolds spreads of literals and array destructuring of array literals.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
const require = createRequire(new URL('../../package.json', import.meta.url));
const { parseSync } = require('oxc-parser');
let total = 0, files = 0; const skipped = [];
for (const file of process.argv.slice(2)) {
  let text = readFileSync(file, 'utf8');
  let changed = false;
  for (let round = 0; round < 8; round++) {
    const edits = [];
    const { program, errors, comments } = parseSync(file, text, { preserveParens: true });
    if (errors.length) { console.error(file, errors[0].message); break; }
    const inComment = (from, to) => comments.some((c) => c.start < to && c.end > from);
    const inner = (node, list) => {
      // text between the brackets, without a trailing comma
      let body = text.slice(node.start + 1, node.end - 1);
      const last = list.at(-1);
      if (!last) return body.trim() === '' ? '' : undefined;
      const tail = text.slice(last.end, node.end - 1);
      if (inComment(last.end, node.end - 1)) return body.trimEnd();
      return text.slice(node.start + 1, last.end).trim() + '';
    };
    const walk = (node, parent, key) => {
      if (!node || typeof node !== 'object') return;
      if (Array.isArray(node)) { for (const n of node) walk(n, parent, key); return; }
      if (node.type === 'SpreadElement' && (parent.type === 'ObjectExpression') && node.argument.type === 'ObjectExpression') {
        const t = inner(node.argument, node.argument.properties);
        if (t !== undefined) { edits.push([node.start, node.end, t, node.argument.properties.length === 0]); return; }
      }
      if (node.type === 'SpreadElement' && node.argument.type === 'ArrayExpression' && ['ArrayExpression', 'CallExpression', 'NewExpression'].includes(parent.type)) {
        const t = inner(node.argument, node.argument.elements);
        if (t !== undefined && !node.argument.elements.includes(null)) { edits.push([node.start, node.end, t, node.argument.elements.length === 0]); return; }
      }
      if (node.type === 'JSXSpreadAttribute' && node.argument.type === 'ObjectExpression') {
        const props = node.argument.properties;
        const out = props.map((p) => {
          if (p.type === 'SpreadElement') return `{...${text.slice(p.argument.start, p.argument.end)}}`;
          if (p.computed || p.method) return undefined;
          const name = p.key.type === 'Identifier' ? p.key.name : p.key.value;
          if (!/^[\w:-]+$/.test(name)) return undefined;
          const v = p.value;
          if (v.type === 'Literal' && v.value === true) return name;
          if (v.type === 'Literal' && typeof v.value === 'string' && !/["\\\n]/.test(v.value)) return `${name}="${v.value}"`;
          return `${name}={${text.slice(v.start, v.end)}}`;
        });
        if (!out.includes(undefined) && !inComment(node.start, node.end)) { edits.push([node.start, node.end, out.join(' ')]); return; }
        skipped.push(`${file}:${text.slice(0, node.start).split('\n').length} jsx`);
      }
      if (node.type === 'VariableDeclaration' && node.declarations.length === 1 && ['Program', 'BlockStatement', 'FunctionBody', 'StaticBlock', 'SwitchCase', 'ExportNamedDeclaration'].includes(parent.type)) {
        const { id, init } = node.declarations[0];
        const values = init?.type === 'TSAsExpression' && text.slice(init.typeAnnotation.start, init.typeAnnotation.end) === 'const' ? init.expression : init;
        if (id.type === 'ArrayPattern' && values?.type === 'ArrayExpression') {
          const ok = id.elements.length === values.elements.length && !id.elements.includes(null) && !values.elements.includes(null)
            && id.elements.every((e) => e.type !== 'RestElement') && values.elements.every((e) => e.type !== 'SpreadElement')
            && !id.typeAnnotation;
          if (ok) {
            const isExported = parent.type === 'ExportNamedDeclaration';
            const t = id.elements.map((e, i) => {
              const v = values.elements[i];
              const source = text.slice(v.start, v.end);
              const name = e.type === 'AssignmentPattern' ? text.slice(e.left.start, e.left.end) : text.slice(e.start, e.end);
              const value = e.type === 'AssignmentPattern' ? `${source} ?? ${text.slice(e.right.start, e.right.end)}` : source;
              return `${i > 0 && isExported ? 'export ' : ''}${node.kind} ${name} = ${value};`;
            });
            if (!inComment(node.start, node.end)) { edits.push([node.start, node.end, t.join('\n')]); return; }
          }
          skipped.push(`${file}:${text.slice(0, node.start).split('\n').length} array pattern`);
        }
      }
      for (const k of Object.keys(node)) if (k !== 'type' && k !== 'start' && k !== 'end') walk(node[k], node.type ? node : parent, k);
    };
    walk(program, {}, '');
    if (edits.length === 0) break;
    edits.sort((a, b) => b[0] - a[0]);
    for (let [from, to, t, isEmpty] of edits) {
      if (isEmpty) { const m = /^\s*,/.exec(text.slice(to)); if (m) to += m[0].length; }
      text = text.slice(0, from) + t + text.slice(to);
    }
    total += edits.length; changed = true;
  }
  if (changed) { files++; writeFileSync(file, text); }
}
console.log(`${total} unfolded in ${files} files`);
for (const s of skipped) console.log('skipped', s);
