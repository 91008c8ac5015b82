/** Where an S3-compatible store is, from STORAGE_URL. The credentials are in the variables of AWS. */
export interface S3Location {
  readonly bucket: string;
  /** Precedes every name; empty or ends with a slash. */
  readonly prefix: string;
  /** undefined: AWS in this region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Whether the bucket is in the path, not in the host name. */
  readonly usesPathStyle: boolean;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^([A-Za-z0-9._-]+\/)*$/;
const PARAMETERS = new Set(['endpoint', 'region', 'path-style']);

/**
 * Parses `s3://bucket/prefix?endpoint=https://…&region=…&path-style=1`. Throws an Error whose message continues
 * "The setting STORAGE_URL is wrong: ".
 */
export function parseS3Url(text: string): S3Location {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 's3:') throw new Error('must begin with s3://');
  if (url.username || url.password || url.port)
    throw new Error(
      'must not contain credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    );
  if (!BUCKET.test(url.hostname)) throw new Error('must name a bucket: s3://bucket/prefix');
  const path = url.pathname.replace(/^\/|\/$/g, '');
  const prefix = path && `${path}/`;
  if (!PREFIX.test(prefix))
    throw new Error('has a prefix with other characters than A-Z a-z 0-9 . _ - /');
  for (const name of url.searchParams.keys())
    if (!PARAMETERS.has(name)) throw new Error(`has an unknown parameter: ${name}`);
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !isHttpUrl(endpoint))
    throw new Error('has an endpoint that does not begin with http:// or https://');
  const pathStyle = url.searchParams.get('path-style') ?? '0';
  if (pathStyle !== '0' && pathStyle !== '1')
    throw new Error('has a path-style other than 0 and 1');
  const region = url.searchParams.get('region') ?? 'us-east-1';
  return { bucket: url.hostname, prefix, endpoint, region, usesPathStyle: pathStyle === '1' };
}

/** Names a store for people and for comparison, without credentials: `s3://bucket/prefix/ at host:port`. */
export function describeS3Location({ bucket, prefix, endpoint }: S3Location): string {
  const name = `s3://${bucket}/${prefix}`;
  if (endpoint === undefined) return name;
  const { host, pathname } = new URL(endpoint);
  return `${name} at ${host}${pathname.replace(/\/+$/, '')}`;
}

const isHttpUrl = (text: string) =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
