import type { Plugin } from 'vite';

/**
 * Parts of the codec's script that a worker of a browser never runs, and what they become; the minifier removes what
 * only they use. The script is that of one exact version: where nothing matches an expression, the build fails.
 */
const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  // The page has compiled the module: nothing is found or loaded, however a host does that.
  [/(?<=ENVIRONMENT_IS_\w+=)typeof [^;]+/g, 'false'],
  [/typeof (document|__filename) != 'undefined'/g, 'false'],
  [/require\("[\w:]+"\)/g, 'undefined'],
  [
    /if\(Module\["instantiateWasm"\]\)\{try\{(return [^}]+)\}catch\(e\)\{.*?readyPromiseReject\(e\)\}\}/,
    '$1;',
  ],
  [
    /Module\["(arguments|locateFile|monitorRunDependencies|noExitRuntime|onAbort|onRuntimeInitialized|postRun|preInit|preRun|setStatus|thisProgram|wasmBinary)"\](?!=)/g,
    'undefined',
  ],
  [/Module\["ccall"\]=ccall;/, ''],
  // Classes, numbers and flags are used; texts, functions and the encoder's fractions are not.
  [/:__embind_register_(std_string|std_wstring|function|float)(?=[,}])/g, ':()=>{}'],
  [/this\.isSmartPointer(?!=)/g, 'false'],
  // Of an instance, only its deletion.
  [/isAliasOf\(other\)\{[\s\S]*?(?=delete\(\)\{)/, ''],
  [/,isDeleted\(\)\{[\s\S]*?(?=\}\)\};function ClassHandle)/, ''],
  [/Module\["(HEAP\w+|count_emval_handles)"\]=/g, ''],
  // It prints about damaged pictures, which the worker reports. 52: ENOSYS, so that the C library does not try again.
  [/(?<=var (out|err)=)Module\["\w+"\]\|\|console\.\w+\.bind\(console\)/g, '()=>{}'],
  [/:_fd_(close|seek|write)(?=[,}])/g, ':()=>52'],
  // The worker reports that a picture is damaged, not why.
  [
    /((?:throw(?:Binding|Internal)|new (?:Binding|Internal|Type)?)Error\()(?:`[^`]*`|"[^"]*"(?:\+\w+)*)(?=\))/g,
    '$1',
  ],
  // CommonJS.
  [/if \(typeof exports === 'object'[\s\S]*$/, 'export default Module;'],
];

/** The script of the X-ray codec without what only Node, the encoder and other hosts need. */
export const codecGlue: Plugin = {
  name: 'codec-glue',
  enforce: 'pre',
  transform: {
    filter: { id: /codec-openjph\/dist\/openjphjs\.js$/ },
    handler: (code) => REPLACEMENTS.reduce(replacePart, code),
  },
};

function replacePart(code: string, [part, replacement]: readonly [RegExp, string]): string {
  if (code.search(part) < 0) throw new Error(`The script of the codec has no ${part}`);
  return code.replace(part, replacement);
}
