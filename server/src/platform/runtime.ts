import { ConfigError } from '../config.ts';

const NODE_MAJOR = 26;

/** The server runs from source on the pinned Node; another one fails here, with what to do. */
export function requireNode(): void {
  if (Number(process.versions.node.split('.')[0]) === NODE_MAJOR) return;
  throw new ConfigError(
    `The server needs Node ${NODE_MAJOR}; this is ${process.versions.node}. Start it with: npm start`,
  );
}
