import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { execSync } from 'node:child_process';
const VALUES = { SECOND: 1000, MINUTE: 60000, HOUR: 3600000, DAY: 86400000 };
const files = execSync("git ls-files 'server/src/**/*.ts'", { encoding: 'utf8' }).split('\n').filter((f) => f && !/\/migrations\//.test(f) && f !== 'server/src/platform/time.ts');
let n = 0;
for (const file of files) {
  let text = readFileSync(file, 'utf8');
  const names = new Set();
  const before = text;
  text = text.replace(/(\/\*\*[^\n]*\*\/\n)?^(?:export )?const (SECOND|MINUTE|HOUR|DAY) = ([\d_ *]+);\n/gm, (all, doc = '', name, value) => {
    if (/^export/m.test(all)) { console.log('exported', file, name); }
    if (eval(value.replaceAll('_', '')) !== VALUES[name]) { console.log('other', file, all); return all; }
    names.add(name);
    return doc.includes('illisecond') || doc === '' ? '' : doc;
  });
  // local helpers
  const helper = /^( *)(?:const (iso|isoNow|instant|at|nowIso) = \(\)(?:: string)? =>\s*new Date\((now|deps\.now|options\.now)\(\)\)\.toISOString\(\);\n)/m;
  for (let m = helper.exec(text); m; m = helper.exec(text)) {
    const [whole, , name, source] = m;
    text = text.replace(whole, '');
    text = text.replace(new RegExp(`(?<![\\w.])${name}\\(\\)`, 'g'), `isoNow(${source})`);
    text = text.replace(new RegExp(`([{,(] ?)${name}( ?[,})])`, 'g'), (a) => { console.log('passed?', file, name, a); return a; });
    names.add('isoNow');
  }
  text = text.replace(/^(export )?const isoNow = \(now: \(\) => number\)(: string)? =>\s*new Date\(now\(\)\)\.toISOString\(\);\n/gm, (a, e) => { if (e) console.log('exported isoNow', file); names.add('isoNow'); return ''; });
  text = text.replace(/new Date\(((?:\w+\.)*now)\(\)\)\.toISOString\(\)/g, (_, source) => { names.add('isoNow'); return `isoNow(${source})`; });
  if (names.size === 0) { if (text !== before) writeFileSync(file, text); continue; }
  let path = relative(dirname(file), 'server/src/platform/time.ts');
  if (!path.startsWith('.')) path = `./${path}`;
  const importLine = `import { ${[...names].sort().join(', ')} } from '${path}';\n`;
  const last = [...text.matchAll(/^import [^;]*;\n/gm)].at(-1);
  const at = last ? last.index + last[0].length : 0;
  text = text.slice(0, at) + importLine + text.slice(at);
  writeFileSync(file, text); n++;
}
console.log(n, 'files');
